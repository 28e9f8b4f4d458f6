"""Faults of rules: rules.py and NAME.lp accept the same boards, and trial boards show each rule."""

import contextlib
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import decode
import encode
from decode import BLANK
from lab import Unusable
from lab.check.bank.answers import (
    Answer,
    TrialBoard,
    fill_board,
    find_added_cells,
    find_given_cells,
    read_answers,
)
from lab.check.bank.assignment import COST, REFUSES, SEVERAL, SMALL_ROWS, Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.programs.mistaken_programs import PROGRAM_SECONDS
from lab.check.programs.program import SubmittedProgram
from lab.common.terminal import print_message
from lab.common.words import format_rows, list_cells
from lab.findings import CONTRACT
from lab.inspection import Fault, find_line
from lab.notations import open_source
from lab.puzzles import BOARDS_FILE, Board, list_example_files, shape_like
from lab.runner.task_pool import TaskPool
from lab.settings.check import CheckSettings

CHANGED_BOARDS = 20  # trial boards with another given cell
MOST_JUDGEMENTS = 4000  # boards that rules.py judges in one search
GIVEN = CheckSettings.given_code
NO_INFOS = ("--warn=none",)


def find_program_faults(pool: TaskPool, assignment: Assignment) -> Iterator[Fault]:
    """Yield where NAME.lp and rules.py differ: on small trial boards, and on changed ones."""
    trials = [*assignment.small_trials, *change_trials(assignment)]
    path = assignment.puzzle.encoding
    program = SubmittedProgram(pool, assignment, path, is_trusted=True)
    outcome = program.find_answers(trials, cpu=PROGRAM_SECONDS)
    if not outcome.is_done:
        reason = outcome.value or f"stopped, as its {outcome.end} was used up"
        yield Fault(path, 1, f"has no answers to the trial boards: {reason}")
        return
    reported: set[tuple[str, ...]] = set()  # by what the answers break, once each
    for trial, answers in zip(trials, map(read_answers, outcome.value)):
        for codes, wrong in assignment.group_wrong_answers(trial, answers).items():
            if codes in reported:
                continue
            reported.add(codes)
            text = describe_difference(codes, format_answer(min(wrong, key=sorted)))
            yield make_board_fault(path, 1, trial.board, text)


def describe_difference(codes: Sequence[str], atoms: str) -> str:
    if REFUSES in codes:
        return f"refuses the solution {atoms} of rules.py"
    if SEVERAL in codes:
        return "two answer sets show the same cells"
    if CONTRACT in codes:
        return f"the answer {atoms} is not a grid"
    if not any(codes):
        return f"accepts {atoms}, which solutions() of rules.py lacks"
    broken = "costs more than the least" if COST in codes else f"breaks {', '.join(codes)}"
    return f"accepts {atoms}, which {broken} by rules.py"


def make_board_fault(path: Path, line: int, board: Board, text: str) -> Fault:
    rows = format_rows(board).replace("\n", "/")
    return Fault(path, line, f"on the board {rows}: {text}")


def change_trials(assignment: Assignment) -> list[TrialBoard]:
    """Return small trial boards with one more, random given cell, and all their solutions."""
    chance, trials = Random(1), assignment.bank.trials
    values = sorted({cell.value for trial in trials for cell in find_given_cells(trial.board)})
    changed: list[TrialBoard] = []
    for number in range(CHANGED_BOARDS if values else 0):
        trial = assignment.small_trials[number % len(assignment.small_trials)]
        rows = [list(row) for row in trial.board]
        row = chance.choice(rows)
        row[chance.randrange(len(row))] = chance.choice(values)
        with contextlib.suppress(Unusable):  # not every board is one of this puzzle
            board = assignment.puzzle.read_drawn_grid(decode.format_grid(rows))
            changed.append(assignment.bank.make_solved_trial(board))
    return changed


def find_faults_of_solutions(assignment: Assignment) -> Iterator[Fault]:
    """Yield where solutions() and offences() of rules.py differ on the small trial boards."""
    path, search = assignment.puzzle.folder / "rules.py", FillingSearch(assignment)
    line = find_line(path, r"^def solutions\b")
    for trial in assignment.small_trials:
        board = trial.board
        filled = {find_added_cells(board, rows) for rows in search.find_fillings(board)}
        solved = {
            find_added_cells(board, rows) for rows in assignment.puzzle.rules.solutions(board)
        }
        if filled - solved:
            text = f"lacks {format_answer(min(filled - solved, key=sorted))}, which breaks no rule"
            yield make_board_fault(path, line, board, text)
        if solved - filled and search.is_complete:
            text = f"yields {format_answer(min(solved - filled, key=sorted))}, which breaks a rule"
            yield make_board_fault(path, line, board, text)


