"""Numbers, places and lists in words, for every message of the lab."""

from collections.abc import Iterable
from typing import NamedTuple

NUMBERS = ("no", "one", "two", "three", "four")
Cell = tuple[int, int]  # row and column, from 0


class Place(NamedTuple):
    """A file, line and column from 1; "" and 0 for what is not known."""

    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return ":".join(str(part) for part in self if part)


NOWHERE = Place()


def count_noun(number: int, noun: str) -> str:
    """A number with its noun: 1 cell, 2 cells."""
    return f"{number} {noun}{'s' if number != 1 else ''}"


def spell_noun(number: int, noun: str) -> str:
    """A number up to four in words with its noun: no cells, one cell, two cells."""
    return f"{NUMBERS[number]} {noun}{'s' if number != 1 else ''}"


def format_cell(cell: Cell) -> str:
    """The place of a cell: row 0, column 3."""
    return f"row {cell[0]}, column {cell[1]}"


def format_cells(cells: Iterable[Cell]) -> str:
    """The places of cells, separated by semicolons."""
    return "; ".join(map(format_cell, cells))


def quote_line(text: str) -> str:
    """The text on one line, as it can be shown."""
    return escape_controls(text).replace("\n", "\\n")


def escape_controls(text: str) -> str:
    """The text with each character that a terminal would obey, or not show, as its number."""
    return "".join(
        one if one.isprintable() or one == "\n" else one.encode("unicode_escape").decode("ascii")
        for one in text
    )
