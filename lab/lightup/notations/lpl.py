"""lpl: input and answer of the model lightup1 of the modelling language LPL.

It reads the height, the width and the rows, separated by commas: -1 is a white cell, 0 to 4
a clue, 5 a black cell without one.  Its answer has `L` for a light and `.` for a lit cell.
Cells are two characters wide.
Source: T. Huerlimann, "Light Up Puzzle" (matmod.ch/lpl/doc), after the MiniZinc Handbook.
"""

import re
from functools import partial

from lab.notations.text import LINE, Alphabet, read_sized_board, split_paragraphs

HOLDS = ".x01234b"
HEAD = re.compile(r"\s*([0-9]{1,9})[\s,;]+([0-9]{1,9})[ \t,;]*(?:\n|\Z)")
ROW = re.compile(r"[^\s,;][^,;]*")
CELLS = Alphabet(
    re.compile(r"[^\s,;]+"),
    {"-1": ".", ".": ".", "L": "b", "5": "x", **{clue: clue for clue in "01234"}},
    "-1 (white), 5 (black), a clue 0 to 4, L (a light) or '.' (lit)",
)
WRITTEN = {".": "-1", "x": "5", "b": "L"}

matches = HEAD.match
split = partial(split_paragraphs, mark=rf"\A{HEAD.pattern}")


def read(text: str) -> list[str]:
    has_separators = re.search("[,;]", HEAD.sub("", text, count=1))
    return read_sized_board(text, HEAD, CELLS, ROW if has_separators else LINE)


def write(board: list[str]) -> str:
    """Return the input of LPL, or, if the board has bulbs, its form of an answer."""
    written = {**WRITTEN, ".": "."} if any("b" in row for row in board) else WRITTEN
    rows = (" ".join(f"{written.get(cell, cell):>2}" for cell in row) for row in board)
    return f"{len(board)} {len(board[0])}\n" + ",\n".join(rows) + "\n"
