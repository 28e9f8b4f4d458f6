"""A course is read from TOML: default values, points, late work, errors."""

import re
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from pathlib import Path

import pytest

from lab import Unusable, course
from lab.check import points
from lab.common.language import use_language
from lab.course.texts import HandoutTexts
from lab.findings import Report
from lab.grade import session
from lab.puzzles import Puzzle
from lab.settings.course import Course
from tests.kit import AMAZE, LIGHT_UP, run_lab

FULL = """\
title = "Luces"
course = "Programación lógica"
term = "2027/28"
deadline = 2027-11-05T23:55:00
lab_page = "https://example.org:8080/lab/a_b/?c=1&d=%20"
language = "es"
group = 3

[points]
delivery = 1.5
encode = 2
examples = 3
growth = 0

[points.rules]
lit = 0.1
sight = 2
clue = 3

[late]
percent = 12.5
days = 2

[partial]
percent = 50
"""


def read(folder: Path, text: str | bytes, puzzle: Puzzle = LIGHT_UP) -> Course:
    """Read a course from a text."""
    path = folder / "course.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return course.read_course(path, puzzle)


def test_the_default_course_has_25_points() -> None:
    usual = course.make_default_course(LIGHT_UP)
    assert [*usual.points] == ["delivery", "encode", "lit", "sight", "clue", "examples", "growth"]
    assert (usual.total, usual.points["sight"]) == (Fraction(25), Fraction(4))
    assert (usual.group, usual.deadline, usual.late_limit, usual.language) == (2, None, 7, "en")
    assert course.make_default_course(AMAZE).total == 25


def test_the_printed_file_has_the_default_values(tmp_path: Path) -> None:
    for name, puzzle in (("lightup", LIGHT_UP), ("amaze", AMAZE)):
        text = run_lab("handout", "--course", "-", "--puzzle", name).stdout
        assert read(tmp_path, text, puzzle) == course.make_default_course(puzzle)
        assert max(map(len, text.splitlines())) <= 120


def test_the_printed_file_has_each_setting() -> None:
    text = re.sub(r"(?m)^# (?=[\w\[])", "", course.format_course_file(LIGHT_UP))
    assert course.KINDS.keys() <= {name for _, name, _ in course.list_settings(text)}


def test_the_commented_lines_of_the_printed_file_are_valid(tmp_path: Path) -> None:
    text = course.format_course_file(LIGHT_UP).replace("rules = 12", "#", 1)
    text = re.sub(
        r"^# (?=deadline|lab_page|course_page|\[points\.rules\]|\w+ = 4)", "", text, flags=re.M
    )
    found = read(tmp_path, text)
    assert found.points == course.make_default_course(LIGHT_UP).points
    assert found.deadline == datetime(2027, 11, 5, 23, 55)
    assert found.lab_page == "https://example.org/"


def test_all_values_are_read(tmp_path: Path) -> None:
    found = read(tmp_path, FULL)
    assert (found.title, found.name, found.term) == ("Luces", "Programación lógica", "2027/28")
    assert found.points["lit"] == Fraction(1, 10)
    assert found.total == Fraction("11.6")
    assert (found.group, found.language, found.partial_percent) == (3, "es", Fraction(50))
    assert (found.deadline, found.late_limit) == (datetime(2027, 11, 5, 23, 55), 2)
    assert found.lab_page == "https://example.org:8080/lab/a_b/?c=1&d=%20"


def test_a_known_table_may_be_empty_and_all_points_may_be_needed(tmp_path: Path) -> None:
    text = "pass = 25\n[points]\n[points.rules]\n[costs]\n[late]\n[partial]\n"
    assert read(tmp_path, text).pass_points == 25


def test_a_number_for_the_rules_is_shared_by_all_of_them(tmp_path: Path) -> None:
    found = read(tmp_path, "[points]\nrules = 10\n")
    hundredths = {code: points * 100 for code, points in found.rules.items()}
    assert hundredths == {"lit": 333, "sight": 334, "clue": 333}
    assert found.total == 23


def share_kept(found: Course, delivered: datetime | None) -> Fraction:
    """The share of the points that right work keeps if it is delivered at this time."""
    return points.grade_report(Report("x"), found, delivered).total / found.total


def test_each_begun_day_costs_its_share_until_nothing_is_accepted(tmp_path: Path) -> None:
    found = read(tmp_path, FULL)
    deadline = datetime(2027, 11, 5, 23, 55)
    shares = {
        None: 1,
        deadline: 1,
        deadline - timedelta(days=9): 1,
        deadline + timedelta(seconds=1): Fraction(7, 8),
        deadline + timedelta(days=1): Fraction(7, 8),
        deadline + timedelta(days=1, seconds=1): Fraction(3, 4),
        deadline + timedelta(days=2, seconds=1): 0,
    }
    assert {when: share_kept(found, when) for when in shares} == shares
    zoned = read(tmp_path, "deadline = 2027-11-05T23:55:00+01:00")
    assert share_kept(zoned, datetime(2027, 11, 5, 22, 55, tzinfo=timezone.utc)) == 1
    assert share_kept(zoned, datetime(2027, 11, 5, 22, 56, tzinfo=timezone.utc)) == Fraction(9, 10)


