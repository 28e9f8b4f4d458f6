"""grid: '.' and a digit a cell, or, from ten numbers on, numbers of any length between blanks.

Blank lines separate several grids.
Source: the assignment; the reader is the record's, the writer decode.py's.
"""

import decode
from amaze import puzzle
from lab.notations.text import Chunk, split_paragraphs

LIKE = ".0123456789 \t"


def matches(text: str) -> bool:
    """Whether most characters can stand in a grid, so that a few wrong ones are reported."""
    return 2 * sum(map(text.count, LIKE)) > len(text) - text.count("\n")


def split(text: str) -> list[Chunk]:
    """The puzzles in the text, which blank lines separate."""
    return split_paragraphs(text)


def read(text: str) -> list[list[str]]:
    """The board of a puzzle; raises a GridError."""
    return puzzle.read(text.encode())


def read_solved(text: str) -> list[list[str]]:
    """A grid in which numbers occur any number of times."""
    return puzzle.read(text.encode(), solved=True)


def write(board: list[list[str]]) -> str:
    """The text of a board."""
    return decode.format_grid(board)
