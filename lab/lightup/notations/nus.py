"""nus: a line with the numbers of rows and columns, then one character per cell.

`#` is a black cell, `.` a white one, `L` a light, a digit a clue.
Source: the homework on Light Up of CS3243, National University of Singapore, 2007
(comp.nus.edu.sg/~kanmy/courses/3243_2007/hw-lightup.html).
"""

import re
from functools import partial

from lab.notations.text import Alphabet, read_sized_board, split_paragraphs

HOLDS = ".x01234b"
HEAD = re.compile(r"\s*([0-9]{1,9})[ \t]+([0-9]{1,9})[ \t]*(?:\n|\Z)")
CELLS = Alphabet(
    re.compile(r"."),
    {"#": "x", ".": ".", "L": "b", **{clue: clue for clue in "01234"}},
    "'#' (black), '.' (white), 'L' (a light) or a clue '0' to '4'",
)
WRITTEN = str.maketrans("xb", "#L")

matches = HEAD.match
split = partial(split_paragraphs, mark=rf"\A{HEAD.pattern}")


def read(text: str) -> list[str]:
    return read_sized_board(text, HEAD, CELLS)


def write(board: list[str]) -> str:
    rows = "".join(f"{row}\n" for row in board)
    return f"{len(board)} {len(board[0])}\n{rows.translate(WRITTEN)}"
