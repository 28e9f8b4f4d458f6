"""The status line on a terminal: what long work is doing."""

import sys


def progress(text: str = "") -> None:
    """Rewrite the status line on standard error, if that is a terminal; empty text clears it."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
