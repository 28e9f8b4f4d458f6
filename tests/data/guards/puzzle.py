"""Guards: as few guards as possible watch all cells, each the cells beside it, too.

In a grid a cell is '.' (open) or 'x' (a wall), in a solved one 'g' is a guard.
"""

import re

import encode

NAME, TITLE, BEST = "guards", "Guards", "least cost"
OPEN, WALL, GUARD = ".", "x", "g"


def read(data: bytes, solved: bool = False) -> list[str]:
    """The grid in `data` as lines of characters; raises a GridError."""
    values = [OPEN, WALL, *[GUARD] * solved]
    wanted = "'.' (open) or 'x' (a wall)" + " or 'g' (a guard)" * solved
    syntax = encode.CellSyntax(re.compile(r"[^ ]"), values.__contains__, wanted, {})
    return ["".join(row) for row in encode.split_cells(encode.split_lines(data), syntax)]


def given_values(r: int, c: int, height: int, width: int) -> list[str]:
    """What a puzzle may have in a cell."""
    return [OPEN, WALL]
