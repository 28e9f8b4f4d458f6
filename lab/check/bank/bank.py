"""Bank: what check knows of a puzzle besides its rules.

FolderBank makes it from the puzzle's folder.  A handout has the bank as a file, written by
lab/material/tables.py, and the puzzle's rules.py.  So a handout holds no encode.py, no reference
and no program with a mistake.
"""

import functools
import json
import runpy
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import decode
from lab import ROOT, Unusable
from lab.check.bank.answers import AnswerCount, Exercise, ExerciseBoard, TrialBoard, make_answer
from lab.check.bank.mistake_table import MistakeTable, read_table
from lab.check.bank.start_files import StartFiles
from lab.common.words import format_rows
from lab.puzzles import Board
from lab.runner.task_pool import Outcome
from lab.settings.check import CheckSettings, GridSamples
from lab.settings.course import Course

TABLES_FOLDER = ROOT / "lab" / "task"
TABLES_FILE, RULES_FILE = "tables.json", "rules.py"


class Bank:
    """Boards, grids and known mistakes of a puzzle; boards have their texts as keys."""

    source: Path  # the file with the trial boards
    puzzle: Any  # in a handout: its name, title, best, marks and rules
    settings: CheckSettings
    trials: Sequence[TrialBoard]
    examples: Sequence[Board]
    least_costs: Mapping[str, int]  # the costs of the examples' solutions, if they have any
    exercises: Sequence[Exercise]
    samples: GridSamples
    sentences: Mapping[str, str]  # the sentences of the known mistakes, by their IDs
    mistake_table: MistakeTable

    # empty in a handout
    reference = ""  # the text of NAME.lp
    mistake_programs: Mapping[str, str] = {}  # those with one mistake, by its name

    # only in a handout: elsewhere they are made for each check
    course = Course({})  # a course without points
    starts = StartFiles()
    grids: Sequence[str] = ()
    fresh_boards: Sequence[TrialBoard] = ()
    solved_trials: Mapping[str, TrialBoard] = {}  # other boards
    facts: Mapping[str, str] = {}  # the facts of all boards and grids, by their texts
    reference_outcomes: Mapping[str, Outcome] = {}  # those of the examples, by their texts
    counts: Sequence[AnswerCount] = ()
    own_names: frozenset[str] = frozenset()

    @functools.cached_property
    def solution_values(self) -> frozenset[str]:
        """The values that solutions of the trial boards put into cells."""
        solutions = (answer for trial in self.trials for answer in trial.solutions)
        return frozenset(cell.value for answer in solutions for cell in answer)

    def make_solved_trial(self, board: Board) -> TrialBoard:
        """Return a board with its solutions."""
        return self.solved_trials[format_rows(board)]

    def make_trial(self, board: Board) -> TrialBoard:
        """Return a board whose solutions are not known."""
        return TrialBoard(board, frozenset(), self.format_facts(board))

    def format_facts(self, board: Board) -> str:
        return self.facts[decode.format_grid(board)]

    def list_expected_lines(self, grid: str) -> list[str]:
        """Return the facts of a grid as the contract has them, a line each."""
        return self.facts[grid].splitlines()


def open_tables() -> Bank:
    """Return the bank in TABLES_FOLDER; raise Unusable if it cannot be read."""
    try:
        data = json.loads((TABLES_FOLDER / TABLES_FILE).read_text("utf-8"))
        rules: Any = SimpleNamespace(**runpy.run_path(str(TABLES_FOLDER / RULES_FILE)))
        bank = read_bank(data, rules)
        rules.RULES.keys()  # this, and the calls, raise an error if rules.py is damaged
        for board in bank.examples:
            rules.offences(board, board, False)
    except Exception as error:  # a student may have changed these files in any way
        reason = f"{type(error).__name__}: {error}"
        raise Unusable(f"{TABLES_FOLDER}: unpack the handout again: {reason}") from None
    return bank


def read_bank(data: Mapping[str, Any], rules: Any) -> Bank:
    """Return the bank that lab/material/tables.py wrote; fields of plain data are as they stand."""
    bank = Bank()

    def read_trial(board: Board, solutions: Any, *costs: Any) -> TrialBoard:
        facts = bank.format_facts(board)
        return TrialBoard(board, frozenset(map(make_answer, solutions)), facts, *costs)

    vars(bank).update(data)
    bank.source = TABLES_FOLDER / TABLES_FILE
    bank.puzzle = SimpleNamespace(**data["puzzle"], rules=rules)
    bank.settings = CheckSettings(**data["settings"])
    bank.trials, bank.fresh_boards, solved_trials = (
        [read_trial(*trial) for trial in data[kind]]
        for kind in ("trials", "fresh_boards", "solved_trials")
    )
    bank.solved_trials = {format_rows(trial.board): trial for trial in solved_trials}
    bank.exercises = [
        Exercise(names, [ExerciseBoard(*board) for board in boards])
        for names, boards in data["exercises"]
    ]
    bank.samples = GridSamples(**data["samples"])
    bank.mistake_table = read_table(data["mistake_table"])
    bank.starts = StartFiles(**data["starts"])
    bank.reference_outcomes = {
        text: Outcome(*outcome) for text, outcome in data["reference_outcomes"].items()
    }
    bank.counts = [AnswerCount((h, w), *values) for (h, w), *values in data["counts"]]
    bank.own_names = frozenset(data["own_names"])
    course = data["course"]
    for kind in ("points", "penalties"):
        course[kind] = {part: Fraction(text) for part, text in course[kind].items()}
    bank.course = Course(**{**course, "partial_percent": Fraction(course["partial_percent"])})
    return bank
