"""Checks that each number is there twice, for all notations that name the cells one by one."""

from collections.abc import Sequence
from typing import NamedTuple

import decode
from amaze import puzzle
from encode import GridError
from lab.notations.text import Alphabet, Span, find_cell, grid_error


class TextCell(NamedTuple):
    """A cell of a text."""

    value: str  # '.' or a number
    offset: int
    name: str  # the value in this notation


def join_cells(text: str, cells: Sequence[TextCell], width: int) -> list[list[str]]:
    """Return the board of the cells, row by row; raise a GridError unless it is a puzzle."""
    values = [cell.value for cell in cells]
    grid = decode.format_grid([values[c : c + width] for c in range(0, len(values), width)])
    try:
        return puzzle.read(grid.encode())
    except GridError as error:
        r, c = find_cell(grid, error)
        cell = cells[r * width + c]
        fault = error.found.removesuffix(cell.value) + cell.name
        raise grid_error(text, cell.offset, fault, error.expected) from None


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
