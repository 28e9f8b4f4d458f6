"""Fillings of a small board, found by trying values cell by cell and asking rules.py."""

from collections.abc import Collection, Iterator
from typing import Any

from decode import BLANK
from lab.check.answers import added_cells
from lab.check.subject import Subject
from lab.puzzles import Rows, shape_like

MOST_JUDGEMENTS = 4000  # boards that rules.py judges in one search


class FillingSearch:
    """A search for the fillings of a board that break no rule, or at most one.

    Open cells get the values of the trial boards' solutions; a given cell may get a mark.  Where
    no solution leaves a cell open, no filling does.  `is_complete` is false after a search that
    ended before all fillings were tried.
    """

    def __init__(self, subject: Subject, board: Rows) -> None:
        solutions = [answer for trial in subject.bank.trials for answer in trial.solutions]
        self.rules: Any = subject.puzzle.rules
        self.board, self.marks = board, sorted(subject.puzzle.marks)
        self.values = sorted({cell.value for answer in solutions for cell in answer})
        leaves_open = any(
            BLANK in {value for row in trial.board for value in row}
            and len(answer) < sum(list(row).count(BLANK) for row in trial.board)
            for trial in subject.bank.trials
            for answer in trial.solutions
        )
        self.values += [BLANK] * leaves_open
        self.cells = [(r, c) for r, row in enumerate(board) for c in range(len(row))]
        self.is_complete = True
        self._judgements = 0

    def find_fillings(self, broken: str = "") -> Iterator[Rows]:
        """Yield the filled boards that break the rule `broken` alone; without it, the solutions."""
        self.is_complete, self._judgements = True, 0
        allowed = {broken} if broken else set[str]()
        yield from self._fill([list(row) for row in self.board], 0, allowed)

    def _fill(self, rows: list[list[str]], number: int, allowed: Collection[str]) -> Iterator[Rows]:
        """Yield the fillings of the cells from this number on whose broken rules are `allowed`."""
        if self._judgements >= MOST_JUDGEMENTS:
            self.is_complete = False
            return
        is_full = number == len(self.cells)
        filled = shape_like(rows, self.board)
        self._judgements += 1
        broken = {offence.rule for offence in self.rules.offences(filled, self.board, not is_full)}
        if broken <= set(allowed) and is_full:
            if broken == allowed:
                yield filled
        elif broken <= set(allowed):
            r, c = self.cells[number]
            before = rows[r][c]
            options = self.values if before == BLANK else [before, *self.marks]
            for value in options:
                rows[r][c] = value
                yield from self._fill(rows, number + 1, allowed)
            rows[r][c] = before


def format_filling(board: Rows, filled: Rows) -> str:
    """Return the atoms of an answer, or a word where it has none."""
    return " ".join(f"{cell}." for cell in sorted(added_cells(board, filled))) or "no atom"
