"""What a teacher writes into adjust.csv counts in each run; grades of persons and the kit's own."""

import csv
import html
import io
import sys
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import pytest

from lab import Unusable, course
from lab.common.language import use_language
from lab.grade import adjustments, csv_tables, outputs, people
from lab.grade.adjustments import Adjustment
from lab.grade.grading import Judgement, Submission
from lab.grade.worksheet import Participant
from tests.kit import LIGHT_UP, Done, run_lab
from tests.lab.grade import kit
from tests.lab.grade.test_run import read_rows

HEADERS = "student,points,reason,comment,deadline,delivery"
COURSE = course.make_default_course(LIGHT_UP)


def grade(folder: Path, *arguments: object) -> Done:
    return run_lab("grade", "class.zip", "-o", "out", *arguments, cwd=folder)


def write_rows(out: Path, *lines: str) -> bytes:
    """Write adjust.csv as a spreadsheet with a decimal comma does; return its content."""
    data = "\r\n".join(["\ufeff" + HEADERS.replace(",", ";"), *lines, ""]).encode()
    (out / "adjust.csv").write_bytes(data)
    return data


def read_worksheet(out: Path) -> dict[str, list[str]]:
    """Return the rows of worksheet.csv by the numbers of participants."""
    text = (out / "worksheet.csv").read_text("utf-8-sig")
    return {row[0].split()[-1]: row for row in csv.reader(io.StringIO(text, newline=""))}


def test_a_second_round(tmp_path: Path) -> None:
    kit.moodle(tmp_path / "class.zip", kit.CLASS)
    (tmp_path / "sheet.csv").write_text(kit.WORKSHEET, newline="")
    (tmp_path / "course.toml").write_text(kit.COURSE)
    out = tmp_path / "out"
    first = grade(tmp_path, "--puzzle", kit.LATIN, "--course=course.toml", "--worksheet=sheet.csv")
    assert first.returncode == 0
    lines = (out / "adjust.csv").read_text("utf-8-sig").splitlines()
    assert lines[0] == HEADERS
    assert [line.removesuffix(",,,,,") for line in lines[1:]] == [
        "'=Zoë -Z- Müller_1002",
        "Ana Pérez_1001",
        "Jean-Luc d'Été_1004",
        "李 雷_1003",
    ]

    # Moodle has the grades, a person has changed one, a student has delivered again.
    sheet = (
        (out / "worksheet.csv")
        .read_text("utf-8-sig")
        .replace("李 雷,a@b.c,Submitted,25", "李 雷,a@b.c,Submitted,24")
    )
    (tmp_path / "new.csv").write_text(sheet, newline="")
    again = {**kit.CLASS, "Jean-Luc d'Été_1004": kit.CLASS['=Zoë "Z" Müller_1002']}
    kit.moodle(tmp_path / "class.zip", again)
    data = write_rows(
        out,
        "1005;-1,5;Talk;See <me>\x21;",
        '"Muller, Zoë Z";;;;2026-03-02T12:00',
        "Nobody;3;;;no",
        "1004;100;Bonus;;",
    )
    result = grade(tmp_path, "--worksheet=new.csv")
    message = "adjust.csv:4: Nobody has no submission, so this row has no effect"
    limit = "of 100 points, 8 count, as the total stays from 0 to 25"
    assert result.returncode == 0
    of_key = f"adjust.csv: Jean-Luc d'Été_1004: {limit}"
    assert result.stderr.splitlines()[:2] == [message, of_key]
    assert (out / "adjust.csv").read_bytes() == data
    table = read_rows(out)
    assert (table["1001; 1005"]["total"], table["1001; 1005"]["adjustment"]) == ("23.5", "-1.5")
    assert table["1004"]["adjusted"] == f"'+100: Bonus; {limit}"
    assert table["1002"]["total"] == "15.3"  # one day late, in place of two
    grades = [row[4] for row in read_worksheet(out).values()]
    assert grades == ["Grade", "23.50", "15.30", "24.00", "3.00", "23.50", ""]
    comment = read_worksheet(out)["1001"][9]
    assert comment.endswith("<br>-1.5: Talk<br>See &lt;me&gt;!")
    overview = (out / "overview.html").read_text("utf-8")
    for text in (message, "Ana Pérez_1001: 25 -&gt; 23.5", "李 雷 (1003) is graded already"):
        assert text in overview
    assert "Ana Pérez (1001) is graded already" not in overview
    page = (out / "submissions" / "Ana Pérez_1001" / "feedback.html").read_text("utf-8")
    assert "-1.5: Talk" in page and "See &lt;me&gt;!" in page

    kept = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    write_rows(out, "1005;much;;;")
    result = grade(tmp_path)
    message = "out/adjust.csv:2:2: found the points 'much', expected such as -1.5"
    assert (result.returncode, result.stderr) == (2, f"lab grade: {message}\n")
    kept.pop(out / "adjust.csv")
    assert all(path.read_bytes() == data for path, data in kept.items())


