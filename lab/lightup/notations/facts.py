"""facts: the logic program that encode.py writes, or another program with the same facts.

cell(R,C,V), rows and columns from 0: V is x for a black cell, a clue 0..4, or b for a bulb.
The size is given by dim/1, dim/2 or constants.
Source: the assignment; encode.py and decode.py.
"""

import encode
from lab.notations.fact_program import FactProgram, make_fact_pattern, matches, split

__all__ = ["HOLDS", "matches", "read", "split", "write"]

HOLDS = ".x01234b"
CELL_FACT = make_fact_pattern("[x0-4b]")
EXPECTED_CELLS = "cell(R,C,V) with rows and columns from 0 and V of x, 0..4 or b"


def read(text: str) -> list[str]:
    program = FactProgram(text)
    cells = program.read_cells("cell", 3, CELL_FACT, EXPECTED_CELLS)
    return list(map("".join, program.arrange_rows(cells)))


write = encode.format_facts
