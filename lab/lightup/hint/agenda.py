"""What the tactics have found, until it is used."""

from collections import deque
from collections.abc import Iterable

from lab.common.words import Cell, format_cell
from lab.lightup.hint.rounds import Conclusion, Finding
from lab.lightup.rules import OPEN, Board


class Contradiction(Exception):
    """The puzzle, or what was put on the board, is wrong; the message says where."""


class Agenda:
    """The findings of each tactic that wait for their turn, the first found first."""

    def __init__(self, tactics: Iterable[str]) -> None:
        self._waiting: dict[str, deque[Finding]] = {tactic: deque() for tactic in tactics}

    def add(self, tactic: str, findings: Iterable[Finding]) -> None:
        """Let findings wait, behind those that are there."""
        self._waiting[tactic].extend(findings)

    def first(self, tactic: str, board: Board) -> Finding | None:
        """The first finding about open cells of the board, with its conclusions about these alone.

        Removes those before it, about which all is decided.  Raises Contradiction if one of them
        contradicts the board.
        """
        waiting = self._waiting[tactic]
        while waiting:
            check(waiting[0].cells, board)
            if fresh := [(cell, kind) for cell, kind in waiting[0].cells if is_open(cell, board)]:
                waiting[0] = waiting[0]._replace(cells=fresh)
                return waiting[0]
            waiting.popleft()
        return None

    def take(self, tactic: str, board: Board) -> Finding | None:
        """Remove and return what first() returns."""
        finding = self.first(tactic, board)
        if finding:
            self._waiting[tactic].popleft()
        return finding

    def replace_first(self, tactic: str, findings: Iterable[Finding]) -> None:
        """Put other findings in the place of the first."""
        waiting = self._waiting[tactic]
        self._waiting[tactic] = deque([*findings, *list(waiting)[1:]])


def check(conclusions: list[Conclusion], board: Board) -> None:
    """Raise Contradiction for a cell that would be both a bulb and empty."""
    known = dict(conclusions)
    for (r, c), kind in conclusions:
        if known[r, c] != kind or board[r][c] not in (OPEN, kind):
            raise Contradiction(f"{format_cell((r, c))}: this can neither be a bulb nor be empty")


def is_open(cell: Cell, board: Board) -> bool:
    """Whether nothing is known of a cell yet."""
    return board[cell[0]][cell[1]] == OPEN