def read(folder: Path, text: str | bytes) -> list[Adjustment]:
    """Read an adjust.csv with this text."""
    path = folder / "adjust.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return adjustments.read_adjustments(path, COURSE)


def test_the_rows_in_different_forms(tmp_path: Path) -> None:
    for text in (
        f'{HEADERS}\nAna,"+1,5",good,"two\nlines",2027-11-05\n\n,,,,\nB,,,,no',
        "\ufeff"
        + f'{HEADERS}\nAna,1.5,good,"two\nlines",2027-11-05 23:59\nB,,,,No\n'.replace(",", ";"),
    ):
        ana, other = read(tmp_path, text)
        assert ana[1:5] == ("Ana", Fraction(3, 2), "good", "two\nlines")
        assert ana.deadline == datetime(2027, 11, 5, 23, 59)
        assert (other.changes_deadline, other.deadline, other.comment) == (True, None, "")
    assert read(tmp_path, f"{HEADERS}\nAna,,,,\nB\n") == []
    (row,) = read(tmp_path, f"{HEADERS}\n'=Z,1,,,\n")
    assert row.student == "=Z"  # the apostrophe is for spreadsheets


def test_a_key_with_a_point_is_read_as_it_was_written(tmp_path: Path) -> None:
    cells = {"student": "1.2", "points": "1.5"}
    text = csv_tables.format_table([dict.fromkeys(adjustments.COLUMNS, "") | cells], "de")
    assert "\n1.2;1,5;" in text
    (row,) = read(tmp_path, text)
    assert (row.student, row.points) == ("1.2", Fraction(3, 2))


WRONG = {
    "a,b\n": ":1:1: found 'a,b', expected student,points,reason,comment,deadline",
    b"\xff": ":1:1: found '\xff', expected student,points,reason,comment,deadline,delivery",
    f"{HEADERS}\n\nAna,1,5,,,,\n": ":3:7: found 7 cells, expected 6; a text or number with",
    f"{HEADERS}\n,1\n": ":2:1: found no student, expected a name,",
    f'{HEADERS}\nA,1,"a\nb"\nB,1e3\n': ":4:2: found the points '1e3', expected such as -1.5",
    f"{HEADERS}\nA,1{'0' * 400}\n": ":2:2: found the points '1000",
    f"{HEADERS}\nA,,,,5/11/2027\n": ":2:5: found the deadline '5/11/2027', expected such as",
    f'{HEADERS}\nA,,"x\nB,,,,\n': ":2:1: unexpected end of data",
}


@pytest.mark.parametrize("text", WRONG)
def test_wrong_rows_are_named(tmp_path: Path, text: str | bytes) -> None:
    with pytest.raises(Unusable) as error:
        read(tmp_path, text)
    assert str(error.value).startswith(f"{tmp_path / 'adjust.csv'}{WRONG[text]}")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("word", ["no", "Nein", "non"])
def test_a_file_is_read_as_spreadsheets_save_it(tmp_path: Path, encoding: str, word: str) -> None:
    for headers in (HEADERS, HEADERS.removesuffix(",delivery")):
        text = f"{headers}\nJürgen Müller,+1.5,für den Vortrag,,{word}\n"
        for separator in (",", ";", "\t"):
            (row,) = read(tmp_path, text.replace(",", separator).encode(encoding))
            assert (row.student, row.reason) == ("Jürgen Müller", "für den Vortrag")
            assert (row.changes_deadline, row.deadline) == (True, None)


def test_points_wait_if_a_delivery_changes_but_a_deadline_stays(tmp_path: Path) -> None:
    text = f"{HEADERS}\nAna,20,a .rar,,\nAna,,,,2027-11-05\n"
    rows = {"Ana_1": read(tmp_path, text)}
    first, second = (Submission("Ana_1", "Ana", Path(), version=v) for v in ("a", "b"))
    counted, versions, notices = adjustments.hold_stale_rows(rows, [first], {})
    assert (counted, notices) == (rows, [])
    assert adjustments.hold_stale_rows(rows, [first], versions) == (rows, versions, [])
    counted, versions, notices = adjustments.hold_stale_rows(rows, [second], versions)
    assert [(row.points, row.reason) for row in counted["Ana_1"]] == [(Fraction(0), "")] * 2
    assert [row.changes_deadline for row in counted["Ana_1"]] == [False, True]
    assert [notice.partition(" is another")[0] for notice in notices] == ["adjust.csv:2: Ana_1"]
    anew = {"Ana_1": read(tmp_path, text.replace("a .rar", "a .rar, and the zip"))}
    assert adjustments.hold_stale_rows(anew, [second], versions)[0] == anew


