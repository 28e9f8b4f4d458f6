"""Clauses, solved by WalkSAT: it can find a solution, but not prove that it is the only one."""

from collections.abc import Iterator

from lab.lightup.counts import place_bulbs
from lab.lightup.rules import Board
from lab.lightup.sat import walksat
from lab.lightup.sat.cnf import Formula
from lab.solvers import GaveUp


class Problem:
    """The clauses of a board."""

    def __init__(self, board: Board) -> None:
        self.board, formula = board, Formula(board)
        self.clauses = list(formula)
        self.size = {"clauses": len(self.clauses), "variables": formula.variables}

    def solutions(self) -> Iterator[Board]:
        """Yield the solutions as lab.solvers.Problem says."""
        try:
            bulbs = walksat.solve(self.clauses)
        except walksat.Contradiction:
            return
        if bulbs is None:
            raise GaveUp("found none, which proves nothing")
        yield place_bulbs(self.board, bulbs)
        raise GaveUp("found one; there may be more")
