"""Moodle's grading worksheet: the teacher's own file, of which only grades and feedback change.

Headers are in the language of whoever downloaded it, so columns are found by their position and
by what is in them.  Moodle imports rows by the number in the first column; it needs the column of
the last change to the grade as it is, and stores the feedback as HTML.
Sources: Moodle, mod/assign/gradingtable.php and feedback/offline/importgradeslib.php.
"""

import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from lab import Unusable
from lab.common.words import escape_controls
from lab.grade import moments

MARK = "\ufeff"  # a byte-order mark
IDENTIFIER = re.compile(r"(?P<prefix>\D*)(?P<number>\d+)")
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
NOT_YET = ("", "-")  # in a cell for a grade
LOCKED = {  # no, in the languages of Moodle's users
    *("no", "nein", "non", "não", "nao", "nee", "nej", "nei", "ei", "nie", "ne", "nem", "nu"),
    *("нет", "ні", "не", "όχι", "いいえ", "否", "아니오", "لا", "ez", "jo", "tidak"),
}
EXPECTED = "Moodle's grading worksheet"


class Row(NamedTuple):
    """The cells of a line as they are in the file, with their quotes, and the line's end."""

    cells: list[str]
    end: str


class Columns(NamedTuple):
    """Which column is which; feedback is None if there is none, submitted if it is not shown."""

    identifier: int
    name: int
    grade: int
    most: int
    graded: int
    submitted: int | None
    feedback: int | None


class Participant(NamedTuple):
    """A row of the worksheet: `row` counts from 0, below the headers."""

    row: int
    number: str
    name: str
    prefix: str  # what stands before the number: "Participant" in some language
    others: frozenset[str]  # what else is in its cells, the name of a group among these
    submitted: datetime | None
    has_time: bool  # a time of submission, which may be in no language known here
    is_graded: bool
    is_locked: bool


