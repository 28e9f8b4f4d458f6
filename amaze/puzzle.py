"""The record of Amaze: join equal numbers by lines that never cross, at the least cost.

The cost is the sum of all cells.  In a grid a cell is '.' or a number, and every number occurs
twice: digits side by side, or numbers of any length between blanks.
"""

import re
from collections import Counter

import encode
from encode import BLANK, CellSyntax, GridError, split_cells, split_lines

NAME, TITLE, BEST = "amaze", "Amaze", "least cost"
NOTATIONS = ("grid", "facts", "dzn", "puzzlink", "pzprv3", "letters")
ROADS = {  # modules in models/, each with its solver
    "minizinc": "Gecode, by amaze.mzn",
    "cpsat": "CP-SAT of OR-Tools",
}
COMMANDS = {  # packages of this folder, each with its help
    "hint": "what all best boards share, one cell at a time",
    "generate": "puzzles with exactly one best board, of the size that you name",
}

SEPARATOR = re.compile(r"[ \t]")
LARGEST_NUMBER = 9999  # number; NUMBER allows as many digits
NUMBER = re.compile(r"[1-9][0-9]{0,3}")
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
            (number, match.start() + 1, match[0])
            for number, line in enumerate(lines, start=1)
            for match in syntax.cell.finditer(line)
            if match[0] != BLANK
        ]
        if not ends:
            raise GridError(1, 1, "no numbers", "pairs of equal numbers")
        totals, counts = Counter(value for *_, value in ends), Counter[str]()
        for line, column, value in ends:
            counts[value] += 1
            if totals[value] == 1 or counts[value] == 3:
                fault = f"{'only one' if totals[value] == 1 else 'a third'} {value}"
                raise GridError(line, column, fault, "each number exactly twice")
    return rows


def claims(data: bytes) -> bool:
    """Whether a file is of Amaze for sure; grids and facts do not show it."""
    data_for_minizinc = rb"\bend_points_(?:start|end)_[xy]\s*="
    of_pzprjs = (
        rb"(?:^|[?&/])[ \t]*(?:numlin|numberlink|arukone)(?:_edit|_play)?(?:/|\.html\?|\s*$)"
    )
    return bool(re.search(data_for_minizinc + rb"|" + of_pzprjs, data, re.MULTILINE))
