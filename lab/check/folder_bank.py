"""FolderBank: boards, grids and known mistakes of a puzzle, read from its folder."""

import functools
from pathlib import Path
from typing import Any

import encode
from lab import Unusable
from lab.check.answers import added_cells, format_board
from lab.check.bank import BankFiles, TrialBoard
from lab.check.settings import CheckSettings, GridSamples, derive_samples
from lab.check.starts import Starts
from lab.common.settings import read_settings
from lab.notations import Source
from lab.puzzles import LEAST_COST, Puzzle, Rows


class FolderBank:
    """The folder of a puzzle as a Bank."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Raise Unusable if the folder lacks what check needs."""
        self.puzzle: Any = puzzle
        self.settings = read_settings(puzzle, "checking", CheckSettings)
        self.source = puzzle.folder / "trials.txt"
        self.files = BankFiles(puzzle.folder / "mistakes", puzzle.folder / "behaviour.json")
        self.starts = Starts()
        self.fresh: list[TrialBoard] = []
        self.grids: list[str] = []
        for is_there, name in (
            (self.source.is_file(), "trials.txt"),
            (hasattr(puzzle.rules, "solutions"), "solutions() in rules.py"),
        ):
            if not is_there:
                raise Unusable(f"{puzzle.title} cannot be checked: {puzzle.folder} has no {name}")

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
        """The lines `ID: sentence` of sentences.txt; empty without known mistakes."""
        file = self.files.programs / "sentences.txt"
        lines = file.read_text("utf-8", "replace").splitlines() if file.exists() else []
        parts = [line.partition(": ") for line in lines if line]
        return {mistake: sentence for mistake, _, sentence in parts}

    def behaviours(self) -> None:
        """Return None: lab/check/behaviour.py reads or runs the programs."""

    def pairs(self) -> None:
        """Return None: lab/check/together.py reads them."""

    def cause(self, program: Path) -> None:
        """Return None: the program is run."""
