"""A board that is solved step by step, always by the simplest tactic that applies; its rating.

A tactic makes several inferences at once: one of them is the next step, the others wait.  An open
cell is a blank one: neither a bulb nor known to be without one.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from lab.common.language import translate
from lab.common.words import Cell, count_noun, format_cell
from lab.lightup import rules
from lab.lightup.board_program import find_backbone
from lab.lightup.hint.tactics import LABELS, REASONED, TACTICS, Conclusion, Inference, TacticProgram
from lab.lightup.rules import BLANK, BULB, NO_BULB, Board


class Contradiction(Exception):
    """The puzzle, or what was put on the board, is wrong; the message says where."""


class TacticStep(NamedTuple):
    """An inference of a tactic, with conclusions about open cells only, and the board before it."""

    tactic: str
    inference: Inference
    before: Board


class Reasoning:
    """A board, and the steps that tactics take on it; the first tactics are preferred.

    H includes A, B and C, which it uses.  `contradiction` says in words what cannot be, and then
    no more steps come; it is empty otherwise.
    """

    def __init__(self, board: Board, tactics: str = REASONED) -> None:
        self.board = board
        self.contradiction = ""
        self._tactics = list(dict.fromkeys([*("ABC" if "H" in tactics else ""), *tactics]))
        self._program = TacticProgram(board)
        self._waiting: dict[str, deque[Inference]] = {tactic: deque() for tactic in TACTICS}

    def take_steps(self) -> Iterator[TacticStep]:
        """Yield each step after it was taken, while a tactic applies and a cell is open."""
        try:
            for kind in (BULB, NO_BULB):
                self._place([(cell, kind) for cell in rules.find_cells(self.board, kind)])
            while self.open_count and (step := self._find_step()):
                self._place(step.inference.conclusions)
                yield step
            if broken := rules.offences(self.board, partial=True):
                raise Contradiction(broken[0].sentence)
        except Contradiction as contradiction:
            self.contradiction = str(contradiction)

    @property
    def open_count(self) -> int:
        """The number of cells that are not decided."""
        return sum(row.count(BLANK) for row in self.board)

    @property
    def is_complete(self) -> bool:
        """Whether every cell is decided, without a contradiction."""
        return not (self.open_count or self.contradiction)

    def _find_step(self) -> TacticStep | None:
        for tactic in self._tactics:
            self._update_waiting(tactic)
            if inference := self._take_next_inference(tactic):
                return TacticStep(tactic, inference, self.board)
        return None

    def _update_waiting(self, tactic: str) -> None:
        """Infer with a tactic if no inference waits; else bring the first up to date."""
        waiting = self._waiting[tactic]
        if tactic == "G":  # it looks at the whole board each time
            waiting.clear()
        if not self._take_next_inference(tactic):
            waiting.extend(self._infer(tactic))
            return
        if tactic in "DEFH":  # made on an earlier board; it is still true if no rule fails
            self._check_rules()
        if tactic == "H":  # its reason may have changed
            cell, _ = waiting.popleft().conclusions[0]
            waiting.extendleft(self._program.infer("H", [cell]))

    def _take_next_inference(self, tactic: str) -> Inference | None:
        """Return the first waiting inference about open cells, with conclusions about these alone.

        Removes the inferences before it.  Raises Contradiction if one of them contradicts the
        board.
        """
        waiting = self._waiting[tactic]
        while waiting:
            conclusions = waiting[0].conclusions
            kinds = dict(conclusions)
            for cell, kind in conclusions:
                if kinds[cell] != kind or self._read_value(cell) not in (BLANK, kind):
                    place = format_cell(cell)
                    text = translate("{cell}: this can neither be a bulb nor be empty", cell=place)
                    raise Contradiction(text)
            if news := [
                (cell, kind) for cell, kind in conclusions if self._read_value(cell) == BLANK
            ]:
                return waiting[0]._replace(conclusions=news)
            waiting.popleft()
        return None

    def _infer(self, tactic: str) -> list[Inference]:
        if tactic not in "AB":
            self._check_rules()
        if tactic != "S":
            return self._program.infer(tactic, rules.find_cells(self.board, BLANK))
        common = find_backbone(self.board)
        if common is None:
            raise Contradiction(translate("no solution is like this"))
        bulbs_first = sorted(common.items(), key=lambda conclusion: conclusion[1] != BULB)
        return [Inference([conclusion]) for conclusion in bulbs_first]

    def _check_rules(self) -> None:
        if self._program.breaks_rules():
            raise Contradiction(rules.offences(self.board, partial=True)[0].sentence)

    def _place(self, conclusions: Iterable[Conclusion]) -> None:
        """Put conclusions on the board, and marks on the open cells that new bulbs light."""
        for cell, kind in conclusions:
            lit = rules.find_lit_cells(self.board, {cell}) if kind == BULB else ()
            marks = {lit_cell: NO_BULB for lit_cell in lit if self._read_value(lit_cell) == BLANK}
            self.board = rules.replace_cells(self.board, marks | {cell: kind})
            self._program.add_news([(cell, kind)])

    def _read_value(self, cell: Cell) -> str:
        return self.board[cell[0]][cell[1]]


class PuzzleRating(NamedTuple):
    """How hard a puzzle is; `contradiction` is that of the reasoning."""

    label: str  # one of LABELS; "" if the tactics, S included, cannot solve it
    tactics: str  # the tactics that were needed
    steps: int  # their number
    contradiction: str
    step_counts: Mapping[str, int]  # the number of steps by tactic

    @property
    def sentence(self) -> str:
        if self.contradiction:
            return f"no solution: {self.contradiction}"
        steps = count_noun(self.steps, "step")
        return f"{self.label or 'several solutions'}, {self.tactics or 'no tactic'}, {steps}"


def rate_board(board: Board) -> PuzzleRating:
    """Return how hard a board is if always the simplest tactic that applies is used."""
    reasoning = Reasoning(board, "".join(TACTICS))
    step_counts = Counter(step.tactic for step in reasoning.take_steps())
    tactics = "".join(sorted(step_counts))  # "" is in every group: the first is easy
    label = next(label for label, group in LABELS.items() if tactics[-1:] in group)
    label = label if reasoning.is_complete else ""
    steps = sum(step_counts.values())
    return PuzzleRating(label, tactics, steps, reasoning.contradiction, step_counts)
