"""Counts of bulbs as rows of a 0-1 linear program, solved by HiGHS.

A row that excludes the last solution is added for the next one.
"""

from collections.abc import Iterator, Sequence

from lab.lightup.counts import list_conditions, place_bulbs
from lab.lightup.rules import Board
from lab.solvers import NotInstalled, NoVerdict

try:
    import highspy
    import numpy as np  # which highspy needs
except ImportError:
    raise NotInstalled("HiGHS is not installed (python3 -m pip install highspy)") from None

OPTIMAL, INFEASIBLE = highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kInfeasible


class IntegerModel:
    """The program: a column for each cell, a row for each condition; nothing is minimised."""

    def __init__(self, board: Board) -> None:
        self.board, self.highs = board, highspy.Highs()
        self.highs.silent()
        columns = len(board) * len(board[0])
        self.highs.addVars(columns, [0.0] * columns, [1.0] * columns)
        integer = np.full(columns, int(highspy.HighsVarType.kInteger), dtype=np.uint8)
        self.highs.changeColsIntegrality(columns, np.arange(columns, dtype=np.int32), integer)
        for least, most, cells in list_conditions(board):
            self._add_row(least, most, cells)
        self.size = {"rows": self.highs.getNumRow(), "columns": columns}

    def _add_row(self, least: int, most: int, cells: Sequence[int]) -> None:
        """Add `least <= number of bulbs in these cells <= most`."""
        columns = [cell - 1 for cell in cells]
        self.highs.addRow(least, most, len(columns), columns, [1.0] * len(columns))

    def solutions(self) -> Iterator[Board]:
        self.highs.run()
        while (status := self.highs.getModelStatus()) == OPTIMAL:
            values = self.highs.getSolution().col_value
            bulbs = [cell for cell, value in enumerate(values, start=1) if value > 0.5]
            yield place_bulbs(self.board, bulbs)
            self._add_row(0, len(bulbs) - 1, bulbs)
            self.highs.run()
        if status != INFEASIBLE:
            raise NoVerdict(f"HiGHS ended with: {self.highs.modelStatusToString(status)}")


MODEL = IntegerModel
