"""flowfree: the levels of Flow Free, one on a line: the size and numbers, then the lines.

WIDTH:HEIGHT,0,LEVEL,FLOWS;CELL,...,CELL;... with WIDTH alone for a square; +B may follow the size.
A line of the solution lists its cells, counted from 0, row by row: the first and the last are its
ends, and all others are ignored.  Levels with bridges, holes or walls are no puzzles of Amaze.
Source: level packs as read by github.com/idiomatic/flowfree, flowfree.iced.
"""

import re

from amaze.notations.dzn import list_pairs
from lab.common.words import count_noun
from lab.notations.text import (
    make_grid_error,
    make_token_error,
    place_cells,
    read_size,
    split_lines,
)

ONE_PER_LINE = True
BEGINNING = r"\s*(?P<width>[0-9]{1,4})(?::(?P<height>[0-9]{1,4}))?(?:\+B)?,[0-9]+,[0-9]+,"
HEAD = re.compile(rf"{BEGINNING}(?P<flows>[0-9]{{1,4}})(?P<extras>[^;\n]*)")
FLOW = re.compile(r";[^;\s]*")
CELLS = re.compile(r";([0-9]{1,8})(?:,[0-9]{1,8})*,([0-9]{1,8})")

matches = re.compile(rf"{BEGINNING}[0-9]+[,;]").match
split = split_lines


def read(text: str) -> list[list[str]]:
    head = HEAD.match(text)
    if not head:
        raise make_grid_error(text, 0, "no size", "WIDTH:HEIGHT,0,LEVEL,FLOWS;")
    if head["extras"].strip(","):
        fault = f"bridges, holes or walls ({head['extras'][:20]!r})"
        raise make_grid_error(text, head.start("extras"), fault, "a board without")
    width, height = read_size(text, head, "width", "height" if head["height"] else "width")
    cells = []
    flows = [flow for flow in FLOW.finditer(text, head.end()) if flow[0] != ";"]
    for number, flow in enumerate(flows, start=1):
        ends = CELLS.fullmatch(flow[0])
        if not ends:
            raise make_token_error(flow, "", ";CELL,...,CELL")
        cells += [(flow, *divmod(int(end), width), str(number)) for end in ends.groups()]
    if len(flows) != int(head["flows"]) or not flows:
        fault = f"{head['flows']} before {count_noun(len(flows), 'line')}"
        raise make_grid_error(text, head.start("flows"), fault, "their number, 1 at least")
    return place_cells((height, width), cells, make_token_error)


def write(board: list[list[str]]) -> str:
    """Return the level; its lines have their ends only."""
    height, width = len(board), len(board[0])
    ends = [",".join(str(r * width + c) for r, c in pair) for pair in list_pairs(board)]
    size = f"{width}" if width == height else f"{width}:{height}"
    return f"{size},0,1,{len(ends)};{';'.join(ends)}\n"
