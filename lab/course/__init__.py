"""Reads the file of a course: what the sheet prints, and what each part of the work is worth.

It is a file in TOML; `python3 -m lab handout --course -` prints it with all default values and a
comment on each line.
"""

import contextlib
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn
from zoneinfo import ZoneInfo, available_timezones

from lab import Unusable
from lab.check.points import format_points, round_shares
from lab.common.files import decode_any_text, name_file_in_errors
from lab.common.language import LANGUAGES, translate
from lab.puzzles import Puzzle
from lab.settings.course import PARTS, PENALTY_NAMES, Course

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


# the address of a page, in letters that a link may have
ADDRESS = re.compile(r"https?://\w[\w.-]*(:\d+)?([/?#][\w!#$%&'()*+,./:;=?@~-]*)?")


def is_amount(value: Any) -> bool:
    return type(value) in (int, Decimal) and Decimal(value).is_finite() and 0 <= value <= 10000


EXPECTED = {  # values of a kind, in words
    "text": "text on one line, between quotes",
    "amount": "a number from 0 to 10000, such as 12.5",
    "percentage": "a number from 0 to 100, such as 12.5",
    "date": "a date and a time without quotes, such as 2027-11-05T23:55:00",
    "zone": "the name of a zone, such as 'Europe/Madrid'",
    "language": "one of {names}",
    "number": "a whole number, at least 1",
    "days": "a whole number, at least 0",
    "pass": "a number up to {total}, the sum of the points",
    "setting": "a line such as group = 2 or [points]",
    "single": "each name once",
    "address": "an address that begins with https:// or http://",
}
NAMES_IN_FILES = {  # fields of Course that have another name in a file
    "name": "course",
    "late_limit": "late.days",
    "late_percent": "late.percent",
    "partial_percent": "partial.percent",
    "pass_points": "pass",
}
SETTING = re.compile(r"\s*(?P<name>[\w.]+)\s*=\s*(?P<value>[^#]*)")
TABLE = re.compile(r"\s*\[(?P<name>[\w.]+)\]")
TOML_PLACE = re.compile(r"at line (\d+), column (\d+)")
UNKNOWN_NAME = "found the name {name}, expected one of {names}"
OLD_NAMES = {  # old names of settings, with what to write in their place
    "page": "found the name page, expected lab_page for the address of what lab web --static has "
    "written, or course_page for that of the course's own page"
}

Kind = tuple[str, Callable[[Any], object]]  # a key of EXPECTED, and a test of the value
TEXT: Kind = ("text", lambda value: isinstance(value, str) and "\n" not in value)
AMOUNT: Kind = ("amount", is_amount)
PERCENTAGE: Kind = ("percentage", lambda value: is_amount(value) and value <= 100)
WEB_ADDRESS: Kind = ("address", lambda v: isinstance(v, str) and ADDRESS.fullmatch(v))
KINDS: dict[str, Kind] = {  # the kinds of all values but points.rules.CODE
    "title": TEXT,
    "course": TEXT,
    "term": TEXT,
    "deadline": ("date", lambda value: isinstance(value, date)),  # a datetime is a date, too
    "timezone": ("zone", lambda value: isinstance(value, str) and value in available_timezones()),
    "lab_page": WEB_ADDRESS,
    "course_page": WEB_ADDRESS,
    "language": ("language", lambda value: value in list(LANGUAGES)),
    "group": ("number", lambda value: type(value) is int and value >= 1),
    **{f"points.{part}": AMOUNT for part in PARTS},
    "late.percent": PERCENTAGE,
    "late.days": ("days", lambda value: type(value) is int and value >= 0),
    "partial.percent": PERCENTAGE,
    **{f"costs.{name}": AMOUNT for name in PENALTY_NAMES},
    "pass": AMOUNT,
}


