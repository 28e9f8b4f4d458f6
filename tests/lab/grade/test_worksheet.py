"""Moodle's worksheet is filled in so that Moodle imports it, and nothing else in it changes."""

import csv
import io
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from lab import Unusable
from lab.common.language import use_language
from lab.grade import dates, people
from lab.grade.grading import Submission
from lab.grade.worksheet import Worksheet


class Language(NamedTuple):
    """What Moodle writes in a language: headers, words in cells, a date."""

    headers: str
    prefix: str
    yes: str
    no: str
    date: str
    most: str = "25.00"


LANGUAGES = {
    "en": Language(
        "Identifier,Full name,ID number,Email address,Status,Group,Grade,Maximum grade,"
        "Grade can be changed,Last modified (submission),Last modified (grade),Feedback comments",
        "Participant ",
        "Yes",
        "No",
        "Thursday, 20 November 2025, 11:58 PM",
    ),
    "es": Language(
        "Identificador,Nombre completo,Número de ID,Dirección de correo,Estado,Grupo,Calificación,"
        "Calificación máxima,La calificación puede ser cambiada,Última modificación (entrega),"
        "Última modificación (calificación),Comentarios de retroalimentación",
        "Participante ",
        "Sí",
        "No",
        "jueves, 20 de noviembre de 2025, 23:58",
        "25,00",
    ),
    "de": Language(
        "ID,Vollständiger Name,ID-Nummer,E-Mail,Status,Gruppe,Bewertung,Bestwertung,"
        "Bewertung kann geändert werden,Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung),"
        "Feedback als Kommentar",
        "Teilnehmer/in",
        "Ja",
        "Nein",
        "Donnerstag, 20. November 2025, 23:58",
        "25,00",
    ),
    "fr": Language(
        "Identifiant,Nom complet,Numéro d'identification,Courriel,Statut,Groupe,Note,Note maximale,"
        "La note peut être modifiée,Dernière modification (travail remis),"
        "Dernière modification (note),Commentaires",
        "Participant ",
        "Oui",
        "Non",
        "jeudi 20 novembre 2025, 23:58",
        "25,00",
    ),
}
STUDENTS = {  # by their numbers: name, group, grade, whether it can be changed
    "1001": ("Ana Pérez", "A", "", True),
    "1002": ('Zoë "Z" Müller', "A", "", True),
    "1003": ("李 雷", "B", "", True),
    "1004": ("Luis Núñez", "B", "7.50", True),
    "1005": ("O'Hara, Jean-Luc", "", "", False),
    "1006": ("Same Name", "", "", True),
    "1007": ("Same Name", "", "", True),
}


def write_worksheet(
    path: Path, language: Language, mark: str = "\ufeff", end: str = "\r\n"
) -> Worksheet:
    """A worksheet as Moodle writes it, with the quotes that PHP's fputcsv puts."""
    out = io.StringIO()
    out.write(language.headers + end)
    for number, (name, group, grade, is_open) in STUDENTS.items():
        point = "," if "," in language.most else "."
        answer = language.yes if is_open else language.no
        times = [language.date if number != "1007" else "-", language.date if grade else "-"]
        cells = [f"{language.prefix}{number}", name, f"x{number}", "a@b.c", "Status, late", group]
        cells += [grade.replace(".", point), language.most, answer, *times, "old" if grade else ""]
        csv.writer(out, lineterminator=end).writerow(cells)
    path.write_bytes((mark + out.getvalue()).encode())
    return Worksheet(path)


def import_worksheet(text: str, language: Language) -> dict[str, tuple[str, str]]:
    """Return grades and comments by numbers, as Moodle's importer reads them.

    It is assignfeedback_offline_grade_importer.  It finds columns by their headers in the language
    of the person who uploads, and the number after the prefix.  It skips a row whose grade is
    empty, negative, above the maximum or locked, or was changed at another time than the row says.
    An empty comment erases the one before.
    """
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
    headers = language.headers.split(",")
    names = {"id": 0, "grade": 6, "most": 7, "is_open": 8, "changed": 10, "comment": 11}
    columns = {name: rows[0].index(headers[j]) for name, j in names.items()}
    grades = {}
    for row in rows[1:]:
        cells = {name: row[j] for name, j in columns.items()}
        number = cells["id"][len(language.prefix) :]
        grade, most = (cells[name].replace(",", ".") for name in ("grade", "most"))
        is_unchanged = cells["changed"] == (language.date if STUDENTS[number][2] else "-")
        is_open = cells["is_open"] == language.yes
        if is_open and is_unchanged and grade and 0 <= float(grade) <= float(most):
            grades[number] = (grade, cells["comment"])
    return grades


