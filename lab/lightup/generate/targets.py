"""Where puzzles go: standard output, or a folder with their solutions and an index."""

import contextlib
import os
from pathlib import Path
from typing import Protocol

from lab import Unusable, notations, puzzles
from lab.files import INDEX, keep, write
from lab.lightup.generate.making import Puzzle
from lab.lightup.generate.orders import Order
from lab.lightup.generate.thin import difficulty
from lab.lightup.rules import BULB, CLUES, cells

LIGHT_UP = puzzles.default()
COLUMNS = ("name", "size", "clues", "bulbs", "difficulty", "seed")


class Target(Protocol):
    """Takes puzzles one by one, and is closed after the last, whatever ended the series."""

    def take(self, order: Order, puzzle: Puzzle) -> None:
        """Write a puzzle."""

    def close(self) -> None:
        """Write what comes after the last puzzle, if anything."""


class Printer:
    """Standard output, a blank line between puzzles that take several lines."""

    def __init__(self, notation: str) -> None:
        self._notation, self._separator = notation, ""

    def take(self, order: Order, puzzle: Puzzle) -> None:
        """Print a puzzle."""
        write(self._separator + notations.write(LIGHT_UP, puzzle.board, self._notation))
        self._separator = "" if notations.is_one_a_line(LIGHT_UP, self._notation) else "\n"

    def close(self) -> None:
        """Nothing is left to do."""


class Folder:
    """A folder for puzzles, solutions and an index; raises Unusable if a file exists already.

    After an interruption all files in it are whole; close() writes the index of those there are.
    """

    def __init__(self, path: str, notation: str, orders: list[Order]) -> None:
        self._path, self._notation = Path(path), notation
        self._lines: dict[str, tuple[str, ...]] = {}  # of the index, by the name of the order
        for name in [
            INDEX,
            *(f"{kind}{order.name}.txt" for order in orders for kind in ("dom", "sol")),
        ]:
            if os.path.lexists(self._path / name):
                raise Unusable(f"{self._path / name}: exists, and nothing is overwritten")
        self._is_new = not self._path.exists()
        try:
            self._path.mkdir(exist_ok=True)
        except OSError as error:
            raise Unusable(f"{path}: {error.strerror}") from None

    def take(self, order: Order, puzzle: Puzzle) -> None:
        """Write the file of a puzzle, after that of its solution."""
        self._lines[order.name] = described(order, puzzle)
        if puzzle.solution:
            holds_bulbs = BULB in LIGHT_UP.notations[self._notation].HOLDS
            notation = self._notation if holds_bulbs else "grid"
            self._write(
                f"sol{order.name}.txt", notations.write(LIGHT_UP, puzzle.solution, notation)
            )
        self._write(f"dom{order.name}.txt", notations.write(LIGHT_UP, puzzle.board, self._notation))

    def close(self) -> None:
        """Write the index; the last puzzle does not count if it was interrupted."""
        lines: list[tuple[str, ...]] = [COLUMNS]
        for name, columns in self._lines.items():
            if (self._path / f"dom{name}.txt").exists():
                lines.append(columns)
            else:
                (self._path / f"sol{name}.txt").unlink(missing_ok=True)
        if len(lines) > 1:
            self._write(INDEX, "".join("\t".join(columns) + "\n" for columns in lines))
        elif self._is_new:
            with contextlib.suppress(OSError):
                self._path.rmdir()

    def _write(self, name: str, text: str) -> None:
        keep(self._path / name, text)


def described(order: Order, puzzle: Puzzle) -> tuple[str, ...]:
    """The columns of a puzzle in the index."""
    board, level = puzzle.board, puzzle.spoilt or difficulty(puzzle.board)
    bulbs = str(len(cells(puzzle.solution, BULB))) if puzzle.solution else "-"
    size, clues = f"{len(board)}x{len(board[0])}", str(len(cells(board, CLUES)))
    return f"dom{order.name}", size, clues, bulbs, level, order.seed
