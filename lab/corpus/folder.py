"""The folder of --to: puzzles as dom0001.txt, sol0001.txt and so on, and an index."""

from collections.abc import Sequence
from pathlib import Path

import decode
from lab import Unusable
from lab.common.files import INDEX, save
from lab.corpus.rows import Values
from lab.puzzles import Rows

NOT_IN_INDEX = ("solution", "reason")  # columns of the table


class PuzzleFolder:
    """A folder with the puzzles of the rows that were added to it, and their solutions."""

    def __init__(self, path: Path, columns: Sequence[str]) -> None:
        """Make the folder, unless there is one; raises Unusable."""
        self._path = path
        self._columns = [name for name in columns if name not in NOT_IN_INDEX]
        self._lines = ["\t".join(["name", *self._columns]) + "\n"]  # of the index
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._had_files = any(path.iterdir())
        except OSError as error:
            raise Unusable(f"{path}: {error.strerror}") from None

    def add_earlier_row(self, values: Values) -> None:
        """Add a row of an earlier run to the index; its files are there already."""
        if values.get("height"):
            self._add_to_index(values)

    def check_was_empty(self) -> None:
        """Raise Unusable if the folder had files before this run."""
        if self._had_files:
            raise Unusable(f"{self._path}: there are files, and nothing is overwritten")

    def add_board(self, board: Rows, values: Values) -> None:
        """Write the files of a board and its row."""
        number = f"{len(self._lines):04}"
        if solution := values.get("solution"):
            save(self._path / f"sol{number}.txt", str(solution).replace("/", "\n") + "\n")
        save(self._path / f"dom{number}.txt", decode.format_grid(board))
        self._add_to_index(values)

    def close(self, is_complete: bool) -> None:
        """Write the index; if the table is not complete, only if it has puzzles."""
        if is_complete or len(self._lines) > 1:
            save(self._path / INDEX, "".join(self._lines))

    def _add_to_index(self, values: Values) -> None:
        cells = [values.get(name) for name in self._columns]
        line = [f"dom{len(self._lines):04}", *("-" if c is None else str(c) for c in cells)]
        self._lines.append("\t".join(line) + "\n")
