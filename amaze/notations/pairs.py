"""Checks that each number is there twice, for all notations that name the cells one by one."""

from collections.abc import Sequence
from typing import NamedTuple

from amaze.puzzle import NO_NUMBERS, PAIRED, find_unpaired
from encode import BLANK
from lab.notations.text import Alphabet, Span, make_grid_error


class TextCell(NamedTuple):
    """A cell of a text."""

    value: str  # '.' or a number
    offset: int
    name: str  # the value in this notation


def join_cells(text: str, cells: Sequence[TextCell], width: int) -> list[list[str]]:
    """Return the board of the cells, row by row; raise a GridError unless it is a puzzle."""
    ends = [cell for cell in cells if cell.value != BLANK]
    if not ends:
        raise make_grid_error(text, cells[0].offset, *NO_NUMBERS)
    if unpaired := find_unpaired([end.value for end in ends]):
        index, fault = unpaired
        raise make_grid_error(text, ends[index].offset, f"{fault} {ends[index].name}", PAIRED)
    values = [cell.value for cell in cells]
    return [values[first : first + width] for first in range(0, len(values), width)]


def read_row_spans(
    text: str, rows: Sequence[Span], height: int, width: int, alphabet: Alphabet
) -> list[list[str]]:
    """Return the board with the rows at these spans; raise a GridError."""
    cells = [
        TextCell(alphabet.meaning[cell[0]], cell.start(), cell[0])
        for row in alphabet.find_cells(text, rows, height, width)
        for cell in row
    ]
    return join_cells(text, cells, width)
