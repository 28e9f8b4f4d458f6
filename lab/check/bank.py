"""Bank: what check knows of a puzzle besides its rules, that is boards, grids and mistakes.

FolderBank reads it from the puzzle's folder, TableBank from the tables of a handout.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from lab.check.answers import Answer
from lab.check.mistake_table import MistakeTable
from lab.check.settings import CheckSettings, Codes, GridSamples
from lab.check.starts import Starts
from lab.puzzles import Rows
from lab.runner.pool import Outcome


@dataclass(eq=False)
class TrialBoard:
    """A board with all its solutions; where solutions have a cost, with those of least cost."""

    board: Rows
    solutions: frozenset[Answer]
    facts: str
    least: int | None = None  # cost of the solutions, where they have one
    codes: dict[Answer, Codes] = field(default_factory=dict)  # of answers that were judged before

    @property
    def requests(self) -> list[list[Any]]:
        """The answers, as sorted cells, that an optimising program is asked to accept."""
        return [] if self.least is None else sorted(map(sorted, self.solutions))


class Bank(Protocol):
    """Boards, grids and known mistakes of a puzzle."""

    puzzle: Any  # a lab.puzzles.Puzzle; in a handout only its name, title, best and rules
    settings: CheckSettings
    source: Path  # the file with the trial boards
    starts: Starts  # the files that were handed out

    @property
    def trials(self) -> Sequence[TrialBoard]:
        """All trial boards, in the order of the file."""

    @property
    def oblong(self) -> Sequence[TrialBoard]:
        """Boards that are no squares, which a program may be unfit for."""

    @property
    def fresh(self) -> Sequence[TrialBoard]:
        """Boards to use where check otherwise makes some; empty if it shall make them."""

    @property
    def examples(self) -> Sequence[Rows]:
        """The boards of the examples."""

    @property
    def samples(self) -> GridSamples:
        """Fixed grids for encode.py."""

    @property
    def grids(self) -> Sequence[str]:
        """Grids to use where check otherwise makes some for encode.py."""

    @property
    def sentences(self) -> Mapping[str, str]:
        """The sentence that explains each mistake to students, by ID."""

    def solve(self, board: Rows) -> TrialBoard:
        """Return a small board with its solutions."""

    def least_cost(self, board: Rows) -> int | None:
        """Return the cost of the solution of an example, None where nothing is minimised."""

    def format_facts(self, board: Rows) -> str:
        """Return the facts of a board, as the kit's encode.py writes them."""

    def expected_lines(self, grid: str) -> list[str]:
        """Return the lines that encode.py has to write for a grid; raise GridError."""

    def reference_outcome(self, board: Rows) -> Outcome | None:
        """Return the outcome of the reference on an example, None if it has to be run."""

    @property
    def mistake_table(self) -> MistakeTable:
        """What is known of the mistakes; see known_mistakes.py for programs that it lacks."""

    def mistake_programs(self) -> Mapping[str, str]:
        """Return the text of the program with each known mistake, by name; a handout has none."""
