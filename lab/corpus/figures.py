"""What the folder of a puzzle may add to its corpus, as FIGURES in its figures.py."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lab.common.settings import read_settings
from lab.puzzles import Puzzle


@dataclass(frozen=True)
class Figures:
    """Columns of the table by name, and how they are found; each field may be left out."""

    board: Mapping[str, Callable[[Any], int]] = field(default_factory=dict)  # of a board
    solution: Mapping[str, Callable[[Any], int]] = field(default_factory=dict)  # of its solution
    # The values of given cells, a character each, if no rule of NAME.lp concludes one of them:
    # then boards of equal size are solved by one ground program, see shape.lp.
    given_values: str = ""
    labels: Iterable[str] = ()  # of ratings, the easiest first
    # Returns the rating of a board with one solution: its label, tactics (text) and steps (int).
    rate: Callable[[Any], Any] | None = None


def read_figures(puzzle: Puzzle) -> Figures:
    """Return the figures of a puzzle, none without figures.py; raises Unusable for a bad one."""
    return read_settings(puzzle, "figures", Figures)
