"""The table of a corpus: CSV on standard output, or a file to which a later run can add rows.

In a file each row is one line; a last line that was cut off is dropped before rows are added.
Before that, the file is read only: it is refused if it is not such a table.  Nobody can read an
unfinished .parquet file, so the rows stay in NAME.parquet.jsonl beside it until the end.
"""

import contextlib
import csv
import io
import itertools
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lab import Unusable
from lab.common.files import name_file_in_errors, write
from lab.corpus.extra import import_extra
from lab.corpus.rows import RowValues

ColumnTypes = Mapping[str, type]
ROW_GROUP = 10_000  # rows of a parquet file in a row group
ENDINGS = (".csv", ".jsonl", ".parquet")
REMEDY = "give the same options as for its first rows, or name another file"


def open_table(path: Path | None, columns: ColumnTypes) -> "Table":
    """Return the table of this path, or of standard output; raises Unusable."""
    if path is None:
        return Table(columns)
    if path.suffix not in ENDINGS:
        raise Unusable(f"-o {path}: expected a name that ends in {', '.join(ENDINGS)}")
    return ParquetTable(path, columns) if path.suffix == ".parquet" else FileTable(path, columns)


def find_rows_file(path: Path) -> Path:
    """Return the file to which the rows of the table at this path are added."""
    return path.with_name(f"{path.name}.jsonl") if path.suffix == ".parquet" else path


class Table:
    """CSV on standard output; unknown values are empty, seconds have six decimals."""

    def __init__(self, columns: ColumnTypes) -> None:
        self._columns = columns
        self._head = format_csv(columns)  # "" once it is printed

    def read_rows(self) -> Iterator[RowValues]:
        """Yield the rows of an earlier run; standard output has none."""
        return iter(())

    def add_rows(self, rows: Sequence[RowValues]) -> None:
        """Write rows and flush them; raises Unusable."""
        self._write(self._head + "".join(map(self._format_row, rows)))
        self._head = ""

    def close(self, is_complete: bool) -> None:
        """Close the table; a complete one without rows gets its headings."""
        if is_complete:
            self.add_rows([])

    def _write(self, text: str) -> None:
        write(text)

    def _format_row(self, row: RowValues) -> str:
        values = (row.get(name) for name in self._columns)
        return format_csv(f"{v:.6f}" if isinstance(v, float) else v for v in values)


def format_csv(cells: Iterable[Any]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


class FileTable(Table):
    """A .csv file, or a .jsonl file with an object a line; it may have rows already."""

    def __init__(self, path: Path, columns: ColumnTypes) -> None:
        super().__init__(columns)
        self.path = path
        self._is_json = path.suffix == ".jsonl"
        with name_file_in_errors(path):
            self._file = path.open("a+b")
            self._file.seek(0)
            self._end: int | None = sum(len(line) for line in self._file if line.endswith(b"\n"))
        if self._end or self._is_json:
            self._head = ""

    def read_rows(self) -> Iterator[RowValues]:
        """Yield the rows in the file; raises Unusable if it is the file of another table."""
        head = "" if self._is_json else format_csv(self._columns)
        with self.path.open(encoding="utf-8", errors="replace", newline="\n") as lines:
            for number, line in enumerate(lines, start=1):
                if number == 1 and line == head:
                    continue
                is_whole = line.endswith("\n")
                if number > 1 and not is_whole:
                    return
                try:
                    row = self._parse_row(line)
                    is_in_place = number > 1 or (self._is_json and is_whole)
                    if list(row) != list(self._columns) or not is_in_place:
                        raise ValueError
                except (ValueError, TypeError, RecursionError, csv.Error):
                    expected = f"expected a table of {','.join(self._columns)}; {REMEDY}"
                    raise Unusable(f"{self.path}:{number}: {expected}") from None
                yield row

    def close(self, is_complete: bool) -> None:
        """Close the file; remove one that is not complete and has no line."""
        super().close(is_complete)
        self._file.close()
        if not (is_complete or self.path.stat().st_size):
            self.path.unlink()

    def _write(self, text: str) -> None:
        with name_file_in_errors(self.path):
            if self._end is not None:
                self._file.truncate(self._end)  # a line that was cut off
                self._end = None
            self._file.write(text.encode())
            self._file.flush()

    def _format_row(self, row: RowValues) -> str:
        if not self._is_json:
            return super()._format_row(row)
        values = {name: row.get(name) for name in self._columns}
        return json.dumps(values, ensure_ascii=False) + "\n"

    def _parse_row(self, line: str) -> RowValues:
        if self._is_json:
            return dict(json.loads(line))
        (cells,) = csv.reader([line], strict=True)
        pairs = zip(self._columns.items(), cells, strict=True)
        return {name: kind(cell) if cell else None for (name, kind), cell in pairs}


class ParquetTable(FileTable):
    """A .parquet file, made from a .jsonl file beside it; raises Unusable without pyarrow."""

    def __init__(self, path: Path, columns: ColumnTypes) -> None:
        """Open the file beside the table; raises Unusable if the table is there already."""
        self._arrow = import_extra("pyarrow", "a .parquet table")
        self._parquet = import_extra("pyarrow.parquet", "a .parquet table")
        if os.path.lexists(path):
            raise Unusable(f"{path}: the table is complete; name another file")
        self._parquet_path = path
        super().__init__(find_rows_file(path), columns)

    def close(self, is_complete: bool) -> None:
        """Make the table and remove the file beside it, if the rows are complete."""
        super().close(is_complete)
        if not is_complete:
            return
        part = self._parquet_path.with_name(f".{self._parquet_path.name}.part")
        kinds = {int: self._arrow.int64(), float: self._arrow.float64(), str: self._arrow.string()}
        schema = self._arrow.schema([(name, kinds[kind]) for name, kind in self._columns.items()])
        with name_file_in_errors(self._parquet_path), contextlib.ExitStack() as stack:
            stack.callback(part.unlink, missing_ok=True)
            rows = self.read_rows()
            with self._parquet.ParquetWriter(part, schema) as writer:
                while group := list(itertools.islice(rows, ROW_GROUP)):
                    writer.write_table(self._arrow.Table.from_pylist(group, schema=schema))
            part.replace(self._parquet_path)
            self.path.unlink()
