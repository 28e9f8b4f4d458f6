"""dzn: data for MiniZinc, X rows, Y columns and N pairs of end points, counted from 1.

Element k of four arrays belongs to pair k: end_points_start_x is the row where it starts,
end_points_start_y the column, end_points_end_x and end_points_end_y where it ends.
Source: amaze.mzn in the MiniZinc Challenges of 2012, 2014 and 2019.
"""

import re

from amaze.puzzle import LARGEST_NUMBER
from amaze.rules import group_ends
from lab import Unusable
from lab.common.words import Cell, count_noun
from lab.notations.minizinc import ITEM, blank_comments, find_assignments, read_number
from lab.notations.text import (
    Chunk,
    Span,
    make_grid_error,
    make_token_error,
    number_chunks,
    place_cells,
)

SIZE_NAMES = ("X", "Y", "N")
ARRAY_NAMES = ("end_points_start_x", "end_points_start_y", "end_points_end_x", "end_points_end_y")
ARRAY = re.compile(r"(?:array1d\s*\([^\[\]]*,\s*\[([^\[\]]*)\]\s*\)|\[([^\[\]]*)\])\Z")
ELEMENT = re.compile(r"[^,\s](?:[^,]*[^,\s])?")  # what stands between two commas

matches = re.compile(r"(?:^|[\s;/])(?:[XYN]|end_points_\w*)\s*=").search


def split(text: str) -> list[Chunk]:
    """Return the puzzles in the text; each begins with a line that assigns the first name again."""
    text = blank_comments(text)
    first = ITEM.search(text)
    if not first:
        return [(1, text)]
    return number_chunks(re.split(rf"^(?=[ \t]*{first[1]}\s*=)", text, flags=re.MULTILINE))


def read(text: str) -> list[list[str]]:
    text = blank_comments(text)
    values = find_assignments(text, SIZE_NAMES + ARRAY_NAMES)
    height, width = (read_number(text, values[name]) for name in SIZE_NAMES[:2])
    pairs = read_number(text, values["N"], LARGEST_NUMBER)
    start_x, start_y, end_x, end_y = (
        find_elements(text, values[name], pairs) for name in ARRAY_NAMES
    )
    cells = []
    for rows, columns in ((start_x, start_y), (end_x, end_y)):
        for pair, (x, y) in enumerate(zip(rows, columns), start=1):
            r = read_number(text, x.span(), height, "a row") - 1
            c = read_number(text, y.span(), width, "a column") - 1
            cells.append((x, r, c, str(pair)))
    return place_cells((height, width), cells, make_token_error)


def find_elements(text: str, span: Span, pairs: int) -> list[re.Match[str]]:
    """Return the elements of an array; raise a GridError unless it has `pairs`."""
    array = ARRAY.match(text, *span)
    if not array:
        raise make_grid_error(text, span[0], "no array", "[numbers between commas]")
    elements = list(ELEMENT.finditer(text, *array.span(array.lastindex or 0)))
    if len(elements) != pairs:
        raise make_grid_error(
            text, span[0], count_noun(len(elements), "number"), f"{pairs} as N says"
        )
    return elements


def write(board: list[list[str]]) -> str:
    """Return the data; lines start at the upper end, in a single row at the left end.

    Raises Unusable if a number between 1 and the largest is missing.
    """
    pairs = list_pairs(board)
    coordinates = [[index + 1 for cell in pair for index in cell] for pair in pairs]
    values = [len(board), len(board[0]), len(pairs), *map(list, zip(*coordinates))]
    return "".join(f"{name} = {value};\n" for name, value in zip(SIZE_NAMES + ARRAY_NAMES, values))


def list_pairs(board: list[list[str]]) -> list[list[Cell]]:
    """Return the end points of the lines 1, 2 ...; raise Unusable if a number is missing."""
    pairs = group_ends(board)
    if missing := set(range(1, max(pairs))) - pairs.keys():
        raise Unusable(f"the pairs are counted from 1: found {max(pairs)} without {min(missing)}")
    return [pair for _, pair in sorted(pairs.items())]
