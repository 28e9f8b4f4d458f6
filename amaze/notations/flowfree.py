"""flowfree: the levels of Flow Free, one on a line: the size and numbers, then the lines.

WIDTH:HEIGHT,0,LEVEL,FLOWS;CELL,...,CELL;... with WIDTH alone for a square; +B may follow the size.
A line of the solution lists its cells, counted from 0, row by row: the first and the last are its
ends, and all others are ignored.  Levels with bridges, holes or walls are no puzzles of Amaze.
Source: level packs as read by github.com/idiomatic/flowfree, flowfree.iced.
"""

import re

from amaze.notations.dzn import list_pairs
from lab.common.words import count_noun
from lab.notations.text import make_grid_error, place_cells, read_size, split_lines

ONE_PER_LINE = True
SIZE = r"\s*(?P<width>[0-9]{1,4})(?::(?P<height>[0-9]{1,4}))?(?:\+B)?"
HEAD = re.compile(rf"{SIZE},0,[0-9]+,(?P<flows>[0-9]+)(?P<extras>(?:,[^;\n]*)?)(?=;|\s*\Z)")
FLOW = re.compile(r";([0-9]{1,8})(?:,[0-9]{1,8})*,([0-9]{1,8})")

matches = re.compile(rf"{SIZE},[0-9]+,[0-9]+,[0-9]+[,;]").match
split = split_lines


def read(text: str) -> list[list[str]]:
    head = HEAD.match(text)
    if not head:
        raise make_grid_error(text, 0, "no size", "WIDTH:HEIGHT,0,LEVEL,FLOWS;")
    if head["extras"].strip(","):
        fault = f"bridges, holes or walls ({head['extras'][:20]!r})"
        raise make_grid_error(text, head.start("extras"), fault, "a board without")
    width, height = read_size(text, head, "width", "height" if head["height"] else "width")
    cells, offset = [], head.end()
    for number in range(1, int(head["flows"]) + 1):
        flow = FLOW.match(text, offset)
        if not flow:
            fault = repr(text[offset : offset + 20].strip()) if text[offset:].strip() else "the end"
            expected = f";CELL,...,CELL for line {number} of {head['flows']}"
            raise make_grid_error(text, offset, fault, expected)
        cells += [(flow.start(end), *divmod(int(flow[end]), width), str(number)) for end in (1, 2)]
        offset = flow.end()
    if text[offset:].strip("; \t\n") or not cells:
        fault = repr(text[offset : offset + 20].strip()) if cells else "no lines"
        expected = f"{count_noun(len(cells) // 2, 'line')} of cells" if cells else "lines of cells"
        raise make_grid_error(text, offset, fault, expected)
    return place_cells(text, (height, width), cells)


def write(board: list[list[str]]) -> str:
    """Return the level; its lines have their ends only."""
    height, width = len(board), len(board[0])
    ends = [",".join(str(r * width + c) for r, c in pair) for pair in list_pairs(board)]
    size = f"{width}" if width == height else f"{width}:{height}"
    return f"{size},0,1,{len(ends)};{';'.join(ends)}\n"
