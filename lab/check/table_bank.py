"""TableBank: boards, grids and known mistakes of a puzzle, read from the tables of a handout.

`python3 -m lab handout` writes FOLDER: tables.json and rules.py, the judge of the puzzle.  So a
handout holds no encode.py, no reference and no program with a mistake.
"""

import functools
import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from lab import ROOT, Unusable
from lab.check.answers import added_cells, format_board, make_answer
from lab.check.bank import TrialBoard
from lab.check.mistake_table import MistakeTable
from lab.check.settings import CheckSettings, Codes, GridSamples
from lab.check.starts import Starts
from lab.puzzles import Rows
from lab.runner.pool import Outcome

FOLDER = ROOT / "lab" / "task"
FILE, RULES = "tables.json", "rules.py"


class HandoutPuzzle(NamedTuple):
    """The part of a lab.puzzles.Puzzle that a handout has."""

    name: str
    title: str
    best: str
    rules: Any


class TableBank:
    """The tables of a handout as a Bank."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Raise Unusable if the tables cannot be read."""
        self.source = folder / FILE
        try:
            self.data = json.loads(self.source.read_text("utf-8"))
            self._read(import_file(folder / RULES))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Unusable(f"{self.source}: cannot be used: {error}") from None

    def _read(self, rules: Any) -> None:
        """Set the attributes of a Bank from the tables."""
        name, title, best = (str(self.data[key]) for key in ("name", "title", "best"))
        self.puzzle: Any = HandoutPuzzle(name, title, best, rules)
        costs = {code: functools.partial(self._cost, code) for code in self.data["costs"]}
        settings = {"is_comparable": self._is_comparable, "costs": costs, **self.data["own"]}
        self.settings = CheckSettings(**settings)
        self.starts = Starts(self.data["starts"], **self.data["words"])
        self.group = int(self.data["group"])  # authors of a delivery, at most
        self.samples = GridSamples(**self.data["samples"])
        self.grids: list[str] = self.data["grids"]
        self.sentences: Mapping[str, str] = self.data["sentences"]
        self.mistake_table = MistakeTable.from_json(self.data["mistakes"])
        entries = self.data["boards"]
        self._entries = {format_board(entry["board"]): entry for entry in entries}
        rows = {
            kind: [entries[number]["board"] for number in self.data[kind]]
            for kind in ("trials", "oblong", "fresh", "examples")
        }
        self.trials, self.oblong, self.fresh = (
            list(map(self.solve, rows[kind])) for kind in ("trials", "oblong", "fresh")
        )
        self.examples: list[Rows] = rows["examples"]

    def _entry(self, board: Rows) -> dict[str, Any]:
        entry: dict[str, Any] = self._entries[format_board(board)]
        return entry

    def solve(self, board: Rows) -> TrialBoard:
        """Return a board of the tables with its solutions."""
        entry = self._entry(board)
        solutions = frozenset(map(make_answer, entry["solutions"]))
        return TrialBoard(board, solutions, entry["facts"], entry.get("least"))

    def least_cost(self, board: Rows) -> int | None:
        least: int | None = self._entry(board)["best"]
        return least

    def format_facts(self, board: Rows) -> str:
        return str(self._entry(board)["facts"])

    def expected_lines(self, grid: str) -> list[str]:
        lines: list[str] = self.data["statements"][grid]
        return lines

    def reference_outcome(self, board: Rows) -> Outcome:
        return Outcome(*self._entry(board)["reference"])

    def mistake_programs(self) -> dict[str, str]:
        """Return no programs: the table of a handout is complete."""
        return {}

    def _cost(self, code: str, board: Rows, solved: Rows) -> int:
        """Return the cost that a program with a mistake reports for a solution of a trial board."""
        entry = self._entry(board)
        place = list(map(make_answer, entry["solutions"])).index(added_cells(board, solved))
        cost: int = entry["costs"][code][place]
        return cost

    def _is_comparable(self, board: Rows, codes: Codes) -> bool:
        name, listed = format_board(board), list(codes)
        return not any(
            name in boards and listed in groups for boards, groups in self.data["incomparable"]
        )


def import_file(path: Path) -> Any:
    """Import the module in a file."""
    spec = importlib.util.spec_from_file_location("lab.task.rules", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
