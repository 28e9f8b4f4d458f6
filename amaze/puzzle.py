"""The record of Amaze: join equal numbers by lines that never cross, at the least cost.

The cost is the sum of all cells.  In a grid a cell is '.' or a number, and every number occurs
twice: digits side by side, or numbers of any length between blanks.
"""

import re
from collections import Counter
from collections.abc import Sequence

import encode
from encode import BLANK, CellSyntax, GridError, split_cells, split_lines

NAME, TITLE, BEST = "amaze", "Amaze", "least cost"
ROADS = {  # modules in models/, each with its solver
    "minizinc": "Gecode, by amaze.mzn",
    "cpsat": "CP-SAT of OR-Tools",
}
COMMANDS = {  # modules of this folder, each with its help
    "hint": "what all best boards share, one cell at a time",
    "generate": "puzzles with exactly one best board, of the size that you name",
}

SEPARATOR = re.compile(r"[ \t]")
LARGEST_NUMBER = 9999  # number; NUMBER allows as many digits
NUMBER = re.compile(r"[1-9][0-9]{0,3}")
NO_NUMBERS = ("no numbers", "pairs of equal numbers")  # what was found and expected
PAIRED = "each number exactly twice"
HINTS = {  # what to write instead of an unknown cell
    **dict.fromkeys("0-_oO", "an empty cell is '.'"),
    **dict.fromkeys("xX#*", "Amaze has no black cells"),
    **dict.fromkeys(",;|", "numbers are separated by blanks"),
    "\r": encode.HINTS["\r"],
}


def is_known(cell: str) -> bool:
    """Whether a text can be a cell: '.' or a number from 1 to LARGEST_NUMBER."""
    return cell == BLANK or bool(NUMBER.fullmatch(cell))


def read(data: bytes, solved: bool = False) -> list[list[str]]:
    """Return the grid in `data` as h lists of w cells, '.' or a number; raises a GridError.

    If any line has a blank between cells, blanks separate the cells of all lines.  Blanks before a
    line are ignored, but lines with a blank and a number each are a column, as decode.py writes it.
    In a `solved` grid numbers may occur any number of times.
    """
    lines = split_lines(data)
    spaced = next((n for n, line in enumerate(lines, start=1) if SEPARATOR.search(line.strip())), 0)
    if all(SEPARATOR.match(line) and is_known(line.strip()) for line in lines):
        spaced = 1
    expected = "'.' (empty) or a digit 1 to 9; longer numbers stand between blanks"
    if spaced:
        limits = f"'.' (empty) or a number 1 to {LARGEST_NUMBER}"
        expected = f"{limits}, all separated by blanks as in line {spaced}"
    syntax = CellSyntax(re.compile(r"[^ \t]+" if spaced else r"[^ \t]"), is_known, expected, HINTS)
    rows = split_cells(lines, syntax)
    if not solved:
        ends = [
            (line_number, match.start() + 1, match[0])
            for line_number, line in enumerate(lines, start=1)
            for match in syntax.cell.finditer(line)
            if match[0] != BLANK
        ]
        if not ends:
            raise GridError(1, 1, *NO_NUMBERS)
        if unpaired := find_unpaired([number for *_, number in ends]):
            index, fault = unpaired
            line, column, number = ends[index]
            raise GridError(line, column, f"{fault} {number}", PAIRED)
    return rows


def find_unpaired(numbers: Sequence[str]) -> tuple[int, str] | None:
    """Return the index of the first number that does not occur exactly twice, and the fault."""
    totals, counts = Counter(numbers), Counter[str]()
    for index, number in enumerate(numbers):
        counts[number] += 1
        if totals[number] == 1:
            return index, "only one"
        if counts[number] == 3:
            return index, "a third"
    return None


def claims(data: bytes) -> bool:
    """Whether a file is of Amaze for sure; grids and facts do not show it."""
    data_for_minizinc = rb"\bend_points_(?:start|end)_[xy]\s*="
    of_pzprjs = (
        rb"(?:^|[?&/])[ \t]*(?:numlin|numberlink|arukone)(?:_edit|_play)?(?:/|\.html\?|\s*$)"
    )
    of_janko = rb"^[ \t]*\[?puzzle\]?[ \t]+(?:arukone|numberlink)\b|\"name\"\s*:\s*\"NumberLink\""
    of_flow_free = rb"^[ \t]*[0-9]+(?::[0-9]+)?(?:\+B)?,0,[0-9]+,[0-9]+[,;]"
    patterns = (data_for_minizinc, of_pzprjs, of_janko, of_flow_free)
    return bool(re.search(rb"|".join(patterns), data, re.MULTILINE | re.IGNORECASE))