@pytest.mark.parametrize(
    "row, total", [("20,,", "20"), (",no .rar,", "0"), (",,sorry", ""), (",,,2027-11-05", "")]
)
def test_a_person_decides_by_points_or_a_reason(tmp_path: Path, row: str, total: str) -> None:
    rows = read(tmp_path, f"{HEADERS}\nAna,{row}\n")
    submission, judgement = Submission("Ana", "Ana", Path()), Judgement(error="a .rar")
    graded = adjustments.grade_with_adjustments(submission, judgement, COURSE, [], rows)
    assert graded.is_decided == bool(total)
    assert outputs.describe_submission(graded)["total"] == total


@pytest.mark.long
def test_a_delivery_of_strangers_and_a_new_delivery_wait_for_a_person(tmp_path: Path) -> None:
    group = kit.make_submission("Jean-Luc d'Été and Luis Núñez")
    kit.moodle(
        tmp_path / "class.zip",
        {
            "Jean-Luc d'Été_1004": group,
            '=Zoë "Z" Müller_1002': group,
            "Ana Pérez_1001": {"work.rar": "Rar!"},
        },
    )
    (tmp_path / "sheet.csv").write_text(kit.WORKSHEET, newline="")
    options = ("--puzzle", kit.LATIN, "--worksheet=sheet.csv")
    assert grade(tmp_path, *options).returncode == 0
    out = tmp_path / "out"
    overview = html.unescape((out / "overview.html").read_text("utf-8"))
    author = "Jean-Luc d'Été and Luis Núñez"
    assert f'Müller_1002: =Zoë "Z" Müller is not among its authors ({author})' in overview
    pairs = (out / "similar.csv").read_text("utf-8-sig").splitlines()[1:]
    assert len(pairs) == 1 and "Müller_1002" in pairs[0] and "Été_1004" in pairs[0]
    assert "1005" not in "".join(read_rows(out)) or read_rows(out)["1005"]["total"] == ""

    write_rows(out, "1005;;;;;Jean-Luc d'Été_1004", "1001;20;by hand;;;", "1003;;;;;Nobody_1")
    again = grade(tmp_path, *options)
    message = "adjust.csv:4: found the delivery 'Nobody_1', expected a submission of grades.csv"
    assert again.stderr.splitlines()[0] == message
    totals = {number: row["total"] for number, row in read_rows(out).items()}
    assert totals["1004; 1005"] == "25" and totals["1001"] == "20"

    write_rows(out, "Jean-Luc d'Été_1004;;;;;'=Zoë -Z- Müller_1002", "1001;20;by hand;;;")
    assert grade(tmp_path, *options).returncode == 0
    assert "1002; 1004" in read_rows(out)  # as in the row that the first run made
    overview = html.unescape((out / "overview.html").read_text("utf-8"))
    assert "its participants are unknown" not in overview

    kit.moodle(tmp_path / "class.zip", {"Ana Pérez_1001": kit.make_submission("Ana Pérez", None)})
    waiting = grade(tmp_path, *options)
    assert "adjust.csv:3: Ana Pérez_1001 is another delivery than" in waiting.stderr
    assert read_rows(out)["1001"]["total"] == "5"
    write_rows(out, "1001;12;by hand, for the zip as well;;;")
    assert grade(tmp_path, *options).returncode == 0
    assert read_rows(out)["1001"]["total"] == "17"


def test_a_student_is_found_by_any_name_or_number(tmp_path: Path) -> None:
    submissions = [Submission(key, key[:-3], Path(), key[-2:]) for key in ("Ana_11", "Bea_12")]
    participants = {"Ana_11": [Participant("11", "Ana"), Participant("13", "Zoë Q")]}
    authors = {"Ana_11": ["Ana", "Eva"], "Bea_12": ["Bea", "Ana", "Eva"]}
    names = ("Ana_11", "11", "zoe q", "13", "Ana", "Bea", "Eva", "nobody")
    text = "".join(f"\n{name},1" for name in names)
    adjusted, notices = adjustments.assign_adjustments(
        read(tmp_path, HEADERS + text), submissions, participants, authors
    )
    keys = {row.student: key for key, assigned in adjusted.items() for row in assigned}
    assert keys == {**dict.fromkeys(names[:5], "Ana_11"), "Bea": "Bea_12"}
    assert notices == [
        "adjust.csv:8: Eva has Ana_11 and Bea_12, so this row has no effect",
        "adjust.csv:9: nobody has no submission, so this row has no effect",
    ]


