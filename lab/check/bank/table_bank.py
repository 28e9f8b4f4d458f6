"""TableBank: boards, grids and known mistakes of a puzzle, read from the tables of a handout.

`python3 -m lab handout` writes tables.json, and the puzzle's rules.py.  So a handout
holds no encode.py, no reference and no program with a mistake.
"""

import functools
import json
import runpy
from collections.abc import Mapping
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from lab import ROOT, Unusable
from lab.check.bank.answers import (
    AnswerCount,
    Exercise,
    ExerciseBoard,
    TrialBoard,
    find_added_cells,
    make_answer,
)
from lab.check.bank.mistake_table import read_table
from lab.check.bank.start_files import StartFiles
from lab.common.words import format_rows
from lab.puzzles import Board
from lab.runner.task_pool import Outcome
from lab.settings.check import CheckSettings, GridSamples
from lab.settings.course import Course

TABLES_FOLDER = ROOT / "lab" / "task"
TABLES_FILE, RULES_FILE = "tables.json", "rules.py"


def open_tables() -> "TableBank":
    """Return the bank with the tables in TABLES_FOLDER; raise Unusable if they cannot be read."""
    try:
        data = json.loads((TABLES_FOLDER / TABLES_FILE).read_text("utf-8"))
        bank = TableBank(data, runpy.run_path(str(TABLES_FOLDER / RULES_FILE)))
        bank.puzzle.rules.RULES.keys()  # this, and the calls, raise an error if rules.py is damaged
        for board in bank.examples:
            bank.puzzle.rules.offences(board, board, False)
    except Exception as error:  # a student may have changed these files in any way
        reason = f"{type(error).__name__}: {error}"
        raise Unusable(f"{TABLES_FOLDER}: unpack the handout again: {reason}") from None
    return bank


class TableBank:
    """The tables of a handout, with the attributes and methods of a FolderBank."""

    reference = ""  # no program that solves a board is handed out

    def __init__(self, data: Mapping[str, Any], rules: Mapping[str, Any]) -> None:
        """Take the tables, and the names that rules.py defines."""
        self.source = TABLES_FOLDER / TABLES_FILE
        self.data = data
        basics = {name: data[name] for name in ("name", "title", "best", "marks")}
        self.puzzle: Any = SimpleNamespace(**basics, rules=SimpleNamespace(**rules))
        costs = {code: functools.partial(self._find_cost, code) for code in data["costs"]}
        self.settings = CheckSettings(wrong_costs=costs, **data["settings"])
        self.starts = StartFiles(data["starts"], **data["words"])
        worth = {part: Fraction(text) for part, text in data["points"].items()}
        self.course = Course(
            worth,
            language=data["language"],
            group=data["group"],
            partial_percent=Fraction(data["partial_percent"]),
            penalties={name: Fraction(text) for name, text in data["penalties"].items()},
        )
        self.samples = GridSamples(**data["samples"])
        self.grids: list[str] = data["grids"]
        self.sentences: Mapping[str, str] = data["sentences"]
        self.mistake_table = read_table(data["mistakes"])
        self._entries = {format_rows(entry["board"]): entry for entry in data["boards"]}
        self.exercises = [
            Exercise(names, [ExerciseBoard(*board) for board in boards])
            for names, boards in data["exercises"]
        ]
        self.examples: list[Board] = self._read_boards("examples")
        solved = {format_rows(board): self._find_entry(board) for board in self.examples}
        self.least_costs = {name: entry["best"] for name, entry in solved.items()}
        self.reference_outcomes: Mapping[str, Outcome] = {
            name: Outcome(*entry["reference"]) for name, entry in solved.items()
        }
        self.counts = [AnswerCount((h, w), *rest) for (h, w), *rest in data["counts"]]
        self.own_names = frozenset(data["own_names"])
        self.trials = list(map(self.solve, self._read_boards("trials")))
        self.fresh_boards = list(map(self.solve, self._read_boards("fresh")))

    def _read_boards(self, kind: str) -> list[Board]:
        return [self.data["boards"][number]["board"] for number in self.data[kind]]

    def _find_entry(self, board: Board) -> Any:
        return self._entries[format_rows(board)]

    def read_exercises(self, values: str) -> list[Exercise]:
        return self.exercises

    def solve(self, board: Board) -> TrialBoard:
        """Return a board of the tables with its solutions."""
        entry = self._find_entry(board)
        solutions = frozenset(map(make_answer, entry["solutions"]))
        return TrialBoard(board, solutions, entry["facts"], entry.get("least"))

    def format_facts(self, board: Board) -> str:
        return str(self._find_entry(board)["facts"])

    def list_expected_lines(self, grid: str) -> list[str]:
        statements = self.data["statements"].get(grid)  # examples are not among them
        return list(statements or self._entries[grid.rstrip("\n")]["facts"].splitlines())

    def list_mistake_programs(self) -> dict[str, str]:
        """Return no programs: the table of a handout is complete."""
        return {}

    def _find_cost(self, code: str, board: Board, solved: Board) -> int:
        """Return the cost that a program with the mistake `code` reports for a solution."""
        entry = self._find_entry(board)
        place = list(map(make_answer, entry["solutions"])).index(find_added_cells(board, solved))
        return int(entry["costs"][code][place])