class CourseError(ValueError):
    """A value is wrong: its name, as "late.days", and why."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


def read_course(path: Path | None, puzzle: Puzzle) -> Course:
    """Return the course in a file, without one the default course; raise Unusable."""
    if not path:
        return make_default_course(puzzle)
    with name_file_in_errors(path):
        text = decode_any_text(path.read_bytes())[0].replace("\r\n", "\n")
    try:
        return parse_course(text, puzzle)
    except CourseError as error:
        lines = [number for number, name, _ in list_settings(text) if name == error.name]
        raise Unusable(f"{path}:{''.join(f'{line}:' for line in lines[:1])} {error}") from None
    except ValueError as error:
        raise Unusable(f"{path}:{explain_syntax_error(text, error)}") from None


def list_settings(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the name and the value of each setting in a TOML text, even with errors.

    A table has its own name, and the value "".
    """
    prefix = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if match := TABLE.match(line):
            prefix = f"{match['name']}."
            yield number, match["name"], ""
        elif match := SETTING.match(line):
            yield number, prefix + match["name"], match["value"].strip()


def explain_syntax_error(text: str, error: ValueError) -> str:
    """Return the place of an error of TOML, and what is found and expected there."""
    match = TOML_PLACE.search(str(error))
    line, column = (int(match[1]), int(match[2])) if match else (text.rstrip().count("\n") + 1, 1)
    line_text = text.split("\n")[line - 1]
    excerpt, kind, prefix = line_text.strip(), "setting", ""
    names = set[str]()
    for number, name, value in list_settings(text):
        if number == line and name in names:
            excerpt, kind = name, "single"
        elif number == line and name in KINDS and SETTING.match(line_text):
            excerpt, kind, prefix = value or "''", KINDS[name][0], f"{name}: "
            column = line_text.index("=") + 2
        names.add(name)
    expected = translate(EXPECTED[kind], names=", ".join(LANGUAGES))
    message = translate("found {found}, expected {expected}", found=excerpt[:40], expected=expected)
    return f"{line}:{column}: {prefix}{message}"


def guess_language(path: Path | None) -> str:
    """Return the language in the file of a course, English without one; check nothing else."""
    with contextlib.suppress(OSError):
        text = path.read_text("utf-8", "replace") if path else ""
        match = re.search(r"(?m)^\s*language\s*=\s*['\"](\w+)", text)
        if match and match[1] in LANGUAGES:
            return match[1]
    return "en"


def make_default_course(puzzle: Puzzle) -> Course:
    """Return the course without a file: 25 points, no deadline."""
    return parse_course("", puzzle)


def parse_toml(text: str) -> dict[str, Any]:
    """Return the data of a TOML text, its decimal numbers exact; ValueError if it is wrong."""
    data: dict[str, Any] = tomllib.loads(text, parse_float=Decimal)
    return data


def parse_course(text: str, puzzle: Puzzle) -> Course:
    """Return the course in a TOML text; values that it leaves out have their defaults.

    Raises ValueError if something in the text is wrong.
    """
    codes = list(puzzle.rules.RULES)
    values = dict(flatten_tables(parse_toml(text)))
    check_values(values, codes)
    values = {name: value for name, value in values.items() if value != {}}
    points = divide_points(values, codes)
    total = sum(points.values(), Fraction(0))
    if values.get("pass", 0) > total:
        raise_value_error("pass", values["pass"], "pass", total=format_points(total))
    least = min((points[code] for code in codes), default=Fraction(0))
    return Course(
        points=points,
        title=values.get("title", puzzle.title),
        name=values.get("course", Course.name),
        term=values.get("term", Course.term),
        deadline=find_deadline(values),
        language=values.get("language", Course.language),
        group=values.get("group", Course.group),
        late_percent=Fraction(values.get("late.percent", Course.late_percent)),
        late_limit=values.get("late.days", Course.late_limit),
        partial_percent=Fraction(values.get("partial.percent", Course.partial_percent)),
        penalties={name: Fraction(values.get(f"costs.{name}", least)) for name in PENALTY_NAMES},
        pass_points=Fraction(values["pass"]) if "pass" in values else None,
        lab_page=values.get("lab_page", Course.lab_page),
        course_page=values.get("course_page", Course.course_page),
    )


