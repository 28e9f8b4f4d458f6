"""Reads and writes CSV as spreadsheets do."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from lab import Unusable
from lab.common.files import decode_any_text, name_file_in_errors
from lab.common.words import escape_controls

KEYS = ("id", "student", "submission", "first", "second")  # headers of names, also of 1.2
BYTE_ORDER_MARK = "\ufeff"
NUMBER = re.compile(r"\d{1,9}(?:[.,]\d{1,9})?")
# Some programs split a table at semicolons, so formulas are looked for after these, too.
BEFORE_FORMULA = re.compile(r"""(?:^|;)[\s"']*(?=[=+@-])""")
ESCAPED_FORMULA = re.compile(r"""((?:^|;)[\s"']*)'(?=[=+@-])""")


def read_rows(path: Path) -> tuple[str, list[tuple[int, list[str]]]]:
    """Return the delimiter of a CSV file, and the cells of each row with the line it begins on.

    The delimiter is the most frequent one in the first line.  Editors add blank lines, which are
    left out.  Raises Unusable with the place.
    """
    with name_file_in_errors(path):
        text, _ = decode_any_text(path.read_bytes())
    delimiter = max((",", ";", "\t"), key=text.partition("\n")[0].count)
    table = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows, line = list[tuple[int, list[str]]](), 1
    try:
        for cells in table:
            rows += [(line, cells)] if cells else []
            line = table.line_num + 1
    except csv.Error as error:
        raise Unusable(f"{path}:{line}:1: {error}") from None
    return delimiter, rows


def format_table(rows: Sequence[Mapping[str, str]], language: str) -> str:
    """Return rows as CSV, under the headers of the first one.

    Spreadsheets in languages with a decimal comma expect semicolons.
    """
    has_comma = language != "en"
    table = [list(row) for row in rows[:1]]  # the headers
    table += [
        [escape_cell(row.get(header, ""), has_comma and header not in KEYS) for header in rows[0]]
        for row in rows
    ]
    return format_csv(table, ";" if has_comma else ",")


def format_csv(table: Iterable[Iterable[str]], delimiter: str) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(table)
    return BYTE_ORDER_MARK + text.getvalue()


def escape_cell(cell: str, has_comma: bool) -> str:
    """Return the text of a cell on one line, with an apostrophe before what may be a formula.

    has_comma: whether a number gets a decimal comma.
    """
    text = " ".join(escape_controls(cell).splitlines())
    if NUMBER.fullmatch(text.removeprefix("-")):
        return text.replace(".", ",") if has_comma else text
    return BEFORE_FORMULA.sub(r"\g<0>'", text)


def restore_formula(text: str) -> str:
    """Return the text of a cell without the apostrophe of escape_cell."""
    return ESCAPED_FORMULA.sub(r"\1", text)


def parse_number(text: str) -> Fraction:
    """Return the number in a cell, with a decimal comma or point."""
    return Fraction(text.replace(",", "."))
