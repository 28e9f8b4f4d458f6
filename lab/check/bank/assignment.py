"""Assignment: a puzzle with its bank, and the judgement of answers to its boards.

No program is run here.
"""

import functools
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from lab import Unusable
from lab.check.bank.answers import (
    Answer,
    ProgramAnswers,
    TrialBoard,
    fill_board,
    find_cells_outside,
    find_doubled_cells,
    find_given_cells,
    is_square,
)
from lab.check.bank.bank import Bank
from lab.common.language import Noun
from lab.common.words import format_rows
from lab.findings import CONTRACT
from lab.puzzles import Board, Offence, shape_like
from lab.settings.check import Codes

if TYPE_CHECKING:  # a handout has no Checker
    from lab.search.checker import Checker

SMALL_ROWS = 4  # trial boards of up to so many rows are small

# codes of findings, beside those of the rules
REFUSES, SEVERAL = "refuses-solution", "several"
COST = "cost"  # the code of a solution that does not cost the least
DISPLAY = "display"  # the code of an answer under another name, or that cannot be drawn
UNDRAWABLE = "decode.py cannot draw an answer: {words}"

Difference = dict[Codes, frozenset[Answer]]  # codes -> the wrong answers that break them


class Assignment:
    """A puzzle whose programs are checked."""

    def __init__(self, bank: Bank) -> None:
        self.bank, self.puzzle, self.settings = bank, bank.puzzle, bank.settings
        self.program_name, self.script_name = f"{self.puzzle.name}.lp", "encode.py"
        self.value = Noun(self.settings.value)  # what a program puts into cells
        self.list_expected_lines = functools.cache(
            bank.list_expected_lines
        )  # by the text of a grid
        # Results that do not depend on the submission: the first examination fills them.
        self.reference_outcomes = dict(bank.reference_outcomes)  # by the texts of the examples
        self.made_boards: dict[tuple[int, ...], list[TrialBoard]] = {}  # by their seed and sizes

    @functools.cached_property
    def checker(self) -> "Checker":
        """The rules of the puzzle as a checker, with the right answers of each size."""
        from lab.search.checker import Checker, read_values  # a module that is not handed out

        return Checker(self.puzzle, read_values(self.solution_values))

    @functools.cached_property
    def small_trials(self) -> list[TrialBoard]:
        """The small trial boards, in the order of their file; they identify mistakes."""
        small = [trial for trial in self.bank.trials if len(trial.board) <= SMALL_ROWS]
        if not small:
            raise Unusable(f"{self.bank.source}: found no board of up to {SMALL_ROWS} rows")
        return small

    @functools.cached_property
    def larger_trials(self) -> list[TrialBoard]:
        """The other trial boards, on which wrong programs may have any number of answers."""
        return [trial for trial in self.bank.trials if len(trial.board) > SMALL_ROWS]

    @functools.cached_property
    def examples(self) -> list[Board]:
        """The example boards, the smallest first; only squares if all trial boards are squares."""
        boards = filter(self.is_fit, self.bank.examples)
        return sorted(boards, key=lambda board: len(board) * len(board[0]))

    def is_fit(self, board: Board) -> bool:
        """Return whether programs are tried on boards of this form: a square, if all trials are."""
        return is_square(board) or not self.has_squares_only

    @functools.cached_property
    def has_squares_only(self) -> bool:
        """Whether programs need to solve squares only: all trial boards are squares."""
        return all(is_square(trial.board) for trial in self.bank.trials)

    @property
    def codes(self) -> Codes:
        """All codes of faults in answers, in the order of reports."""
        rules, given_code = self.puzzle.rules.RULES, self.settings.given_code
        return tuple(dict.fromkeys((CONTRACT, *rules, given_code, COST, REFUSES, SEVERAL)))

    def list_broken_codes(self, board: Board, answer: Answer, least: int | None = None) -> Codes:
        """Return the codes of all faults in an answer to a board; empty for a solution.

        CONTRACT stands alone, for cells that cannot be drawn.  Without such a cell, the code of a
        changed given cell comes first, then the rules that the other cells break.  COST stands
        alone, for an answer without other faults that costs more than `least`.
        """
        if find_cells_outside(board, answer) or find_doubled_cells(answer):
            return (CONTRACT,)
        given_places = {cell[:2] for cell in find_given_cells(board)}
        changes = {
            cell
            for cell in answer
            if cell[:2] in given_places and cell.value not in self.puzzle.marks
        }
        broken = {offence.rule for offence in self.list_offences(board, answer - changes)}
        codes = [self.settings.given_code] if changes else []
        codes += [code for code in self.puzzle.rules.RULES if code in broken]
        codes += sorted(broken.difference(codes))
        if not codes and least is not None and self.compute_cost(board, answer) > least:
            return (COST,)
        return tuple(dict.fromkeys(codes))

    def find_least_cost(self, board: Board) -> int | None:
        """Return the cost of the solution of an example, None where solutions have no cost."""
        return self.bank.least_costs.get(format_rows(board))

    def compute_cost(self, board: Board, answer: Answer) -> int:
        """Return the cost of an answer by rules.py of the puzzle."""
        return int(self.puzzle.rules.cost(shape_like(fill_board(board, answer), board)))

    def list_offences(self, board: Board, answer: Answer) -> list[Offence]:
        """Return the offences of an answer by rules.py of the puzzle."""
        solved = shape_like(fill_board(board, answer), board)
        return list(self.puzzle.rules.offences(solved, board))

    def group_wrong_answers(self, trial: TrialBoard, answers: ProgramAnswers) -> Difference:
        """Group the wrong answers to a trial board by what they break; empty if all is right.

        The key (REFUSES,) has the solutions that the program does not accept.  A program that
        optimises has to find one solution.  Where solutions have a cost, it also has to accept all
        others when nothing is minimised.  The key (SEVERAL,) says that a solution came twice; it
        has no answers.
        """
        wrong: dict[Codes, set[Answer]] = {}
        for answer in set(answers.found) - trial.solutions:
            if answer not in trial.codes:
                trial.codes[answer] = self.list_broken_codes(trial.board, answer, trial.least)
            wrong.setdefault(trial.codes[answer], set()).add(answer)
        refused = set(trial.solutions.difference(answers.found))
        if answers.optimises and trial.least is not None:
            refused.difference_update(answers.accepted)
        elif not answers.is_complete or (answers.optimises and refused != trial.solutions):
            refused = set()
        if refused:
            wrong[REFUSES,] = refused
            if refused == trial.solutions:  # then answers that cost more are only a consequence
                wrong.pop((COST,), None)
        if answers.differing:
            wrong[SEVERAL,] = {frozenset()}
        return {codes: frozenset(answers) for codes, answers in wrong.items()}

    @property
    def empty_code(self) -> str:
        """The code of a program whose answers never fill a cell."""
        return f"no-{self.settings.value}s"

    @functools.cached_property
    def value_pattern(self) -> str:
        """A regular expression for the values that answers may put into cells."""
        return make_value_pattern(self.solution_values)

    @property
    def solution_values(self) -> frozenset[str]:
        """The values that solutions of the trial boards put into cells; raises Unusable if none."""
        if not self.bank.solution_values:
            raise Unusable(f"{self.bank.source}: found no board whose solution fills a cell")
        return self.bank.solution_values

    @functools.cached_property
    def given_pattern(self) -> str:
        """A regular expression for the values of given cells."""
        boards = (trial.board for trial in self.bank.trials)
        return make_value_pattern(
            cell.value for board in boards for cell in find_given_cells(board)
        )

    @property
    def atom(self) -> str:
        """The form of an answer's atoms: cell(R,C,b), or cell(R,C,V) if there are many values."""
        return f"cell(R,C,{self.value_pattern if self.value_pattern.isalpha() else 'V'})"

    @property
    def constants(self) -> set[str]:
        """The values of given cells and of answers that are names."""
        return set(filter(str.isalpha, f"{self.value_pattern}|{self.given_pattern}".split("|")))


def make_value_pattern(values: Iterable[str]) -> str:
    """Return a regular expression for the terms in `values`, and for any number if one is."""
    distinct = set(values)
    numbers = {value for value in distinct if value.removeprefix("-").isdecimal()}
    terms = sorted(map(re.escape, distinct - numbers))
    if numbers:
        has_negative = any(value.startswith("-") for value in numbers)
        terms.append(r"-?\d+" if has_negative else r"\d+" if "0" in numbers else r"[1-9]\d*")
    return "|".join(terms)
