"""tactics.lp on a board, round by round: what each tactic finds, with its reason."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import clingo

from lab.common.queries import cell_of
from lab.common.words import Cell
from lab.lightup.query import Query
from lab.lightup.rules import BULB, EMPTY, Board, bare

KINDS = {"bulb": BULB, "empty": EMPTY}
NAMES = {kind: name for name, kind in KINDS.items()}
Conclusion = tuple[Cell, str]  # the cell is BULB or EMPTY


class Finding(NamedTuple):
    """Conclusions with the same reason."""

    cells: list[Conclusion]
    reason: tuple[Cell, ...] = ()  # clues or dark cells; of G and H, where a rule would fail
    fails: str = ""  # that rule: dark, in_sight or miscounted
    supposed: Cell | None = None  # of G and H: the bulb that would make it fail
    completes: tuple[Cell, ...] = ()  # of G: clues whose last bulb that would be, and so matters
    chain: tuple[tuple[Conclusion, ...], ...] = ()  # of H: what each round of A, B, C concludes

    @property
    def depth(self) -> int:
        """The rounds of A, B and C before the rule fails."""
        return len(self.chain)


class Rounds(Query):
    """The board in clingo; `number` is that of the last round."""

    def __init__(self, board: Board, last: int = -1, options: Sequence[str] = ()) -> None:
        """Rounds after a last one elsewhere, with options of clingo."""
        super().__init__(bare(board), "hint/tactics", options=options)
        self.number = -1
        self._shown = Shown()
        self.control.register_observer(self._shown)
        if last >= 0:
            self.next([])  # in round 0 all cells are news
            self.number = last

    def next(self, news: Iterable[Conclusion], everywhere: bool = False) -> tuple[int, bool]:
        """Begin a round with what is new on the board.

        Returns its number, and whether a rule fails.
        """
        shown = self.begin_with(news, everywhere)
        return self.number, any(symbol.name == "wrong" for symbol in shown)

    def begin_with(self, news: Iterable[Conclusion], everywhere: bool) -> list[clingo.Symbol]:
        """Begin a round with what is new on the board; returns what is shown."""
        number = self.number + 1
        facts = [f"{NAMES[kind]}({number},real,{cell})." for cell, kind in news]
        facts += [f"everywhere({number})."] if everywhere else []
        return self._begin(facts="\n".join(facts))

    def overview(self, tactic: str, rounds: Iterable[int]) -> list[Finding]:
        """What the tactic finds on the whole board, due to the news of these rounds.

        The last round must have been about the whole board.
        """
        return findings(self.shown_overview(tactic, rounds))

    def shown_overview(self, tactic: str, rounds: Iterable[int]) -> list[clingo.Symbol]:
        """What is shown of the tactic on the whole board."""
        facts = [f"unseen({self.number},{tactic.lower()},{number})." for number in rounds]
        self.extend(tactic.lower(), self.number, "\n".join(facts))
        return self._shown.real()

    def look(self, tactic: str, rounds: Iterable[int]) -> list[Finding]:
        """What the tactic finds near the news of these rounds."""
        return findings(self.shown_by(tactic, rounds))

    def shown_by(self, tactic: str, rounds: Iterable[int]) -> list[clingo.Symbol]:
        """What is shown of the tactic near the news of these rounds."""
        part = tactic.lower()
        self.control.ground([(part, [clingo.Number(number)]) for number in rounds])
        return self._shown.real()

    def suppose(self) -> list[Finding]:
        """What H finds: the suppositions that come to a contradiction in the fewest rounds.

        The last round must have been about the whole board.
        """
        self._begin("suppose")
        return self._followed()

    def again(self, tactic: str, cell: Cell) -> list[Finding]:
        """What G or H finds now about this cell alone, which it found before.

        For G, the last round must have been about the whole board.
        """
        if tactic == "G":
            return findings(self.shown_again([cell]))
        first = self.number + 1
        self._begin(facts=f"bulb({first},({first},{cell}),{cell}).")
        return self._followed()

    def shown_again(self, places: Iterable[Cell]) -> list[clingo.Symbol]:
        """What is shown of G about these cells."""
        facts = [f"again({self.number},{cell})." for cell in places]
        self.extend("g", self.number, "\n".join(facts))
        return self._shown.real()

    def _followed(self) -> list[Finding]:
        """The findings of H when what is supposed in this round has been followed far enough."""
        chains: list[list[clingo.Symbol]] = []  # by round
        while not (found := self.look("H", [self.number])):
            for tactic in "ABC":
                self.look(tactic, [self.number])
            if not self._shown.supposed:
                return []
            chains.append(self._shown.supposed)
            self._begin("further")
        return [finding._replace(chain=chain(finding.supposed, chains)) for finding in found]

    def _begin(self, *parts: str, facts: str = "") -> list[clingo.Symbol]:
        """Ground the next round, after other parts of it."""
        self.number += 1
        self._shown.supposed = []
        for part in parts:
            self.extend(part, self.number)
        self.extend("round", self.number, facts)
        return self._shown.real()


class Shown(clingo.Observer):
    """Collects the atoms that are shown as soon as clingo grounds them."""

    def __init__(self) -> None:
        self.supposed: list[clingo.Symbol] = []  # this round's conclusions from suppositions
        self._real: list[clingo.Symbol] = []

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        """Called by clingo for each atom that is shown."""
        if symbol.arguments[1].match("real", 0):
            self._real.append(symbol)
        elif symbol.name == "conclude":
            self.supposed.append(symbol)

    def real(self) -> list[clingo.Symbol]:
        """What was shown about the board since the last call."""
        shown, self._real = self._real, []
        return shown


def findings(shown: Iterable[clingo.Symbol]) -> list[Finding]:
    """Atoms conclude/5 and completes/4, those with the same reason together, row by row."""
    concluded: dict[clingo.Symbol, set[Conclusion]] = {}
    completed: dict[clingo.Symbol, set[Cell]] = {}
    for symbol in shown:
        reason = symbol.arguments[2]
        if symbol.name == "completes":
            completed.setdefault(reason, set()).add(cell_of(symbol.arguments[3]))
        else:
            concluded.setdefault(reason, set()).add(concluded_by(symbol))
    found = [
        because(reason)._replace(
            cells=sorted(news), completes=tuple(sorted(completed.get(reason, ())))
        )
        for reason, news in concluded.items()
    ]
    return sorted(found, key=lambda finding: (finding.reason, finding.cells))


def concluded_by(symbol: clingo.Symbol) -> Conclusion:
    """The conclusion of an atom conclude/5."""
    *_, kind, cell = symbol.arguments
    return cell_of(cell), KINDS[kind.name]


def because(reason: clingo.Symbol) -> Finding:
    """A finding without conclusions, for a reason: X, (X,Y) or (supposed X, failing rule, Y)."""
    first, *_, last = reason.arguments
    if first.type == clingo.SymbolType.Number:
        return Finding([], (cell_of(reason),))
    if len(reason.arguments) == 2:
        return Finding([], (cell_of(first), cell_of(last)))
    return Finding([], (cell_of(last),), reason.arguments[1].name, cell_of(first))


def chain(
    supposed: Cell | None, rounds: Iterable[Iterable[clingo.Symbol]]
) -> tuple[tuple[Conclusion, ...], ...]:
    """What each round concludes from one supposition, out of its atoms for all suppositions."""
    return tuple(
        tuple(
            sorted(
                {
                    concluded_by(symbol)
                    for symbol in atoms
                    if cell_of(symbol.arguments[1].arguments[1]) == supposed
                }
            )
        )
        for atoms in rounds
    )
