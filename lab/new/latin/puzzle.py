"""Latin: no number twice in a row or column, and a cell may be a hole.

In a grid a cell is '.' (open), 'x' (a hole) or a number from 1 to 9.
"""

import re

import encode

NAME, TITLE, BEST = "latin", "Latin", "unique"
LEGEND = ".x123456789"
SYNTAX = encode.CellSyntax(
    re.compile("."), set(LEGEND).__contains__, "'.' (open), 'x' (a hole) or a number 1 to 9", {}
)


def read(data: bytes, solved: bool = False) -> list[str]:
    """Return the grid in `data` as h strings of w characters; raise a GridError."""
    return ["".join(row) for row in encode.split_cells(encode.split_lines(data), SYNTAX)]
