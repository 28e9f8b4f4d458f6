"""The fewest cells to block, so that one of several optima is left.

clingo proposes one of the optima, and cells beside it that are blocked (blocks.lp).  If another
board costs no more and goes through none of them, a swap rules out this proposal and others, see
drafts.py: wherever the swap fits, one of the cells that it needs has to be blocked.
"""

from pathlib import Path
from typing import NamedTuple

import decode
import encode
from amaze.explain.drafts import Drafts
from amaze.optima import ENCODING
from amaze.rules import Board
from lab.common.words import Cell

BLOCKS = Path(__file__).with_name("blocks.lp")


class Proposal(NamedTuple):
    """An optimum, and cells beside it that no line may use."""

    board: Board
    blocked: list[Cell]


class Blocked(Drafts):
    """Optima of a puzzle, each with blocked cells, that may be the only ones that are left."""

    def __init__(self, puzzle: Board, cost: int) -> None:
        """`cost` is that of the optima."""
        super().__init__(puzzle, [ENCODING, BLOCKS], encode.format_facts(puzzle))
        self._closed, self._more = self.literals("closed"), self.numbered("more")
        self._bound = f"enum,{cost}"
        self.is_possible = True  # False when it is known that there is no proposal, of any number

    def propose(self, most: int) -> Proposal | None:
        """An optimum with so many blocked cells at most; None if there is none."""
        found: list[Proposal] = []

        def note(answer: decode.AnswerSet) -> None:
            is_true = answer.model.is_true
            blocked = [cell for cell, literal in self._closed.items() if is_true(literal)]
            found.append(Proposal(answer.rows, sorted(blocked)))

        assumed = [-self._more[most]] if most in self._more else []
        core = self.solve(note, assumed, models=1, opt_mode=self._bound)
        self.is_possible = core is None or bool(core)
        return found[0] if found else None
