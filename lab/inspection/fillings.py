"""Fillings of small boards, found by trying values cell by cell and asking rules.py."""

from collections.abc import Collection, Iterator
from itertools import chain
from typing import Any

from decode import BLANK
from lab.check.answers import Answer, fill_board
from lab.check.assignment import Assignment
from lab.puzzles import Rows, shape_like

MOST_JUDGEMENTS = 4000  # boards that rules.py judges in one search


class FillingSearch:
    """Searches for the fillings of boards that break no rule, or just one.

    Open cells get the values of the trial boards' solutions; a given cell may get a mark.  Where
    no solution leaves a cell open, no filling does.  `is_complete` is false after a search that
    ended before all fillings were tried.
    """

    def __init__(self, assignment: Assignment) -> None:
        self.rules: Any = assignment.puzzle.rules
        self.marks, values = sorted(assignment.puzzle.marks), set[str]()
        leaves_open = False
        for trial in assignment.bank.trials:
            for answer in trial.solutions:
                values |= {cell.value for cell in answer}
                leaves_open |= BLANK in chain(*fill_board(trial.board, answer))
        self.values = sorted(values) + [BLANK] * leaves_open
        self.is_complete = True
        self.codes: set[str] = set()  # of all offences that were found
        self._judgements = 0

    def find_fillings(self, board: Rows, broken: str = "") -> Iterator[Rows]:
        """Yield the filled boards that break the rule `broken` alone; without it, the solutions."""
        self.is_complete, self._judgements = True, 0
        allowed = {broken} if broken else set[str]()
        yield from self._fill(board, [list(row) for row in board], 0, allowed)

    def _fill(
        self, board: Rows, rows: list[list[str]], number: int, allowed: Collection[str]
    ) -> Iterator[Rows]:
        """Yield the fillings of the cells from this number on whose broken rules are `allowed`."""
        if self._judgements >= MOST_JUDGEMENTS:
            self.is_complete = False
            return
        r, c = divmod(number, len(board[0]))
        is_full = r == len(board)
        filled = shape_like(rows, board)
        self._judgements += 1
        broken = {offence.rule for offence in self.rules.offences(filled, board, not is_full)}
        self.codes |= broken
        if is_full and broken == allowed:
            yield filled
        elif not is_full and broken <= set(allowed):
            before = rows[r][c]
            for value in self.values if before == BLANK else [before, *self.marks]:
                rows[r][c] = value
                yield from self._fill(board, rows, number + 1, allowed)
            rows[r][c] = before


def format_answer(answer: Answer) -> str:
    """Return the atoms of an answer, or words where it has none."""
    return " ".join(f"{cell}." for cell in sorted(answer)) or "no atom"
