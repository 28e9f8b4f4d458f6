"""facts: the logic program that encode.py writes, or another of the same facts.

cell(R,C,K), rows and columns from 0: an end point of line K.  The size is given by
dim/1, dim/2 or constants.
Source: the assignment; encode.py and decode.py.
"""

from functools import partial

import encode
from amaze.puzzle import LARGEST, NUMBER, find_unpaired
from encode import GridError
from lab.notations.facts import FactProgram, fact_pattern, matches, split

__all__ = ["matches", "read", "read_solved", "split", "write"]

CELL_FACT = fact_pattern(NUMBER.pattern)
EXPECTED_CELLS = f"cell(R,C,K) with rows and columns from 0 and K of 1..{LARGEST}"


def read(text: str, is_solved: bool = False) -> list[list[str]]:
    """Return the board; raises a GridError, unless `is_solved` also for unpaired numbers."""
    program = FactProgram(text)
    cells = program.cells("cell", 3, CELL_FACT, EXPECTED_CELLS)
    rows = program.rows(cells, origin=0)
    if is_solved:
        return rows
    if not cells:
        raise GridError(1, 1, "no cell(R,C,K)", "pairs of equal numbers")
    unpaired = find_unpaired([number for *_, number in cells])
    if unpaired is not None:
        index, is_alone = unpaired
        atom, _, _, number = cells[index]
        remark = f"as the only {number}" if is_alone else f"as a third {number}"
        raise program.fault(atom, remark, "each number exactly twice")
    return rows


read_solved = partial(read, is_solved=True)
write = encode.format_facts
