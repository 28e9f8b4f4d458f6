"""Answer-set programming: lightup.lp, grounded and solved by clingo as decode.py does it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import decode
import encode
from lab.grid import Board

LIGHTUP = Path(encode.__file__).with_name("lightup.lp")


class Problem:
    """The ground program."""

    def __init__(self, board: Board) -> None:
        self.size: dict[str, int] = {}
        self.program = decode.Program([str(LIGHTUP)], text=encode.facts(board))

    def solutions(self) -> Iterator[Board]:
        found: list[Board] = []

        def note(answer: decode.Answer) -> bool:
            found.append(answer.grid.split())
            return len(found) < 2

        self.program.solve(note)
        self.size = ground(self.program)
        return iter(found)


def ground(program: decode.Program) -> dict[str, int]:
    """The size of a ground program that was solved."""
    figures: Any = program.control.statistics
    return {kind: int(figures["problem"]["lp"][kind]) for kind in ("rules", "atoms")}
