"""Answer-set programming: NAME.lp of a puzzle, grounded and solved by clingo as in decode.py."""

from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Thread
from typing import Any

import decode
import encode
from lab.puzzles import LEAST_COST, Puzzle, shape_like


class Problem:
    """The ground program of a board."""

    def __init__(self, puzzle: Puzzle, board: Any) -> None:
        self.size: dict[str, int] = {}
        self._optimises = puzzle.best == LEAST_COST
        self._blank = board
        self.program = decode.Program([str(puzzle.encoding)], text=encode.format_facts(board))

    def solutions(self) -> Iterator[Any]:
        """Up to two solutions; or, for a least cost, each better than the last, up to the best."""
        return self._improving() if self._optimises else iter(self._two())

    def _two(self) -> list[Any]:
        found: list[Any] = []

        def note(answer: decode.AnswerSet) -> bool:
            found.append(self._board(answer))
            return len(found) < 2

        self.program.solve(note)
        self._measure()
        return found

    def _improving(self) -> Iterator[Any]:
        """Yield each board when a thread, which searches, has found it."""
        news: SimpleQueue[Any] = SimpleQueue()
        Thread(target=self._search, args=[news.put]).start()
        while (found := news.get()) is not None:
            if isinstance(found, BaseException):
                raise found
            yield found
        self._measure()

    def _search(self, put: Callable[[Any], None]) -> None:
        """Put each board when it is found; at the end put None, or the exception that occurred."""

        def note(answer: decode.AnswerSet) -> None:
            put(self._board(answer))

        try:
            self.program.optimise(note)
            put(None)
        except BaseException as error:
            put(error)

    def _measure(self) -> None:
        figures: Any = self.program.control.statistics
        self.size = {kind: int(figures["problem"]["lp"][kind]) for kind in ("rules", "atoms")}

    def _board(self, answer: decode.AnswerSet) -> Any:
        """The board of an answer, its rows of the same type as the puzzle's."""
        return shape_like(answer.rows, self._blank)
