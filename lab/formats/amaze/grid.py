"""grid: '.' and a digit a cell, or, from ten numbers on, numbers of any length between blanks.

Blank lines separate several grids.
Source: the assignment; the reader is encode.py's, the writer decode.py's.
"""

import re

import decode
import encode
from lab.formats.text import Chunk, paragraphs

LIKE = ".0123456789 \t"


def recognised(text: str) -> bool:
    """Most of it is cells: a grid with slips hears of them as a grid."""
    return 2 * sum(map(text.count, LIKE)) > len(text) - text.count("\n")


def split(text: str) -> list[Chunk]:
    return paragraphs(text, telling=re.compile(""))


def read(text: str) -> list[list[str]]:
    return encode.amaze(text.encode())


def write(board: list[list[str]]) -> str:
    return decode.aligned(board)
