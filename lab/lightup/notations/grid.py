"""grid: the assignment's text, one character per cell; in solved boards, `b` is a bulb.

`-` is a white cell known to have no bulb.  Blank lines separate several grids, and all lines
of one may be indented alike.
Source: the assignment; the reader is encode.py's.
"""

import textwrap

import encode
from encode import GridError
from lab.lightup import puzzle
from lab.notations.text import Chunk, shift_error, split_paragraphs

HOLDS = puzzle.LEGEND
LIKE = {*HOLDS, *filter(str.strip, encode.MEANT)}


def matches(text: str) -> bool:
    """Whether most characters can stand in a grid, so that a few wrong ones are reported."""
    return 2 * sum(map(text.count, LIKE)) > len("".join(text.split()))


def split(text: str) -> list[Chunk]:
    """Return the puzzles in the text, which blank lines separate."""
    return split_paragraphs(text)


def read(text: str) -> list[str]:
    """Return the board of a puzzle; raise a GridError."""
    plain = textwrap.dedent(text)
    try:
        return puzzle.read(plain.encode(), solved=True)
    except GridError as error:
        margin = text.index(plain.partition("\n")[0])
        raise shift_error(error, columns=margin) from None


def write(board: list[str]) -> str:
    """Return the text of a board."""
    return "".join(f"{row}\n" for row in board)
