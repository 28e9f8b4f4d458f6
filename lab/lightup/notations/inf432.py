"""inf432: a line with the size of a square board, then its cells, blanks between them or not.

`#` is a wall, `_` a free cell, a digit a clue, `O` a light, `.` or `-` a cell known to have
no light.
Source: the course project INF432, a SAT solver for Light Up (github.com/FDaCostaB/
LightUp-Solver, README.md and generation.c).
"""

import re

from lab import Unusable
from lab.notations.text import (
    LINE,
    Alphabet,
    Chunk,
    find_spans,
    grid_error,
    read_size,
    split_paragraphs,
)

HOLDS = ".x01234b-"
HEAD = re.compile(r"\s*([0-9]{1,9})[ \t]*(?:\n|\Z)")
CELLS = Alphabet(
    re.compile(r"\S"),
    {"#": "x", "_": ".", "O": "b", **dict.fromkeys(".-", "-"), **{clue: clue for clue in "01234"}},
    "'#' (a wall), '_' (free), 'O' (a light), '.' (no light) or a clue '0' to '4'",
)
WRITTEN = str.maketrans("x.b-", "#_O.")


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
        raise grid_error(text, 0, "no size", "the number of rows and columns")
    (n,) = read_size(text, head, 1)
    return CELLS.board(text, find_spans(LINE, text, head.end()), n, n)


def write(board: list[str]) -> str:
    """Return the text of a square board; raise Unusable for another one."""
    h, w = len(board), len(board[0])
    if h != w:
        raise Unusable(f"inf432 has square boards only, and this one has {h} rows and {w} columns")
    rows = "".join(f"{row}\n" for row in board)
    return f"{h}\n{rows.translate(WRITTEN)}"
