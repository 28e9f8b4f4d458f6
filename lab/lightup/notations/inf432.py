"""inf432: a line with the size of a square board, then its cells, blanks between them or not.

`#` is a wall, `_` a free cell, a digit a clue, `O` a light, `.` or `-` a cell known to have
no light.
Source: the course project INF432, a SAT solver for Light Up (github.com/FDaCostaB/
LightUp-Solver, README.md and generation.c).
"""

import re
from functools import partial

from lab import Unusable
from lab.notations.text import Alphabet, read_sized_board, split_paragraphs

HOLDS = ".x01234b-"
HEAD = re.compile(r"\s*([0-9]{1,9})[ \t]*(?:\n|\Z)")
CELLS = Alphabet(
    re.compile(r"\S"),
    {"#": "x", "_": ".", "O": "b", **dict.fromkeys(".-", "-"), **{clue: clue for clue in "01234"}},
    "'#' (a wall), '_' (free), 'O' (a light), '.' (no light) or a clue '0' to '4'",
)
WRITTEN = str.maketrans("x.b-", "#_O.")

matches = HEAD.match
split = partial(split_paragraphs, mark=rf"\A{HEAD.pattern}")


def read(text: str) -> list[str]:
    return read_sized_board(text, HEAD, CELLS)


def write(board: list[str]) -> str:
    """Return the text of a square board; raise Unusable for another one."""
    h, w = len(board), len(board[0])
    if h != w:
        raise Unusable(f"inf432 has square boards only, and this one has {h} rows and {w} columns")
    rows = "".join(f"{row}\n" for row in board)
    return f"{h}\n{rows.translate(WRITTEN)}"
