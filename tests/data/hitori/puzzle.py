"""Hitori: mark numbers so that none stands twice in a line among those that are not marked.

In a grid a cell is a number, or 'x' for a marked one.  A marked number is hidden by its mark.
"""

import encode

NAME, TITLE, BEST = "hitori", "Hitori", "unique"
MARKS = ("x",)
ANSWERS = {"x": "marks"}
EXPECTED = "a number from 1 to 9"


def read(data: bytes, solved: bool = False) -> list[str]:
    """Return the grid in `data` as h strings of w characters; raise a GridError."""
    legend, more = ("123456789x", ", or 'x' (marked)") if solved else ("123456789", "")
    return encode.read_grid(data, legend, EXPECTED + more)
