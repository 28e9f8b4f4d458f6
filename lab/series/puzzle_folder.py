"""A folder of puzzles, such as an examples folder: puzzles, their solutions and an index."""

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from lab import Unusable
from lab.common.files import INDEX, name_file_in_errors, save
from lab.common.processes import defer_signals

REMEDY = "give the folder of its first rows, or name another table"


class PuzzleFolder:
    """A folder with dom01.txt, sol01.txt and so on, and an index with a line for each puzzle.

    Ctrl-C waits while files are written: all files are whole, each puzzle has its solution and
    its line of the index.
    """

    def __init__(self, path: Path, columns: Iterable[str]) -> None:
        """Make the folder, unless there is one; raises Unusable."""
        self._path = path
        self._index = ["\t".join(columns) + "\n"]  # its lines
        self._is_new = not path.exists()
        with name_file_in_errors(path):
            path.mkdir(parents=True, exist_ok=True)
            self._names = sorted(os.listdir(path))

    @property
    def puzzle_count(self) -> int:
        """The number of puzzles in the index."""
        return len(self._index) - 1

    def check_has_no_puzzles(self) -> None:
        """Raise Unusable if there were an index, puzzles or solutions before this run."""
        for name in self._names:
            if name == INDEX or name.startswith(("dom", "sol")):
                raise Unusable(f"{self._path / name}: exists, and nothing is overwritten")

    def check_has_own_index(self) -> None:
        """Raise Unusable if the puzzles of the lines so far are missing, or not in the index."""
        path = self._path / INDEX
        with name_file_in_errors(path):
            lines = path.read_text("utf-8", "replace").splitlines() if path.exists() else []
        for earlier, line in zip(lines, self._index):
            if earlier.split("\t")[:3] != line.rstrip("\n").split("\t")[:3]:
                raise Unusable(f"{path}: exists, and nothing is overwritten")
        names = {line.partition("\t")[0] + ".txt" for line in self._index[1:]}
        if missing := sorted(names.difference(self._names)):
            raise Unusable(f"{self._path}: found no {missing[0]}, which the table has; {REMEDY}")

    def add_puzzle(self, ending: str, line: Iterable[str], puzzle: str, solution: str) -> None:
        """Write dom + ending and sol + ending, both or neither; keep the line for the index.

        line: its cells, by the columns.  An empty text is not written: its file is there already,
        or there is no solution.  Raises Unusable.
        """
        solution_path = self._path / f"sol{ending}.txt"
        with defer_signals():
            if solution:
                save(solution_path, solution)
            try:
                if puzzle:
                    save(self._path / f"dom{ending}.txt", puzzle)
            except Unusable:
                solution_path.unlink(missing_ok=True)
                raise
            self._index.append("\t".join(line) + "\n")

    def close(self, has_all_lines: bool = True) -> None:
        """Write the index, unless lines are missing; remove a new folder without puzzles.

        An index without all lines is not written: an earlier one stays as it is.
        """
        if self.puzzle_count and has_all_lines:
            with defer_signals():
                save(self._path / INDEX, "".join(self._index))
        elif self._is_new:
            with contextlib.suppress(OSError):
                self._path.rmdir()
