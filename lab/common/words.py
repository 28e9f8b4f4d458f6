"""Format numbers, cells, boards and places for messages."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import PurePath
from typing import NamedTuple, TypeVar

import decode
from lab.common.language import inflect_noun, translate

SPACES = "\n\xa0\u202f"  # those without a break stand in numbers of some languages
Cell = tuple[int, int]  # row and column, from 0
Size = tuple[int, int]  # the numbers of rows and columns of a board
Value = TypeVar("Value")
ARGUMENTS = r"\((?:[^()\s]|\([^()\s]*\))*\)"  # arguments of a term, themselves perhaps terms
VALUE_PATTERN = rf"-?\w+(?:{ARGUMENTS})?|{ARGUMENTS}"  # V in cell(R,C,V), without blanks


class Place(NamedTuple):
    """A file, and a line and column from 1; "" and 0 if unknown."""

    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return ":".join(str(part) for part in self if part)

    def prefix(self, text: str) -> str:
        """Return the text, after this place if its line is known."""
        return f"{self}: {text}" if self.line else text


NOWHERE = Place()


def read_places(lines: Iterable[tuple[str, int]]) -> list[Place]:
    """Return places from pairs of a path and a line, as servers return them."""
    return [Place(PurePath(path).name, line) for path, line in lines]


def count_noun(number: int, noun: str) -> str:
    """Return a number with its noun: 1 cell, 2 cells."""
    return f"{number} {inflect_noun(noun, number)}"


def list_cells(board: Iterable[Iterable[Value]]) -> Iterator[tuple[Cell, Value]]:
    """Yield the cells of a board with their values, row by row."""
    return (((r, c), value) for r, row in enumerate(board) for c, value in enumerate(row))


def format_cell(cell: Cell) -> str:
    """Return the place of a cell: row 0, column 3."""
    return translate("row {row}, column {column}", row=cell[0], column=cell[1])


def get_size(board: Sequence[Sequence[object]]) -> Size:
    return len(board), len(board[0])


def format_size(size: Size) -> str:
    """Return rows and columns in figures: 7x7."""
    return f"{size[0]}x{size[1]}"


def describe_size(board: Sequence[Sequence[str]]) -> str:
    """Return the size of a board: 4 rows of 5 cells, 1 row of 1 cell."""
    rows, cells = count_noun(len(board), "row"), count_noun(len(board[0]), "cell")
    return translate("{rows} of {cells}", rows=rows, cells=cells)


def format_rows(board: Sequence[Sequence[str]]) -> str:
    """Return the lines of a board, without the last line's end."""
    return decode.format_grid(board).rstrip("\n")


def format_cells(cells: Iterable[Cell]) -> str:
    """Return the places of cells, separated by semicolons; those in one row together."""
    clauses = []
    for row, group in groupby(cells, key=itemgetter(0)):
        first, *others = group
        if not others:
            clauses.append(format_cell(first))
            continue
        columns = ", ".join(str(column) for _, column in (first, *others))
        clauses.append(translate("row {row}, columns {columns}", row=row, columns=columns))
    return join_clauses(clauses)


def join_and(phrases: Iterable[str]) -> str:
    return f" {translate('and')} ".join(phrases)


def join_clauses(clauses: Iterable[str]) -> str:
    """Join the clauses that are not empty with semicolons."""
    return translate("; ").join(filter(None, clauses))


def add_detail(brief: str, detail: str) -> str:
    """Return `brief: detail`, as the language in use writes it; without a detail the brief."""
    return translate("{brief}: {detail}", brief=brief, detail=detail) if detail else brief


def cut_lines(lines: Sequence[str], most: int = 20) -> str:
    """Return the first lines as a text; a last line contains the number of the others, if any."""
    more = [translate("and {number} more", number=len(lines) - most)] if len(lines) > most else []
    return "\n".join([*lines[:most], *more])


def quote_line(text: str) -> str:
    """Return the text on one line, with all control characters escaped."""
    return escape_controls(text).replace("\n", "\\n")


def escape_controls(text: str) -> str:
    """Return the text with unprintable characters escaped, except SPACES."""
    return "".join(
        letter if letter.isprintable() or letter in SPACES else repr(letter)[1:-1]
        for letter in text
    )
