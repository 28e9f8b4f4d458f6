"""grid: the assignment's text, a character a cell; solved boards too, with `b` for a bulb.

`-` is a white cell known to be without one.  Blank lines separate several grids.
Source: the assignment; the reader is encode.py's.
"""

import re

import encode
from lab.lightup import puzzle
from lab.notations.text import Chunk, paragraphs

HOLDS = puzzle.LEGEND
LIKE = {*HOLDS, *filter(str.strip, encode.MEANT)}


def recognised(text: str) -> bool:
    """Most of it is cells, or taken for cells: a grid with slips hears of them as a grid."""
    return 2 * sum(map(text.count, LIKE)) > len("".join(text.split()))


def split(text: str) -> list[Chunk]:
    return paragraphs(text, telling=re.compile(""))


def read(text: str) -> list[str]:
    return puzzle.read(text.encode(), solved=True)


def write(board: list[str]) -> str:
    return "".join(f"{row}\n" for row in board)
