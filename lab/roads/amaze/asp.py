"""Answer-set programming: amaze.lp, grounded and solved by clingo as decode.py does it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import decode
import encode
from lab.lines import Board

AMAZE = Path(encode.__file__).with_name("amaze") / "amaze.lp"


class Problem:
    """The ground program."""

    def __init__(self, board: Board) -> None:
        self.size: dict[str, int] = {}
        self.program = decode.Program([str(AMAZE)], text=encode.facts(board))

    def solutions(self) -> Iterator[Board]:
        found: list[Board] = []

        def note(answer: decode.Answer) -> bool:
            found.append(decode.cells_of(answer.grid))
            return True

        self.program.optimise(note)
        figures: Any = self.program.control.statistics
        self.size = {kind: int(figures["problem"]["lp"][kind]) for kind in ("rules", "atoms")}
        return iter(found)
