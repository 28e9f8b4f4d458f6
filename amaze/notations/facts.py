"""facts: the logic program that encode.py writes, or another of the same facts.

cell(R,C,K), rows and columns from 0: an end point of line K.  The size is given by
dim/1, dim/2 or constants.
Source: the assignment; encode.py and decode.py.
"""

from collections import defaultdict
from collections.abc import Iterable

import encode
from amaze.puzzle import LARGEST, NUMBER
from encode import GridError
from lab.notations.facts import FactProgram, FactText, fact_pattern, matches, split

__all__ = ["matches", "read", "read_solved", "split", "write"]

CELL = fact_pattern(NUMBER.pattern)
CELLS = f"cell(R,C,K) with rows and columns from 0 and K of 1..{LARGEST}"


def read(text: str) -> list[list[str]]:
    """The board of a puzzle; raises a GridError."""
    program = FactProgram(text)
    cells = program.cells("cell", 3, CELL, CELLS)
    rows = program.rows(cells, origin=0)
    check_pairs(program, cells)
    return rows


def read_solved(text: str) -> list[list[str]]:
    """The cells of lines, any number of each."""
    program = FactProgram(text)
    return program.rows(program.cells("cell", 3, CELL, CELLS), origin=0)


def check_pairs(program: FactProgram, cells: Iterable[FactText]) -> None:
    """Raise a GridError at a number that has no partner, or more than one."""
    ends = defaultdict(list)
    for atom, _, _, number in cells:
        ends[number].append(atom)
    if not ends:
        raise GridError(1, 1, "no cell(R,C,K)", "pairs of equal numbers")
    for number, atoms in ends.items():
        if len(atoms) == 1:
            raise program.fault(atoms[0], f"as the only {number}", "each number exactly twice")
        if len(atoms) > 2:
            raise program.fault(atoms[2], f"as a third {number}", "each number exactly twice")


def write(board: list[list[str]]) -> str:
    """The text of a board."""
    return encode.format_facts(board)
