"""The tactics of a person, and a board on which they are applied, the simplest first.

What a tactic has concluded stays true.  So a tactic looks only where something is new; one of its
findings becomes the next step, the others wait on the agenda.

What has to be found on the board is a question: rounds.py has it answered by clingo, for one
board, together.py for many boards at once.
"""

import contextlib
from collections.abc import Generator, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from lab.common.words import Cell
from lab.lightup.backbone import backbone
from lab.lightup.hint.agenda import Agenda, Contradiction
from lab.lightup.hint.rounds import Conclusion, Finding, Rounds
from lab.lightup.hint.steps import Step
from lab.lightup.rules import BULB, EMPTY, OPEN, Board, cells, offences, runs, white

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
Answer = TypeVar("Answer")
LABELS = {"easy": "ABC", "tricky": "D", "hard": "EFGH", "search": "S"}


class Question(NamedTuple):
    """A question about the board: a method of Rounds, and its arguments."""

    method: str
    arguments: tuple[Any, ...]


# Yields questions, to which the answers are sent, and returns something.
Asking = Generator[Question, Any, Answer]


class Reasoning:
    """A board, and the steps that are taken on it, by tactics in the order of their preference.

    `contradiction` is empty, or says in words what cannot be; then no more steps come.
    """

    def __init__(self, board: Board, tactics: str = REASONED) -> None:
        self.board = board
        self.contradiction = ""
        self._tactics = list(dict.fromkeys([*("ABC" if "H" in tactics else ""), *tactics]))
        self._agenda = Agenda(TACTICS)
        self.round = -1  # the number of the last one
        self._news: list[Conclusion] = []  # what was placed since the last round
        self._overview = False  # whether the last round was about the whole board
        self._unseen: dict[str, list[int]] = {  # by tactic, the rounds with news for it
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
        rounds, course = Rounds(self.board), self.course(hasty)
        said = next(course, None)
        while said:
            if isinstance(said, Step):
                yield said
                said = next(course, None)
            else:
                said = sent(course, getattr(rounds, said.method)(*said.arguments))

    def course(self, hasty: bool = False) -> Generator[Question | Step, Any, None]:
        """The same steps, and before them the questions that they need, to be answered."""
        with self._noting_contradictions():
            self._place((cell, kind) for kind in (BULB, EMPTY) for cell in cells(self.board, kind))
            yield from self._begin_round(everywhere=True)
            while self.open and (step := (yield from self._simplest())):
                yield self._take(step)
                while hasty and (finding := self._agenda.take(step.tactic, self.board)):
                    yield self._take(Step(step.tactic, finding, self.board))
        with self._noting_contradictions():
            yield from self._begin_round()

    @property
    def open(self) -> int:
        """How many cells are not decided."""
        return sum(row.count(OPEN) for row in self.board)

    @property
    def is_complete(self) -> bool:
        """Whether every cell is decided, without a contradiction."""
        return not (self.open or self.contradiction)

    @contextlib.contextmanager
    def _noting_contradictions(self) -> Iterator[None]:
        """End the block at a contradiction, and keep its words."""
        try:
            yield
        except Contradiction as found:
            self.contradiction = str(found)

    def _simplest(self) -> Asking[Step | None]:
        """The next step of the simplest tactic that has one."""
        for tactic in self._tactics:
            if finding := self._agenda.first(tactic, self.board):
                yield from self._renew_reason(tactic, finding)
            else:
                self._agenda.add(tactic, (yield from self._find(tactic)))
            if taken := self._agenda.take(tactic, self.board):
                return Step(tactic, taken, self.board)
        return None

    def _take(self, step: Step) -> Step:
        self._place(step.finding.cells)
        return step

    def _place(self, news: Iterable[Conclusion]) -> None:
        """Put conclusions on the board, and no bulb on all cells that a new bulb lights."""
        for cell, kind in news:
            lit = self._seen[cell] if kind == BULB else []
            dark = [(other, EMPTY) for other in lit if self._at(other) == OPEN and other != cell]
            self.board = placed(self.board, [(cell, kind), *dark])
            self._news.append((cell, kind))

    def _begin_round(self, everywhere: bool = False) -> Asking[None]:
        """Pass on what is new; raises Contradiction if a rule of the puzzle fails."""
        self.round, is_wrong = yield Question("next", (self._news, everywhere))
        self._news, self._overview = [], everywhere
        for unseen in self._unseen.values():
            unseen.append(self.round)
        if is_wrong:
            raise Contradiction(offences(self.board, partial=True)[0].words)

    def _find(self, tactic: str) -> Asking[list[Finding]]:
        """What the tactic finds now."""
        if self._news:
            yield from self._begin_round()
        if tactic == "S":
            return self._search()
        if tactic not in LOCAL and not self._overview:
            yield from self._begin_round(everywhere=True)
        if tactic == "H":
            question = Question("suppose", ())
        else:
            method = "look" if tactic in LOCAL else "overview"
            question = Question(method, (tactic, self._take_unseen(tactic)))
        found: list[Finding] = yield question
        return found

    def _renew_reason(self, tactic: str, finding: Finding) -> Asking[None]:
        """Bring the reason of the first finding up to date, which was found on another board.

        What A, B, C and S say stays true; what D, E and F say, too, as long as no rule fails.
        """
        if tactic in "ABCS":
            return
        if self._news or (tactic == "G" and not self._overview):
            yield from self._begin_round(everywhere=tactic == "G")
        if tactic in "GH":
            cell, _ = finding.cells[0]
            self._agenda.replace_first(tactic, (yield Question("again", (tactic, cell))))

    def _take_unseen(self, tactic: str) -> list[int]:
        """The rounds whose news the tactic has not seen; they count as seen afterwards."""
        rounds, self._unseen[tactic] = self._unseen[tactic], []
        return rounds

    def _search(self) -> list[Finding]:
        """A finding for each open cell that is the same in all solutions, bulbs first."""
        common = backbone(self.board)
        if common is None:
            raise Contradiction("no solution is like this")
        return [
            Finding([(cell, kind)])
            for wanted in (BULB, EMPTY)
            for cell, kind in common.items()
            if kind == wanted
        ]

    def _at(self, cell: Cell) -> str:
        return self.board[cell[0]][cell[1]]


def sent(course: Generator[Question | Step, Any, None], answer: Any) -> Question | Step | None:
    """What a course says to an answer; None if it is at its end."""
    with contextlib.suppress(StopIteration):
        return course.send(answer)
    return None


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
    """How hard a board is, the simplest tactic being used as long as one applies."""
    reasoning = Reasoning(board, "".join(TACTICS))
    return rated(reasoning, [step.tactic for step in reasoning.steps()])


def rated(reasoning: Reasoning, used: list[str]) -> Rating:
    """The rating of a reasoning with all tactics, from the tactic of each step that was taken."""
    needed = "".join(sorted(set(used)))
    label = next(name for name, group in LABELS.items() if needed[-1:] in group)
    is_complete, contradiction = reasoning.is_complete, reasoning.contradiction
    return Rating(label if is_complete else "", needed, len(used), contradiction)
