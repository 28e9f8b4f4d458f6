"""The tactics of hint without search, which solve a board or get stuck."""

from collections.abc import Iterator

from lab.lightup.hint.reasoning import Reasoning
from lab.lightup.rules import BLANK, NO_BULB, Board
from lab.solvers import NoVerdict


class TacticsModel:
    def __init__(self, board: Board) -> None:
        self.size: dict[str, int] = {}
        self.reasoning = Reasoning(board)

    def solutions(self) -> Iterator[Board]:
        self.size["steps"] = sum(1 for _ in self.reasoning.take_steps())
        if self.reasoning.open_count and not self.reasoning.contradiction:
            raise NoVerdict(f"stuck, {self.reasoning.open_count} cells open")
        if self.reasoning.is_complete:
            yield [row.replace(NO_BULB, BLANK) for row in self.reasoning.board]


MODEL = TacticsModel
