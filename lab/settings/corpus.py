"""The settings of a puzzle for corpus: FIGURES in figures.py of its folder."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lab.puzzles import Puzzle
from lab.settings import read_settings


@dataclass(frozen=True)
class Figures:
    """Further columns of the table, and how boards are rated; each field may be left out."""

    # Columns by name, each with a function that counts something in a board, or in its solution:
    board: Mapping[str, Callable[[Any], int]] = field(default_factory=dict)
    solution: Mapping[str, Callable[[Any], int]] = field(default_factory=dict)
    # The values of given cells, a character each, if no rule of NAME.lp derives one of them:
    # then boards of equal size are solved by one ground program, see shape.lp.
    given_values: str = ""
    labels: Iterable[str] = ()  # that ratings have, the easiest first
    # Returns the rating of a board with one solution: its label, tactics (text) and steps (int).
    rate: Callable[[Any], Any] | None = None


def read_figures(puzzle: Puzzle) -> Figures:
    """Return the FIGURES of a puzzle, Figures() without figures.py; raises Unusable."""
    return read_settings(puzzle, "figures", Figures)
