"""Answer-set programming: amaze.lp, grounded and solved by clingo as decode.py does it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import decode
import encode
from lab.lines import Board
from lab.roads.asp import ground

AMAZE = Path(encode.__file__).with_name("amaze") / "amaze.lp"


class Problem:
    """The ground program."""

    def __init__(self, board: Board) -> None:
        self.size: dict[str, int] = {}
        self.program = decode.Program([str(AMAZE)], text=encode.facts(board))

    def solutions(self) -> Iterator[Board]:
        news: SimpleQueue[Board | BaseException | None] = SimpleQueue()
        Thread(target=self._search, args=[news.put]).start()
        while (found := news.get()) is not None:
            if isinstance(found, BaseException):
                raise found
            yield found
        self.size = ground(self.program)

    def _search(self, put: Callable[[Board | BaseException | None], None]) -> None:
        """Put each board when it is found, and in the end None or what went wrong."""

        def note(answer: decode.Answer) -> bool:
            put(decode.cells_of(answer.grid))
            return True

        try:
            self.program.optimise(note)
            put(None)
        except BaseException as error:
            put(error)
