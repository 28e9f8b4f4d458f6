"""triples: the size, then a line ROW COLUMN VALUE for each black cell, counted from 1.

The size is the numbers of rows and columns, on one line or two, or one number for a square.  A
value is a clue 0 to 4, or 5, -1 or x for a black cell without a clue.
Source: problem files of courses on evolutionary computing (D. Tauritz, Missouri S&T and Auburn
University, assignments on Light Up).
"""

import re

from lab.notations.letter_grid import END, NUMBER
from lab.notations.text import LINE, find_spans, make_grid_error, place_cells, split_paragraphs

HOLDS = ".x01234"
TRIPLE = re.compile(r"([0-9]{1,9})[ \t,;]+([0-9]{1,9})[ \t,;]+(\S{1,9})[ \t,;]*")
HEAD = re.compile(rf"\s*{NUMBER}(?:[ \t,;]+{NUMBER}|[ \t]*\n\s*{NUMBER}(?={END}))?{END}")
VALUES = {"5": "x", "-1": "x", "x": "x", "X": "x", **{clue: clue for clue in "01234"}}
EXPECTED = "ROW COLUMN VALUE, from 1, with a value 0 to 4, or 5 for a black cell without a clue"
BEGINNING = re.compile(rf"{HEAD.pattern}(?=\s*(?:[0-9]+[ \t,;]+[0-9]+[ \t,;]+-?\w+{END}|\Z))")

matches = BEGINNING.match


def split(text: str) -> list[tuple[int, str]]:
    return split_paragraphs(text, rf"\A{BEGINNING.pattern}")


def read(text: str) -> list[str]:
    head = HEAD.match(text)
    if not head:
        raise make_grid_error(text, 0, "no size", "the numbers of rows and columns")
    height, width = int(head[1]), int(head[2] or head[3] or head[1])
    if not height or not width:
        raise make_grid_error(text, head.start(1), "a size of 0", "at least 1")
    cells = []
    for start, end in find_spans(LINE, text, head.end()):
        triple = TRIPLE.fullmatch(text, start, end)
        if not triple or triple[3] not in VALUES:
            place = triple.start(3) if triple else start
            fault = repr(text[place:end].strip()[:20])
            raise make_grid_error(text, place, fault, EXPECTED)
        cells.append((start, int(triple[1]) - 1, int(triple[2]) - 1, VALUES[triple[3]]))
    return list(map("".join, place_cells(text, (height, width), cells)))


def write(board: list[str]) -> str:
    lines = [f"{len(board)}\n{len(board[0])}\n"]
    for r, row in enumerate(board, start=1):
        for c, cell in enumerate(row, start=1):
            if cell != ".":
                lines.append(f"{r} {c} {'5' if cell == 'x' else cell}\n")
    return "".join(lines)
