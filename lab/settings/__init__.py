"""Settings that a puzzle's folder has for check, corpus and web, each in a module of its own.

CHECKING in checking.py is a CheckSettings, FIGURES in figures.py a Figures, WEB in web.py a
PlaySettings.  All settings have defaults, also without the module.
"""

import dataclasses
import re
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from lab import Unusable
from lab.puzzles import Board, Puzzle

Settings = TypeVar("Settings")

UNEXPECTED = re.compile(r"unexpected keyword argument '(\w+)'")  # in Python's own message


def read_settings(puzzle: Puzzle, module: str, kind: type[Settings]) -> Settings:
    """Return the record of the dataclass `kind` in a module of the puzzle's folder.

    Its name there is that of the module in capitals.  Without the module it is `kind()`.
    Raises Unusable if the module has no such record, or uses a name that `kind` does not have.
    """
    if not puzzle.has(module):
        return kind()
    file, name = puzzle.folder / f"{module}.py", module.upper()
    try:
        settings = getattr(puzzle.load_module(module), name, None)
    except TypeError as error:
        line = traceback.extract_tb(error.__traceback__)[-1].lineno
        misspelt = UNEXPECTED.search(str(error))
        if not misspelt or f"{kind.__name__}." not in str(error):
            raise
        names = ", ".join(field.name for field in dataclasses.fields(kind))  # type: ignore[arg-type]
        message = f"found the name {misspelt[1]}, expected one of {names}"
        raise Unusable(f"{file}:{line}: {name}: {message}") from None
    if not isinstance(settings, kind):
        raise Unusable(f"{file}: found no {name}, expected {name} = {kind.__name__}(...)")
    return settings


@dataclass(frozen=True)
class Figures:
    """For corpus and hint: further columns of the table, and how boards are rated."""

    # Columns by name, each with a function that counts something in a board, or in its solution:
    board: Mapping[str, Callable[[Board], int]] = field(default_factory=dict)
    solution: Mapping[str, Callable[[Board], int]] = field(default_factory=dict)
    # The values of given cells, a character each, if no rule of NAME.lp derives one of them:
    # then boards of equal size are solved by one ground program, see ShapeProgram.
    given_values: str = ""
    labels: Iterable[str] = ()  # the labels that ratings have, the easiest first
    # Returns the rating of a board: its label ("" unless it has one solution), tactics (text),
    # steps (int) and a sentence.
    rate: Callable[[Board], Any] | None = None


def read_figures(puzzle: Puzzle) -> Figures:
    """Return the FIGURES of a puzzle, Figures() without figures.py; raises Unusable."""
    return read_settings(puzzle, "figures", Figures)
