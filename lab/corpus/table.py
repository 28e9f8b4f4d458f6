"""The table of a corpus: CSV on standard output, or a file that is written as it goes.

A file can be gone on with: every row is one line, flushed with its neighbours, and a line that was
cut off is dropped.  A .parquet file is readable only when it is whole; so its rows wait in a file
beside it, .parquet.jsonl, and become the table at the end.
"""

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from lab import Unusable
from lab.common.files import write
from lab.corpus.extra import lacking
from lab.corpus.rows import Value

Values = Mapping[str, Value]
Columns = Mapping[str, type]
ENDINGS = (".csv", ".jsonl", ".parquet")
ROWS = 10_000  # in a row group of parquet
REMEDY = "give the same options as for its first rows, or name another file"


class Form(Protocol):
    """How rows are written, a line each."""

    def head(self) -> str:
        """What comes before the first row."""

    def line(self, row: Values) -> str:
        """The line of a row."""

    def row(self, line: str) -> Values:
        """The row of a line; raises a ValueError."""


class Csv:
    """CSV with a line of headings; what is not known is empty."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns

    def head(self) -> str:
        """The headings."""
        return joined(self._columns)

    def line(self, row: Values) -> str:
        """The line of a row; seconds have six decimals."""
        return joined(written(row.get(name)) for name in self._columns)

    def row(self, line: str) -> Values:
        """The row of a line; raises a ValueError."""
        (cells,) = csv.reader([line], strict=True)
        pairs = zip(self._columns.items(), cells, strict=True)
        return {name: kind(cell) if cell else None for (name, kind), cell in pairs}


class Json:
    """An object a line, null for what is not known."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns

    def head(self) -> str:
        """Nothing."""
        return ""

    def line(self, row: Values) -> str:
        """The line of a row."""
        return (
            json.dumps({name: row.get(name) for name in self._columns}, ensure_ascii=False) + "\n"
        )

    def row(self, line: str) -> Values:
        """The row of a line; raises a ValueError."""
        row = json.loads(line)
        if not isinstance(row, dict) or list(row) != list(self._columns):
            raise ValueError("other columns")
        return row


