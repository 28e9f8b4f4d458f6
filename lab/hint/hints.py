"""Values that follow one after another, each with a smallest reason and the rules behind it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from encode import BLANK
from lab.common.language import translate
from lab.common.words import Cell, format_cell, format_cells, join_clauses
from lab.explain.clash import ClashSearch, Demands, DemandSet, shrink_clash
from lab.explain.grounding import CellValue, GivenProgram, describe_clashing_cells
from lab.pictures.frames import KNOWN_BLANK, Frame
from lab.puzzles import Board

SOLVED = "all is decided"
MOST_CONFLICTS = 500  # conflicts of each search for fewer cells in a reason


class Hint(NamedTuple):
    """A cell whose value follows from other values and from rules, in the words of NAME.lp.

    A hint may say that the cell does not have its only possible value: the `absent_value`.  Then
    `value` is KNOWN_BLANK.
    """

    cell: Cell
    value: str
    reason: list[CellValue]  # given cells, and those of earlier hints
    rule_texts: list[str]
    absent_value: str = ""

    @property
    def given_cells(self) -> list[Cell]:
        """The cells of the reason, row by row."""
        return sorted({cell for cell, _ in self.reason})

    @property
    def sentence(self) -> str:
        """The value with its reason, on one line."""
        place = format_cell(self.cell)
        conclusion = translate("{place} is {value}", place=place, value=self.value)
        if self.absent_value:
            conclusion = translate("{place} is not {value}", place=place, value=self.absent_value)
        values = {"conclusion": conclusion, "rules": join_clauses(self.rule_texts)}
        if not self.reason:
            return translate("{conclusion}, by: {rules}", **values)
        values["cells"] = format_cells(self.given_cells)
        return translate("{conclusion}, because of {cells}; by: {rules}", **values)


class HintProgram(GivenProgram):
    """The program of a puzzle and a board, from which values follow."""

    names: Mapping[int, CellValue]  # all values that hints have, by literal
    absences: Mapping[int, CellValue]  # the values that cells of hints do not have, by literal

    def find_hints(self, hints: list[Hint], is_complete: bool) -> str:
        """Add all hints to `hints`, or those up to the first that fills a cell.

        Return why some are missing, "" if none are.  A solved board has none, and none are missing.
        """
        answer = self.find_answer()
        if answer is None:
            return describe_clashing_cells(self.find_clashing_cells())
        for hint in self.list_hints():
            hints.append(hint)
            if not (is_complete or hint.absent_value):
                return ""
        self.exclude(answer)
        if self.find_answer() is None:
            return ""
        return translate("no further value is the same in all solutions")

    def list_hints(self) -> Iterator[Hint]:
        """Yield a hint for each value that is the same in all answers.

        Reasons name given cells and values of earlier hints.  A hint that a cell has no value is
        held back until a later reason names the cell, and then comes just before that hint.
        Reasons are minimal: without any one of the values, the hint no longer follows.
        """
        untold: dict[int, DemandSet[int]] = {}  # in the order found: a reason names earlier ones
        for reason in self.list_reasons():
            untold[reason.question] = reason
            if reason.question in self.absences:
                continue
            needed = {reason.question}
            for literal in reversed(untold):
                needed |= untold[literal].members if literal in needed else set()
            for literal in [literal for literal in untold if literal in needed]:
                yield self.make_hint(untold.pop(literal))

    def list_reasons(self) -> Iterator[DemandSet[int]]:
        """Yield the smallest reason for a value that is the same in all answers, then the next.

        Before it come smaller reasons for cells without a value.
        """
        shared = self.find_answer("cautious", 0) or {}
        values = {self.answer_literals[r, c, v]: ((r, c), v) for (r, c), v in shared.items()}
        if not values:
            return
        self.absences = self.find_absent_values()
        blanks = {literal: (cell, KNOWN_BLANK) for literal, (cell, _) in self.absences.items()}
        self.names = {**self.sources, **values, **blanks}
        literals = {literal: literal for literal in self.names}
        questions = {
            literal: Demands(self, literals, [-literal], self.rule_texts, rank)
            for rank, group in enumerate((values, blanks))
            for literal in group
        }
        width = len(self.board[0])
        units = {literal: r * width + c for literal, ((r, c), _) in self.names.items()}
        search = ClashSearch(units, questions, MOST_CONFLICTS)
        facts, open_values = set(self.sources), [*values, *blanks]
        while not facts.issuperset(values):
            *_, reason = search.find_smaller(facts, open_values)
            yield reason
            facts.add(reason.question)
            open_values.remove(reason.question)

    def make_hint(self, reason: DemandSet[int]) -> Hint:
        """Return a reason that list_reasons gave as a hint, with as many rules as it needs."""
        literals = {literal: literal for literal in self.rule_texts}
        demands = Demands(self, literals, [-reason.question, *reason.members])
        rules = shrink_clash(demands, set(literals))
        texts = dict.fromkeys(text for lit, text in self.rule_texts.items() if lit in rules)
        if self.cost:
            texts[translate("the least cost is {cost}", cost=self.cost)] = None
        facts = [self.names[literal] for literal in self.names if literal in reason.members]
        _, absent_value = self.absences.get(reason.question, ((), ""))
        return Hint(*self.names[reason.question], facts, list(texts), absent_value)

    def find_absent_values(self) -> dict[int, CellValue]:
        """Return the only possible value of each cell that has no value in any answer.

        The keys are the negative literals of the values.  Given cells may have marks alone.
        """
        possible = self.find_answer("brave", 0) or {}
        values: dict[Cell, list[str]] = {}
        for r, c, value in self.answer_literals:
            values.setdefault((r, c), []).append(value)
        return {
            -self.answer_literals[r, c, value]: ((r, c), value)
            for (r, c), (value, *more_values) in values.items()
            if not more_values and (r, c) not in possible
            if self.board[r][c] == BLANK or value in self.marks
        }


def draw_hints(board: Board, hints: Iterable[Hint], givens: Board = ()) -> list[Frame]:
    """Return a frame for each hint, with its reason and its cell marked; without hints, the board.

    `givens` is the puzzle of the board.
    """
    rows, frames = [list(row) for row in board], []
    for hint in hints:
        r, c = hint.cell
        rows = [row[:] for row in rows]
        if not hint.absent_value or rows[r][c] == BLANK:
            rows[r][c] = hint.value
        marks = dict.fromkeys(hint.given_cells, "reason") | {hint.cell: "conclusion"}
        frames.append(Frame(rows, marks, hint.sentence, givens=givens))
    return frames or [Frame(rows, givens=givens)]