class Worksheet:
    """A worksheet that was read; raises Unusable, with the place, if it is none."""

    def __init__(self, path: Path) -> None:
        try:
            self.text = path.read_bytes().decode("utf-8")
        except OSError as error:
            raise Unusable(f"{path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise Unusable(f"{path}:1:1: found no UTF-8, expected {EXPECTED}") from None
        self.path = path
        text = self.text.removeprefix(MARK)
        self.separator = separator(text.partition("\n")[0])
        self.header, *self.rows = list(split(text, self.separator)) or [Row([], "")]
        self.table = [list(map(value, row.cells)) for row in self.rows]
        wide = len(self.header.cells)
        for number, cells in enumerate(self.table, start=2):
            if len(cells) != wide:
                found = f"found {len(cells)} columns, expected {wide} as in line 1"
                raise Unusable(f"{path}:{number}:1: {found}")
        self.columns = self._columns()
        self.participants = list(self._participants())

    @property
    def most(self) -> Fraction:
        """The maximum grade."""
        return number(self.table[0][self.columns.most])

    def _columns(self) -> Columns:
        """The columns by what is in them."""
        if not self.table:
            raise Unusable(f"{self.path}:1:1: found no row below the headers, expected {EXPECTED}")
        identifier = self._first(lambda cells: all(map(IDENTIFIER.fullmatch, cells)))
        most = self._last(self._is_maximum)
        if identifier is None or most is None:
            missing = "identifiers" if identifier is None else "grades and maximum grade"
            raise Unusable(f"{self.path}:1:1: found no column of {missing}, expected {EXPECTED}")
        times = [j for j in range(most + 1, len(self.header.cells)) if self._has(j, is_time)]
        if not times:
            raise Unusable(
                f"{self.path}:1:1: found no column for the last change to the grade, without "
                "which Moodle imports nothing"
            )
        submitted = times[0] if len(times) > 1 else None
        feedback = times[-1] + 1 if times[-1] + 1 < len(self.header.cells) else None
        return Columns(identifier, identifier + 1, most - 1, most, times[-1], submitted, feedback)

    def _first(self, is_wanted: Callable[[list[str]], bool]) -> int | None:
        wide = range(len(self.header.cells))
        return next((j for j in wide if is_wanted([row[j] for row in self.table])), None)

    def _last(self, is_wanted: Callable[[int], bool]) -> int | None:
        return next((j for j in reversed(range(len(self.header.cells))) if is_wanted(j)), None)

    def _has(self, column: int, is_wanted: Callable[[str], bool]) -> bool:
        return all(is_wanted(row[column]) for row in self.table)

    def _is_maximum(self, j: int) -> bool:
        """Whether a column is that of the maximum grade: one number, and grades before it."""
        same = {row[j] for row in self.table}
        if j < 2 or len(same) > 1 or not NUMBER.fullmatch(min(same)):
            return False
        grades = {row[j - 1] for row in self.table} - set(NOT_YET)
        return all(NUMBER.fullmatch(one) and number(one) <= number(min(same)) for one in grades)

    def _participants(self) -> Iterator[Participant]:
        at = self.columns
        for number, cells in enumerate(self.table):
            match = IDENTIFIER.fullmatch(cells[at.identifier])
            assert match
            time = "" if at.submitted is None else cells[at.submitted]
            between = cells[at.most + 1 : at.submitted or at.graded]
            yield Participant(
                number,
                match["number"],
                cells[at.name].strip(),
                match["prefix"].strip(),
                frozenset(cells[at.name + 1 : at.grade]) | frozenset(between),
                moments.read(time),
                time not in NOT_YET,
                cells[at.grade].strip() not in NOT_YET,
                any(one.strip().casefold() in LOCKED for one in between),
            )

    # ------------------------------------------------------------ filled in

    def filled(self, grades: Mapping[int, tuple[Fraction, str]]) -> str:
        """The text with the grades and feedback of some rows; feedback is text of any lines."""
        rows = [self.header.cells, *(list(row.cells) for row in self.rows)]
        for number, (grade, feedback) in grades.items():
            cells = rows[number + 1]
            cells[self.columns.grade] = self.quoted(self.formatted(grade), always=False)
            if self.columns.feedback is not None:
                cells[self.columns.feedback] = self.quoted(as_html(feedback))
        ends = [self.header.end, *(row.end for row in self.rows)]
        lines = (self.separator.join(cells) + end for cells, end in zip(rows, ends))
        return MARK * self.text.startswith(MARK) + "".join(lines)

    def formatted(self, grade: Fraction) -> str:
        """A grade with the decimals and the separator of the maximum grade."""
        most = self.table[0][self.columns.most]
        point = next((one for one in most if one in ".,"), "")
        text = f"{float(grade):.2f}"
        if not point and text.endswith(".00"):
            return text[:-3]
        return text.replace(".", point or ("," if self.separator == ";" else "."))

    def quoted(self, text: str, always: bool = True) -> str:
        """A cell with this text."""
        is_needed = always or any(one in text for one in (self.separator, '"', "\n"))
        return '"' + text.replace('"', '""') + '"' if is_needed else text


def as_html(text: str) -> str:
    """Text as HTML on one physical line."""
    return "<br>".join(
        html.escape(escape_controls(line), quote=False) for line in text.splitlines()
    )


# ---------------------------------------------------------------- cells


def separator(line: str) -> str:
    """What is between the cells of the first line."""
    return max((",", ";", "\t"), key=line.count)


def split(text: str, separator: str) -> Iterator[Row]:
    """The rows of a text, each cell as it is written there."""
    pattern = re.compile(
        rf'(?P<cell>"(?:[^"]|"")*"|[^"{separator}\r\n][^{separator}\r\n]*|)'
        rf"(?P<end>{separator}|\r\n|\n|\r|$)"
    )
    cells: list[str] = []
    place = 0
    while place < len(text):
        match = pattern.match(text, place)
        if not match:  # a quote that is never closed
            cells.append(text[place:])
            yield Row(cells, "")
            return
        cells.append(match["cell"])
        place = match.end()
        if match["end"] != separator:
            yield Row(cells, match["end"])
            cells = []
    if cells:  # the text ends with a separator
        yield Row([*cells, ""], "")


def value(cell: str) -> str:
    """What a cell says."""
    return cell[1:-1].replace('""', '"') if cell[:1] == '"' == cell[-1:] else cell


def number(text: str) -> Fraction:
    """The number in a cell, with a decimal comma or point."""
    return Fraction(text.replace(",", "."))


def is_time(text: str) -> bool:
    """Whether a cell of a column of times may have this text."""
    return text.strip() == "-" or moments.is_moment(text)


def names(values: Sequence[str]) -> str:
    """Values one after another."""
    return ", ".join(map(escape_controls, values))
