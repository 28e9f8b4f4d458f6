"""Answer-set programming: NAME.lp of a puzzle, grounded and solved by clingo as in decode.py."""

from collections.abc import Iterator
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
        self._board = board
        self.program = decode.Program([str(puzzle.encoding)], text=encode.format_facts(board))

    def solutions(self) -> Iterator[Any]:
        """Yield up to two solutions; with costs, cheaper and cheaper ones, the last an optimum."""
        if self._optimises:
            yield from self._improving_boards()
        else:
            boards: list[Any] = []
            self.program.solve(lambda answer: boards.append(answer.rows), models=2)
            self._measure()
            yield from (shape_like(board, self._board) for board in boards)

    def _improving_boards(self) -> Iterator[Any]:
        """Yield each board as soon as it is found, while a thread searches for a better one."""
        events: SimpleQueue[Any] = SimpleQueue()  # boards, then None or an exception

        def search() -> None:
            try:
                self.program.solve(lambda answer: events.put(answer.rows))
                events.put(None)
            except BaseException as error:  # raised again by the thread that waits
                events.put(error)

        Thread(target=search).start()
        while (event := events.get()) is not None:
            if isinstance(event, BaseException):
                raise event
            yield shape_like(event, self._board)
        self._measure()

    def _measure(self) -> None:
        figures: Any = self.program.control.statistics
        self.size = {kind: int(figures["problem"]["lp"][kind]) for kind in ("rules", "atoms")}
