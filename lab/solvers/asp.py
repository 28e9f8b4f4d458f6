"""Answer-set programming: NAME.lp of a puzzle, grounded and solved by clingo as in decode.py."""

from collections.abc import Iterator
from typing import Any

import decode
import encode
from lab.puzzles import UNIQUE, Board, Puzzle, shape_like


class LogicModel:
    """The ground program of a board."""

    def __init__(self, puzzle: Puzzle, board: Board) -> None:
        self.size: dict[str, int] = {}
        self._most = 2 if puzzle.best == UNIQUE else 0
        self._board = board
        self.program = decode.Program([str(puzzle.encoding)], text=encode.format_facts(board))

    def solutions(self) -> Iterator[Board]:
        """Yield up to two solutions; with costs, cheaper and cheaper ones, the last an optimum."""
        control: Any = self.program.control
        control.configuration.solve.models = self._most
        try:
            with control.solve(yield_=True) as models:
                for model in models:
                    yield shape_like(decode.AnswerSet(self.program, model).rows, self._board)
        finally:  # also if the caller stops before the end
            figures = control.statistics["problem"]["lp"]
            self.size = {kind: int(figures[kind]) for kind in ("rules", "atoms")}
