"""dzn: data for MiniZinc, X rows, Y columns and N pairs of end points, counted from 1.

Element k of four arrays belongs to pair k: end_points_start_x is the row where it starts,
end_points_start_y the column, end_points_end_x and end_points_end_y where it ends.
Source: amaze.mzn in the MiniZinc Challenges of 2012, 2014 and 2019.
"""

import re

from amaze.puzzle import LARGEST
from amaze.rules import ends_by_number, missing_number
from lab import Unusable
from lab.common.words import count_noun
from lab.notations.facts import MOST_CELLS
from lab.notations.minizinc import ITEM, blank_comments, find_assignments, read_number
from lab.notations.text import Chunk, Span, find_spans, grid_error

SIZES = ("X", "Y", "N")
ARRAYS = (
    "end_points_start_x",
    "end_points_start_y",
    "end_points_end_x",
    "end_points_end_y",
)
ARRAY = re.compile(r"(?:array1d\s*\([^\[\]]*,\s*\[([^\[\]]*)\]\s*\)|\[([^\[\]]*)\])\Z")
ELEMENT = re.compile(r"[^,\s](?:[^,]*[^,\s])?")  # what stands between commas


def matches(text: str) -> bool:
    """Whether the text may be in this notation."""
    return bool(re.search(r"(?:^|[\s;/])(?:[XYN]|end_points_\w*)\s*=", text))


def split(text: str) -> list[Chunk]:
    """The puzzles in the text; one ends where each name has been assigned once."""
    starts = [0]
    given: set[str] = set()
    for item in ITEM.finditer(blank_comments(text)):
        if given.issuperset(SIZES + ARRAYS):
            starts.append(item.start())
            given.clear()
        given.add(item[1])
    return [part_from(text, start, end) for start, end in zip(starts, [*starts[1:], len(text)])]


def part_from(text: str, start: int, end: int) -> Chunk:
    """A part of the text with the number of its first line, indented so that columns stay."""
    line_start = text.rfind("\n", 0, start) + 1
    return text.count("\n", 0, start) + 1, " " * (start - line_start) + text[start:end]


def read(text: str) -> list[list[str]]:
    """The board of a puzzle; raises a GridError."""
    text = blank_comments(text)
    values = find_assignments(text, SIZES + ARRAYS)
    height, width, pairs = sizes(text, values)
    start_x, start_y, end_x, end_y = (elements(text, values[name], pairs) for name in ARRAYS)
    board = [["."] * width for _ in range(height)]
    for xs, ys in ((start_x, start_y), (end_x, end_y)):
        for pair, (x, y) in enumerate(zip(xs, ys), start=1):
            place(board, str(pair), text, x, y)
    return board


def sizes(text: str, values: dict[str, Span]) -> list[int]:
    """The numbers of rows, columns and pairs."""
    height, width = (read_number(text, values[name]) for name in SIZES[:2])
    pairs = counted_to(LARGEST, text, values["N"], "a number")
    if height * width > MOST_CELLS:
        found = f"{height} rows and {width} columns"
        raise grid_error(text, values["X"][0], found, f"at most {MOST_CELLS} cells")
    return [height, width, pairs]


def place(board: list[list[str]], pair: str, text: str, x: Span, y: Span) -> None:
    """Put an end point into the row and column that stand at x and y."""
    r = counted_to(len(board), text, x, "a row") - 1
    c = counted_to(len(board[0]), text, y, "a column") - 1
    if board[r][c] != ".":
        found = f"an end point of {pair} where {board[r][c]} has one"
        raise grid_error(text, x[0], found, "another cell")
    board[r][c] = pair


def elements(text: str, span: Span, pairs: int) -> list[Span]:
    """Where the elements of an array stand."""
    array = ARRAY.match(text, *span)
    if not array:
        raise grid_error(text, span[0], "no array", "[numbers between commas]")
    found = find_spans(ELEMENT, text, *array.span(array.lastindex or 0))
    if len(found) != pairs:
        raise grid_error(text, span[0], count_noun(len(found), "number"), f"{pairs} as N says")
    return found


def counted_to(most: int, text: str, span: Span, thing: str) -> int:
    """The integer that stands at the span; raises a GridError unless it is 1 to `most`."""
    value = text[slice(*span)]
    if not re.fullmatch(r"[0-9]{1,9}", value) or not 1 <= int(value) <= most:
        raise grid_error(text, span[0], repr(value[:20]), f"{thing} of 1 to {most}")
    return int(value)


def write(board: list[list[str]]) -> str:
    """The data; each line starts where its number comes first, row by row."""
    pairs = ends_by_number(board)
    if missing := missing_number(pairs):
        raise Unusable(f"dzn counts the pairs from 1: {missing}")
    numbers = [[place + 1 for cell in pair for place in cell] for _, pair in sorted(pairs.items())]
    values = [len(board), len(board[0]), len(pairs), *map(list, zip(*numbers))]
    return "".join(f"{name} = {value};\n" for name, value in zip(SIZES + ARRAYS, values))
