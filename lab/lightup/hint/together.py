"""Rates many boards at once: they stand side by side on one large board, black cells between.

What a round of clingo costs hardly depends on the board, and a board needs dozens of them.  So the
boards reason each for itself, and their questions are answered together: first by the tactics that
look at one clue or one dark cell; then, on a smaller board of those that are stuck, by all but H,
which looks at so much that whoever asks for it goes on alone.

The ratings are those of reasoning.rating, to the step: what a tactic finds for a round depends on
that round only, whenever it is looked for.
"""

from bisect import bisect_right
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any

import clingo

from lab.common.queries import cell_of
from lab.lightup.hint.reasoning import LOCAL, TACTICS, Question, Rating, Reasoning, rated, sent
from lab.lightup.hint.rounds import Conclusion, Finding, Rounds, findings
from lab.lightup.hint.steps import Step
from lab.lightup.rules import BULB, EMPTY, OPEN, UNNUMBERED, Board, cells

MOST_CELLS = 10_000  # of boards that reason together
FEW_SOURCES = ("--const=most=2",)  # the tactics in LOCAL need no dark cells with more


def ratings(boards: Iterable[Board]) -> list[Rating]:
    """How hard each board is."""
    return [rating for group in grouped(boards) for rating in together(group)]


def together(boards: Sequence[Board]) -> list[Rating]:
    """How hard each board is; they are not too many to reason together."""
    members = list(map(Member, boards))
    last = Together(members, options=FEW_SOURCES).reason()
    if stuck := [member for member in members if member.asks]:
        Together(stuck, last).reason_further()
    for member in stuck:
        member.reason_alone()
    return [member.rating() for member in members]


class Member:
    """One of the boards: its reasoning, and what it asks next."""

    def __init__(self, board: Board) -> None:
        self.reasoning = Reasoning(board, "".join(TACTICS))
        self.asks: Question | None  # None: it is at its end
        self._used: list[str] = []  # the tactic of each step
        self._course: Generator[Question | Step, Any, None] = self.reasoning.course()
        self._note(next(self._course, None))

    def answer(self, answer: Any) -> None:
        """Answer what it asks, so that it goes on to its next question."""
        self._note(sent(self._course, answer))

    def is_asking(self, method: str, *arguments: object) -> bool:
        """Whether it asks such a question, with these among its arguments."""
        asks = self.asks
        return bool(asks and asks.method == method and all(a in asks.arguments for a in arguments))

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self.reasoning.board

    @property
    def known(self) -> list[Conclusion]:
        """All cells that are decided."""
        return [(cell, kind) for kind in (BULB, EMPTY) for cell in cells(self.board, kind)]

    def reason_alone(self) -> None:
        """Go on to the end; the last round was about the whole board."""
        if self.asks:
            rounds = Rounds(self.board, self.reasoning.round - 1)
            rounds.next(self.known, everywhere=True)
            while self.asks:
                self.answer(getattr(rounds, self.asks.method)(*self.asks.arguments))

    def rating(self) -> Rating:
        """The rating, once it asks no more."""
        return rated(self.reasoning, self._used)

    def _note(self, said: Question | Step | None) -> None:
        while isinstance(said, Step):
            self._used.append(said.tactic)
            said = next(self._course, None)
        self.asks = said


