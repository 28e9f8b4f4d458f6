"""The model lightup.mzn, flattened by minizinc and solved by Gecode."""

from pathlib import Path

from lab.lightup.notations import dzn
from lab.lightup.rules import Board
from lab.solvers.minizinc import Flat


class Problem(Flat[Board]):
    """The flat program, and how its answers become boards."""

    model, wanted = Path(__file__).with_name("lightup.mzn"), ("-n", "2")

    def data(self, board: Board) -> str:
        """The data of the model for a board; see lab.roads.minizinc."""
        return dzn.write(board)

    def board(self, text: str) -> Board:
        """The board that the model prints, row by row."""
        return text.split()
