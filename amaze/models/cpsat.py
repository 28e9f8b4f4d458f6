"""The rules of Amaze for CP-SAT: a variable for each cell and number."""

from collections.abc import Iterator

from amaze.rules import BLANK, Board, find_numbers, list_neighbours
from lab.common.words import list_cells
from lab.solvers import NotInstalled, NoVerdict

try:
    from ortools.sat.python import cp_model
except ImportError:
    raise NotInstalled("OR-Tools is not installed (python3 -m pip install ortools)") from None


class AmazeCpModel:
    """The model: for each cell and number a variable, whether the cell is on this line."""

    def __init__(self, board: Board) -> None:
        self.puzzle, self.model = board, cp_model.CpModel()
        ends = find_numbers(board)
        numbers = sorted(set(ends.values()), key=int)
        cells = [cell for cell, _ in list_cells(board)]
        self.on = {
            (cell, number): self.model.new_bool_var("") for cell in cells for number in numbers
        }
        for cell in cells:
            self.model.add_at_most_one(self.on[cell, number] for number in numbers)
            neighbours = [n for n in list_neighbours(cell) if n in cells]
            for number in numbers:
                links = sum(self.on[neighbour, number] for neighbour in neighbours)
                degree = 1 if cell in ends else 2
                self.model.add(links == degree).only_enforce_if(self.on[cell, number])
        self.model.add_bool_and(self.on[end] for end in ends.items())
        self.model.minimize(sum(int(number) * on for (_, number), on in self.on.items()))
        proto = self.model.proto
        self.size = {"constraints": len(proto.constraints), "variables": len(proto.variables)}

    def solutions(self) -> Iterator[Board]:
        solver = cp_model.CpSolver()
        status = solver.solve(self.model)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            board = [[BLANK] * len(row) for row in self.puzzle]
            for ((r, c), number), on in self.on.items():
                if solver.value(on):
                    board[r][c] = number
            yield board
        if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            raise NoVerdict(f"CP-SAT ended with {solver.status_name()}")


MODEL = AmazeCpModel
