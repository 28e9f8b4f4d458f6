"""The conditions of a board as clauses, for SAT solvers.

A clause is a sequence of numbers other than 0, one of which must hold: N says that there is a
bulb on cell N, -N that there is none.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lab import Unusable
from lab.lightup.counts import Count, conditions
from lab.lightup.rules import Board

Clause = Sequence[int]

PAIRWISE = "pairwise"  # of two cells one has no bulb: quadratic, but needs no more variables
ENCODINGS = (  # of "at most one", after python-sat's names
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
    """The clauses of a board; `variables` is the greatest in those that were drawn so far.

    Variables greater than the number of cells are auxiliary: they belong to an encoding.
    """

    def __init__(self, board: Board, encoding: str = PAIRWISE) -> None:
        self.board = board
        self.variables = len(board) * len(board[0])
        self._cards = None if encoding == PAIRWISE else cards(encoding)

    def __iter__(self) -> Iterator[Clause]:
        for condition in conditions(self.board):
            if self._cards and condition[:2] == (0, 1):
                encoded = self._cards(condition.cells, self.variables)
                self.variables = max(self.variables, encoded.nv)
                yield from encoded.clauses
            else:
                yield from direct(condition)


def direct(count: Count) -> Iterator[Clause]:
    """Of each so many cells one has a bulb, of each so many one has none."""
    cells = count.cells
    if count.least > len(cells):
        return iter([[1], [-1]])  # cannot be met, whatever is on the first cell of the board
    some = itertools.combinations(cells, len(cells) - count.least + 1)
    crowd = itertools.combinations([-cell for cell in cells], count.most + 1)
    return itertools.chain(some, crowd)


def cards(encoding: str) -> Any:
    """What encodes that at most one of some variables is true, above the variables in use."""
    try:
        from pysat.card import CardEnc, EncType
    except ImportError:
        raise Unusable(
            f"the encoding {encoding} comes from python-sat; "
            "install it with: python3 -m pip install python-sat"
        ) from None
    kind = getattr(EncType, encoding)
    return lambda cells, top: CardEnc.atmost(list(cells), 1, top_id=top, encoding=kind)


def another(bulbs: Iterable[int]) -> Clause:
    """A clause that holds in every solution but the one with these bulbs.

    No solution has all bulbs of another and more: each further one would be lit.
    """
    return [-bulb for bulb in bulbs]
