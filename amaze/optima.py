"""The best boards of a puzzle: what they cost, one of them, and what all of them share.

They are found by amaze.lp in a single thread, so that the same question has the same answer.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import decode
import encode
from amaze import rules
from amaze.rules import EMPTY, Board, filled
from lab.common.words import Cell

ENCODING = Path(__file__).with_name("amaze.lp")


class GaveUp(Exception):
    """More conflicts were met than were granted; how many there are is the same on any machine."""


class Optima:
    """The optima of a puzzle.

    With `conflicts`, questions raise GaveUp that need more of them.
    """

    def __init__(self, puzzle: Board, conflicts: int | None = None) -> None:
        self.puzzle = puzzle
        self._program = decode.Program([str(ENCODING)], text=encode.format_facts(puzzle))
        self._configuration: Any = self._program.control.configuration
        if conflicts is not None:
            solving: Any = self._configuration.solve
            solving.solve_limit = str(conflicts)

    @cached_property
    def best(self) -> tuple[int, Board] | None:
        """The cost and one of the optima; None if there is no solution."""
        self._configuration.solver.opt_strategy = decode.FROM_BELOW
        found: list[tuple[int, Board]] = []
        self._program.solve(lambda answer: found.append((answer.cost[0], answer.rows)))
        self._require_end()
        return found[-1] if found else None

    @property
    def cost(self) -> int:
        """What an optimum costs; there must be one."""
        assert self.best
        return self.best[0]

    def boards(self, most: int = 0) -> list[Board]:
        """So many of the optima, all of them for 0."""
        found: list[Board] = []
        if self.best:
            self._program.solve(
                lambda answer: found.append(answer.rows), models=most, opt_mode=self._bound
            )
        return found

    def rival(
        self, board: Board, kept: Container[str] = (), avoided: Container[Cell] = ()
    ) -> Board | None:
        """Another board that costs no more than this one, a solution; None if there is none.

        The lines with the numbers `kept` stay, and no line goes through the cells `avoided`.
        Boards of which amaze.lp says that they cannot be optima do not count: without `kept` and
        `avoided`, None says that this one is the only optimum.
        """
        found: list[Board] = []
        lines = {cell: number for cell, number in filled(board).items() if number in kept}
        assumed = self._literals(lines)
        if assumed is not None:
            assumed += self._literals_against(avoided)
            bound = f"enum,{rules.cost(board)}"
            self._program.solve(
                lambda answer: found.append(answer.rows), assumed, models=2, opt_mode=bound
            )
        return next((rows for rows in found if rows != board), None)

    @cached_property
    def shared(self) -> dict[Cell, str]:
        """The cells that are on the same line in all optima, with its number."""
        return self.shared_by({})

    def shared_by(self, drawn: Mapping[Cell, str]) -> dict[Cell, str]:
        """What all optima share that have these numbers in these cells; empty if there are none."""
        last: list[Board] = []

        def narrow(answer: decode.AnswerSet) -> None:
            last[:] = [answer.rows]

        if self.best:
            assumed = self._literals(drawn)
            if assumed is not None:
                self._program.solve(narrow, assumed, opt_mode=self._bound, enum_mode="cautious")
                self._require_end()
        return filled(last[0]) if last else {}

    def _literals(self, drawn: Mapping[Cell, str]) -> list[int] | None:
        """The literals of these cells beside the ends; None if one can never have its number."""
        ends, known = filled(self.puzzle), self._known
        wanted = [pair for pair in drawn.items() if ends.get(pair[0]) != pair[1]]
        return [known[pair] for pair in wanted] if known.keys() >= set(wanted) else None

    def _literals_against(self, cells: Container[Cell]) -> list[int]:
        """The literals that keep lines out of these cells."""
        return [-literal for (cell, _), literal in self._known.items() if cell in cells]

    @cached_property
    def _known(self) -> dict[tuple[Cell, str], int]:
        """The literals of cells beside the ends, each by the cell and a number it may have."""
        shown = self._program.canvas.shown
        return {((int(r), int(c)), number): literal for literal, (r, c, number) in shown}

    @property
    def is_single(self) -> bool:
        """Whether there is exactly one optimum."""
        if not self.best:
            return False
        return len(self.shared) == sum(value != EMPTY for row in self.best[1] for value in row)

    def _require_end(self) -> None:
        """Raise GaveUp unless the last search came to its end."""
        if not self._program.result.exhausted:
            raise GaveUp

    @property
    def _bound(self) -> str:
        return f"enum,{self.cost}"


def numbers_in(boards: Iterable[Board], cells: Iterable[Cell]) -> set[str]:
    """The numbers that some cells have on any of the boards."""
    cells = list(cells)
    return {board[r][c] for board in boards for r, c in cells} - {EMPTY}


def differing(boards: Iterable[Board]) -> Iterator[Cell]:
    """The cells that are not the same on all boards, row by row."""
    boards = list(boards)
    for r, row in enumerate(boards[0]):
        for c, value in enumerate(row):
            if any(board[r][c] != value for board in boards):
                yield r, c