class Together:
    """Boards that reason together, after a round of this number elsewhere."""

    def __init__(
        self, members: Sequence[Member], last: int = -1, options: Sequence[str] = ()
    ) -> None:
        boards = [member.board for member in members]
        self._members = members
        self._lefts = list(accumulate((len(board[0]) + 1 for board in boards), initial=0))
        self._rounds = Rounds(side_by_side(boards), last, options)
        self._is_first = True  # the next round is the first one here
        # By member, tactic and round: what the tactic has found, and nobody asked for yet.
        self._found: dict[tuple[int, str, int], list[clingo.Symbol]] = {}
        self._looked: set[tuple[str, int]] = set()  # the tactics and rounds that were looked at

    def reason(self) -> int:
        """Reason as far as the tactics in LOCAL go; returns the number of the last round."""
        self._begin_round(everywhere=True)
        self._look_and_go_on()
        return self._rounds.number

    def reason_further(self) -> None:
        """Reason on until nobody asks for anything but H.

        Who is stuck waits for the others, to look at the whole board together.
        """
        while self._asking("next", True):
            self._begin_round(everywhere=True)
            for method, tactic in (("overview", "F"), ("again", "G"), ("overview", "G")):
                self._overview(method, tactic)
            self._look_and_go_on()

    def _look_and_go_on(self) -> None:
        """Look at the last round, tactic by tactic; begin others together, and look at them."""
        while True:
            for tactic in LOCAL:
                self._look(tactic)
            if not self._asking("next", False):
                return
            self._begin_round(everywhere=False)

    def _asking(self, method: str, *arguments: object) -> list[int]:
        """The members that ask such a question, by their numbers."""
        members = enumerate(self._members)
        return [number for number, member in members if member.is_asking(method, *arguments)]

    def _asked(self, number: int) -> Any:
        """The arguments of what a member asks."""
        asks = self._members[number].asks
        assert asks
        return asks.arguments

    def _begin_round(self, everywhere: bool) -> None:
        """Begin a round with the news of all who ask for it: in the first one, all they know."""
        asking = self._asking("next", everywhere)
        news: list[Conclusion] = []
        for number in asking:
            own = self._members[number].known if self._is_first else self._asked(number)[0]
            news += [((r, c + self._lefts[number]), kind) for (r, c), kind in own]
        self._is_first = False
        shown = self._rounds.begin_with(news, everywhere)
        wrong = {self._owner(symbol) for symbol in shown if symbol.name == "wrong"}
        for number in asking:
            self._members[number].answer((self._rounds.number, number in wrong))

    def _look(self, tactic: str) -> None:
        """Answer what the tactic finds near the news of rounds, of which each asks for its own."""
        rounds = {number: list(self._asked(number)[1]) for number in self._asking("look", tactic)}
        all_rounds = {(tactic, one) for some in rounds.values() for one in some}
        fresh = sorted(one for _, one in all_rounds - self._looked)
        self._looked |= all_rounds
        for symbol in self._rounds.shown_by(tactic, fresh) if fresh else ():
            key = self._owner(symbol), tactic, symbol.arguments[0].number
            self._found.setdefault(key, []).append(symbol)
        for number, own in rounds.items():
            found = (self._found.pop((number, tactic, one), []) for one in own)
            self._answer(number, [symbol for symbols in found for symbol in symbols])

    def _overview(self, method: str, tactic: str) -> None:
        """Answer what F or G finds on the whole board, or G about some cells again."""
        asking = self._asking(method, tactic)
        wanted = [self._asked(number)[1] for number in asking]
        if method == "again":
            places = [(r, c + self._lefts[n]) for n, (r, c) in zip(asking, wanted)]
            shown = self._rounds.shown_again(places) if asking else []
        else:
            rounds = sorted({one for some in wanted for one in some})
            shown = self._rounds.shown_overview(tactic, rounds) if asking else []
        found: dict[int, list[clingo.Symbol]] = {number: [] for number in asking}
        for symbol in shown:
            found.get(self._owner(symbol), []).append(symbol)
        for number, symbols in found.items():
            self._answer(number, symbols)

    def _answer(self, number: int, symbols: Iterable[clingo.Symbol]) -> None:
        """Answer a member with findings about its open cells."""
        member, left = self._members[number], self._lefts[number]
        moved = (
            [((r, c - left), kind) for (r, c), kind in finding.cells]
            for finding in findings(symbols)
        )
        open_cells = ([one for one in some if is_open(one, member.board)] for some in moved)
        member.answer([Finding(some) for some in open_cells if some])

    def _owner(self, symbol: clingo.Symbol) -> int:
        """The number of the member on whose board the cell is that an atom ends with."""
        _, column = cell_of(symbol.arguments[-1])
        return bisect_right(self._lefts, column) - 1


def is_open(conclusion: Conclusion, board: Board) -> bool:
    """Whether a conclusion is about an open cell."""
    (r, c), _ = conclusion
    return board[r][c] == OPEN


# ---------------------------------------------------------------- boards side by side


def grouped(boards: Iterable[Board]) -> Iterator[list[Board]]:
    """The boards, in their order, in groups that have not too many cells."""
    group: list[Board] = []
    for board in boards:
        if group and area([*group, board]) > MOST_CELLS:
            yield group
            group = []
        group.append(board)
    if group:
        yield group


def area(boards: Sequence[Board]) -> int:
    """The cells of a board that has these side by side."""
    return max(map(len, boards)) * sum(len(board[0]) + 1 for board in boards)


def side_by_side(boards: Sequence[Board]) -> Board:
    """The boards with a black column between them, and black cells below those that are lower."""
    height = max(map(len, boards))
    padded = [[*board, *[UNNUMBERED * len(board[0])] * (height - len(board))] for board in boards]
    return list(map(UNNUMBERED.join, zip(*padded)))
