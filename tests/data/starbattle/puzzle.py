"""Star Battle: one star in each row, column and region; no two stars touch.

In a grid a cell is the letter of its region, a to w, or 'x' for a star.
"""

import encode

NAME, TITLE, BEST = "starbattle", "Star Battle", "unique"
MARKS = ("x",)
ANSWERS = {"x": "stars"}
REGIONS = "abcdefghijklmnopqrstuvw"
EXPECTED = "the letter of a region, a to w"


def read(data: bytes, solved: bool = False) -> list[str]:
    """Return the grid in `data` as h strings of w characters; raise a GridError."""
    legend, more = (REGIONS + "x", ", or 'x' (a star)") if solved else (REGIONS, "")
    return encode.read_grid(data, legend, EXPECTED + more)


def given_values(r: int, c: int, height: int, width: int) -> str:
    """Return the letters of as many regions as there are rows."""
    return REGIONS[:height]
