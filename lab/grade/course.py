"""The course of a teacher: what the sheet prints, and what each part of the assignment is worth.

A course is a file in TOML; `python3 -m lab handout --course -` prints one with a comment on each
line and all default values.
"""

import json
import math
import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import encode
from lab import Unusable
from lab.puzzles import Puzzle

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LANGUAGES = {"en": "English", "es": "Spanish", "fr": "French", "de": "German"}
PARTS = {  # default points, in the order of reports; the rules of the puzzle share "rules"
    "delivery": 2,
    "encode": 5,
    "rules": 12,
    "examples": 4,
    "growth": 2,
}
SYNTAX_ERROR = re.compile(  # a message of tomllib
    r"(?P<message>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)"
)
DAY = timedelta(days=1)


class Kind(NamedTuple):
    """A kind of values in a course file."""

    expected: str  # a description, for errors
    accepts: Callable[[Any], bool]


def is_amount(value: Any) -> bool:
    """Return whether a value is a finite number from 0 on."""
    return type(value) in (int, Decimal) and math.isfinite(value) and value >= 0


TEXT = Kind(
    "text on one line, between quotes", lambda value: isinstance(value, str) and "\n" not in value
)
MOMENT = Kind(
    "a date and a time without quotes, such as 2027-11-05T23:55:00",
    lambda value: isinstance(value, date),  # a datetime is one
)
LANGUAGE = Kind(
    "one of " + ", ".join(f'"{name}"' for name in LANGUAGES),
    lambda value: isinstance(value, str) and value in LANGUAGES,
)
MEMBERS = Kind("a whole number, at least 1", lambda value: type(value) is int and value >= 1)
DAYS = Kind("a whole number, at least 0", lambda value: type(value) is int and value >= 0)
AMOUNT = Kind("a number, at least 0", is_amount)
PERCENTAGE = Kind("a number from 0 to 100", lambda value: is_amount(value) and value <= 100)

Points = Mapping[str, Fraction]


@dataclass(frozen=True)
class Course:
    """The decisions of a teacher.

    `points` maps delivery, encode, the code of each rule of the puzzle, examples and growth, in
    this order, to their points.
    """

    title: str  # of the assignment
    points: Points
    course: str = ""
    term: str = ""
    deadline: datetime | None = None
    language: str = "en"  # of the sheet: a key of LANGUAGES
    group: int = 2  # members of a group, at most
    late_percent: Fraction = Fraction(10)  # of the points, lost for each begun day
    late_days: int = 7  # after the deadline; later work gets nothing
    partial_percent: Fraction = Fraction(100)  # of its points, kept by work that does not pass

    @property
    def total(self) -> Fraction:
        """The sum of all points."""
        return sum(self.points.values(), Fraction(0))

    @property
    def rules(self) -> Points:
        """The points of each rule of the puzzle, by its code."""
        return {part: worth for part, worth in self.points.items() if part not in PARTS}

    def late_share(self, delivered: datetime | None) -> Fraction:
        """Return the share of its points, from 1 to 0, that work keeps if delivered at this time.

        The share is 1 if the deadline or the time is unknown.  Times without a zone are local.
        """
        if not self.deadline or not delivered:
            return Fraction(1)
        days = math.ceil((add_zone(delivered) - add_zone(self.deadline)) / DAY)
        if days > self.late_days:
            return Fraction(0)
        return max(1 - max(days, 0) * self.late_percent / 100, Fraction(0))


def add_zone(moment: datetime) -> datetime:
    """Return the moment with its zone, or with the local zone if it has none."""
    return moment if moment.tzinfo else moment.astimezone()


