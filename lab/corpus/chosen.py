"""Writes chosen puzzles into a folder: dom0001.txt, sol0001.txt and so on, and an index."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import decode
from lab import Unusable
from lab.common.files import INDEX, save
from lab.corpus.rows import Row, Value

LEFT_OUT = ("solution", "reason")  # columns that the index does not have


class Folder:
    """A folder of puzzles; the table's rows so far are its files so far.

    Raises Unusable if there are files in it, and no rows yet that could be theirs.
    """

    def __init__(self, path: Path, columns: Sequence[str]) -> None:
        self._path = path
        self._columns = [name for name in columns if name not in LEFT_OUT]
        self._lines = ["\t".join(["name", *self._columns]) + "\n"]
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._is_used = any(path.iterdir())
        except OSError as error:
            raise Unusable(f"{path}: {error.strerror}") from None

    def add_old(self, row: Mapping[str, Value]) -> None:
        """Count a row of an earlier run, whose files are there."""
        self._is_used = False
        if row.get("height"):
            self._lines.append(self._line(row))

    def check(self) -> None:
        """Raise Unusable if files would be overwritten."""
        if self._is_used:
            raise Unusable(f"{self._path}: there are files, and nothing is overwritten")

    def add(self, row: Row) -> None:
        """Write the files of a row, if it has a puzzle."""
        if row.board:
            name = self._name
            if solution := row.values.get("solution"):
                save(self._path / f"sol{name}.txt", str(solution).replace("/", "\n") + "\n")
            save(self._path / f"dom{name}.txt", decode.format_grid(row.board))
            self._lines.append(self._line(row.values))

    def close(self) -> None:
        """Write the index of what is there."""
        save(self._path / INDEX, "".join(self._lines))

    @property
    def _name(self) -> str:
        """The number of the next puzzle."""
        return f"{len(self._lines):04}"

    def _line(self, row: Mapping[str, Value]) -> str:
        values = (row.get(name) for name in self._columns)
        cells = ("-" if value is None else str(value) for value in values)
        return "\t".join([f"dom{self._name}", *cells]) + "\n"
