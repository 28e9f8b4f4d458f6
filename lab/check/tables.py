"""A puzzle as check needs it, out of tables: no encode.py, no reference, no bank of mistakes.

`python3 -m lab handout` writes the tables, into a folder with tables.json and rules.py, the judge
of the puzzle.  In what is handed out this folder is FOLDER, and check reads it.
"""

import functools
import importlib.util
import json
import textwrap
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

from lab import ROOT, Unusable
from lab.check.answers import added_cells, format_board, make_answer
from lab.check.behaviour import JOINT, Behaviour
from lab.check.samples import Samples
from lab.check.subject import Codes, Subject, TrialBoard
from lab.puzzles import Rows
from lab.runner.pool import Outcome

FOLDER = ROOT / "lab" / "task"
FILE, RULES = "tables.json", "rules.py"
WIDTH = 79
LARGE = 1 << 16  # bytes of a file that may still be as it was handed out


class Known(NamedTuple):
    """What of a lab.puzzles.Puzzle is known."""

    name: str
    title: str
    best: str
    rules: Any  # its rules.py


class TableSubject(Subject):
    """A puzzle whose boards, solutions and mistakes are in tables."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Raises Unusable if the tables cannot be read."""
        self.trial_file = folder / FILE
        try:
            self.data = json.loads(self.trial_file.read_text("utf-8"))
            name, title, best = (str(self.data[one]) for one in ("name", "title", "best"))
            self.puzzle: Any = Known(name, title, best, module(folder / RULES))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Unusable(f"{self.trial_file}: cannot be used: {error}") from None
        self.program, self.script = f"{self.puzzle.name}.lp", "encode.py"
        costs = {code: functools.partial(self._cost, code) for code in self.data["costs"]}
        own = {"is_comparable": self._is_comparable, "COSTS": costs, **self.data["own"]}
        self._checking = SimpleNamespace(**own)
        self._found = {}

    # ------------------------------------------------------------ boards

    @functools.cached_property
    def _boards(self) -> dict[str, dict[str, Any]]:
        """What is known of every board, by its text."""
        return {format_board(one["board"]): one for one in self.data["boards"]}

    def _trials(self, kind: str) -> list[TrialBoard]:
        """The boards of a kind with their solutions."""
        return [self.trial(board) for board in self._rows(kind)]

    def _rows(self, kind: str) -> list[Rows]:
        """The boards of a kind."""
        return [self.data["boards"][number]["board"] for number in self.data[kind]]

    def trial(self, board: Rows) -> TrialBoard:
        """A board of the tables with its solutions."""
        known = self._boards[format_board(board)]
        return TrialBoard(self, board, map(make_answer, known["solutions"]), known.get("least"))

    def least(self, board: Rows) -> int | None:
        least: int | None = self._boards[format_board(board)]["best"]
        return least

    def _cost(self, code: str, board: Rows, solved: Rows) -> int:
        """What a solution of a trial costs by a mistake."""
        known = self._boards[format_board(board)]
        place = list(map(make_answer, known["solutions"])).index(added_cells(board, solved))
        cost: int = known["costs"][code][place]
        return cost

    @functools.cached_property
    def all_trials(self) -> list[TrialBoard]:
        return self._trials("trials")

    @functools.cached_property
    def oblong(self) -> list[TrialBoard]:
        return self._trials("oblong")

    @functools.cached_property
    def examples(self) -> list[Rows]:
        return self._rows("examples")

    def known_boards(self) -> Sequence[TrialBoard]:
        return self._trials("fresh")

    def facts(self, board: Rows) -> str:
        facts: str = self._boards[format_board(board)]["facts"]
        return facts

    def reference(self, board: Rows) -> Outcome | None:
        return Outcome(*self._boards[format_board(board)]["reference"])

    # ------------------------------------------------------------ grids for encode.py

    @functools.cached_property
    def samples(self) -> Samples:
        return Samples(**self.data["samples"])

    def known_grids(self) -> Sequence[str]:
        grids: list[str] = self.data["grids"]
        return grids

    def statements(self, grid: str) -> list[str]:
        statements: list[str] = self.data["statements"][grid]
        return statements

    # ------------------------------------------------------------ mistakes

    @functools.cached_property
    def sentences(self) -> dict[str, str]:
        sentences: dict[str, str] = self.data["sentences"]
        return sentences

    def known_behaviours(self) -> dict[Path, Behaviour]:
        table = [
            [{tuple(joined.split(JOINT)): one[joined] for joined in one} for one in trials]
            for trials in self.data["behaviours"]
        ]
        return {Path(path): table[number] for path, number in self.data["bank"].items()}

    def known_pairs(self) -> dict[str, list[str]]:
        pairs: dict[str, list[str]] = self.data["pairs"]
        return pairs

    def known_cause(self, path: Path) -> list[Any] | None:
        cause: list[Any] = self.data["causes"].get(str(path), [])
        return cause

    def _is_comparable(self, board: Rows, codes: Codes) -> bool:
        name, own = format_board(board), list(codes)
        return not any(name in some and own in those for some, those in self.data["incomparable"])

    # ------------------------------------------------------------ the start

    @property
    def group(self) -> int:
        return int(self.data["group"])

    def beginning(self, *paths: Path | None) -> str:
        first = [self.untouched(path) for path in paths if path]
        if not first or not all(first):
            return ""
        words = self.data["words"]
        steps = (
            textwrap.fill(step, WIDTH, initial_indent=f"  {n}. ", subsequent_indent=" " * 5)
            for n, step in enumerate(first, start=1)
        )
        return "\n\n".join([words["before"], *steps, words["after"]]) + "\n"

    def untouched(self, path: Path) -> str:
        """What to do first, if a file is still as it was handed out; else empty."""
        start = self.data["starts"].get(path.name)
        try:
            is_small = path.is_file() and path.stat().st_size <= LARGE
            same = is_small and strip_program(path.read_text("utf-8", "replace")) == start["text"]
        except (OSError, TypeError):
            return ""
        return str(start["first"]) if same else ""


def strip_program(program: str) -> list[str]:
    """The lines of a program without blanks around them, blank lines and comments on their own."""
    lines = (line.strip() for line in program.splitlines())
    return [line for line in lines if line and line[0] not in "#%"]


def module(path: Path) -> ModuleType:
    """The module in a file."""
    spec = importlib.util.spec_from_file_location("lab.task.rules", path)
    assert spec and spec.loader
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found