@pytest.mark.parametrize("name", LANGUAGES)
def test_moodle_imports_grades_and_comments_of_the_worksheet(tmp_path: Path, name: str) -> None:
    language = LANGUAGES[name]
    sheet = write_worksheet(tmp_path / "sheet.csv", language)
    comment = 'fail: 3 < 4 & "x"\nsecond; line, with a comma'
    grades = {0: (Fraction(37, 2), comment), 2: (Fraction(25), "pass")}
    text = sheet.fill_in({**grades, 4: (Fraction(25), "the grade of 1005 is locked")})
    assert import_worksheet(text, language) == {
        "1001": ("18.50", 'fail: 3 &lt; 4 &amp; "x"<br>second; line, with a comma'),
        "1003": ("25.00", "pass"),
        "1004": ("7.50", "old"),
    }
    assert len(text.splitlines()) == 1 + len(STUDENTS)


def read_cells(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


@pytest.mark.parametrize("mark", ["\ufeff", ""])
@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_cells_beside_grade_and_comment_stay_unchanged(tmp_path: Path, mark: str, end: str) -> None:
    sheet = write_worksheet(tmp_path / "sheet.csv", LANGUAGES["es"], mark, end)
    before = read_cells((tmp_path / "sheet.csv").read_bytes().decode())
    assert read_cells(sheet.fill_in({})) == before
    after = read_cells(sheet.fill_in({0: (Fraction(1, 3), "a")}))
    before[1][6], before[1][-1] = "0,33", "a"
    assert after == before


def test_the_participants_are_the_rows(tmp_path: Path) -> None:
    for language in LANGUAGES.values():
        rows = write_worksheet(tmp_path / "sheet.csv", language).participants
        assert [(row.number, row.name) for row in rows] == [(n, STUDENTS[n][0]) for n in STUDENTS]
        assert [row.number for row in rows if row.grade is not None] == ["1004"]
        assert rows[0].submitted == datetime(2025, 11, 20, 23, 58)
        assert rows[6].submitted is None


def test_blank_lines_of_an_editor_are_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    rows = write_worksheet(path, LANGUAGES["en"]).participants
    header, *lines = path.read_text("utf-8-sig").splitlines(keepends=True)
    path.write_text("".join([header, "\n", *lines, "\n", "\n"]))
    assert Worksheet(path).participants == rows


WITHOUT = {  # lines of a worksheet, and what is wrong
    "nothing": ("", "found no row below the headers"),
    "headers": ("Identifier,Grade\n", "found no row below the headers"),
    "grades": ("Identifier,Full name\nParticipant 1,Ana\n", "no column of grades"),
    "identifiers": ("id,of,total\n1,25,25\n", "no identifiers such as Participant 123"),
    "nothing but lines": ("\n\n", "found no row below the headers"),
    "times": ("Identifier,Name,Grade,Max\nParticipant 1,Ana,,25\n", "the last change to the grade"),
    "cells": ("a,b,c\n1,2\n", ":2:1: found 2 columns, expected 3"),
    "cells below": ('a,b\n\n1,"2\n\n2"\n\n3,"4\n4"\n1\n', ":9:1: found 1 columns, expected 2"),
    "cells on three lines": ('a,b\n1,"2\n2"\n"3\n\n3"\n', ":4:1: found 1 columns, expected 2"),
    "an end of a quotation": ('a,b\n1,"2\n', ":2:1: unexpected end of data"),
    "an end of a text": (f'a,b\n1,"2\n2"\n3,"{"4" * 200_000}', ":4:1: field larger than field"),
}


@pytest.mark.parametrize("name", WITHOUT)
def test_another_file_than_a_worksheet_is_refused(tmp_path: Path, name: str) -> None:
    text, message = WITHOUT[name]
    (tmp_path / "sheet.csv").write_text(text)
    with pytest.raises(Unusable, match=r"sheet\.csv:") as error:
        Worksheet(tmp_path / "sheet.csv")
    assert message in str(error.value)


MOMENTS = {
    "Tuesday, 3 March 2026, 12:05 AM": datetime(2026, 3, 3, 0, 5),
    "martes, 3 de marzo de 2026, 9:05": datetime(2026, 3, 3, 9, 5),
    "mardi 3 mars 2026, 09:05": datetime(2026, 3, 3, 9, 5),
    "Dienstag, 3. März 2026, 09:05": datetime(2026, 3, 3, 9, 5),
    "mercredi 5 août 2026, 00:10": datetime(2026, 8, 5, 0, 10),
    "vendredi 1er mai 2026, 10:00": datetime(2026, 5, 1, 10, 0),
    "domingo, 3 de mayo de 2026, 13:00": datetime(2026, 5, 3, 13, 0),
    "20/11/2025, 23:58": None,
    "2026년 3월 3일, 09:05": None,
    "-": None,
}


@pytest.mark.parametrize("text", MOMENTS)
def test_times_in_many_languages(text: str) -> None:
    assert dates.parse_moment(text) == MOMENTS[text]


# ---------------------------------------------------------------- whose it is


def make_submissions(*keys: str) -> list[Submission]:
    """Submissions by their keys: Full name_12345."""
    parts = [(key, *key.rpartition("_")[::2]) for key in keys]
    return [
        Submission(key, name if name else number, Path(), number if name else "")
        for key, name, number in parts
    ]


def match(
    keys: list[str], authors: dict[str, list[str]], sheet: Worksheet | None
) -> tuple[dict[str, list[str]], list[str]]:
    """The numbers of the participants by submissions, and the notices."""
    submissions = make_submissions(*keys)
    participants, notices = people.match_participants(submissions, authors, sheet)
    numbers = {key: [row.number for row in rows] for key, rows in participants.items()}
    return numbers, notices


@pytest.fixture
def sheet(tmp_path: Path) -> Worksheet:
    return write_worksheet(tmp_path / "sheet.csv", LANGUAGES["en"])


def test_both_authors_are_participants(sheet: Worksheet) -> None:
    authors = {"Ana Pérez_1001": ["Ana Perez", "Muller Zoë Z"]}
    numbers, notices = match(["Ana Pérez_1001", "李 雷_1003"], authors, sheet)
    assert numbers == {"Ana Pérez_1001": ["1001", "1002"], "李 雷_1003": ["1003"]}
    assert notices == []


def test_the_number_of_a_group_is_not_that_of_a_participant(sheet: Worksheet) -> None:
    numbers, notices = match(["A_1003", "C_1001"], {"C_1001": ["Same Name"]}, sheet)
    assert numbers == {"A_1003": ["1001", "1002"], "C_1001": []}
    assert notices == [
        "C_1001 names Same Name; 2 participants have this name",
        f"C_1001: {people.UNKNOWN}",
    ]


def test_contradictory_authors_are_listed(sheet: Worksheet) -> None:
    keys = ["Ana Pérez_1001", "Luis Núñez_1004", "O'Hara, Jean-Luc_1005"]
    authors = {
        keys[0]: ["Ana Pérez", "李雷"],
        keys[1]: ["Luis Núñez", "Zoë Z Müller"],
        keys[2]: ["Zoë Z Müller", "Ana Pérez"],
    }
    numbers, notices = match(keys, authors, sheet)
    assert numbers == {keys[0]: ["1001"], keys[1]: ["1004"], keys[2]: ["1005"]}
    assert notices == [
        "Ana Pérez_1001 names 李雷; 0 participants have this name",
        f"Ana Pérez (1001) belongs to {keys[0]} and {keys[2]}: {keys[0]} counts",
        'Zoë "Z" Müller (1002) belongs to Luis Núñez_1004 and O\'Hara, Jean-Luc_1005: none counts '
        "until the column delivery of adjust.csv names one",
    ]


def test_a_participant_with_two_rows_is_listed_and_gets_the_grade_in_both(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    write_worksheet(path, LANGUAGES["en"])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, *lines[1:3]]))
    numbers, notices = match(["Ana Pérez"], {"Ana Pérez": ["Zoë Z Müller"]}, Worksheet(path))
    assert numbers == {"Ana Pérez": ["1001", "1001", "1002", "1002"]}
    rows = "has 2 rows in the worksheet"
    assert notices == [f"Ana Pérez (1001) {rows}", f'Zoë "Z" Müller (1002) {rows}']


