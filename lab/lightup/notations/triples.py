"""triples: the size, then a line ROW COLUMN VALUE for each black cell, from 1 at the top left.

The size is the numbers of rows and columns, on one line or two, or one number for a square.  A
value is a clue 0 to 4, or 5, -1 or x for a black cell without a clue.
Source: problem files of course projects.  Those of CS348 and CS5401, Missouri S&T, have the same
form, but count columns first and rows from the bottom: their boards are read turned.
"""

import re
from functools import partial

from lab.common.words import list_cells
from lab.notations.letter_grid import END, NUMBER
from lab.notations.text import (
    make_grid_error,
    make_token_error,
    place_cells,
    read_size,
    split_paragraphs,
)

HOLDS = ".x01234"
TRIPLE = re.compile(rf"{NUMBER}[ \t,]+{NUMBER}[ \t,]+(\S{{1,9}}?)[ \t,]*")
HEAD = re.compile(rf"\s*{NUMBER}(?:[ \t,]+{NUMBER}|[ \t]*\n\s*{NUMBER}(?={END}))?{END}")
FIRST_CELL = rf"{TRIPLE.pattern}(?:\n|\Z)"
VALUES = {"5": "x", "-1": "x", "x": "x", "X": "x", **{clue: clue for clue in "01234"}}
EXPECTED = "ROW COLUMN VALUE, from 1, with a value 0 to 4, or 5 for a black cell without a clue"

matches = re.compile(rf"{HEAD.pattern}\s*{FIRST_CELL}").match  # a clue alone is a grid, not a size
split = partial(split_paragraphs, mark=rf"\A{HEAD.pattern}\s*(?:{FIRST_CELL}|\Z)")


def read(text: str) -> list[str]:
    head = HEAD.match(text)
    if not head:
        raise make_grid_error(text, 0, "no size", "the numbers of rows and columns")
    size = read_size(text, head, 1, 2 if head[2] else 3 if head[3] else 1)
    cells = []
    for line in re.compile(r"\S.*").finditer(text, head.end()):
        triple = TRIPLE.fullmatch(line[0])
        if not triple or triple[3] not in VALUES:
            raise make_token_error(line, "", EXPECTED)
        cells.append((line, int(triple[1]) - 1, int(triple[2]) - 1, VALUES[triple[3]]))
    return list(map("".join, place_cells(size, cells, make_token_error)))


def write(board: list[str]) -> str:
    cells = [
        f"{r + 1} {c + 1} {'5' if value == 'x' else value}\n"
        for (r, c), value in list_cells(board)
        if value != "."
    ]
    return f"{len(board)}\n{len(board[0])}\n{''.join(cells)}"
