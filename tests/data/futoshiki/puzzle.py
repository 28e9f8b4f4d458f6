"""Futoshiki: each number once in each row and column, and the signs between numbers hold.

n numbers in a row make a board of 2n-1 rows of 2n-1 cells: a number has an even row and an even
column, and the cell between two numbers is '.', lt (the left or upper one is less) or gt.  In a
grid '<' and '^' are lt, too, '>' and 'v' are gt; blanks may separate the cells.
"""

import re

import encode

NAME, TITLE, BEST = "futoshiki", "Futoshiki", "unique"
SIGNS = {"<": "lt", "^": "lt", ">": "gt", "v": "gt"}


def read(data: bytes, solved: bool = False) -> list[list[str]]:
    """Return the grid in `data` as h lists of h cells; raise a GridError."""
    lines = encode.split_lines(data)
    words = any(" " in line.strip() for line in lines)
    numbers = [str(number) for number in range(1, len(lines) // 2 + 2)]
    syntax = encode.CellSyntax(
        re.compile("[^ ]+" if words else "[^ ]"),
        {encode.BLANK, "lt", "gt", *SIGNS, *numbers}.__contains__,
        f"'.', a number from 1 to {numbers[-1]}, or one of < > ^ v",
        {},
    )
    rows = encode.split_cells(lines, syntax)
    height, width = len(rows), len(rows[0])
    if height != width or height % 2 == 0:
        size = f"{height} rows of {width} cells"
        raise encode.GridError(height, 1, size, "as many rows as cells, an odd number")
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if SIGNS.get(cell, cell) not in (values := given_values(r, c, height, width)):
                column = list(syntax.cell.finditer(lines[r]))[c].start() + 1
                raise encode.GridError(r + 1, column, repr(cell), " or ".join(values))
    return [[SIGNS.get(cell, cell) for cell in row] for row in rows]


def given_values(r: int, c: int, height: int, width: int) -> list[str]:
    """Return the values that a given cell may have."""
    if r % 2 and c % 2:
        return [encode.BLANK]
    numbers = [str(number) for number in range(1, height // 2 + 2)]
    return [encode.BLANK, *(["lt", "gt"] if r % 2 or c % 2 else numbers)]