def joined(cells: Iterable[str]) -> str:
    """A line of CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def written(value: Value) -> str:
    """A cell of CSV."""
    if value is None:
        return ""
    return f"{value:.6f}" if isinstance(value, float) else str(value)


# ---------------------------------------------------------------- where rows go


class Table(Protocol):
    """Takes rows, after those that it has already."""

    def old(self) -> Iterator[Values]:
        """The rows that are there."""

    def add(self, rows: Sequence[Values]) -> None:
        """Write rows, so that they are safe."""

    def close(self, is_complete: bool) -> None:
        """Close it; `is_complete` if no row is missing."""


def opened(path: Path | None, columns: Columns) -> Table:
    """The table of this path, of standard output without one; raises Unusable."""
    if path is None:
        return Printed(columns)
    return Parquet(path, columns) if path.suffix == ".parquet" else File(path, columns)


class Printed:
    """CSV on standard output, from the beginning."""

    def __init__(self, columns: Columns) -> None:
        self._form = Csv(columns)
        self._head = self._form.head()  # as long as it is not printed

    def old(self) -> Iterator[Values]:
        """No rows."""
        return iter(())

    def add(self, rows: Sequence[Values]) -> None:
        """Print rows, after the headings."""
        head, self._head = self._head, ""
        write(head + "".join(map(self._form.line, rows)))

    def close(self, is_complete: bool) -> None:
        """Print the headings of a table without rows."""
        if is_complete:
            self.add([])


class File:
    """A .csv or .jsonl file, which may have rows already; raises Unusable if it is another."""

    def __init__(self, path: Path, columns: Columns) -> None:
        self.path = path
        self._form: Form = Csv(columns) if path.suffix == ".csv" else Json(columns)
        is_new = not path.exists() or not path.stat().st_size
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise Unusable(f"{path}: {error.strerror}") from None
        if is_new:
            self._append(self._form.head())
        else:
            self._drop_torn_line()
            self._check_head(columns)

    def old(self) -> Iterator[Values]:
        """The rows that are there; raises Unusable for one of another table."""
        with self.path.open(encoding="utf-8", newline="\n") as lines:
            for number, line in enumerate(lines, start=1):
                if number > 1 or not self._form.head():
                    try:
                        yield self._form.row(line)
                    except ValueError:
                        expected = "expected a row of this command"
                        raise Unusable(f"{self.path}:{number}: {expected}; {REMEDY}") from None

    def add(self, rows: Sequence[Values]) -> None:
        """Write rows, and flush them."""
        self._append("".join(map(self._form.line, rows)))

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
        if not end:
            self._append(self._form.head())

    def _check_head(self, columns: Columns) -> None:
        """Raise Unusable unless the file begins with these columns."""
        head = self._form.head()
        with self.path.open("rb") as file:
            first = file.readline(65536).decode("utf-8", "replace")
        if head and first != head:
            found = first.strip()[:200]
            raise Unusable(f"{self.path}:1: found {found}, expected {','.join(columns)}; {REMEDY}")


class Parquet:
    """A .parquet file, and the file beside it in which its rows wait; Unusable without pyarrow."""

    def __init__(self, path: Path, columns: Columns) -> None:
        self._path, self._columns = path, columns
        self._arrow, self._parquet = arrow()
        waiting = path.with_name(f"{path.name}.jsonl")
        begun = waiting.exists()
        self._file = File(waiting, columns)
        if path.exists() and not begun:
            self._reopen()

    def old(self) -> Iterator[Values]:
        """The rows that are there."""
        return self._file.old()

    def add(self, rows: Sequence[Values]) -> None:
        """Write rows to the file beside it."""
        self._file.add(rows)

    def close(self, is_complete: bool) -> None:
        """Make the table, if the rows are complete; else they wait on."""
        if is_complete:
            self._finish()
        self._file.close(is_complete)

    def _finish(self) -> None:
        """Make the table of all rows, a row group at a time, and remove the file beside it."""
        part = self._path.with_name(f".{self._path.name}.part")
        kinds = {int: self._arrow.int64(), float: self._arrow.float64(), str: self._arrow.string()}
        schema = self._arrow.schema([(name, kinds[kind]) for name, kind in self._columns.items()])
        try:
            with self._parquet.ParquetWriter(part, schema) as writer:
                for rows in grouped(self.old(), ROWS):
                    writer.write_table(self._arrow.Table.from_pylist(rows, schema=schema))
            part.replace(self._path)
            self._file.path.unlink()
        except OSError as error:
            raise Unusable(f"{self._path}: {error.strerror or error}") from None
        finally:
            part.unlink(missing_ok=True)

    def _reopen(self) -> None:
        """Put the rows of the whole table back into the file beside it."""
        try:
            table = self._parquet.ParquetFile(self._path)
            if (found := table.schema_arrow.names) != list(self._columns):
                expected = ",".join(self._columns)
                raise ValueError(f"found {','.join(found)}, expected {expected}")
            for batch in table.iter_batches(ROWS):
                self._file.add(batch.to_pylist())
        except (OSError, ValueError) as error:  # pyarrow's own errors are such, too
            self._file.close(False)
            self._file.path.unlink()
            words = " ".join(str(error).split())
            raise Unusable(f"{self._path}: {words}; {REMEDY}") from None


def arrow() -> tuple[Any, Any]:
    """pyarrow and its module parquet; raises Unusable if they are not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise lacking("a .parquet table", "pyarrow") from None
    return pyarrow, pyarrow.parquet


def grouped(rows: Iterable[Values], size: int) -> Iterator[list[Values]]:
    """The rows in lists of this size, the last one shorter."""
    group: list[Values] = []
    for row in rows:
        group.append(row)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group
