"""The folder of a series: its puzzles, their solutions and an index."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from lab import Unusable, notations, puzzles
from lab.common.files import INDEX, save
from lab.common.processes import defer_signals
from lab.series.orders import Order


class SeriesFormat(NamedTuple):
    """How the puzzles of a generator are written: the columns of their index, and notations."""

    puzzle: puzzles.Puzzle
    columns: tuple[str, ...]  # of the index
    describe: Callable[[Order, Any], tuple[str, ...]]  # returns the cells of a puzzle's line
    solution_notation: Callable[[str], str]  # of solutions, by that of the puzzles


class SeriesFolder:
    """A folder for puzzles, solutions and an index.

    Ctrl-C waits while files are written: all files are whole, each puzzle has its solution and
    its line of the index.
    """

    def __init__(self, path: str, notation: str, orders: list[Order], form: SeriesFormat) -> None:
        """Make the folder, unless there is one; raises Unusable if a file exists already."""
        self._path, self._notation, self._form = Path(path), notation, form
        self._lines: list[tuple[str, ...]] = []  # of the index
        names = [f"{kind}{order.name}.txt" for order in orders for kind in ("dom", "sol")]
        for name in [INDEX, *names]:
            if os.path.lexists(self._path / name):
                raise Unusable(f"{self._path / name}: exists, and nothing is overwritten")
        self._is_new = not self._path.exists()
        try:
            self._path.mkdir(exist_ok=True)
        except OSError as error:
            raise Unusable(f"{path}: {error.strerror}") from None

    def write_puzzle(self, order: Order, puzzle: Any) -> None:
        """Write the files of a puzzle and its solution, both or neither; raises Unusable."""
        kind = self._form.puzzle
        notation = self._form.solution_notation(self._notation)
        solution_text = notations.format_board(kind, puzzle.solution, notation)
        text = notations.format_board(kind, puzzle.board, self._notation)
        columns = self._form.describe(order, puzzle)
        solution_path = self._path / f"sol{order.name}.txt"
        with defer_signals():
            save(solution_path, solution_text)
            try:
                save(self._path / f"dom{order.name}.txt", text)
            except Unusable:
                solution_path.unlink(missing_ok=True)
                raise
            self._lines.append(columns)

    def close(self) -> None:
        """Write the index; remove a new folder without puzzles."""
        lines = [self._form.columns, *self._lines]
        if self._lines:
            with defer_signals():
                save(self._path / INDEX, "".join("\t".join(columns) + "\n" for columns in lines))
        elif self._is_new:
            with contextlib.suppress(OSError):
                self._path.rmdir()
