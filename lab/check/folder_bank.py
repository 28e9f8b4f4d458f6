"""FolderBank: boards, grids and known mistakes of a puzzle, read from its folder."""

import functools
import json
import re
from pathlib import Path
from typing import Any

import encode
from lab import Unusable
from lab.check.answers import added_cells, format_board
from lab.check.bank import TrialBoard
from lab.check.mistake_table import MistakeTable, digest_json
from lab.check.settings import CheckSettings, GridSamples, derive_samples
from lab.check.starts import Starts, strip_program
from lab.common.settings import read_settings
from lab.notations import Source
from lab.puzzles import LEAST_COST, Puzzle, Rows

NAME = re.compile(r'\bhas\("([^"]+)"\)')  # of a mistake in mistakes.lp


class FolderBank:
    """The folder of a puzzle as a Bank."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Raise Unusable if the folder lacks what check needs."""
        self.puzzle: Any = puzzle
        self.settings = read_settings(puzzle, "checking", CheckSettings)
        self.source = puzzle.folder / "trials.txt"
        self.mistake_file = puzzle.folder / "mistakes.lp"
        self.starts = Starts()
        self.fresh: list[TrialBoard] = []
        self.grids: list[str] = []
        has_trials, has_solutions = self.source.is_file(), hasattr(puzzle.rules, "solutions")
        if not (has_trials and has_solutions):
            missing = "solutions() in rules.py" if has_trials else "trials.txt"
            raise Unusable(f"{puzzle.title} cannot be checked: {puzzle.folder} has no {missing}")

    # ------------------------------------------------------------ boards

    @functools.cached_property
    def trials(self) -> list[TrialBoard]:
        """The boards of trials.txt; raises Unusable, with the place, for what is no board."""
        return list(map(self.solve, self._source(self.source).boards("grid")))

    @functools.cached_property
    def oblong(self) -> list[TrialBoard]:
        return list(map(self.solve, self.settings.oblong))

    @functools.cached_property
    def examples(self) -> list[Rows]:
        paths = sorted(self.puzzle.examples.glob("dom*.txt"))
        return [self._source(path).board("grid") for path in paths]

    def solve(self, board: Rows) -> TrialBoard:
        """Return a board with its solutions, found by brute force."""
        rules, least = self.puzzle.rules, None
        solved_boards = list(rules.solutions(board))
        if self.puzzle.best == LEAST_COST and solved_boards:
            least = min(map(rules.cost, solved_boards))
            solved_boards = [solved for solved in solved_boards if rules.cost(solved) == least]
        solutions = frozenset(added_cells(board, solved) for solved in solved_boards)
        return TrialBoard(board, solutions, self.format_facts(board), least)

    def least_cost(self, board: Rows) -> int | None:
        return self._least_costs.get(format_board(board))

    @functools.cached_property
    def _least_costs(self) -> dict[str, int]:
        """The costs of the solutions of the examples, by the texts of the puzzles."""
        costs: dict[str, int] = {}
        for path in self.puzzle.examples.glob("dom*.txt"):
            solution = path.with_name(path.name.replace("dom", "sol"))
            if self.puzzle.best == LEAST_COST and solution.exists():
                solved = self.puzzle.record.read(solution.read_bytes(), True)
                board = self._source(path).board("grid")
                costs[format_board(board)] = self.puzzle.rules.cost(solved)
        return costs

    def _source(self, path: Path) -> Any:
        return Source(str(path), path.read_bytes(), self.puzzle)

    def format_facts(self, board: Rows) -> str:
        return encode.format_facts(board)

    def reference_outcome(self, board: Rows) -> None:
        """Return None: the reference is run."""

    # ------------------------------------------------------------ grids for encode.py

    @functools.cached_property
    def samples(self) -> GridSamples:
        boards = [trial.board for trial in self.trials]
        return self.settings.samples or derive_samples(boards)

    def expected_lines(self, grid: str) -> list[str]:
        """Return the facts of a grid as the contract has them, a line each; raise GridError.

        encode.py is not asked: it may be the one that is judged.
        """
        board = self.puzzle.record.read(grid.encode())
        h, w = len(board), len(board[0])
        cells = [
            f"cell({r},{c},{value})."
            for r, row in enumerate(board)
            for c, value in enumerate(row)
            if value != encode.OPEN
        ]
        if h == w:
            return [*cells, f"dim({h}).", f"#const n={h}."]
        return [*cells, f"dim({h},{w}).", f"#const rows={h}.", f"#const cols={w}."]

    # ------------------------------------------------------------ mistakes

    @functools.cached_property
    def sentences(self) -> dict[str, str]:
        """The lines `ID: sentence` of mistakes.txt; empty without known mistakes."""
        lines = read_text(self.puzzle.folder / "mistakes.txt").splitlines()
        parts = [line.partition(": ") for line in lines if line]
        return {mistake: sentence for mistake, _, sentence in parts}

    @property
    def names(self) -> list[str]:
        """The names of the mistakes that mistakes.lp can make, ID or ID/VARIANT."""
        return sorted(set(NAME.findall(read_text(self.mistake_file))))

    def program(self, *names: str) -> str:
        """Return the text of mistakes.lp with the facts that make it have some mistakes."""
        facts = "".join(f'has("{name}").\n' for name in names)
        return read_text(self.mistake_file) + facts

    def mistake_programs(self) -> dict[str, str]:
        """Return mistakes.lp with each of its names, and every mistakes-ID.lp."""
        programs = {name: self.program(name) for name in self.names}
        for path in sorted(self.puzzle.folder.glob("mistakes-*.lp")):
            programs[path.stem.removeprefix("mistakes-")] = read_text(path)
        return programs

    @functools.cached_property
    def mistake_table(self) -> MistakeTable:
        """The part of behaviour.json that is of the same programs and trial boards as now."""
        data = json.loads(read_text(self._table_file) or "{}")
        if not data:
            return MistakeTable()
        table, digests = MistakeTable.from_json(data), self._digests()
        mistakes = {
            name: mistake
            for name, mistake in table.mistakes.items()
            if digests.get(name) == data["digests"][name]
        }
        is_same = digests[self.mistake_file.name] == data["digests"].get(self.mistake_file.name)
        return MistakeTable(mistakes, table.pairs if is_same else {})

    def write_table(self, table: MistakeTable) -> None:
        """Write behaviour.json, a line for each behaviour, program and pair."""
        data = {"digests": self._digests(), **table.to_json()}
        parts = []
        for key, value in data.items():
            if isinstance(value, dict):
                rows = [f"{format_json(name)}:{format_json(row)}" for name, row in value.items()]
                parts.append(f'"{key}":{{\n' + ",\n".join(rows) + "}")
            else:
                parts.append(f'"{key}":[\n' + ",\n".join(map(format_json, value)) + "]")
        self._table_file.write_text("{" + ",\n".join(parts) + "}\n", "ascii")

    @property
    def _table_file(self) -> Path:
        return Path(self.puzzle.folder, "behaviour.json")

    def _digests(self) -> dict[str, str]:
        """Return a digest of each program with the trial boards, and one of mistakes.lp.

        Lines of comment do not count.
        """
        texts = {**self.mistake_programs(), self.mistake_file.name: self.program()}
        trials = read_text(self.source)
        return {
            name: digest_json([trials, strip_program(text)], 12) for name, text in texts.items()
        }


def read_text(path: Path) -> str:
    """Return the text of a file, "" if there is none."""
    return path.read_text("utf-8", "replace") if path.is_file() else ""


def format_json(data: object) -> str:
    """Return JSON in one line, without blanks."""
    return json.dumps(data, separators=(",", ":"))
