"""Colours and tables on standard output, messages and a status line on standard error.

rich is imported on a terminal only, as that takes longer than many commands.
"""

import contextlib
import functools
import os
import re
import shutil
import sys
from typing import TYPE_CHECKING

from lab.common.files import write
from lab.common.words import escape_controls

if TYPE_CHECKING:
    from rich.console import Console


@functools.cache
def get_console() -> "Console":
    """Return standard output for rich: styled on a terminal unless NO_COLOR is set.

    Text is printed unchanged: no line is wrapped, no markup is interpreted.
    """
    from rich.console import Console

    return Console(
        color_system=None if os.environ.get("NO_COLOR") else "auto",  # None: no bold text either
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=True,
    )


def print_styled(*styled_texts: tuple[str, str]) -> None:
    """Print texts on a line; on a terminal each has a style of rich, such as "bold red"."""
    if not sys.stdout.isatty():
        write(f"{' '.join(text for text, _ in styled_texts)}\n")
        return
    from rich.text import Text

    get_console().print(*(Text(text, style) for text, style in styled_texts))


def open_closed_streams() -> None:
    """Open the null device in place of closed streams, so that no other file gets their numbers.

    sys.stdin and sys.stdout are still None then, if they were closed; sys.stderr can be written.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)  # also to the processes of this one
    os.close(number)
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def print_message(text: str) -> None:
    """Print lines to standard error, if that is open, with unprintable characters escaped."""
    with contextlib.suppress(OSError, AttributeError):
        sys.stderr.write(f"{escape_controls(text)}\n")


def take_arguments(program: str, starter: str, *patterns: str) -> list[str]:
    """Return the arguments that `starter` gives; end with status 2 if a person gave others."""
    arguments = sys.argv[1:]
    if len(arguments) != len(patterns) or not all(map(re.fullmatch, patterns, arguments)):
        print_message(f"{program}: started by {starter}, not by hand")
        sys.exit(2)
    return arguments


def show_progress(text: str = "") -> None:
    """Replace the status line, if standard error is a terminal, cut to its width; "" clears it."""
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns
        sys.stderr.write(f"\r\x1b[K{text[: width - 1]}")
        sys.stderr.flush()


class TerminalTable:
    """A table on standard output; each row is written when it is added.

    `form` is a format string with a field for each column, such as "{:9} {:>10}".
    """

    def __init__(self, form: str, *headings: str) -> None:
        self._form, self._columns = form, len(headings)
        self.add_row(*headings)

    def add_row(self, *cells: str, style: str = "") -> None:
        """Clear the status line and add a row, in a style of rich; missing cells are empty."""
        show_progress()
        row = self._form.format(*cells, *[""] * (self._columns - len(cells))).rstrip()
        print_styled((row, style))
