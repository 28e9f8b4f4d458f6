"""grid: the assignment's text, one character per cell; in solved boards, `b` is a bulb.

`-` is a white cell known to have no bulb.  Blank lines separate several grids.
Source: the assignment; the reader is encode.py's.
"""

import decode
import encode
from lab.lightup import puzzle
from lab.notations.text import split_paragraphs

HOLDS = puzzle.LEGEND
LIKE = {*HOLDS, *filter(str.strip, encode.HINTS)}
split = split_paragraphs


def matches(text: str) -> bool:
    """Whether most characters can stand in a grid, so that a few wrong ones are reported."""
    return 2 * sum(map(text.count, LIKE)) > len("".join(text.split()))


def read(text: str) -> list[str]:
    return puzzle.read(text.encode(), solved=True)


write = decode.format_grid