def test_a_time_without_a_zone_has_that_of_the_deadline(tmp_path: Path) -> None:
    utc = timezone.utc
    for text in (
        "deadline = 2027-11-05T23:55:00+01:00",
        'deadline = 2027-11-05T23:55:00\ntimezone = "Europe/Madrid"',
    ):
        found = read(tmp_path, text)
        assert found.count_days_late(datetime(2027, 11, 5, 23, 55)) == 0
        assert found.count_days_late(datetime(2027, 11, 5, 23, 56)) == 1
        assert found.count_days_late(datetime(2027, 11, 5, 22, 55, tzinfo=utc)) == 0
        assert found.count_days_late(datetime(2027, 11, 5, 22, 56, tzinfo=utc)) == 1


ENDS_OF_TIME = ("deadline = 9999-12-31", "deadline = 0001-01-01")  # "never", and "long ago"


@pytest.mark.parametrize("zone", ["", "America/New_York", "Asia/Tokyo"])
def test_a_deadline_may_be_at_either_end_of_the_calendar(tmp_path: Path, zone: str) -> None:
    for delivered in (datetime(2027, 11, 5), datetime(2027, 11, 5, tzinfo=timezone.utc)):
        for text, is_late in zip(ENDS_OF_TIME, (False, True)):
            found = read(tmp_path, text + f"\ntimezone = '{zone}'" * bool(zone))
            assert (found.count_days_late(delivered) > 0) == is_late


def test_days_are_counted_on_the_clock_of_the_deadline(tmp_path: Path) -> None:
    text = 'deadline = 2027-10-30T23:55:00\ntimezone = "Europe/Madrid"'  # a day of 25 hours begins
    found = read(tmp_path, text)
    for zone, hour in ((None, 23), (timezone.utc, 22)):
        moment = datetime(2027, 10, 31, hour, 55, tzinfo=zone)
        assert found.count_days_late(moment) == 1
        assert found.count_days_late(moment + timedelta(minutes=1)) == 2


def test_a_zone_that_is_unknown_matters_near_the_deadline(tmp_path: Path) -> None:
    found = read(tmp_path, "deadline = 2027-11-05T12:00:00")
    near = datetime(2027, 11, 5, 20, tzinfo=timezone.utc)
    assert session.depends_on_zone(found, near)
    assert not session.depends_on_zone(found, near - timedelta(days=2))
    assert not session.depends_on_zone(found, near.replace(tzinfo=None))
    zoned = read(tmp_path, "deadline = 2027-11-05T12:00:00Z")
    assert not session.depends_on_zone(zoned, near)


def test_courses_are_compared_by_their_values(tmp_path: Path) -> None:
    usual, other = (
        course.make_default_course(LIGHT_UP),
        read(tmp_path, "points.encode = 4.5\nterm = '1'"),
    )
    differences = [("points.encode", "5", "4.5"), ("term", "none", "1")]
    assert course.compare_courses(usual, other) == differences
    assert not course.compare_courses(usual, read(tmp_path, "points.encode = 5"))


def test_differences_have_the_names_and_the_values_of_the_file(tmp_path: Path) -> None:
    names = ["points.rules.lit", "late.percent", "late.days", "partial.percent", "pass"]
    text = "course = '{0}'\npoints.rules.sight = 0\npoints.rules.clue = 1\n"
    text += "".join(f"{name} = {{0}}\n" for name in names)
    first, second = (read(tmp_path, text.format(value)) for value in (0, 3))
    differences = course.compare_courses(first, second)
    assert sorted(differences) == sorted((name, "0", "3") for name in ["course", *names])


def test_a_date_alone_ends_with_its_day(tmp_path: Path) -> None:
    assert read(tmp_path, "deadline = 2027-11-05").deadline == datetime(2027, 11, 5, 23, 59)


def test_points_have_two_decimals_at_most() -> None:
    texts = {"25": "25", "5/2": "2.5", "4/3": "1.33", "0": "0", "100": "100"}
    assert {text: points.format_points(Fraction(text)) for text in texts} == texts


