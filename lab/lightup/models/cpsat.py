"""Counts of bulbs for CP-SAT, which is asked again without the solutions found so far."""

from collections.abc import Iterator

from lab.lightup.counts import list_conditions, place_bulbs
from lab.lightup.rules import Board
from lab.solvers import NotInstalled, NoVerdict

try:
    from ortools.sat.python import cp_model
except ImportError:
    raise NotInstalled("OR-Tools is not installed (python3 -m pip install ortools)") from None


class LightUpCpModel:
    """The model: a variable for each cell, a constraint for each condition."""

    def __init__(self, board: Board) -> None:
        self.board, self.model = board, cp_model.CpModel()
        self.bulbs = [self.model.new_bool_var("") for row in board for _ in row]
        for least, most, cells in list_conditions(board):
            bulbs = sum(self.bulbs[cell - 1] for cell in cells)
            self.model.add_linear_constraint(bulbs, least, most)
        proto = self.model.proto
        self.size = {"constraints": len(proto.constraints), "variables": len(proto.variables)}

    def solutions(self) -> Iterator[Board]:
        solver = cp_model.CpSolver()
        while (status := solver.solve(self.model)) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            bulbs = {n for n, bulb in enumerate(self.bulbs, start=1) if solver.value(bulb)}
            yield place_bulbs(self.board, bulbs)
            self.model.add_bool_or([~self.bulbs[bulb - 1] for bulb in bulbs])
        if status != cp_model.INFEASIBLE:
            raise NoVerdict(f"CP-SAT ended with {solver.status_name()}")


MODEL = LightUpCpModel
