"""The model amaze.mzn, flattened by minizinc and solved by Gecode."""

import decode
from lab import Unusable
from lab.formats import amaze
from lab.lines import Board
from lab.roads import GaveUp, minizinc


class Problem(minizinc.Flat[Board]):
    """The flat program, and how its answers become boards."""

    model, wanted = "amaze.mzn", ("-a",)

    def data(self, board: Board) -> str:
        try:
            return amaze.write(board, "dzn")
        except Unusable as gap:  # in the numbers
            raise GaveUp(str(gap)) from None

    def board(self, text: str) -> Board:
        return decode.cells_of(text)
