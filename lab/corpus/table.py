"""The table of a corpus: CSV on standard output, or a file that is written as it goes.

Rows can be added to a file in another run: every row is one line, flushed with its neighbours, and
a line that was cut off is dropped.  A .parquet file can be read only when it is whole; so its rows
wait in a file beside it, .parquet.jsonl, and become the table at the end.
"""

import csv
import io
import itertools
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lab import Unusable
from lab.common.files import write
from lab.corpus.extra import missing_extra
from lab.corpus.rows import Value

Values = Mapping[str, Value]
Columns = Mapping[str, type]
ROW_GROUP = 10_000  # rows of a parquet file that are written together
ENDINGS = (".csv", ".jsonl", ".parquet")
REMEDY = "give the same options as for its first rows, or name another file"


def open_table(path: Path | None, columns: Columns) -> "Table":
    """Return the table of this path, or of standard output; raises Unusable."""
    if path is None:
        return Table(columns)
    return ParquetTable(path, columns) if path.suffix == ".parquet" else FileTable(path, columns)


class CsvFormat:
    """CSV with a line of headings; unknown values are empty, seconds have six decimals."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self.head = format_csv(columns)

    def format_row(self, row: Values) -> str:
        """Return the line of a row."""
        values = (row.get(name) for name in self._columns)
        return format_csv(f"{v:.6f}" if isinstance(v, float) else v for v in values)

    def parse_row(self, line: str) -> Values:
        """Return the row of a line; raises a ValueError."""
        (cells,) = csv.reader([line], strict=True)
        pairs = zip(self._columns.items(), cells, strict=True)
        return {name: kind(cell) if cell else None for (name, kind), cell in pairs}


class JsonFormat:
    """A JSON object a line, null for unknown values."""

    head = ""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns

    def format_row(self, row: Values) -> str:
        """Return the line of a row."""
        values = {name: row.get(name) for name in self._columns}
        return json.dumps(values, ensure_ascii=False) + "\n"

    def parse_row(self, line: str) -> Values:
        """Return the row of a line; raises a ValueError."""
        row = json.loads(line)
        if not isinstance(row, dict) or list(row) != list(self._columns):
            raise ValueError("other columns")
        return row


def format_csv(cells: Iterable[Value]) -> str:
    """Return a line of CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


# ---------------------------------------------------------------- tables


class Table:
    """CSV on standard output, its headings printed with the first rows."""

    def __init__(self, columns: Columns) -> None:
        self._format: CsvFormat | JsonFormat = CsvFormat(columns)
        self._head = self._format.head  # as long as it is not printed

    def read_rows(self) -> Iterator[Values]:
        """Yield the rows that an earlier run has written; raises Unusable for a bad one."""
        return iter(())

    def add_rows(self, rows: Sequence[Values]) -> None:
        """Write rows and flush them."""
        write(self._head + "".join(map(self._format.format_row, rows)))
        self._head = ""

    def close(self, is_complete: bool) -> None:
        """Close the table; `is_complete` if no row is missing."""
        if is_complete:
            self.add_rows([])


class FileTable(Table):
    """A .csv or .jsonl file, which may have rows already."""

    def __init__(self, path: Path, columns: Columns) -> None:
        """Open the file and drop a line that was cut off; raises Unusable for another table."""
        super().__init__(columns)
        self.path = path
        if path.suffix == ".jsonl":
            self._format = JsonFormat(columns)
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise Unusable(f"{path}: {error.strerror}") from None
        self._drop_torn_line()
        self._file.seek(0)
        first = self._file.readline(1 << 16).decode("utf-8", "replace")
        if not first:
            self._append(self._format.head)
        elif self._format.head and first != self._format.head:
            expected = f"expected {','.join(columns)}; {REMEDY}"
            raise Unusable(f"{path}:1: found {first.strip()[:200]}, {expected}")

    def read_rows(self) -> Iterator[Values]:
        """Yield the rows in the file; raises Unusable for one of another table."""
        with self.path.open(encoding="utf-8", newline="\n") as lines:
            for number, line in enumerate(lines, start=1):
                if number == 1 and self._format.head:
                    continue
                try:
                    yield self._format.parse_row(line)
                except ValueError:
                    expected = f"expected a row of this command; {REMEDY}"
                    raise Unusable(f"{self.path}:{number}: {expected}") from None

    def add_rows(self, rows: Sequence[Values]) -> None:
        """Append rows and flush them; raises Unusable."""
        self._append("".join(map(self._format.format_row, rows)))

    def close(self, is_complete: bool) -> None:
        """Close the file."""
        self._file.close()

    def _append(self, text: str) -> None:
        try:
            self._file.write(text.encode("utf-8"))
            self._file.flush()
        except OSError as error:
            raise Unusable(f"{self.path}: {error.strerror}") from None

    def _drop_torn_line(self) -> None:
        """Cut off what stands behind the last line end."""
        end = self._file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - 65536)
            self._file.seek(start)
            if newline := self._file.read(end - start).rfind(b"\n") + 1:
                end = start + newline
                break
            end = start
        self._file.truncate(end)


class ParquetTable(FileTable):
    """A .parquet file, by way of a .jsonl file beside it; raises Unusable without pyarrow."""

    def __init__(self, path: Path, columns: Columns) -> None:
        self._parquet_path, self._columns = path, columns
        self._arrow, self._parquet = import_arrow()
        waiting = path.with_name(f"{path.name}.jsonl")
        is_waiting = waiting.exists()
        super().__init__(waiting, columns)
        if path.exists() and not is_waiting:
            self._reopen()

    def close(self, is_complete: bool) -> None:
        """Make the table and remove the file beside it, if the rows are complete."""
        super().close(is_complete)
        if not is_complete:
            return
        part = self._parquet_path.with_name(f".{self._parquet_path.name}.part")
        kinds = {int: self._arrow.int64(), float: self._arrow.float64(), str: self._arrow.string()}
        schema = self._arrow.schema([(name, kinds[kind]) for name, kind in self._columns.items()])
        try:
            rows = self.read_rows()
            with self._parquet.ParquetWriter(part, schema) as writer:
                while group := list(itertools.islice(rows, ROW_GROUP)):
                    writer.write_table(self._arrow.Table.from_pylist(group, schema=schema))
            part.replace(self._parquet_path)
            self.path.unlink()
        except OSError as error:
            raise Unusable(f"{self._parquet_path}: {error.strerror or error}") from None
        finally:
            part.unlink(missing_ok=True)

    def _reopen(self) -> None:
        """Put the rows of the whole table back into the file beside it."""
        try:
            table = self._parquet.ParquetFile(self._parquet_path)
            names = table.schema_arrow.names
            if names != list(self._columns):
                expected = ",".join(self._columns)
                raise ValueError(f"found {','.join(names)}, expected {expected}")
            for batch in table.iter_batches():
                self.add_rows(batch.to_pylist())
        except (OSError, ValueError) as error:  # pyarrow's own errors are such, too
            super().close(False)
            self.path.unlink()
            reason = " ".join(str(error).split())
            raise Unusable(f"{self._parquet_path}: {reason}; {REMEDY}") from None


def import_arrow() -> tuple[Any, Any]:
    """Return pyarrow and its module parquet; raises Unusable if they are not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise missing_extra("a .parquet table", "pyarrow") from None
    return pyarrow, pyarrow.parquet
