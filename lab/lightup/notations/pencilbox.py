"""pencilbox: a file of PencilBox and kanpen.net: the rows, the columns, then the cells.

Cells are separated by blanks: `.` white, `5` black, digits clues, `+` a bulb, `*` no bulb.
Source: pzprjs, kanpenOpen in src/variety/lightup.js.
"""

import re
from functools import partial

from lab.notations.text import Alphabet, read_sized_board, split_paragraphs

HOLDS = ".x01234b-"
HEAD = re.compile(r"\s*([0-9]{1,9})[ \t]*\n\s*([0-9]{1,9})[ \t]*(?:\n|\Z)")
CELLS = Alphabet(
    re.compile(r"\S+"),
    {".": ".", "5": "x", "+": "b", "*": "-", **{clue: clue for clue in "01234"}},
    "'.' (white), '5' (black), a clue '0' to '4', '+' (a bulb) or '*' (no bulb)",
)
WRITTEN = {cell: text for text, cell in CELLS.meaning.items()}

matches = HEAD.match
split = partial(split_paragraphs, mark=rf"\A{HEAD.pattern}")


def read(text: str) -> list[str]:
    return read_sized_board(text, HEAD, CELLS)


def write(board: list[str]) -> str:
    rows = "".join(" ".join(WRITTEN[cell] for cell in row) + " \n" for row in board)
    return f"{len(board)}\n{len(board[0])}\n{rows}"
