"""The conditions of a board as clauses, for SAT solvers.

A clause is a sequence of literals, at least one of which must hold: N says that there is a bulb in
cell N, -N that there is none.  Cells are numbered as in counts.py.

A clause of the negated bulbs of a solution excludes this solution only: any further bulb would
stand in a lit cell.
"""

import itertools
from collections.abc import Sequence

from lab import Unusable
from lab.lightup.counts import conditions
from lab.lightup.rules import Board

Clause = Sequence[int]

PAIRWISE = "pairwise"  # one of every two cells has no bulb: quadratic, without more variables
ENCODINGS = (  # of "at most one", by the names of python-sat
    PAIRWISE,
    *("bitwise", "cardnetwrk", "kmtotalizer", "ladder", "mtotalizer"),
    *("seqcounter", "sortnetwrk", "totalizer"),
)


def make_clauses(board: Board, encoding: str = PAIRWISE) -> tuple[int, list[Clause]]:
    """Return the number of variables and the clauses of a board.

    Variables above the number of cells are auxiliary: they belong to the encoding of "at most one
    bulb in a run".  Raises Unusable if the encoding needs python-sat and this is not installed.
    """
    if encoding != PAIRWISE:
        try:
            from pysat.card import CardEnc, EncType
        except ImportError:
            raise Unusable(
                f"the encoding {encoding} comes from python-sat; "
                "install it with: python3 -m pip install python-sat"
            ) from None
    variables = len(board) * len(board[0])
    clauses: list[Clause] = []
    for least, most, cells in conditions(board):
        if encoding != PAIRWISE and (least, most) == (0, 1):
            kind = getattr(EncType, encoding)
            encoded = CardEnc.atmost(list(cells), 1, top_id=variables, encoding=kind)
            variables = max(variables, encoded.nv)
            clauses += encoded.clauses
        elif least > len(cells):
            clauses += [[1], [-1]]  # impossible: a bulb and no bulb in the first cell of the board
        else:  # of any n - least + 1 of the n cells one has a bulb, of any most + 1 one has none
            clauses += itertools.combinations(cells, len(cells) - least + 1)
            clauses += itertools.combinations([-cell for cell in cells], most + 1)
    return variables, clauses
