"""The conditions of a board as clauses, for SAT solvers.

A clause is a sequence of literals, at least one of which must hold: N says that there is a bulb in
cell N, -N that there is none.  Cells are numbered as in counts.py.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lab import Unusable
from lab.lightup.counts import Count, conditions
from lab.lightup.rules import Board

Clause = Sequence[int]

PAIRWISE = "pairwise"  # one of every two cells has no bulb: quadratic, without more variables
ENCODINGS = (  # of "at most one", by the names of python-sat
    PAIRWISE,
    "bitwise",
    "cardnetwrk",
    "kmtotalizer",
    "ladder",
    "mtotalizer",
    "seqcounter",
    "sortnetwrk",
    "totalizer",
)


class Formula:
    """The clauses of a board, made while they are iterated over.

    `variables` is the greatest variable in the clauses so far.  Variables above the number of cells
    are auxiliary: they belong to the encoding of "at most one bulb in a run".
    """

    def __init__(self, board: Board, encoding: str = PAIRWISE) -> None:
        """Raises Unusable if the encoding needs python-sat and this is not installed."""
        self.board = board
        self.variables = len(board) * len(board[0])
        self._encoding = encoding
        self._encoder = None if encoding == PAIRWISE else load_encoder(encoding)

    def __iter__(self) -> Iterator[Clause]:
        for condition in conditions(self.board):
            if self._encoder and condition[:2] == (0, 1):
                kind = getattr(self._encoder.EncType, self._encoding)
                encoded = self._encoder.CardEnc.atmost(
                    list(condition.cells), 1, top_id=self.variables, encoding=kind
                )
                self.variables = max(self.variables, encoded.nv)
                yield from encoded.clauses
            else:
                yield from list_clauses(condition)


def load_encoder(encoding: str) -> Any:
    """Return the module pysat.card; raises Unusable if python-sat is not installed."""
    try:
        from pysat import card
    except ImportError:
        raise Unusable(
            f"the encoding {encoding} comes from python-sat; "
            "install it with: python3 -m pip install python-sat"
        ) from None
    return card


def list_clauses(count: Count) -> Iterator[Clause]:
    """Return the clauses of a count of bulbs, without auxiliary variables.

    If at least l and at most m of n cells have a bulb, then one of any n - l + 1 cells has one, and
    one of any m + 1 cells has none.
    """
    cells = count.cells
    if count.least > len(cells):
        return iter([[1], [-1]])  # impossible: a bulb and no bulb in the first cell of the board
    at_least = itertools.combinations(cells, len(cells) - count.least + 1)
    at_most = itertools.combinations([-cell for cell in cells], count.most + 1)
    return itertools.chain(at_least, at_most)


def exclude_solution(bulbs: Iterable[int]) -> Clause:
    """Return a clause that holds in all solutions but the one with these bulbs.

    No solution has all bulbs of another and one more, which would be lit.
    """
    return [-bulb for bulb in bulbs]
