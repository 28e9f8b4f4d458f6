"""grid: the assignment's text, one character per cell; in solved boards, `b` is a bulb.

`-` is a white cell known to have no bulb.  Blank lines separate several grids, and all lines
of one may be indented alike.
Source: the assignment; the reader is encode.py's.
"""

import textwrap

import decode
import encode
from encode import GridError
from lab.lightup import puzzle
from lab.notations.text import shift_error, split_paragraphs

HOLDS = puzzle.LEGEND
LIKE = {*HOLDS, *filter(str.strip, encode.HINTS)}
split = split_paragraphs


def matches(text: str) -> bool:
    """Whether most characters can stand in a grid, so that a few wrong ones are reported."""
    return 2 * sum(map(text.count, LIKE)) > len("".join(text.split()))


def read(text: str) -> list[str]:
    plain = textwrap.dedent(text)
    try:
        return puzzle.read(plain.encode(), solved=True)
    except GridError as error:
        margin = text.index(plain.partition("\n")[0])
        raise shift_error(error, columns=margin) from None


write = decode.format_grid
