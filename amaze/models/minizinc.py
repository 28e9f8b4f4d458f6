"""The model amaze.mzn, flattened by minizinc and solved by Gecode."""

from pathlib import Path

from amaze.notations import dzn
from amaze.rules import Board
from lab import Unusable
from lab.solvers import NoVerdict
from lab.solvers.minizinc import FlatModel


class AmazeFlatModel(FlatModel):
    """The flat program of a board."""

    model, options = Path(__file__).with_name("amaze.mzn"), ("-a",)

    def data(self, board: Board) -> str:
        """Return the data of the model for a board; raises NoVerdict if a number is missing."""
        try:
            return dzn.write(board)
        except Unusable as error:
            raise NoVerdict(str(error)) from None

    def parse_board(self, text: str) -> Board:
        return [line.split() if " " in line else list(line) for line in text.splitlines()]


MODEL = AmazeFlatModel
