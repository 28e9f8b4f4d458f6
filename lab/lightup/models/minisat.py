"""Clauses in DIMACS, solved by the program minisat.

A clause that excludes the last solution is added for the next one.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from encode import GridError
from lab.lightup.counts import place_bulbs
from lab.lightup.rules import Board
from lab.lightup.sat import dimacs
from lab.lightup.sat.cnf import Formula, exclude_solution
from lab.solvers import GaveUp, find_tool, run_tool

MINISAT = find_tool("minisat", "minisat")
STATUSES = (10, 20)  # satisfiable, unsatisfiable


class Problem:
    """The clauses of a board as text."""

    def __init__(self, board: Board) -> None:
        self.board, formula = board, Formula(board)
        self.clauses = dimacs.format_clauses(formula)
        self.size = {"clauses": self.clauses.count("\n"), "variables": formula.variables}

    def solutions(self) -> Iterator[Board]:
        """Yield the solutions as lab.solvers.Problem says."""
        excluded = ""
        while (result := self._solve(excluded)).status == dimacs.SAT:
            yield place_bulbs(self.board, result.true)
            excluded += dimacs.format_clauses([exclude_solution(result.true)])
        if result.status != dimacs.UNSAT:
            raise GaveUp("minisat gave up")

    def _solve(self, more: str) -> dimacs.SatResult:
        """Run minisat on the clauses and `more`; raises GaveUp if it writes no result."""
        count = self.size["clauses"] + more.count("\n")
        with tempfile.TemporaryDirectory() as folder:
            problem, result = Path(folder, "p.cnf"), Path(folder, "p.out")
            with problem.open("w") as file:
                file.writelines(
                    [dimacs.format_problem(self.size["variables"], count), self.clauses, more]
                )
            run_tool(MINISAT, "-verb=0", str(problem), str(result), status=STATUSES)
            try:
                return dimacs.read_result(result.read_text())
            except (OSError, GridError) as error:
                raise GaveUp(f"what minisat wrote is no result: {error}") from None
