"""The tactics of a person, and a board on which they are applied, always the simplest first.

No tactic ever takes back what it has concluded.  So it looks only where something is new, and
what it finds beside the step that is taken waits for its turn.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lab.lightup.backbone import backbone
from lab.lightup.hint.rounds import Conclusion, Finding, Rounds
from lab.lightup.hint.steps import Step
from lab.lightup.rules import BULB, EMPTY, OPEN, Board, cells, offences, runs, white
from lab.words import Cell, at

TACTICS = {  # the simplest first
    "A": "a clue that has all its bulbs: its other places are empty",
    "B": "a clue that needs all the places it has left: they are bulbs",
    "C": "a dark cell that only one cell can still light: that cell is a bulb",
    "D": "a clue that can spare one place: a cell that lights two of its places is empty",
    "E": "a dark cell: what sees all cells that can light it, and is none of them, is empty",
    "F": "two clues whose places coincide or see each other: what all ways to meet both share",
    "G": "a bulb that, by what it lights and the clues it completes, would make another cell or "
    "clue impossible: its cell is empty",
    "H": "a bulb from which A, B and C (used with it) lead to a contradiction: its cell is empty",
    "S": "what is the same in all solutions, found by search",
}
REASONED = "ABCDEFGH"  # all but the search
LOCAL, WIDE = "ABCDE", "FG"  # one clue or one dark cell alone is the reason, or several
LABELS = {"easy": "ABC", "tricky": "D", "hard": "EFGH", "search": "S"}


class Reasoning:
    """A board, and the steps that are taken on it, by tactics in the order of their preference.

    `contradiction` is empty, or says what cannot be; then the reasoning is at its end.
    """

    def __init__(self, board: Board, tactics: str = REASONED) -> None:
        self.board = board
        self.contradiction = ""
        self._tactics = list(dict.fromkeys([*("ABC" if "H" in tactics else ""), *tactics]))
        self._waiting: dict[str, list[Finding]] = {tactic: [] for tactic in TACTICS}
        self._rounds = Rounds(board)
        self._news: list[Conclusion] = []  # what was placed since the last round
        self._overview = False  # whether the last round was about the whole board
        self._unseen: dict[str, list[int]] = {  # rounds with news
            tactic: [] for tactic in LOCAL + WIDE
        }
        self._seen: dict[Cell, list[Cell]] = {cell: [] for cell in white(board)}
        for run in runs(board):
            for cell in run:
                self._seen[cell] += run

    def steps(self, hasty: bool = False) -> Iterator[Step]:
        """Each step after it was taken, while a tactic applies and a cell is open.

        In haste, all that a tactic has found is taken before simpler ones are tried again: the
        outcome is the same, and comes sooner on large boards.
        """
        self._place((cell, kind) for kind in (BULB, EMPTY) for cell in cells(self.board, kind))
        self._round(everywhere=True)
        while self.open and (step := self._simplest()):
            yield self._taken(step)
            while hasty and self._useful(step.tactic):
                yield self._taken(self._first(step.tactic))
        self._round()

    @property
    def open(self) -> int:
        """How many cells are not decided."""
        return sum(row.count(OPEN) for row in self.board)

    @property
    def solved(self) -> bool:
        return not (self.open or self.contradiction)

    def _taken(self, step: Step) -> Step:
        self._place(step.finding.cells)
        return step

    def _place(self, news: Iterable[Conclusion]) -> None:
        """Put conclusions on the board; always on: no bulb where another one shines."""
        for cell, kind in news:
            lit = self._seen[cell] if kind == BULB else []
            dark = [(other, EMPTY) for other in lit if self._at(other) == OPEN and other != cell]
            self.board = placed(self.board, [(cell, kind), *dark])
            self._news.append((cell, kind))

    def _round(self, everywhere: bool = False) -> None:
        """Tell the tactics what is new."""
        wrong = self._rounds.next(self._news, everywhere)
        self._news, self._overview = [], everywhere
        for unseen in self._unseen.values():
            unseen.append(self._rounds.number)
        if wrong:
            self.contradiction = offences(self.board, partial=True)[0].words

    def _simplest(self) -> Step | None:
        """The next step of the simplest tactic that has one."""
        for tactic in self._tactics:
            if self._useful(tactic):
                self._look_again(tactic)
            elif not self.contradiction:
                self._waiting[tactic] = self._look(tactic)
            if self._useful(tactic):
                return self._first(tactic)
        return None

    def _first(self, tactic: str) -> Step:
        return Step(tactic, self._waiting[tactic].pop(0), self.board)

    def _useful(self, tactic: str) -> bool:
        """Whether a finding about open cells is waiting; then it is the first, and only that."""
        waiting = self._waiting[tactic]
        while waiting and not self.contradiction:
            found = waiting[0].cells
            if self._contrary(found):
                return False
            if fresh := [(cell, kind) for cell, kind in found if self._at(cell) == OPEN]:
                waiting[0] = waiting[0]._replace(cells=fresh)
                return True
            waiting.pop(0)
        return False

    def _contrary(self, found: list[Conclusion]) -> bool:
        """Whether a cell would have to be both a bulb and empty; that is a contradiction."""
        known = dict(found)
        for cell, kind in found:
            if known[cell] != kind or self._at(cell) not in (OPEN, kind):
                self.contradiction = f"{at(cell)}: this can neither be a bulb nor be empty"
        return bool(self.contradiction)

    def _look(self, tactic: str) -> list[Finding]:
        """What the tactic finds now."""
        if self._news:
            self._round()
        if tactic == "S":
            return self._search()
        if tactic in LOCAL:
            return self._rounds.look(tactic, self._noted(tactic))
        if not self._overview:
            self._round(everywhere=True)
        if tactic == "H":
            return self._rounds.suppose()
        return self._rounds.overview(tactic, self._noted(tactic))

    def _look_again(self, tactic: str) -> None:
        """Bring the reason of what waits first up to date, as it was found on another board.

        What A, B, C and S say stays true; what D, E and F say, too, as long as no rule fails.
        """
        if tactic in "ABCS":
            return
        if self._news or (tactic == "G" and not self._overview):
            self._round(everywhere=tactic == "G")
        if tactic in "GH" and not self.contradiction:
            cell, _ = self._waiting[tactic][0].cells[0]
            self._waiting[tactic][:1] = self._rounds.again(tactic, cell)

    def _noted(self, tactic: str) -> list[int]:
        """The rounds whose news the tactic has not seen; now it has."""
        rounds, self._unseen[tactic] = self._unseen[tactic], []
        return rounds

    def _search(self) -> list[Finding]:
        """A finding for each open cell that is the same in all solutions, bulbs first."""
        common = backbone(self.board)
        if common is None:
            self.contradiction = "no solution is like this"
            return []
        return [
            Finding([(cell, kind)])
            for wanted in (BULB, EMPTY)
            for cell, kind in common.items()
            if kind == wanted
        ]

    def _at(self, cell: Cell) -> str:
        return self.board[cell[0]][cell[1]]


def placed(board: Board, news: Iterable[Conclusion]) -> Board:
    """The board with these cells on it."""
    board = list(board)
    for (r, c), kind in news:
        board[r] = board[r][:c] + kind + board[r][c + 1 :]
    return board


class Rating(NamedTuple):
    """How hard a puzzle is."""

    label: str  # one of LABELS; "" if the tactics, S included, cannot solve it
    tactics: str  # those that were needed
    steps: int
    contradiction: str


def rating(board: Board) -> Rating:
    """What it takes to solve the board, the simplest tactic being used as long as one applies."""
    reasoning = Reasoning(board, "".join(TACTICS))
    used = [step.tactic for step in reasoning.steps()]
    needed = "".join(sorted(set(used)))
    label = next(name for name, group in LABELS.items() if needed[-1:] in group)
    return Rating(label if reasoning.solved else "", needed, len(used), reasoning.contradiction)