def format_points(points: Fraction) -> str:
    """Return points with at most two decimals: 25, 2.5, 1.33."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


# ---------------------------------------------------------------- read


def read_course(path: Path, puzzle: Puzzle) -> Course:
    """Read a course; raise Unusable with file, line and column if something in it is wrong."""
    try:
        text = encode.decode_text(path.read_bytes()).replace("\r\n", "\n")
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None
    except encode.GridError as error:
        raise Unusable(f"{path}:{error}") from None
    return parse_course(CourseFile(str(path), text), puzzle)


def default_course(puzzle: Puzzle) -> Course:
    """Return the course without a file: 25 points, no deadline."""
    return parse_course(CourseFile("", ""), puzzle)


def parse_course(file: "CourseFile", puzzle: Puzzle) -> Course:
    """Return the course in a file; values that the file leaves out have their defaults."""
    names = ("title", "course", "term", "deadline", "language", "group")
    file.check_names([], (*names, "points", "late", "partial"))
    file.check_names(["points"], PARTS)
    file.check_names(["late"], ("percent", "days"))
    file.check_names(["partial"], ("percent",))
    deadline = file.read_value(["deadline"], MOMENT, None)
    if deadline and not isinstance(deadline, datetime):
        deadline = datetime.combine(deadline, time(23, 59))
    late_percent = file.read_value(["late", "percent"], PERCENTAGE, Course.late_percent)
    partial_percent = file.read_value(["partial", "percent"], PERCENTAGE, Course.partial_percent)
    course = Course(
        title=file.read_value(["title"], TEXT, puzzle.title),
        points=read_points(file, list(puzzle.rules.RULES)),
        course=file.read_value(["course"], TEXT, ""),
        term=file.read_value(["term"], TEXT, ""),
        deadline=deadline,
        language=file.read_value(["language"], LANGUAGE, Course.language),
        group=file.read_value(["group"], MEMBERS, Course.group),
        late_percent=Fraction(late_percent),
        late_days=file.read_value(["late", "days"], DAYS, Course.late_days),
        partial_percent=Fraction(partial_percent),
    )
    if not course.total:
        raise file.locate_error(["points"], "no points at all", "a sum above 0")
    return course


def read_points(file: "CourseFile", codes: list[str]) -> Points:
    """Return the points of each part, with the codes of the rules in place of "rules".

    The file has a table with points for every code, or one number that the rules share.
    """
    points: dict[str, Fraction] = {}
    for part, default in PARTS.items():
        keys = ["points", part]
        if part != "rules":
            points[part] = Fraction(file.read_value(keys, AMOUNT, default))
        elif isinstance(file.find_value(keys), dict):
            file.check_names(keys, codes)
            worth = {code: file.read_value([*keys, code], AMOUNT, None) for code in codes}
            if missing := [code for code in codes if worth[code] is None]:
                raise file.locate_error(
                    keys, "no points for " + ", ".join(missing), "all the rules"
                )
            points |= {code: Fraction(worth[code]) for code in codes}
        else:
            shared = Fraction(file.read_value(keys, AMOUNT, default))
            points |= dict.fromkeys(codes, shared / max(len(codes), 1))
    return points


class CourseFile:
    """A text in TOML; every error in it raises Unusable with file, line and column."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        try:
            self.data = tomllib.loads(text, parse_float=Decimal)
        except tomllib.TOMLDecodeError as error:
            match = SYNTAX_ERROR.fullmatch(str(error))
            message = match["message"] if match else str(error)
            if match and match["line"]:
                place = f"{match['line']}:{match['column']}"
            else:
                message += " at the end"
                place = f"{text.count(chr(10)) + 1}:{len(text) - text.rfind(chr(10))}"
            raise Unusable(f"{name}:{place}: {message}, expected TOML") from None

    def find_value(self, keys: Sequence[str]) -> Any:
        """Return the value under a path of keys, or None if there is none."""
        value: Any = self.data
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        return value

    def read_value(self, keys: Sequence[str], kind: Kind, default: Any) -> Any:
        """Return the value under a path of keys, or the default if there is none."""
        value = self.find_value(keys)
        if value is None:
            return default
        if not kind.accepts(value):
            raise self.locate_error(keys, format_value(value), kind.expected)
        return value

    def check_names(self, keys: Sequence[str], names: Collection[str]) -> None:
        """Raise Unusable if `keys` lead to something else than a table with only these names."""
        table = self.find_value(keys)
        if table is not None and not isinstance(table, dict):
            raise self.locate_error(keys, format_value(table), f"a table [{'.'.join(keys)}]")
        for name in table or ():
            if name not in names:
                expected = f"one of {', '.join(sorted(names))}"
                raise self.locate_error([*keys, name], f"the name {name}", expected)

    def locate_error(self, keys: Sequence[str], problem: str, expected: str) -> Unusable:
        """Return the error for a value, with the place of its key."""
        line, column = find_key(self.text, keys)
        return Unusable(f"{self.name}:{line}:{column}: found {problem}, expected {expected}")


def find_key(text: str, keys: Sequence[str]) -> tuple[int, int]:
    """Return line and column, from 1, of a key in TOML, else of its table, else 1 and 1."""
    table: list[str] = []
    best, place = 0, (1, 1)
    for number, line in enumerate(text.split("\n"), start=1):
        header = re.match(r"\s*\[+([^\]]*)\]", line)
        entry = re.match(r"\s*([\w\-.\"' ]+?)\s*=", line)
        match = header or entry
        if not match:
            continue
        names = [name.strip(" \"'") for name in match[1].split(".")]
        if header:
            table = names
        path = names if header else [*table, *names]
        if len(path) > best and list(keys[: len(path)]) == path:
            best, place = len(path), (number, len(line) - len(line.lstrip()) + 1)
    return place


def format_value(value: Any) -> str:
    """Return at most 40 characters of a value as TOML writes it; only the kind of a table."""
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    return repr(value)[:40] if isinstance(value, str) else str(value).lower()[:40]


# ---------------------------------------------------------------- a file to begin with


def format_course_file(puzzle: Puzzle) -> str:
    """Return a course in TOML with all default values and a comment on each."""
    from lab.grade.templates import render

    course = default_course(puzzle)
    languages = ", ".join(f"{code} {name}" for code, name in LANGUAGES.items())
    return render(
        "course.toml", course=course, parts=PARTS, languages=languages, rules=puzzle.rules.RULES,
        title=json.dumps(course.title, ensure_ascii=False), name=puzzle.name,
    )  # fmt: skip
