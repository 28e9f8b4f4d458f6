"""Clauses in DIMACS, solved by the program minisat."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from encode import GridError
from lab.lightup.counts import place_bulbs
from lab.lightup.rules import Board
from lab.lightup.sat import dimacs
from lab.lightup.sat.cnf import make_clauses
from lab.solvers import NoVerdict, find_tool, run_tool

MINISAT = find_tool("minisat")


class MinisatModel:
    """The clauses of a board; those that exclude solutions are added."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.variables, self.clauses = make_clauses(board)
        self.size = {"clauses": len(self.clauses), "variables": self.variables}

    def solutions(self) -> Iterator[Board]:
        while (result := self._solve()).status == dimacs.SAT:
            yield place_bulbs(self.board, result.true)
            self.clauses.append([-bulb for bulb in result.true])
        if result.status != dimacs.UNSAT:
            raise NoVerdict("minisat gave up")

    def _solve(self) -> dimacs.SatResult:
        """Run minisat on the clauses; raises NoVerdict if it writes no result."""
        with tempfile.TemporaryDirectory() as folder:
            problem, result = Path(folder, "p.cnf"), Path(folder, "p.out")
            problem.write_text(dimacs.format_problem(self.variables, self.clauses))
            statuses = (10, 20)  # satisfiable, unsatisfiable
            run_tool(MINISAT, "-verb=0", str(problem), str(result), status=statuses)
            try:
                return dimacs.read_sat_result(result.read_text())
            except (OSError, GridError) as error:
                raise NoVerdict(f"what minisat wrote is not a result: {error}") from None


MODEL = MinisatModel
