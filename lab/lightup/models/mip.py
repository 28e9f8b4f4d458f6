"""Counts of bulbs as rows of a 0-1 linear program, solved by HiGHS.

A row that excludes the last solution is added for the next one.
"""

import itertools
from collections.abc import Iterator
from typing import Any

from lab.lightup.counts import conditions, place_bulbs
from lab.lightup.rules import Board
from lab.solvers import GaveUp, Missing

try:
    import highspy
except ImportError:
    raise Missing("HiGHS is not installed (python3 -m pip install highspy)") from None

OPTIMAL, INFEASIBLE = highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kInfeasible


class Problem:
    """The linear program: a column for each cell, a row for each condition."""

    def __init__(self, board: Board) -> None:
        self.board, self.highs = board, highspy.Highs()
        self.highs.silent()
        program = make_linear_program(board)
        self.highs.passModel(program)
        self.size = {"rows": program.num_row_, "columns": program.num_col_}

    def solutions(self) -> Iterator[Board]:
        """Yield the solutions as lab.solvers.Problem says."""
        while (status := self._solve()) == OPTIMAL:
            values = self.highs.getSolution().col_value
            bulbs = [cell for cell, value in enumerate(values, start=1) if value > 0.5]
            yield place_bulbs(self.board, set(bulbs))
            columns = [bulb - 1 for bulb in bulbs]
            self.highs.addRow(0, len(bulbs) - 1, len(bulbs), columns, [1.0] * len(bulbs))
        if status != INFEASIBLE:
            raise GaveUp(f"HiGHS ended with: {self.highs.modelStatusToString(status)}")

    def _solve(self) -> Any:
        """Run HiGHS and return its status."""
        self.highs.run()
        return self.highs.getModelStatus()


def make_linear_program(board: Board) -> highspy.HighsLp:
    """Return the rows `least <= sum of some columns <= most`; nothing is minimised."""
    rows = list(conditions(board))
    columns = [cell - 1 for row in rows for cell in row.cells]
    program, matrix = highspy.HighsLp(), highspy.HighsSparseMatrix()
    program.num_col_ = matrix.num_col_ = cells = len(board) * len(board[0])
    program.num_row_ = matrix.num_row_ = len(rows)
    program.col_cost_ = program.col_lower_ = [0.0] * cells
    program.col_upper_ = [1.0] * cells
    program.integrality_ = [highspy.HighsVarType.kInteger] * cells
    program.row_lower_ = [float(row.least) for row in rows]
    program.row_upper_ = [float(row.most) for row in rows]
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.start_ = list(itertools.accumulate((len(row.cells) for row in rows), initial=0))
    matrix.index_, matrix.value_ = columns, [1.0] * len(columns)
    program.a_matrix_ = matrix
    return program