def check_values(values: Mapping[str, Any], codes: Sequence[str]) -> None:
    """Raise ValueError for an unknown name, or a value that is not of its kind."""
    kinds = KINDS | {f"points.rules.{code}": AMOUNT for code in codes}
    tables = {name.rpartition(".")[0] for name in kinds} | {"points.rules"}
    for name, value in values.items():
        if value == {} and name in tables:
            continue
        if name in OLD_NAMES:
            raise CourseError(name, translate(OLD_NAMES[name]))
        if name not in kinds:
            names = ", ".join(sorted(kinds))
            raise CourseError(name, translate(UNKNOWN_NAME, name=name, names=names))
        kind, is_valid = kinds[name]
        if not is_valid(value):
            raise_value_error(name, value, kind)


def raise_value_error(name: str, value: Any, kind: str, **fields: str) -> NoReturn:
    """Raise ValueError with a value and what is expected: a key of EXPECTED, and its fields."""
    excerpt = repr(value) if isinstance(value, str) else str(value).lower()
    expected = translate(EXPECTED[kind], names=", ".join(LANGUAGES), **fields)
    message = translate("found {found}, expected {expected}", found=excerpt[:40], expected=expected)
    raise CourseError(name, f"{name}: {message}")


def divide_points(values: Mapping[str, Any], codes: Sequence[str]) -> dict[str, Fraction]:
    """Return the points of each part and rule, in hundredths that add up to the rounded sum.

    The rules have a table of points, or one number that they share.  Raises ValueError if some
    rules have no points, or nothing has any.
    """
    missing = [code for code in codes if f"points.rules.{code}" not in values]
    if 0 < len(missing) < len(codes):
        message = translate("found no points for {names}, expected all", names=", ".join(missing))
        raise CourseError("points.rules", f"points.rules: {message}")
    points: dict[str, Fraction] = {}
    for part, default in PARTS.items():
        worth = Fraction(values.get(f"points.{part}", default))
        if part == "rules":
            share = worth / max(len(codes), 1)
            points |= {code: Fraction(values.get(f"points.rules.{code}", share)) for code in codes}
        else:
            points[part] = worth
    hundredths = round_shares(points, sum(points.values(), Fraction(0)), unit=100)
    points = {part: Fraction(number, 100) for part, number in hundredths.items()}
    if not any(points.values()):
        message = translate("found no points at all, expected a sum above 0")
        raise CourseError("points", f"points: {message}")
    return points


def find_deadline(values: Mapping[str, Any]) -> datetime | None:
    """Return the deadline, in the time zone of the course if it has one; a day ends at 23:59."""
    deadline = values.get("deadline")
    if deadline and not isinstance(deadline, datetime):
        deadline = datetime.combine(deadline, time(23, 59))
    if deadline and not deadline.tzinfo and "timezone" in values:
        deadline = deadline.replace(tzinfo=ZoneInfo(values["timezone"]))
    return deadline


def compare_courses(first: Course, second: Course) -> list[tuple[str, str, str]]:
    """Return the settings in which two courses differ: the name in a file, both values as texts."""
    before, after = (dict(flatten_tables(vars(course))) for course in (first, second))
    names = NAMES_IN_FILES | {f"points.{code}": f"points.rules.{code}" for code in first.rules}

    def format_setting(value: Any) -> str:
        if isinstance(value, Fraction):
            return format_points(value)
        return "none" if value in (None, "") else str(value)

    return [
        (names.get(name, name), format_setting(before.get(name)), format_setting(after.get(name)))
        for name in before | after
        if before.get(name) != after.get(name)
    ]


def flatten_tables(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each value below a table of TOML with its name, as ("late.days", 7).

    An empty table is a value.
    """
    for name, value in table.items():
        if isinstance(value, dict) and value:
            yield from flatten_tables(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def format_course_file(puzzle: Puzzle) -> str:
    """Return a course in TOML with all default values and a comment on each."""
    from lab.course.templates import fill_template

    course = make_default_course(puzzle)
    languages = ", ".join(f"{code} {name}" for code, name in LANGUAGES.items())
    template = Path(__file__).with_name("course.toml")
    return fill_template(
        template, course=course, parts=PARTS, languages=languages, rules=puzzle.rules.RULES,
        title=json.dumps(course.title, ensure_ascii=False), name=puzzle.name,
    )  # fmt: skip
