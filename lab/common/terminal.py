"""Colours and tables on standard output, a status line on standard error.

rich is imported only where a text is styled, as that takes longer than many commands.
"""

import functools
import os
import shutil
import string
import sys
from types import TracebackType
from typing import TYPE_CHECKING

from lab.common.files import write

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text


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


def style_text(text: str, style: str) -> "Text":
    """Return a text in a style of rich, such as "bold red"."""
    from rich.text import Text

    return Text(text, style=style)


def show_progress(text: str = "") -> None:
    """Replace the status line on standard error, if that is a terminal; "" clears it.

    A text that is too long for the line is cut off.
    """
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns
        sys.stderr.write(f"\r\x1b[K{text[: width - 1]}")
        sys.stderr.flush()


class Table:
    """A table on standard output; each row appears when it is added.

    `form` is a format string with a field for each column, such as "{:9} {:>10}".  On a
    terminal rich draws the table instead, as wide as the terminal.
    """

    def __init__(self, form: str, *headings: str) -> None:
        self._form, self._headings = form, headings
        self._live = self._drawing() if sys.stdout.isatty() else None

    def __enter__(self) -> "Table":
        if self._live:
            self._live.start(refresh=True)
        else:
            self._write(*self._headings)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._live:
            self._live.stop()

    def add(self, *cells: str, style: str = "") -> None:
        """Add a row, in a style of rich; missing cells are empty."""
        if self._live:
            self._rows.add_row(*cells, style=style)
            self._live.refresh()
        else:
            self._write(*cells)

    def add_note(self, name: str, note: str) -> None:
        """Add a row with a note instead of figures: in the last column, or beside the name."""
        if self._live:
            self.add(name, *[""] * (len(self._headings) - 2), note, style="dim")
        else:
            self._write(name, note)

    def _write(self, *cells: str) -> None:
        blanks = [""] * (len(self._headings) - len(cells))
        write(self._form.format(*cells, *blanks).rstrip() + "\n")

    def _drawing(self) -> "Live":
        from rich import console, live, table

        self._rows = table.Table(box=None, padding=(0, 1, 0, 0))
        specs = [spec or "" for *_, spec, _ in string.Formatter().parse(self._form)]
        for heading, spec in zip(self._headings, specs):
            self._rows.add_column(heading, justify="right" if spec.startswith(">") else "left")
        for column in self._rows.columns[:-1]:
            column.no_wrap = True
        return live.Live(
            console.Group(self._rows, ""),  # the last line is for progress
            console=get_console(),
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
            vertical_overflow="visible",
        )
