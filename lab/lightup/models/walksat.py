"""Clauses, solved by WalkSAT, which finds a solution, but cannot prove that it is the only one."""

from collections.abc import Iterator

from lab.lightup.counts import place_bulbs
from lab.lightup.rules import Board
from lab.lightup.sat import walksat
from lab.lightup.sat.cnf import make_clauses
from lab.solvers import NoVerdict


class WalkSatModel:
    def __init__(self, board: Board) -> None:
        self.board = board
        variables, self.clauses = make_clauses(board)
        self.size = {"clauses": len(self.clauses), "variables": variables}

    def solutions(self) -> Iterator[Board]:
        try:
            bulbs = walksat.find_assignment(self.clauses)
        except walksat.UnsatisfiableClauses:
            return
        if bulbs is None:
            raise NoVerdict("found none, which proves nothing")
        yield place_bulbs(self.board, bulbs)
        raise NoVerdict("found one; there may be more")


MODEL = WalkSatModel
