"""Sudoku: each number once in each row, column and block; n rows have blocks of the root of n.

In a grid a cell is '.' (open) or a number from 1 to n: digits side by side, or numbers of any
length between blanks.
"""

import math
import re

import encode

NAME, TITLE, BEST = "sudoku", "Sudoku", "unique"


def read(data: bytes, solved: bool = False) -> list[list[str]]:
    """The grid in `data` as n lists of n cells; raises a GridError."""
    lines = encode.split_lines(data)
    size = len(lines)
    numbers = {str(number) for number in range(1, size + 1)}
    has_blanks = any(" " in line.strip() for line in lines)
    syntax = encode.CellSyntax(
        re.compile(r"[^ ]+" if has_blanks else r"[^ ]"),
        {encode.BLANK, *numbers}.__contains__,
        f"'.' (open) or a number from 1 to {size}",
        {},
    )
    rows = encode.split_cells(lines, syntax)
    if not len(rows[0]) == size == math.isqrt(size) ** 2:
        raise encode.GridError(size, 1, f"{size}x{len(rows[0])}", "1x1, 4x4, 9x9, 16x16 or 25x25")
    return rows
