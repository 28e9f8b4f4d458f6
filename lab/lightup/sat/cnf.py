"""The conditions of a board as clauses, for SAT solvers.

A clause is a sequence of literals, at least one of which must hold: N says that there is a bulb in
cell N, -N that there is none.  Cells are numbered as in counts.py.

A clause of the negated bulbs of a solution excludes this solution only: any further bulb would
stand in a lit cell.
"""

import itertools
from collections.abc import Sequence

from lab.lightup.counts import list_conditions
from lab.lightup.rules import Board

Clause = Sequence[int]


def make_clauses(board: Board) -> tuple[int, list[Clause]]:
    """Return the number of variables, one for each cell, and the clauses of a board."""
    clauses: list[Clause] = []
    for least, most, cells in list_conditions(board):
        if least > len(cells):
            clauses += [[1], [-1]]  # impossible: a bulb and no bulb in the first cell of the board
        else:  # of any n - least + 1 of the n cells one has a bulb, of any most + 1 one has none
            clauses += itertools.combinations(cells, len(cells) - least + 1)
            clauses += itertools.combinations([-cell for cell in cells], most + 1)
    return len(board) * len(board[0]), clauses
