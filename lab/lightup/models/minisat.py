"""Clauses in DIMACS, solved by the program minisat.

To find the next solution, a clause that excludes the last one is added.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from encode import GridError
from lab.lightup.counts import with_bulbs
from lab.lightup.rules import Board
from lab.lightup.sat import dimacs
from lab.lightup.sat.cnf import Formula, another
from lab.solvers import GaveUp, output, tool

MINISAT = tool("minisat", "minisat")
STATUSES = (10, 20)  # satisfiable, unsatisfiable


class Problem:
    """The text of the clauses."""

    def __init__(self, board: Board) -> None:
        self.board, formula = board, Formula(board)
        self.clauses = dimacs.lines(formula)
        self.size = {"clauses": self.clauses.count("\n"), "variables": formula.variables}

    def solutions(self) -> Iterator[Board]:
        """Yield the solutions, see lab.roads.Problem."""
        excluded = ""
        while (result := self._result(excluded)).status == dimacs.SAT:
            yield with_bulbs(self.board, result.true)
            excluded += dimacs.lines([another(result.true)])
        if result.status != dimacs.UNSAT:
            raise GaveUp("minisat gave up")

    def _result(self, more: str) -> dimacs.Result:
        """The result of minisat for the puzzle and these further clauses."""
        count = self.size["clauses"] + more.count("\n")
        with tempfile.TemporaryDirectory() as folder:
            problem, result = Path(folder, "p.cnf"), Path(folder, "p.out")
            with problem.open("w") as file:
                file.writelines([dimacs.problem(self.size["variables"], count), self.clauses, more])
            output(MINISAT, "-verb=0", str(problem), str(result), status=STATUSES)
            try:
                return dimacs.result(result.read_text())
            except (OSError, GridError) as error:
                raise GaveUp(f"what minisat wrote is no result: {error}") from None
