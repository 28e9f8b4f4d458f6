"""nus: a line with the numbers of rows and columns, then one character per cell.

`#` is a black cell, `.` a white one, `L` a light, a digit a clue.
Source: the homework on Light Up of CS3243, National University of Singapore, 2007
(comp.nus.edu.sg/~kanmy/courses/3243_2007/hw-lightup.html).
"""

import re

from lab.notations.text import (
    LINE,
    Alphabet,
    Chunk,
    find_spans,
    grid_error,
    read_size,
    split_paragraphs,
)

HOLDS = ".x01234b"
HEAD = re.compile(r"\s*([0-9]{1,9})[ \t]+([0-9]{1,9})[ \t]*(?:\n|\Z)")
CELLS = Alphabet(
    re.compile(r"."),
    {"#": "x", ".": ".", "L": "b", **{clue: clue for clue in "01234"}},
    "'#' (black), '.' (white), 'L' (a light) or a clue '0' to '4'",
)
WRITTEN = str.maketrans("xb", "#L")


def matches(text: str) -> bool:
    """Whether the text may be in this notation."""
    return bool(HEAD.match(text))


def split(text: str) -> list[Chunk]:
    """Return the puzzles in the text, which blank lines separate."""
    return split_paragraphs(text, mark=rf"\A{HEAD.pattern}")


def read(text: str) -> list[str]:
    """Return the board of a puzzle; raise a GridError."""
    head = HEAD.match(text)
    if not head:
        raise grid_error(text, 0, "no size", "the numbers of rows and columns")
    height, width = read_size(text, head, 1, 2)
    return CELLS.board(text, find_spans(LINE, text, head.end()), height, width)


def write(board: list[str]) -> str:
    """Return the text of a board."""
    rows = "".join(f"{row}\n" for row in board)
    return f"{len(board)} {len(board[0])}\n{rows.translate(WRITTEN)}"
