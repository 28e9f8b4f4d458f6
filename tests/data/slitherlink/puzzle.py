"""Slitherlink: draw a single loop along the edges of cells; a clue counts the edges around it.

h rows of w cells make a board of 2h+1 rows of 2w+1 cells: dots where row and column are even,
clues where both are odd, edges elsewhere.  In a grid '.' is a dot, a cell without clue or an open
edge, '0' to '3' a clue, and 'e', in an answer, an edge of the loop.
"""

import encode

NAME, TITLE, BEST = "slitherlink", "Slitherlink", "unique"
ANSWERS = {"e": "edges"}


def read(data: bytes, solved: bool = False) -> list[str]:
    """Return the grid in `data` as 2h+1 strings of 2w+1 characters; raise a GridError."""
    legend, more = (".0123e", ", or 'e' (an edge)") if solved else (".0123", "")
    rows = encode.read_grid(data, legend, "'.' (open) or a clue '0' to '3'" + more)
    height, width = len(rows), len(rows[0])
    if not (height % 2 and width % 2 and height > 1 < width):
        size = f"{height} rows of {width} cells"
        raise encode.GridError(height, 1, size, "odd numbers from 3")
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            values = [*given_values(r, c, height, width), *"e" * ((r + c) % 2)]
            if cell not in values:
                raise encode.GridError(r + 1, c + 1, repr(cell), " or ".join(values))
    return rows


def given_values(r: int, c: int, height: int, width: int) -> list[str]:
    """Return the values that a given cell may have."""
    return list(".0123" if r % 2 and c % 2 else ".")