def test_participants_without_a_submission_are_listed_once(sheet: Worksheet) -> None:
    rows = [*sheet.participants, sheet.participants[-1]]
    absent = people.find_absent(rows, rows[:5])
    states = [(row.number, state) for row, state in absent]
    assert states == [("1006", people.NOT_FOUND), ("1007", people.NO_DELIVERY)]


def test_the_state_of_who_has_no_submission_is_translated(sheet: Worksheet) -> None:
    use_language("de")
    absent = people.find_absent(sheet.participants, [])
    assert {state for _, state in absent} == {"Abgabe nicht gefunden", "keine Abgabe"}


def test_folders_with_names_only(sheet: Worksheet) -> None:
    numbers, notices = match(["ana perez", "Same Name"], {}, sheet)
    assert numbers == {"ana perez": ["1001"], "Same Name": []}
    assert notices == [f"Same Name: {people.UNKNOWN}"]


def test_without_a_worksheet_the_name_of_an_author_confirms_the_numbers() -> None:
    authors = {"Ana Pérez_1001": ["Perez, Ana"]}
    numbers, _ = match(["Ana Pérez_1001", "B C_1002"], authors, None)
    assert numbers == {"Ana Pérez_1001": ["1001"], "B C_1002": ["1002"]}
    numbers, notices = match(["Group 1_31", "Group 2_32"], {"Group 1_31": ["Ana Pérez"]}, None)
    assert (numbers, len(notices)) == ({}, 1)