def test_the_notice_on_a_row_without_effect_is_translated(tmp_path: Path) -> None:
    use_language("de")
    (row,) = read(tmp_path, f"{HEADERS}\nEva,1")
    notice = "adjust.csv:2: Eva hat keine Abgabe, daher wirkt diese Zeile nicht"
    assert adjustments.assign_adjustments([row], [], {}, {}) == ({}, [notice])


def test_a_total_stays_from_0_to_all_points(tmp_path: Path) -> None:
    limited = "of {} points, {} count, as the total stays from 0 to 10"
    for points, added, text in (
        ("-3", -2, limited.format(-3, -2)),
        ("4", 4, ""),
        ("9.25", 8, limited.format(9.25, 8)),
    ):
        (row,) = read(tmp_path, f"{HEADERS}\nAna,{points}")
        assert adjustments.sum_points([row], Fraction(2), Fraction(10)) == (Fraction(added), text)


@pytest.mark.parametrize("text", ["22/11/2026 23:55", "22.11.2026 23:55", "22/11/2026, 23:55:00"])
@pytest.mark.parametrize("language", ["es", "fr", "de"])
def test_a_date_is_read_as_the_language_writes_it(tmp_path: Path, text: str, language: str) -> None:
    path = tmp_path / "adjust.csv"
    path.write_text(f"{HEADERS}\nAna,,,,".replace(",", ";") + text)
    own = course.parse_course(f'language = "{language}"', LIGHT_UP)
    (row,) = adjustments.read_adjustments(path, own)
    assert row.deadline == datetime(2026, 11, 22, 23, 55)


def test_a_date_alone_ends_with_its_day_and_in_english_no_day_comes_first(tmp_path: Path) -> None:
    path = tmp_path / "adjust.csv"
    path.write_text(f"{HEADERS}\nAna,,,,5/11/2026")
    own = course.parse_course('language = "es"', LIGHT_UP)
    (row,) = adjustments.read_adjustments(path, own)
    assert row.deadline == datetime(2026, 11, 5, 23, 59)
    with pytest.raises(Unusable, match="2:5: found the deadline '5/11/2026'"):
        adjustments.read_adjustments(path, COURSE)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 reads no such dates")
@pytest.mark.parametrize("text", ["2026-11-05T10", "20261105T1000"])
def test_a_time_without_a_colon_is_a_time(tmp_path: Path, text: str) -> None:
    (row,) = read(tmp_path, f"{HEADERS}\nAna,,,,{text}")
    assert row.deadline == datetime(2026, 11, 5, 10)


CONTRADICTIONS = {
    "en": "Ana has different deadlines in the lines 2 and 4; the last one counts",
    "de": "Ana hat verschiedene Fristen in den Zeilen 2 und 4; die letzte zählt",
}


@pytest.mark.parametrize("language", CONTRADICTIONS)
def test_rows_that_contradict_each_other_are_reported(tmp_path: Path, language: str) -> None:
    path = tmp_path / "adjust.csv"
    path.write_text(
        f"{HEADERS}\nAna,,,,2026-11-05\nAna,1,more,,\nAna,,,,no\nEva,,,,no\nEva,,,,no\n"
    )
    submissions = [Submission(key=name, name=name, path=Path()) for name in ("Ana", "Eva")]
    use_language(language)
    rows = adjustments.read_adjustments(path, COURSE)
    _, notices = adjustments.assign_adjustments(rows, submissions, {}, {})
    assert notices == [f"adjust.csv: {CONTRADICTIONS[language]}"]


def test_names_sort_as_the_language_does() -> None:
    names = ["Zoe", "Núñez", "Nuñoz", "Nunoz", "Nuzo", "Álvarez", "alba"]
    spanish = sorted(names, key=lambda name: people.collate_name(name, "es"))
    assert spanish == ["alba", "Álvarez", "Nunoz", "Núñez", "Nuñoz", "Nuzo", "Zoe"]
    french = sorted(["Étienne", "Zoé", "Emma", "Fanny"], key=lambda n: people.collate_name(n, "fr"))
    assert french == ["Emma", "Étienne", "Fanny", "Zoé"]
