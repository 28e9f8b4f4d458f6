"""What a person sees on a terminal: colours and tables on standard output, the status line."""

import functools
import sys

from rich.console import Console
from rich.text import Text


@functools.cache
def out() -> Console:
    """Standard output: styled on a terminal unless NO_COLOR is set, plain elsewhere.

    Text is printed as it is: no line is wrapped, no markup is read.
    """
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True)


def styled(text: str, style: str) -> Text:
    """A text in a style of rich, such as "bold red"."""
    return Text(text, style=style)


def progress(text: str = "") -> None:
    """Rewrite the status line on standard error, if that is a terminal; empty text clears it."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
