"""The optima of a puzzle: their cost, their boards, and the cells that all of them share.

amaze.lp is solved in a single thread, so that the same question has the same answer each time.
"""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import decode
import encode
from amaze import rules
from amaze.rules import Board, find_numbers
from lab.common.words import Cell

ENCODING = Path(__file__).with_name("amaze.lp")


class Optima:
    """The optima of a puzzle, grounded once for all questions.

    With `conflicts`, each search gives up after this many conflicts, see `is_exhausted`.
    """

    def __init__(self, givens: Board, conflicts: int | None = None) -> None:
        self.givens = givens
        self._program = decode.Program([str(ENCODING)], text=encode.format_facts(givens))
        if conflicts is not None:
            clasp: Any = self._program.control.configuration
            clasp.solve.solve_limit = str(conflicts)

    @property
    def is_exhausted(self) -> bool:
        """Whether the last search came to its end; the same on every machine."""
        return self._program.result.exhausted

    @cached_property
    def best(self) -> tuple[int, Board] | None:
        """The least cost and an optimum; None if there is no solution, or the search gave up."""
        solutions: list[tuple[int, Board]] = []
        self._program.solve(lambda answer: solutions.append((answer.cost[0], answer.rows)))
        return solutions[-1] if solutions and self.is_exhausted else None

    def list_boards(
        self, limit: int, drawn: Mapping[Cell, str] = {}, enum_mode: str = "auto"
    ) -> list[Board]:
        """Return up to `limit` optima (0: all) that have the `drawn` numbers."""
        return self._solve(self.best[0], limit, drawn, enum_mode) if self.best else []

    def find_other_solution(self, board: Board) -> Board | None:
        """Return another solution that costs no more than `board`, or None.

        Boards that amaze.lp excludes because they cannot be optima are left out.
        """
        boards = self._solve(rules.cost(board), 2)
        return next((rows for rows in boards if rows != board), None)

    def find_shared_cells(self, drawn: Mapping[Cell, str] = {}) -> dict[Cell, str]:
        """Return the cells that have the same number on all optima with the `drawn` numbers.

        Empty if no optimum has these numbers.  If the search gave up, there may be too many cells.
        """
        boards = self.list_boards(0, drawn, "cautious")
        return find_numbers(boards[-1]) if boards else {}

    def complete_cells(self, drawn: Mapping[Cell, str]) -> dict[Cell, str]:
        """Return the cells of an optimum that has the `drawn` numbers; empty if there is none."""
        boards = self.list_boards(1, drawn)
        return find_numbers(boards[0]) if boards else {}

    def find_clashing_cells(self, drawn: Mapping[Cell, str]) -> list[Cell]:
        """Return a minimal set of cells of `drawn` that no optimum has together."""
        clash = dict(drawn)
        for cell in drawn:
            smaller = {kept: number for kept, number in clash.items() if kept != cell}
            clash = clash if self.complete_cells(smaller) else smaller
        return list(clash)

    def _solve(
        self, cost: int, models: int, drawn: Mapping[Cell, str] = {}, enum_mode: str = "auto"
    ) -> list[Board]:
        """Return the boards of up to `models` (0: all) answer sets that cost at most `cost`."""
        ends = find_numbers(self.givens)
        numbers = [pair for pair in drawn.items() if ends.get(pair[0]) != pair[1]]
        if not self._literals.keys() >= set(numbers):
            return []  # a cell cannot have its number
        assumptions = [self._literals[pair] for pair in numbers]
        boards: list[Board] = []
        self._program.solve(
            lambda answer: boards.append(answer.rows),
            assumptions,
            models,
            f"enum,{cost}",
            enum_mode,
        )
        return boards

    @cached_property
    def _literals(self) -> dict[tuple[Cell, str], int]:
        """The literal of each number that a cell may have, except at the ends of lines."""
        shown = self._program.canvas.shown
        return {((int(r), int(c)), number): literal for literal, (r, c, number) in shown}
