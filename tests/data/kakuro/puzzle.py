"""Kakuro: fill white cells with numbers from 1 to 9 that add up to clues, none twice in a run.

In a grid a cell is '.' (white), 'x' (black), clue(DOWN,ACROSS) (black, with the sum of the white
cells below it and of those right of it; 0 stands for no clue) or a number from 1 to 9.  Blanks
may separate the cells.
"""

import re

import encode

NAME, TITLE, BEST = "kakuro", "Kakuro", "unique"
SYNTAX = encode.CellSyntax(
    re.compile(r"clue\([^ ]*|[^ ]"),
    re.compile(r"[.x1-9]|clue\(\d+,\d+\)").fullmatch,
    "'.' (white), 'x' (black), clue(DOWN,ACROSS) or a number 1 to 9",
    {},
)


def read(data: bytes, solved: bool = False) -> list[list[str]]:
    """Return the grid in `data` as h lists of w cells; raise a GridError."""
    return encode.split_cells(encode.split_lines(data), SYNTAX)


def given_values(r: int, c: int, height: int, width: int) -> list[str]:
    """Return what generate may put into a cell: clues in every tenth row and column, numbers."""
    if r % 10 and c % 10:
        return list(".123456789")
    cells = min(9, height - 1 - r if c % 10 else width - 1 - c)  # of the run after the clue
    if cells == 0 or r % 10 == c % 10 == 0:
        return ["x"]
    sums = range(cells * (cells + 1) // 2, cells * (19 - cells) // 2 + 1)
    return [f"clue({number},0)" if c % 10 else f"clue(0,{number})" for number in sums]
