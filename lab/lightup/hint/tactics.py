"""The tactics of a person, and tactics.lp, by which clingo finds what they conclude on a board.

The program is grounded round by round: a round begins with the conclusions since the last one, and
each tactic looks near these only, as what it has concluded stays true.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import clingo

from lab.common.queries import cell_of
from lab.common.words import Cell
from lab.lightup.query import Query
from lab.lightup.rules import BULB, EMPTY, Board, bare

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
LABELS = {"easy": "ABC", "tricky": "D", "hard": "EFGH", "search": "S"}  # by the hardest tactic

COMBINATIONS = str(Path(__file__).with_name("combinations.lp"))  # F, G and H
KINDS = {"bulb": BULB, "empty": EMPTY}
NAMES = {kind: name for name, kind in KINDS.items()}
REAL = clingo.Function("real")  # the world that is the board, and no supposition
Conclusion = tuple[Cell, str]  # a cell, and BULB or EMPTY
Arguments = list[clingo.Symbol]  # of an atom


class Inference(NamedTuple):
    """Conclusions of a tactic that have the same reason."""

    cells: list[Conclusion]
    reason: tuple[Cell, ...] = ()  # clues or dark cells; of G and H, where a rule would fail
    fails: str = ""  # of G and H: that rule, which is dark, in_sight or miscounted
    supposed: Cell | None = None  # of G and H: the bulb that would make the rule fail
    completes: tuple[Cell, ...] = ()  # of G: clues that this bulb would complete, where it matters
    chain: tuple[tuple[Conclusion, ...], ...] = ()  # of H: what each round of A, B, C concludes


class TacticsProgram(Query, clingo.Observer):
    """tactics.lp with a board; `is_wrong` once conclusions break a rule of the puzzle.

    Only the black cells of the board count: its bulbs and marks are the first news.
    """

    def __init__(self, board: Board) -> None:
        super().__init__(bare(board), "hint/tactics")
        self.is_wrong = False
        self._has_combinations = False  # whether combinations.lp is loaded
        self._number = -1  # of the last round
        self._news: list[Conclusion] = []
        self._is_overview = False  # whether the last round looked at the whole board
        self._unseen: dict[str, list[int]] = {part: [] for part in ("sight", *"defg")}
        self._again: list[Cell] = []  # the cell that G or H is to look at again
        # Atoms that were shown, and not returned yet:
        self._concluding: dict[str, list[Arguments]] = {letter: [] for letter in REASONED}
        self._completing: list[Arguments] = []
        self._supposed: list[Arguments] = []  # of this round, about suppositions
        self.control.register_observer(self)

    def add_news(self, conclusions: Iterable[Conclusion]) -> None:
        """Let the next round begin with these conclusions, too."""
        self._news += conclusions

    def check_rules(self) -> None:
        """Set `is_wrong` if a rule fails after all news."""
        if self._news or self._number < 0:
            self._begin_round()
        self._look_at_sight()

    def find(self, tactic: str) -> list[Inference]:
        """Return the inferences of a tactic of REASONED from all news since its last turn.

        H looks at the whole board, and returns the suppositions that fail after the fewest rounds.
        """
        if self._news or self._number < 0 or (tactic in "FGH" and not self._is_overview):
            self._begin_round(everywhere=tactic in "FGH")
        if tactic in "CEGH":
            self._look_at_sight()
        if tactic in "FGH" and not self._has_combinations:
            self.control.load(COMBINATIONS)
            self.control.ground([("combinations", [])])
            self._has_combinations = True
        part = tactic.lower()
        if tactic in "DE":
            numbers = map(clingo.Number, self._unseen[part])
            self.control.ground([(part, [number]) for number in numbers], self)
        elif tactic in "FG":
            self._ground(part)
        elif tactic == "H":
            return self._follow("suppose")
        self._unseen[part] = []
        return self._take_inferences(tactic)

    def find_again(self, tactic: str, cell: Cell) -> list[Inference]:
        """Return the inferences of G or H about one open cell, with reasons of the last board."""
        self._again = [cell]
        if tactic == "H":
            return self._follow("again")
        if self._news or not self._is_overview:
            self._begin_round(everywhere=True)
        self._look_at_sight()
        unseen, self._unseen["g"] = self._unseen["g"], []
        self._ground("g")
        self._unseen["g"], self._again = unseen, []
        return self._take_inferences("G")

    def _begin_round(self, everywhere: bool = False) -> None:
        """Begin a round with the news; A and B look at once, the others when they are asked."""
        self._number += 1
        self._is_overview = everywhere or self._number == 0
        for part in ("sight", *"dfg"):
            self._unseen[part].append(self._number)
        if self._is_overview:
            self._ground("overview")
        self._ground("round")
        self._news = []

    def _look_at_sight(self) -> None:
        """Ground `sight`, and so C, if a round has begun since the last time."""
        if self._unseen["sight"]:
            self._unseen["e"].append(self._number)
            self._ground("sight")
            self._unseen["sight"] = []

    def _follow(self, part: str) -> list[Inference]:
        """Return what H concludes when suppositions were followed until the first of them fail.

        They are made by this part of the program.
        """
        chains: list[list[Arguments]] = []  # by round
        self._is_overview = False
        while True:
            self._number, self._supposed = self._number + 1, []
            self._unseen["sight"] = [self._number]
            for name in (part, "round", "sight", "h"):
                self._ground(name)
            self._unseen["sight"], self._again = [], []
            if inferences := self._take_inferences("H"):
                break
            if not self._supposed:
                return []
            chains.append(self._supposed)
            part = "further"
        return [
            inference._replace(chain=select_chain(inference.supposed, chains))
            for inference in inferences
        ]

    def _ground(self, part: str) -> None:
        """Ground a part for the last round."""
        self.control.ground([(part, [clingo.Number(self._number)])], self)

    # ------------------------------------------------------------ what tactics.lp asks for as @NAME

    def news(self) -> list[clingo.Symbol]:
        """Return what is concluded since the last round, as pairs (V,X)."""
        return [
            clingo.Function("", [clingo.Function(NAMES[kind]), as_symbol(cell)])
            for cell, kind in self._news
        ]

    def unseen(self, part: clingo.Symbol) -> list[clingo.Symbol]:
        """Return the rounds that f, g or sight has not looked at."""
        return list(map(clingo.Number, self._unseen[part.name]))

    def again(self) -> list[clingo.Symbol]:
        """Return the cell that G or H looks at again, if any."""
        return list(map(as_symbol, self._again))

    # ------------------------------------------------------------ what it shows

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        """Note a shown atom; clingo calls this as soon as it has grounded one."""
        arguments = symbol.arguments
        if symbol.name == "completes":
            self._completing.append(arguments)
        elif symbol.name == "wrong":
            self.is_wrong = self.is_wrong or arguments[1] == REAL
        elif arguments[2] == REAL:
            self._concluding[arguments[0].name.upper()].append(arguments)
        else:
            self._supposed.append(arguments)

    def _take_inferences(self, tactic: str) -> list[Inference]:
        """Return what the tactic has concluded since the last call, row by row."""
        concluded: dict[clingo.Symbol, set[Conclusion]] = {}
        completed: dict[clingo.Symbol, set[Cell]] = {}
        for arguments in self._concluding[tactic]:
            concluded.setdefault(arguments[3], set()).add(read_conclusion(arguments))
        for _, reason, clue in self._completing:
            completed.setdefault(reason, set()).add(cell_of(clue))
        self._concluding[tactic], self._completing = [], []
        inferences = [
            read_reason(reason)._replace(
                cells=sorted(conclusions), completes=tuple(sorted(completed.get(reason, ())))
            )
            for reason, conclusions in concluded.items()
        ]
        return sorted(inferences, key=lambda inference: (inference.reason, inference.cells))


def as_symbol(cell: Cell) -> clingo.Symbol:
    """Return a cell as the pair (R,C)."""
    return clingo.Function("", list(map(clingo.Number, cell)))


def read_conclusion(arguments: Arguments) -> Conclusion:
    """Return the conclusion of an atom conclude/6."""
    return cell_of(arguments[5]), KINDS[arguments[4].name]


def read_reason(reason: clingo.Symbol) -> Inference:
    """Return an inference without conclusions for X, (X,Y) or (supposed X, failing rule, Y)."""
    first, *_, last = reason.arguments
    if first.type == clingo.SymbolType.Number:
        return Inference([], (cell_of(reason),))
    if len(reason.arguments) == 2:
        return Inference([], (cell_of(first), cell_of(last)))
    return Inference([], (cell_of(last),), reason.arguments[1].name, cell_of(first))


def select_chain(
    supposed: Cell | None, rounds: Iterable[Iterable[Arguments]]
) -> tuple[tuple[Conclusion, ...], ...]:
    """Return what follows from one supposition, by round; atoms of others are left out."""
    chain = []
    for atoms in rounds:
        own_atoms = (atom for atom in atoms if cell_of(atom[2].arguments[1]) == supposed)
        chain.append(tuple(sorted(set(map(read_conclusion, own_atoms)))))
    return tuple(chain)