WRONG = {
    "a = ": ":1:1: found a =, expected a line such as group = 2 or [points]",
    "a = 1\nb 2": ":2:3: found b 2, expected a line such as group = 2 or [points]",
    "group = 2\nterm = 2027\n": ":2: term: found 2027, expected text on one line, between quotes",
    'title = "a\\nb"': r":1: title: found 'a\nb', expected text on one line, between quotes",
    'language = "it"': ":1: language: found 'it', expected one of",
    "group = 0": ":1: group: found 0, expected a whole number, at least 1",
    'timezone = "Madrid"': ":1: timezone: found 'Madrid', expected the name of a zone, such as",
    'lab_page = "example.org"': ":1: lab_page: found 'example.org', expected an address that",
    'lab_page = "ftp://example.org/"': ":1: lab_page: found 'ftp://example.org/', expected an",
    'lab_page = "https://"': ":1: lab_page: found 'https://', expected an address that begins with https://",
    'lab_page = "https://a.org/my page"': ":1: lab_page: found 'https://a.org/my page', expected",
    "lab_page = 'https://a.org/<b>'": ":1: lab_page: found 'https://a.org/<b>', expected an",
    "course_page = true": ":1: course_page: found true, expected an address that begins with",
    'page = "https://example.org/"': ":1: found the name page, expected lab_page for the address",
    "group = true": ":1: group: found true, expected a whole number, at least 1",
    'deadline = "2027-11-05"': ":1: deadline: found '2027-11-05', expected a date and a time",
    "[points]\nencode = -1": ":2: points.encode: found -1, expected a number from 0 to 10000",
    "[points]\n  growth = nan": ":2: points.growth: found nan, expected a number from 0 to 10000",
    "points.encode = inf": ":1: points.encode: found infinity, expected a number from 0 to 10000",
    "points.encode = 1e400": ":1: points.encode: found 1e+400, expected a number from 0 to 10000",
    f"costs.other = 1{'0' * 400}": f":1: costs.other: found 1{'0' * 39}, expected a number",
    "pass = 10000.5": ":1: pass: found 10000.5, expected a number from 0 to 10000",
    "points = 25": ":1: found the name points, expected one of ",
    "grup = 2": ":1: found the name grup, expected one of costs.display, costs.other, ",
    "[points]\nclue = 2": ":2: found the name points.clue, expected one of ",
    "[points.rules]\nlit = 1\nsight = 1": ":1: points.rules: found no points for clue, exp",
    "[points.rules]\nlit = 1\nside = 1": ":3: found the name points.rules.side, expected one of ",
    "[late]\npercent = 101": ":2: late.percent: found 101, expected a number from 0 to 100",
    "[late]\n\ndays = 1.5": ":3: late.days: found 1.5, expected a whole number, at least 0",
    "[lates]": ":1: found the name lates, expected one of costs.display, costs.other, ",
    "[points.rule]": ":1: found the name points.rule, expected one of ",
    "points.encode = {}": ":1: points.encode: found {}, expected a number from 0 to 10000",
    "pass = 25.5": ":1: pass: found 25.5, expected a number up to 25, the sum of the points",
    "pass = 22\npoints.encode = 0.5": ":1: pass: found 22, expected a number up to 20.5, the sum",
    "[[late]]\ndays = 1": ": found the name late, expected one of ",
    "[points]\ndelivery=0\nencode=0\nrules=0\nexamples=0\ngrowth=0": ":1: points: found no points",
    "pass = 12,5": ":1:7: pass: found 12,5, expected a number from 0 to 10000, such as 12.5",
    "[late]\npercent = 12,5 # a day": ":2:10: late.percent: found 12,5, expected a number from 0",
    "deadline = 5.11.2027": ":1:11: deadline: found 5.11.2027, expected a date and a time without",
    "title = Light Up": ":1:8: title: found Light Up, expected text on one line, between quotes",
    "group = 2\nlanguage = ": ":2:11: language: found '', expected one of en, es",
    "group = 2\ngroup = 3": ":2:1: found group, expected each name once",
    "[points]\nrules = 9\n[points.rules] # not rules =": ":3:14: found points.rules, expected each",
    "[points.rules] a = 1": ":1:16: found [points.rules] a = 1, expected a line such as",
    "Light Up": ":1:7: found Light Up, expected a line such as group = 2 or [points]",
}


@pytest.mark.parametrize("text", WRONG)
def test_wrong_values_are_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(Unusable) as error:
        read(tmp_path, text)
    assert str(error.value).startswith(f"{tmp_path / 'course.toml'}{WRONG[text]}")
    assert "\n" not in str(error.value)


COSTS = {
    "en": ("another name 0.5,", "With 12.5 points the work passes."),
    "de": ("anderem Namen 0,5,", "Mit 12,5 Punkten ist die Arbeit bestanden."),
}


@pytest.mark.parametrize("language", COSTS)
def test_the_sheet_says_what_faults_cost_and_what_passes(language: str) -> None:
    text = f'pass = 12.5\nlanguage = "{language}"\n[costs]\ndisplay = 0.5\n'
    use_language(language)
    costs = HandoutTexts(LIGHT_UP, course.parse_course(text, LIGHT_UP), "cell(R,C,b)").costs
    assert all(part in costs for part in COSTS[language])