def find_rule_faults(assignment: Assignment) -> Iterator[Fault]:
    """Yield the rules that no small trial board decides, codes not in RULES, a wrong given_code.

    A board decides a rule if a filling breaks this rule alone; for each rule the first such board
    is reported on standard error.
    """
    rules: Any = assignment.puzzle.rules
    given_code, path = assignment.settings.given_code, assignment.puzzle.folder / "rules.py"
    undecided = set(rules.RULES) - {given_code, COST}
    is_complete, search, bank = True, FillingSearch(assignment), assignment.bank
    assert isinstance(bank, FolderBank)
    for (line, _), trial in zip(bank.trial_grids, bank.trials):
        if len(trial.board) > SMALL_ROWS:
            continue
        for code in sorted(undecided):
            is_broken = any(search.find_fillings(trial.board, code))
            if is_broken or breaks_alone(assignment, trial, code):
                undecided.discard(code)
                print_message(f"{bank.source}:{line}: this board decides the rule {code}")
            is_complete &= search.is_complete
    for code in sorted(undecided):
        text = f"found no board of up to {SMALL_ROWS} rows with a filling that breaks the rule "
        more = "" if is_complete else ", among the fillings that were tried"
        hint = "a board with more columns counts, too"
        yield Fault(bank.source, 1, f"{text}{code} and no other one{more}; {hint}")

    for code in sorted(search.codes - {*rules.RULES, given_code, GIVEN}):
        text = f"offences() has the code {code}, expected one of {', '.join(rules.RULES)}"
        yield Fault(path, find_line(path, f"[\"']{re.escape(code)}[\"']"), text)
    codes = set[str]()  # codes of boards that lack all given cells
    for board in (
        trial.board for trial in assignment.small_trials if find_given_cells(trial.board)
    ):
        blank = shape_like([BLANK * len(row) for row in board], board)
        codes |= {offence.rule for offence in rules.offences(blank, board)}
    if codes and not codes & {given_code, GIVEN}:
        listed = ", ".join(sorted(codes))
        if assignment.puzzle.has("checking"):
            path = path.with_name("checking.py")
            text = f"found given_code {given_code}, expected one of {listed}"
            yield Fault(path, find_line(path, "given_code"), text)
        else:
            text = "offences() has to return the code given for a board that lacks given cells, "
            yield Fault(path, find_line(path, r"^def offences\b"), f"{text}not {listed}")


def find_forbidden_boards(assignment: Assignment) -> Iterator[Fault]:
    """Yield the trial boards and the examples that boards.lp forbids."""
    puzzle, bank = assignment.puzzle, assignment.bank
    assert isinstance(bank, FolderBank)
    if not puzzle.boards_text:
        return
    places = [(bank.source, line, trial) for (line, _), trial in zip(bank.trial_grids, bank.trials)]
    boards = [(path, line, trial.board) for path, line, trial in places]
    for path, _ in list_example_files(puzzle.examples_folder):
        boards += [(path, 1, open_source(str(path), puzzle).read_board("grid"))]
    for path, line, board in boards:
        facts = [f"given({r},{c},{v}).\n" for (r, c), v in list_cells(board) if v != BLANK]
        facts.append(encode.format_facts([BLANK * len(row) for row in board]))
        program = decode.Program([str(puzzle.folder / BOARDS_FILE)], NO_INFOS, "".join(facts))
        if program.solve(models=1) is not None:
            yield Fault(path, line, f"{BOARDS_FILE} forbids this board")


def breaks_alone(assignment: Assignment, trial: TrialBoard, code: str) -> bool:
    """Return whether a solution without one of its cells breaks this rule alone."""
    return any(
        {offence.rule for offence in assignment.list_offences(trial.board, answer - {cell})}
        == {code}
        for answer in trial.solutions
        for cell in answer
    )


class FillingSearch:
    """Searches for the fillings of boards that break no rule, or just one.

    Open cells get the values of the trial boards' solutions; a given cell may get a mark.  No
    filling leaves a cell open unless a solution does.  `is_complete` is false after a search that
    ended before all fillings were tried.
    """

    def __init__(self, assignment: Assignment) -> None:
        self.rules: Any = assignment.puzzle.rules
        self.marks, values = sorted(assignment.puzzle.marks), set[str]()
        for trial in assignment.bank.trials:
            for answer in trial.solutions:
                values |= {cell.value for cell in answer}
                values |= {BLANK} & {*chain(*fill_board(trial.board, answer))}
        self.values = sorted(values, key=lambda value: (value == BLANK, value))
        self.is_complete = True
        self.codes: set[str] = set()  # codes of all offences that were found
        self._judgements = 0

    def find_fillings(self, board: Board, broken: str = "") -> Iterator[Board]:
        """Yield the filled boards that break the rule `broken` alone; without it, the solutions."""
        self.is_complete, self._judgements = True, 0
        allowed = {broken} if broken else set[str]()
        yield from self._fill(board, [list(row) for row in board], 0, allowed)

    def _fill(
        self, board: Board, rows: list[list[str]], number: int, allowed: set[str]
    ) -> Iterator[Board]:
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
        elif not is_full and broken <= allowed:
            before = rows[r][c]
            for value in self.values if before == BLANK else [before, *self.marks]:
                rows[r][c] = value
                yield from self._fill(board, rows, number + 1, allowed)
            rows[r][c] = before


def format_answer(answer: Answer) -> str:
    return " ".join(f"{cell}." for cell in sorted(answer)) or "no atom"
