"""Clauses, solved by a SAT solver of python-sat in this process."""

from collections.abc import Iterator

from lab.lightup.counts import place_bulbs
from lab.lightup.rules import Board
from lab.lightup.sat.cnf import make_clauses
from lab.solvers import NotInstalled

try:
    from pysat.solvers import Solver
except ImportError:
    raise NotInstalled("python-sat is not installed (python3 -m pip install python-sat)") from None


class PySatModel:
    def __init__(self, board: Board) -> None:
        self.board = board
        variables, clauses = make_clauses(board)
        self.solver = Solver("cadical153", bootstrap_with=map(list, clauses))
        self.size = {"clauses": len(clauses), "variables": variables}

    def solutions(self) -> Iterator[Board]:
        while self.solver.solve():
            bulbs = {literal for literal in self.solver.get_model() if literal > 0}
            yield place_bulbs(self.board, bulbs)
            self.solver.add_clause([-bulb for bulb in bulbs])


MODEL = PySatModel
