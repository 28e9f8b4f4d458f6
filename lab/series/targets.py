"""Where puzzles go: standard output, or a folder with their solutions and an index."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from lab import Unusable, notations, puzzles
from lab.common.files import INDEX, save, write
from lab.series.orders import Order


class SeriesFormat(NamedTuple):
    """What an index says of puzzles: its columns, and those of one of them."""

    puzzle: puzzles.Puzzle
    columns: tuple[str, ...]
    described: Callable[[Order, Any], tuple[str, ...]]
    solved: Callable[[str], str]  # the notation for solutions, if that of puzzles is this one


class Target(Protocol):
    """Takes puzzles one by one, and is closed after the last, whatever ended the series."""

    def take(self, order: Order, puzzle: Any) -> None:
        """Write a puzzle."""

    def close(self) -> None:
        """Write what comes after the last puzzle, if anything."""


class Printer:
    """Standard output, a blank line between puzzles that take several lines."""

    def __init__(self, notation: str, index: SeriesFormat) -> None:
        self._notation, self._index, self._separator = notation, index, ""

    def take(self, order: Order, puzzle: Any) -> None:
        """Print a puzzle."""
        kind = self._index.puzzle
        write(self._separator + notations.format_board(kind, puzzle.board, self._notation))
        self._separator = "" if notations.has_one_per_line(kind, self._notation) else "\n"

    def close(self) -> None:
        """Nothing is left to do."""


class Folder:
    """A folder for puzzles, solutions and an index; raises Unusable if a file exists already.

    After an interruption all files in it are whole; close() writes the index of those there are.
    """

    def __init__(self, path: str, notation: str, orders: list[Order], index: SeriesFormat) -> None:
        self._path, self._notation, self._index = Path(path), notation, index
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

    def take(self, order: Order, puzzle: Any) -> None:
        """Write the file of a puzzle, after that of its solution."""
        kind = self._index.puzzle
        self._lines[order.name] = self._index.described(order, puzzle)
        if puzzle.solution:
            notation = self._index.solved(self._notation)
            self._write(
                f"sol{order.name}.txt", notations.format_board(kind, puzzle.solution, notation)
            )
        self._write(
            f"dom{order.name}.txt", notations.format_board(kind, puzzle.board, self._notation)
        )

    def close(self) -> None:
        """Write the index; the last puzzle does not count if it was interrupted."""
        lines: list[tuple[str, ...]] = [self._index.columns]
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
        save(self._path / name, text)
