"""Bank: what check knows of a puzzle besides its rules.

FolderBank reads it from the puzzle's folder, TableBank from the tables of a handout.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from lab.check.answers import Exercise, TrialBoard
from lab.check.mistake_table import MistakeTable
from lab.check.start_files import Starts
from lab.puzzles import Rows
from lab.runner.pool import Outcome
from lab.settings.check import CheckSettings, GridSamples


class Bank(Protocol):
    """The boards, grids and known mistakes of a puzzle."""

    puzzle: Any  # a Puzzle, or its name, title and rules
    settings: CheckSettings
    source: Path  # the file with the trial boards
    starts: Starts  # the files that were handed out
    fresh: list[TrialBoard]  # boards of a handout; elsewhere they are made for each check
    grids: list[str]  # likewise
    reference_outcomes: Mapping[str, Outcome]  # of examples by their texts, in a handout

    @property
    def mistake_table(self) -> MistakeTable:
        """The behaviour of each known mistake, as far as it has been learnt."""

    @property
    def trials(self) -> list[TrialBoard]: ...
    @property
    def examples(self) -> list[Rows]: ...
    @property
    def reference(self) -> str:
        """The text of the reference program, "" in a handout."""

    @property
    def samples(self) -> GridSamples: ...
    @property
    def sentences(self) -> Mapping[str, str]:
        """Sentences that explain the known mistakes, by ID."""

    @property
    def least_costs(self) -> Mapping[str, int]:
        """The costs of the solutions of examples, by their texts."""

    def read_exercises(self, values: str) -> list[Exercise]:
        """Return the exercises before the assignment; `values` is a pattern of answers."""

    def solve(self, board: Rows) -> TrialBoard:
        """Return a board with all its solutions."""

    def format_facts(self, board: Rows) -> str: ...
    def expected_lines(self, grid: str) -> Sequence[str]:
        """Return the facts of a grid as the contract has them, a line each."""

    def mistake_programs(self) -> Mapping[str, str]:
        """Return the texts of the programs with one mistake, by its name."""
