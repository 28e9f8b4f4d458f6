"""Moodle's grading worksheet, a file of the teacher, in which only grades and feedback change.

Headers are in the teacher's language, so columns are found by their position and contents.
Moodle finds a participant by the number in the first column, skips a row if its grade is locked or
the time of the last change to the grade is another one, and stores feedback as HTML.
Sources: Moodle, mod/assign/gradingtable.php and feedback/offline/importgradeslib.php.
"""

import csv
import html
import io
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import encode
from lab import Unusable
from lab.common.file_errors import name_file_in_errors
from lab.common.language import translate
from lab.common.words import escape_controls
from lab.grade import dates

BYTE_ORDER_MARK = "\ufeff"
IDENTIFIER = re.compile(r"(?P<prefix>\D+)(?P<number>\d+)")  # the prefix is the same in all rows
NUMBER = re.compile(r"\d{1,9}(?:[.,]\d{1,9})?")
# Some programs split grades.csv at semicolons, so formulas are looked for after these, too.
BEFORE_FORMULA = re.compile(r"""(?:^|;)[\s"']*(?=[=+@-])""")
ESCAPED_FORMULA = re.compile(r"""((?:^|;)[\s"']*)'(?=[=+@-])""")
EMPTY_CELLS = ("", "-")  # where there is no grade
FILE_KIND = "Moodle's grading worksheet"
OTHER_WIDTH = "found {number} columns, expected {expected} as in line 1"
NO_ROW = "found no row below the headers, expected {kind}"
LACKS = {
    "identifiers": (
        "found no identifiers such as Participant 123 in the first column, expected {kind}"
    ),
    "grades": "found no column of grades with a maximum grade, expected {kind}",
    "times": (
        "found no column of times of the last change to the grade, which Moodle needs, "
        "expected {kind}"
    ),
}


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
    row: int | None = None  # in the worksheet, from 0 below the headers
    prefix: str = ""  # before the number: "Participant" in some language
    other_cells: frozenset[str] = frozenset()  # the name of the group is among them
    submitted: datetime | None = None
    grade: Fraction | None = None
    is_graded: bool = False  # by a person, not by an earlier run

    @property
    def label(self) -> str:
        """The name with the number, as several participants may have the same name."""
        return f"{self.name} ({self.number})"


class Worksheet:
    """A grading worksheet; `participants` are its rows."""

    def __init__(self, path: Path) -> None:
        """Read the file; raise Unusable, with the place, if it is not a worksheet."""
        self.separator, rows = read_rows(path)
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
                grade not in EMPTY_CELLS,
            )

    def fill_in(self, grades: Mapping[int, tuple[Fraction, str]]) -> str:
        """Return the text of the file with the grades and feedback of these rows.

        Feedback is text of any number of lines, and becomes HTML on one line.
        """
        table = list(map(list, self.table))
        point = "," if "," in self.table[0][self.columns.maximum] else "."
        for number, (grade, feedback) in grades.items():
            table[number][self.columns.grade] = f"{float(grade):.2f}".replace(".", point)
            if self.columns.feedback is not None:
                escaped = html.escape(escape_controls(feedback), quote=False)
                table[number][self.columns.feedback] = "<br>".join(escaped.splitlines())
        text = io.StringIO()
        csv.writer(text, delimiter=self.separator).writerows([self.headers, *table])
        return BYTE_ORDER_MARK + text.getvalue()


def read_rows(path: Path) -> tuple[str, list[tuple[int, list[str]]]]:
    """Return the delimiter of a CSV file, and the cells of each row with the line it begins on.

    Editors add blank lines, which are left out.  Raises Unusable with the place.
    """
    with name_file_in_errors(path):
        text = encode.decode_text(path.read_bytes())
    delimiter = find_delimiter(text)
    table = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows, line = list[tuple[int, list[str]]](), 1
    try:
        for cells in table:
            rows += [(line, cells)] if cells else []
            line = table.line_num + 1
    except csv.Error as error:
        raise Unusable(f"{path}:{line}:1: {error}") from None
    return delimiter, rows


def choose_delimiter(language: str) -> str:
    """Return the delimiter of a CSV file for spreadsheets in a language.

    Those in languages with a decimal comma expect semicolons.
    """
    return "," if language == "en" else ";"


def find_delimiter(text: str) -> str:
    """Return the delimiter of a CSV file: the most frequent one in its first line."""
    return max((",", ";", "\t"), key=text.partition("\n")[0].count)


def find_columns(table: list[list[str]], width: int) -> Columns:
    """Find the columns of a worksheet by their contents; raise ValueError if one is missing.

    The first column has the identifiers, the second one the names.  The maximum grade is the last
    column with one number in all rows, after a column of grades that are not higher.  Times follow
    it, and feedback follows the last time.
    """
    if not (table and width):
        raise ValueError(translate(NO_ROW, kind=translate(FILE_KIND)))
    columns = list(zip(*table))
    identifiers = [IDENTIFIER.fullmatch(cell) for cell in columns[0]]
    prefixes = {match and match["prefix"] for match in identifiers}
    maxima = [j for j in range(2, width) if is_maximum(columns[j - 1], columns[j])]
    times = [
        j
        for j in range(maxima[-1] + 1 if maxima else width, width)
        if all(cell.strip() == "-" or dates.is_moment(cell) for cell in columns[j])
    ]
    parts = {
        "identifiers": all(identifiers) and len(prefixes) == 1,
        "grades": maxima,
        "times": times,
    }
    for part, is_met in parts.items():
        if not is_met:
            raise ValueError(translate(LACKS[part], kind=translate(FILE_KIND)))
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


def parse_number(text: str) -> Fraction:
    """Return the number in a cell, with a decimal comma or point."""
    return Fraction(text.replace(",", "."))


def escape_formula(text: str) -> str:
    """Return the text of a cell with an apostrophe before what may be a formula."""
    return BEFORE_FORMULA.sub(r"\g<0>'", text)


def restore_formula(text: str) -> str:
    """Return the text that escape_formula was given."""
    return ESCAPED_FORMULA.sub(r"\1", text)
