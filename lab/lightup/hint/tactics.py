"""The tactics of a person, and the program tactics.lp, by which clingo draws their conclusions.

The program is grounded round by round.  A round begins with the conclusions since the last one, and
a tactic looks near these only, as its earlier conclusions stay true.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import clingo

from lab.common.queries import cell_of
from lab.common.words import Cell
from lab.lightup.query import Query
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
LABELS = {"easy": "ABC", "tricky": "D", "hard": "EFGH", "search": "S"}  # by the hardest tactic

COMBINATIONS = str(Path(__file__).with_name("combinations.lp"))  # the rest of the program: FGH
KINDS = {"bulb": BULB, "empty": NO_BULB}  # by the name in tactics.lp
NAMES = {kind: name for name, kind in KINDS.items()}
REAL = clingo.Function("real")  # the world of the board itself, without a supposition
Conclusion = tuple[Cell, str]  # a cell, and BULB or NO_BULB
Arguments = list[clingo.Symbol]  # of an atom


class Inference(NamedTuple):
    """Conclusions of a tactic that have the same reason."""

    conclusions: list[Conclusion]
    reason: tuple[Cell, ...] = ()  # clues or dark cells; of G and H, where a rule would fail
    fails: str = ""  # of G and H: that rule, which is dark, in_sight or miscounted
    supposed: Cell | None = None  # of G and H: the cell of the bulb that would make it fail
    completes: tuple[Cell, ...] = ()  # of G: clues that this bulb would complete, where it matters
    chain: tuple[tuple[Conclusion, ...], ...] = ()  # of H: what each round of A, B, C concludes


class TacticProgram(Query, clingo.Observer):
    """tactics.lp with the black cells of a board; it knows bulbs and marks by `add_news` only.

    `is_wrong` is True once a rule of the puzzle fails.
    """

    def __init__(self, board: Board) -> None:
        super().__init__(bare(board), "hint/tactics")
        self.is_wrong = False
        self._has_combinations = False  # whether combinations.lp is loaded
        self._round = -1  # the number of the last round
        self._covers_board = False  # whether the last round looked at the whole board
        # What the program asks for:
        self._news: list[Conclusion] = []
        self._pending: dict[str, list[int]] = {part: [] for part in ("sight", *"defg")}
        self._recheck: list[Cell] = []
        # Arguments of the atoms that it showed and that are not returned yet:
        self._conclude_atoms: dict[str, list[Arguments]] = {letter: [] for letter in REASONED}
        self._completes_atoms: list[Arguments] = []
        self._supposed_atoms: list[Arguments] = []  # conclude/6 of this round in other worlds
        self.control.register_observer(self)

    def add_news(self, conclusions: Iterable[Conclusion]) -> None:
        """Let the next round begin with these conclusions, too."""
        self._news += conclusions

    def check_rules(self) -> None:
        """Set `is_wrong` if a rule fails after all news."""
        if self._news or self._round < 0:
            self._begin_round()
        self._ground_sight()

    def infer(self, tactic: str) -> list[Inference]:
        """Ground what a tactic of REASONED needs, and return its inferences from news.

        These are all news since its last turn.  H looks at the whole board, and returns the
        suppositions that fail after the fewest rounds.
        """
        # F, G and H use what the last round counted at all clues and runs, not only near news.
        is_combination = tactic in "FGH"
        if self._news or self._round < 0 or (is_combination and not self._covers_board):
            self._begin_round(whole_board=is_combination)
        if tactic in "CEGH":
            self._ground_sight()
        if is_combination and not self._has_combinations:
            self.control.load(COMBINATIONS)
            self.control.ground([("combinations", [])])
            self._has_combinations = True
        part = tactic.lower()
        if tactic in "DE":
            numbers = map(clingo.Number, self._pending[part])
            self.control.ground([(part, [number]) for number in numbers], self)
        elif tactic in "FG":
            self._ground(part)
        elif tactic == "H":
            return self._follow_suppositions("suppose")
        self._pending[part] = []
        return self._take_inferences(tactic)

    def infer_about(self, tactic: str, cell: Cell) -> list[Inference]:
        """Return the inferences of G or H about an open cell, with reasons that hold by now."""
        self._recheck = [cell]
        if tactic == "H":
            return self._follow_suppositions("recheck")
        if self._news or not self._covers_board:
            self._begin_round(whole_board=True)
        self._ground_sight()
        pending, self._pending["g"] = self._pending["g"], []  # G looks at this cell alone
        self._ground("g")
        self._pending["g"], self._recheck = pending, []
        return self._take_inferences("G")

    def _begin_round(self, whole_board: bool = False) -> None:
        """Ground a round with the news, and so A and B; the other tactics wait for their turn."""
        self._round += 1
        self._covers_board = whole_board or self._round == 0
        for part in ("sight", *"dfg"):
            self._pending[part].append(self._round)
        if self._covers_board:
            self._ground("whole_board")
        self._ground("round")
        self._news = []

    def _ground_sight(self) -> None:
        """Ground `sight`, and so C, if a round has begun since the last time."""
        if self._pending["sight"]:
            self._pending["e"].append(self._round)
            self._ground("sight")
            self._pending["sight"] = []

    def _follow_suppositions(self, part: str) -> list[Inference]:
        """Follow the suppositions of a part, `suppose` or `recheck`, until the first of them fail.

        Returns the inferences of H from these.
        """
        chains: list[list[Arguments]] = []  # by round
        self._covers_board = False
        while True:
            self._round, self._supposed_atoms = self._round + 1, []
            self._pending["sight"] = [self._round]
            for name in (part, "round", "sight", "h"):
                self._ground(name)
            self._pending["sight"], self._recheck = [], []
            if inferences := self._take_inferences("H"):
                break
            if not self._supposed_atoms:
                return []
            chains.append(self._supposed_atoms)
            part = "further"
        return [
            inference._replace(chain=select_chain(inference.supposed, chains))
            for inference in inferences
        ]

    def _ground(self, part: str) -> None:
        """Ground a part for the last round."""
        self.control.ground([(part, [clingo.Number(self._round)])], self)

    # ------------------------------------------------------------ what tactics.lp asks for as @NAME

    def news(self) -> list[clingo.Symbol]:
        """Return the conclusions since the last round, as pairs (V,X)."""
        return [
            clingo.Function("", [clingo.Function(NAMES[kind]), as_symbol(cell)])
            for cell, kind in self._news
        ]

    def pending(self, part: clingo.Symbol) -> list[clingo.Symbol]:
        """Return the rounds that f, g or sight has not looked at."""
        return list(map(clingo.Number, self._pending[part.name]))

    def recheck(self) -> list[clingo.Symbol]:
        """Return the cell that G or H is to look at, if any."""
        return list(map(as_symbol, self._recheck))

    # ------------------------------------------------------------ what it shows

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        """Note a shown atom; clingo calls this as soon as it has grounded one."""
        arguments = symbol.arguments
        if symbol.name == "completes":
            self._completes_atoms.append(arguments)
        elif symbol.name == "wrong":
            self.is_wrong = self.is_wrong or arguments[1] == REAL
        elif arguments[2] == REAL:
            self._conclude_atoms[arguments[0].name.upper()].append(arguments)
        else:
            self._supposed_atoms.append(arguments)

    def _take_inferences(self, tactic: str) -> list[Inference]:
        """Return the inferences of a tactic since the last call, row by row."""
        concluded: dict[clingo.Symbol, set[Conclusion]] = {}
        completed: dict[clingo.Symbol, set[Cell]] = {}
        for arguments in self._conclude_atoms[tactic]:
            concluded.setdefault(arguments[3], set()).add(read_conclusion(arguments))
        for _, reason, clue in self._completes_atoms:
            completed.setdefault(reason, set()).add(cell_of(clue))
        self._conclude_atoms[tactic], self._completes_atoms = [], []
        inferences = [
            read_reason(reason)._replace(
                conclusions=sorted(conclusions), completes=tuple(sorted(completed.get(reason, ())))
            )
            for reason, conclusions in concluded.items()
        ]
        return sorted(inferences, key=lambda inference: (inference.reason, inference.conclusions))


def as_symbol(cell: Cell) -> clingo.Symbol:
    """Return a cell as the pair (R,C)."""
    return clingo.Function("", list(map(clingo.Number, cell)))


def read_conclusion(arguments: Arguments) -> Conclusion:
    """Return the conclusion of an atom conclude/6."""
    return cell_of(arguments[5]), KINDS[arguments[4].name]


def read_reason(reason: clingo.Symbol) -> Inference:
    """Return an inference with a reason of conclude/6, and without conclusions yet."""
    first, *_, last = reason.arguments
    if first.type == clingo.SymbolType.Number:
        return Inference([], (cell_of(reason),))
    if len(reason.arguments) == 2:
        return Inference([], (cell_of(first), cell_of(last)))
    return Inference([], (cell_of(last),), reason.arguments[1].name, cell_of(first))


def select_chain(
    supposed: Cell | None, rounds: Iterable[Iterable[Arguments]]
) -> tuple[tuple[Conclusion, ...], ...]:
    """Return what follows from the supposed bulb, by round, out of the conclude/6 of all worlds."""
    own_rounds = (  # the third argument is the world (t,X)
        [atom for atom in atoms if cell_of(atom[2].arguments[1]) == supposed] for atoms in rounds
    )
    return tuple(tuple(sorted(set(map(read_conclusion, atoms)))) for atoms in own_rounds)
