"""The model lightup.mzn, flattened by minizinc and solved by Gecode."""

from pathlib import Path

from lab.lightup.notations import dzn
from lab.lightup.rules import Board
from lab.solvers.minizinc import FlatModel


class Problem(FlatModel[Board]):
    """The flat program of a board."""

    model, options = Path(__file__).with_name("lightup.mzn"), ("-n", "2")

    def data(self, board: Board) -> str:
        """Return the data of the model for a board."""
        return dzn.write(board)

    def board(self, text: str) -> Board:
        """Return the board that the model prints, row by row."""
        return text.split()
