"""The notations that every puzzle has: grid, the text of its record, and facts, of encode.py.

A puzzle may have its own modules for them, in its notations/.
"""

from types import ModuleType
from typing import Any

import decode
import encode
from lab.notations import facts
from lab.notations.text import Chunk, split_paragraphs

CELL = facts.fact_pattern(r"\w+")
CELLS = "cell(R,C,V) with rows and columns from 0"


class GridNotation:
    """grid: the text that the record reads; blank lines separate several."""

    def __init__(self, record: ModuleType) -> None:
        self._record = record

    def matches(self, text: str) -> bool:
        """Whether the text may be in this notation."""
        return not facts.matches(text)

    def split(self, text: str) -> list[Chunk]:
        """Return the puzzles in the text, which blank lines separate."""
        return split_paragraphs(text)

    def read(self, text: str) -> Any:
        """Return the board of a puzzle; raise a GridError."""
        return self._record.read(text.encode())

    def read_solved(self, text: str) -> Any:
        """Return a board that may contain an answer; raise a GridError."""
        return self._record.read(text.encode(), solved=True)

    def write(self, board: Any) -> str:
        """Return the text of a board."""
        return decode.format_grid(board)


class FactsNotation(GridNotation):
    """facts: the logic program that encode.py writes, or another one with the same facts."""

    def matches(self, text: str) -> bool:
        """Whether the text looks like facts."""
        return facts.matches(text)

    def split(self, text: str) -> list[Chunk]:
        """Return the puzzles in the text, which blank lines separate."""
        return facts.split(text)

    def read(self, text: str) -> Any:
        """Return the board of a puzzle; raise a GridError."""
        return super().read(read_grid(text))

    def read_solved(self, text: str) -> Any:
        """Return a board that may contain an answer; raise a GridError."""
        return super().read_solved(read_grid(text))

    def write(self, board: Any) -> str:
        """Return the text of a board."""
        return encode.format_facts(board)


def read_grid(text: str) -> str:
    """Return the grid whose cells, of any value, the facts state."""
    program = facts.FactProgram(text)
    return decode.format_grid(program.rows(program.cells("cell", 3, CELL, CELLS)))


SHARED_NOTATIONS = {"grid": GridNotation, "facts": FactsNotation}
