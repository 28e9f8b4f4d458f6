"""The tactics of a person, and their program, by which clingo draws their conclusions.

The program is grounded round by round.  A round begins with its news: the conclusions since the
last round.  A tactic looks near its news only, as its earlier conclusions stay true.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import clingo

from lab.common.words import Cell
from lab.explain.queries import read_cell
from lab.lightup.board_program import BoardProgram
from lab.lightup.rules import BULB, NO_BULB, Board, bare

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
LABELS = {"easy": "ABC", "tricky": "D", "hard": "EFGH", "search": "S"}  # the hardest tactics

KINDS = {"bulb": BULB, "empty": NO_BULB}  # the kinds by their names in tactics.lp
REAL = clingo.Function("real")  # the world of the board itself, without a supposition
Conclusion = tuple[Cell, str]  # a cell, and BULB or NO_BULB


class Inference(NamedTuple):
    """Conclusions of a tactic that have the same reason."""

    conclusions: list[Conclusion]
    reason: tuple[Cell, ...] = ()  # clues or dark cells; of G and H, where a rule would fail
    broken_rule: str = ""  # of G and H: the rule that would fail: dark, in_sight or miscounted
    supposed: Cell | None = None  # of G and H: the cell of the bulb that would break it
    completes: tuple[Cell, ...] = ()  # of G: clues that this bulb would complete, where it matters
    chain: tuple[tuple[Conclusion, ...], ...] = ()  # of H: what each round of A, B, C concludes


class TacticProgram(BoardProgram, clingo.Observer):
    """tactics.lp and combinations.lp (F, G and H) with the black cells of a board.

    The tactics know bulbs and marks by `add_news` only.
    """

    def __init__(self, board: Board) -> None:
        super().__init__(bare(board), "hint/tactics", "hint/combinations")
        self._is_wrong = False
        self._news: list[Conclusion] = []  # since the last round
        self._round = -1  # the number of the last round
        # The last round that a part was grounded for:
        self._last_round = dict.fromkeys(("whole_board", "sight", *"def"), -1)
        # What the program showed, as far as it is not returned yet:
        self._conclusions: dict[str, dict[clingo.Symbol, set[Conclusion]]]  # by tactic, reason
        self._conclusions = {letter: defaultdict(set) for letter in REASONED}
        self._completed = defaultdict[clingo.Symbol, set[Cell]](set)  # clues by reason
        # Conclusions of this round from supposed bulbs, by the cell of the bulb:
        self._from_supposed = defaultdict[Cell | None, set[Conclusion]](set)
        self.control.register_observer(self)

    def add_news(self, conclusions: Iterable[Conclusion]) -> None:
        """Add these conclusions to the news of the next round."""
        self._news += conclusions

    def breaks_rules(self) -> bool:
        """Return whether a rule of the puzzle fails after all news."""
        self._begin_round()
        self._ground_since("sight")
        return self._is_wrong

    def infer(self, tactic: str, cells: Iterable[Cell]) -> list[Inference]:
        """Return the inferences of a tactic of REASONED.

        A to F look near news, which are all conclusions since their last turn; G looks at the whole
        board.  H supposes a bulb on each of these open cells.
        """
        # F and G use the counts of all clues and runs, not only of those near news.
        self._begin_round(whole_board=tactic in "FG")
        if tactic not in "AB":
            self._ground_since("sight")
        if tactic in "DEF":
            self._ground_since(tactic.lower())
        elif tactic == "G":
            self._ground("g")
        elif tactic == "H":
            return self._refute_bulbs(cells)
        return self._take_inferences(tactic)

    def _begin_round(self, whole_board: bool = False) -> None:
        """Ground a round, and so A and B, if there are news or it has to cover the whole board."""
        is_covered = not whole_board or self._last_round["whole_board"] == self._round
        if self._round >= 0 and is_covered and not self._news:
            return
        self._round += 1
        if whole_board or self._round == 0:
            self._ground("whole_board")
            self._last_round["whole_board"] = self._round
        number = clingo.Number(self._round)
        names = {kind: clingo.Function(name) for name, kind in KINDS.items()}
        news = [
            ("news", [number, names[kind], make_cell_symbol(cell)]) for cell, kind in self._news
        ]
        self.control.ground([*news, ("round", [number])])
        self._news = []

    def _ground_since(self, part: str) -> None:
        """Ground a part for the rounds that it was not grounded for yet."""
        if self._last_round[part] < self._round:
            self._ground(part, self._last_round[part] + 1)
            self._last_round[part] = self._round

    def _ground(self, part: str, *numbers: int) -> None:
        """Ground a part for the last round."""
        self.control.ground([(part, list(map(clingo.Number, (self._round, *numbers))))])

    def _refute_bulbs(self, cells: Iterable[Cell]) -> list[Inference]:
        """Return the inferences of H: suppose a bulb on each of these cells, each by itself.

        A, B and C go on round by round on all these boards at once, until a rule fails on one of
        the boards or nothing more follows.
        """
        self._round += 1
        number = clingo.Number(self._round)
        self.control.ground([("suppose", [number, make_cell_symbol(cell)]) for cell in cells])
        rounds = []
        while True:
            self._from_supposed = defaultdict(set)
            self._ground("round")
            self._ground_since("sight")
            self._ground("h")
            inferences = self._take_inferences("H")
            if inferences or not self._from_supposed:
                break
            rounds.append(self._from_supposed)
            self._round += 1
            self._ground("further")
        return [
            inference._replace(chain=tuple(tuple(sorted(r[inference.supposed])) for r in rounds))
            for inference in inferences
        ]

    # ------------------------------------------------------------ what it shows

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        """Note a shown atom; clingo calls this as soon as it has grounded one."""
        if symbol.name == "completes":
            _, reason, clue = symbol.arguments
            self._completed[reason].add(read_cell(clue))
        elif symbol.name == "wrong":
            self._is_wrong = self._is_wrong or symbol.arguments[1] == REAL
        else:
            tactic, _, world, reason, kind, cell = symbol.arguments
            conclusion = read_cell(cell), KINDS[kind.name]
            if world == REAL:
                self._conclusions[tactic.name.upper()][reason].add(conclusion)
            else:
                _, supposed = world.arguments
                self._from_supposed[read_cell(supposed)].add(conclusion)

    def _take_inferences(self, tactic: str) -> list[Inference]:
        """Return and forget the inferences of a tactic so far, row by row."""
        inferences = [
            read_reason(reason)._replace(
                conclusions=sorted(conclusions), completes=tuple(sorted(self._completed[reason]))
            )
            for reason, conclusions in self._conclusions[tactic].items()
        ]
        self._conclusions[tactic], self._completed = defaultdict(set), defaultdict(set)
        return sorted(inferences, key=lambda inference: (inference.reason, inference.conclusions))


def make_cell_symbol(cell: Cell) -> clingo.Symbol:
    """Return a cell as the pair (R,C)."""
    return clingo.Function("", list(map(clingo.Number, cell)))


def read_reason(reason: clingo.Symbol) -> Inference:
    """Return an inference that has the reason of an atom conclude/6, and no conclusions yet."""
    first, *_, last = reason.arguments
    if first.type == clingo.SymbolType.Number:
        return Inference([], (read_cell(reason),))
    if len(reason.arguments) == 2:
        return Inference([], (read_cell(first), read_cell(last)))
    return Inference([], (read_cell(last),), reason.arguments[1].name, read_cell(first))
