"""Moodle's grading worksheet, a file of the teacher, in which only grades and feedback change.

Headers are in the teacher's language, so columns are found by their position and contents.
Moodle finds a participant by the number in the first column, and stores feedback as HTML.  It skips
a row if the grade is locked, or was changed since the worksheet was made.
Sources: Moodle, mod/assign/gradingtable.php and feedback/offline/importgradeslib.php.
"""

import html
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from lab import Unusable
from lab.common.language import translate
from lab.common.words import escape_controls
from lab.grade import csv_tables, dates
from lab.grade.csv_tables import NUMBER, parse_number

IDENTIFIER = re.compile(r"(?P<prefix>\D+)(?P<number>\d+)")  # the prefix is the same in all rows
EMPTY_CELLS = ("", "-")  # the cells of a row without a grade
FILE_KIND = "Moodle's grading worksheet"
OTHER_WIDTH = "found {number} columns, expected {expected} as in line 1"
NO_ROW = "found no row below the headers, expected {kind}"
NO_IDENTIFIERS = "found no identifiers such as Participant 123 in the first column, expected {kind}"
NO_GRADES = "found no column of grades with a maximum grade, expected {kind}"
NO_TIMES = (
    "found no column of times of the last change to the grade, which Moodle needs, expected {kind}"
)


class Columns(NamedTuple):
    """The indices of columns; the identifier is column 0, the name column 1."""

    grade: int
    maximum: int
    submitted: int | None  # the last modification of the submission; None: not in the file
    feedback: int | None


class Participant(NamedTuple):
    """A participant of the assignment; all but number and name come from the worksheet."""

    number: str
    name: str
    row: int | None = None  # the row in the worksheet, from 0 below the headers
    prefix: str = ""  # the word before the number: "Participant" in some language
    other_cells: frozenset[str] = frozenset()  # the name of the group is among them
    submitted: datetime | None = None
    grade: Fraction | None = None  # a person's; session.py removes those of earlier runs

    @property
    def label(self) -> str:
        """The name with the number, as several participants may have the same name."""
        return f"{self.name} ({self.number})"


class Worksheet:
    """A grading worksheet; `participants` are its rows."""

    def __init__(self, path: Path) -> None:
        """Read the file; raise Unusable, with the place, if it is not a worksheet."""
        self.separator, rows = csv_tables.read_rows(path)
        self.headers, *self.table = [cells for _, cells in rows] or [[]]
        for line, cells in rows:
            if len(cells) != len(self.headers):
                text = translate(OTHER_WIDTH, number=len(cells), expected=len(self.headers))
                raise Unusable(f"{path}:{line}:1: {text}")
        try:
            self.columns = find_columns(self.table, len(self.headers))
        except ValueError as error:
            raise Unusable(f"{path}:1:1: {error}") from None
        self.maximum = parse_number(self.table[0][self.columns.maximum])
        self.participants = list(self._read_participants())

    def _read_participants(self) -> Iterator[Participant]:
        columns = self.columns
        for number, cells in enumerate(self.table):
            match = IDENTIFIER.fullmatch(cells[0])
            assert match  # find_columns() has checked it
            grade = cells[columns.grade].strip()
            time = "" if columns.submitted is None else cells[columns.submitted]
            yield Participant(
                match["number"],
                cells[1].strip(),
                number,
                match["prefix"].strip(),
                frozenset(cells[2:]),
                dates.parse_moment(time),
                None if grade in EMPTY_CELLS else parse_number(grade),
            )

    def fill_in(self, grades: Mapping[int, tuple[Fraction, str]]) -> str:
        """Return the text of the file with grades and feedback in their rows.

        Feedback is text of any number of lines, and becomes HTML on one line.
        """
        table = list(map(list, self.table))
        point = "," if "," in self.table[0][self.columns.maximum] else "."
        for number, (grade, feedback) in grades.items():
            table[number][self.columns.grade] = f"{float(grade):.2f}".replace(".", point)
            if self.columns.feedback is not None:
                escaped = html.escape(escape_controls(feedback), quote=False)
                table[number][self.columns.feedback] = "<br>".join(escaped.splitlines())
        return csv_tables.format_csv([self.headers, *table], self.separator)


def find_columns(table: list[list[str]], width: int) -> Columns:
    """Find the columns of a worksheet by their contents; raise ValueError if one is missing.

    The first column has the identifiers, the second one the names.  The maximum grade is the last
    column with one number in all rows, after a column of grades that are not higher.  Times follow
    it, and feedback follows the last time.
    """
    kind = translate(FILE_KIND)
    if not (table and width):
        raise ValueError(translate(NO_ROW, kind=kind))
    columns = list(zip(*table))
    identifiers = [IDENTIFIER.fullmatch(cell) for cell in columns[0]]
    prefixes = {match and match["prefix"] for match in identifiers}
    if None in prefixes or len(prefixes) > 1:
        raise ValueError(translate(NO_IDENTIFIERS, kind=kind))

    maxima = [j for j in range(2, width) if is_maximum(columns[j - 1], columns[j])]
    if not maxima:
        raise ValueError(translate(NO_GRADES, kind=kind))
    times = [
        j
        for j in range(maxima[-1] + 1, width)
        if all(cell.strip() == "-" or dates.is_moment(cell) for cell in columns[j])
    ]
    if not times:
        raise ValueError(translate(NO_TIMES, kind=kind))
    return Columns(
        grade=maxima[-1] - 1,
        maximum=maxima[-1],
        submitted=times[0] if len(times) > 1 else None,
        feedback=times[-1] + 1 if times[-1] + 1 < width else None,
    )


def is_maximum(grades: tuple[str, ...], maxima: tuple[str, ...]) -> bool:
    """Return whether `maxima` is one number in all rows, and `grades` has no higher one."""
    if len(set(maxima)) > 1 or not NUMBER.fullmatch(maxima[0]):
        return False
    return all(
        NUMBER.fullmatch(grade) and parse_number(grade) <= parse_number(maxima[0])
        for grade in set(grades).difference(EMPTY_CELLS)
    )
