"""The record of Amaze: join equal numbers by lines that never cross, at the least cost.

The cost is the sum of all cells.  In a grid a cell is '.' or a number, and every number occurs
twice: digits side by side, or numbers of any length between blanks.
"""

import re
from collections import defaultdict

from encode import MEANT, OPEN, GridError, Style, split_cells, split_lines

NAME, TITLE, BEST = "amaze", "Amaze", "least cost"
NOTATIONS = ("grid", "facts", "dzn")
ROADS = {  # beside asp: the name of the module in models/, and what solves there
    "minizinc": "Gecode, by amaze.mzn",
    "cpsat": "CP-SAT of OR-Tools",
    "pycsp3": "ACE, by pycsp3/amaze.py",
}
COMMANDS = {  # packages of this folder, and what they do
    "explain": "why a puzzle has no solution, or several best boards",
    "hint": "what all best boards share, one cell at a time",
    "generate": "puzzles with exactly one best board, as large as wished",
}

BLANK = re.compile(r"[ \t]")
LARGEST = 9999  # number; it has as many digits as the pattern allows
NUMBER = re.compile(r"[1-9][0-9]{0,3}")
HINTS = {  # what an unknown cell probably means
    **dict.fromkeys("0-_oO", "an empty cell is '.'"),
    **dict.fromkeys("xX#*", "Amaze has no black cells"),
    **dict.fromkeys(",;|", "numbers are separated by blanks"),
    "\r": MEANT["\r"],
}


def is_known(cell: str) -> bool:
    """Whether a text can be a cell: '.' or a number from 1 to LARGEST."""
    return cell == OPEN or bool(NUMBER.fullmatch(cell))


DENSE = Style(
    re.compile(r"[^ \t]"),
    is_known,
    "'.' (empty) or a digit 1 to 9; longer numbers stand between blanks",
    HINTS,
)
SPACED = Style(
    re.compile(r"[^ \t]+"),
    is_known,
    f"'.' (empty) or a number 1 to {LARGEST}, all separated by blanks",
    HINTS,
)


def read(data: bytes, solved: bool = False) -> list[list[str]]:
    """The grid in `data` as h lists of w cells, '.' or a number; raises a GridError.

    A blank within any line makes blanks separate the cells of all lines.  In a `solved` grid,
    numbers may occur any number of times.
    """
    text = split_lines(data)
    spaced = next((n for n, line in enumerate(text, start=1) if BLANK.search(line.rstrip())), 0)
    style = SPACED._replace(expected=f"{SPACED.expected} as in line {spaced}") if spaced else DENSE
    rows = split_cells(text, style)
    if not solved:
        check_pairs(text, style.cell)
    return rows


def check_pairs(lines: list[str], cell: re.Pattern[str]) -> None:
    """Raise a GridError at the first number that has no partner, or more than one."""
    places = defaultdict(list)
    for number, line in enumerate(lines, start=1):
        for match in cell.finditer(line):
            places[match[0]].append((number, match.start() + 1))
    places.pop(OPEN, None)
    if not places:
        raise GridError(1, 1, "no numbers", "pairs of equal numbers")
    alone = [(*found[0], f"only one {value}") for value, found in places.items() if not found[1:]]
    third = [(*found[2], f"a third {value}") for value, found in places.items() if found[2:]]
    if alone + third:
        raise GridError(*min(alone + third), "each number exactly twice")


def claims(data: bytes) -> bool:
    """Whether this is data for MiniZinc of Amaze: a grid or facts may be of any puzzle."""
    return bool(re.search(rb"\bend_points_(?:start|end)_[xy]\s*=", data))
