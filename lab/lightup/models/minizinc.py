"""The model lightup.mzn, flattened by minizinc and solved by Gecode."""

from pathlib import Path

from lab.lightup.notations import dzn
from lab.lightup.rules import Board
from lab.solvers.minizinc import FlatModel


class LightUpFlatModel(FlatModel):
    model, options = Path(__file__).with_name("lightup.mzn"), ("-n", "2")

    def data(self, board: Board) -> str:
        return dzn.write(board)

    def parse_board(self, text: str) -> Board:
        return text.split()


MODEL = LightUpFlatModel
