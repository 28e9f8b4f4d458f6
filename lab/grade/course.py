"""A course: what its sheet prints, what each part of the assignment is worth; read from TOML.

`python3 -m lab handout --course -` prints such a file, with comments and all default values.
"""

import json
import math
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import encode
from lab import Unusable
from lab.puzzles import Puzzle

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LANGUAGES = {"en": "English", "es": "Spanish", "fr": "French", "de": "German"}
PARTS = {  # of the points, with those of the assignment; "rules" is shared by the puzzle's rules
    "delivery": 2,
    "encode": 5,
    "rules": 12,
    "examples": 4,
    "growth": 2,
}
PLACE = re.compile(r"(?P<words>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|.*)\)")
DAY = timedelta(days=1)

Points = Mapping[str, Fraction]


@dataclass(frozen=True)
class Course:
    """What a teacher decides.

    `points` has the parts delivery, encode, the code of each rule of the puzzle, examples and
    growth, in this order.
    """

    title: str  # of the assignment
    points: Points
    course: str = ""
    term: str = ""
    deadline: datetime | None = None
    language: str = "en"  # of the sheet: one of LANGUAGES
    group: int = 2  # members, at most
    late_percent: Fraction = Fraction(10)  # of the points, lost for each begun day
    late_days: int = 7  # accepted after the deadline
    partial_percent: Fraction = Fraction(100)  # of its points, for work that does not pass
    rules: Points = field(default_factory=dict)  # those of `points` that are for rules

    @staticmethod
    def read(path: Path, puzzle: Puzzle) -> "Course":
        """The course in a file; raises Unusable, with file, line and column."""
        try:
            text = encode.decode_text(path.read_bytes()).replace("\r\n", "\n")
        except OSError as error:
            raise Unusable(f"{path}: {error.strerror}") from None
        except encode.GridError as error:
            raise Unusable(f"{path}:{error}") from None
        return Document(str(path), text, puzzle).course()

    @property
    def total(self) -> Fraction:
        """The sum of all points."""
        return sum(self.points.values(), Fraction(0))

    @property
    def last(self) -> datetime | None:
        """The last moment at which work is accepted; None without a deadline."""
        return self.deadline and self.deadline + self.late_days * DAY

    def share(self, delivered: datetime | None) -> Fraction:
        """The share of its points that work keeps which was delivered at a moment, from 1 to 0.

        It is 1 where either time is not known.  A moment without a zone is one of this machine's.
        """
        if not self.deadline or not delivered:
            return Fraction(1)
        over = alike(delivered) - alike(self.deadline)
        days = math.ceil(over / DAY)
        if days > self.late_days:
            return Fraction(0)
        return max(1 - max(days, 0) * self.late_percent / 100, Fraction(0))


def alike(moment: datetime) -> datetime:
    """The moment with its zone, this machine's if it has none."""
    return moment if moment.tzinfo else moment.astimezone()


def default(puzzle: Puzzle) -> Course:
    """The course where no file says anything else: 25 points, no date."""
    return Document("", "", puzzle).course()


def figures(points: Fraction) -> str:
    """Points with two decimals at most: 25, 2.5, 1.33."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


# ---------------------------------------------------------------- the file


class Document:
    """A text in TOML; whatever is wrong in it raises Unusable with its place."""

    def __init__(self, name: str, text: str, puzzle: Puzzle) -> None:
        self.name, self.text, self.puzzle = name, text, puzzle
        try:
            self.data = tomllib.loads(text, parse_float=Decimal)
        except tomllib.TOMLDecodeError as error:
            raise Unusable(f"{name}:{self._described(error)}") from None

    def course(self) -> Course:
        """The course that the text describes; what it leaves out has its default."""
        self._known((), {*TOP, "points", "late", "partial"})
        self._known(("points",), PARTS)
        self._known(("late",), {"percent", "days"})
        self._known(("partial",), {"percent"})
        given = {name: self._value((name,), check) for name, check in TOP.items()}
        given |= {
            "late_percent": self._value(("late", "percent"), percentage),
            "late_days": self._value(("late", "days"), days),
            "partial_percent": self._value(("partial", "percent"), percentage),
        }
        found = {name: value for name, value in given.items() if value is not None}
        rules, points = self._rules(), self._points()
        course = Course(**{"title": self.puzzle.title, "points": points, "rules": rules} | found)
        if not course.total:
            raise self._error(("points",), "no points at all", "a sum above 0")
        return course

    def _points(self) -> Points:
        """The points of each part, in the order of their report."""
        own = {name: self._value(("points", name), amount) for name in PARTS if name != "rules"}
        points: dict[str, Fraction] = {}
        for name, worth in PARTS.items():
            if name == "rules":
                points |= self._rules()
            else:
                points[name] = Fraction(worth) if own[name] is None else own[name]
        return points

    def _rules(self) -> Points:
        """The points of each rule: a table by code, or one number that all share."""
        codes = list(self.puzzle.rules.RULES)
        keys = ("points", "rules")
        if isinstance(self._found(keys), dict):
            self._known(keys, codes)
            worth = {code: self._value((*keys, code), amount) for code in codes}
            if missing := [code for code in codes if worth[code] is None]:
                raise self._error(keys, "no points for " + ", ".join(missing), "all the rules")
            return worth
        every = self._value(keys, amount)
        shared = Fraction(PARTS["rules"]) if every is None else every
        return dict.fromkeys(codes, shared / max(len(codes), 1))

    def _value(self, keys: tuple[str, ...], check: Callable[[Any], Any]) -> Any:
        """A value that has been checked; None if it is left out."""
        found = self._found(keys)
        if found is None:
            return None
        try:
            return check(found)
        except ValueError as error:
            raise self._error(keys, shown(found), str(error)) from None

    def _found(self, keys: tuple[str, ...]) -> Any:
        """The value in the text, None if there is none."""
        value: Any = self.data
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        return value

    def _known(self, keys: tuple[str, ...], names: Any) -> None:
        """Raise Unusable if there is no table of these names at `keys`, or one with more."""
        found = self._found(keys)
        if found is None:
            return
        if not isinstance(found, dict):
            raise self._error(keys, shown(found), f"a table [{'.'.join(keys)}]")
        for key in found:
            if key not in names:
                expected = f"one of {', '.join(sorted(names))}"
                raise self._error((*keys, key), f"the name {key}", expected)

    def _error(self, keys: tuple[str, ...], found: str, expected: str) -> Unusable:
        line, column = place(self.text, keys)
        return Unusable(f"{self.name}:{line}:{column}: found {found}, expected {expected}")

    def _described(self, error: ValueError) -> str:
        """Line, column and words of an error in the syntax."""
        match = PLACE.fullmatch(str(error))
        if match and match["line"]:
            return f"{match['line']}:{match['column']}: {match['words']}, expected TOML"
        end = f"{self.text.count(chr(10)) + 1}:{len(self.text) - self.text.rfind(chr(10))}"
        return f"{end}: {match['words'] if match else error} at the end, expected TOML"


def place(text: str, keys: tuple[str, ...]) -> tuple[int, int]:
    """Line and column of a key, both from 1; of its table, or of the text, if it is not found."""
    table: tuple[str, ...] = ()
    best, known = 0, (1, 1)
    for number, line in enumerate(text.split("\n"), start=1):
        if header := re.match(r"\s*\[+([^\]]*)\]", line):
            table = names(header[1])
            here = table
        elif entry := re.match(r"\s*([\w\-.\"' ]+?)\s*=", line):
            here = (*table, *names(entry[1]))
        else:
            continue
        if len(here) > best and keys[: len(here)] == here:
            best, known = len(here), (number, len(line) - len(line.lstrip()) + 1)
    return known


def names(dotted: str) -> tuple[str, ...]:
    """The parts of a key."""
    return tuple(part.strip(" \"'") for part in dotted.split("."))


def shown(value: Any) -> str:
    """A value as its file has it, cut off."""
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    return repr(value)[:40] if isinstance(value, str) else str(value).lower()[:40]


# ---------------------------------------------------------------- values


def words(value: Any) -> str:
    """Text on one line."""
    if not isinstance(value, str) or "\n" in value:
        raise ValueError("text on one line, between quotes")
    return value


def moment(value: Any) -> datetime:
    """A date and a time; a date alone is its last minute."""
    if isinstance(value, datetime):
        return value
    if not isinstance(value, date):
        raise ValueError("a date and a time without quotes, such as 2027-11-05T23:55:00")
    return datetime.combine(value, time(23, 59))


def language(value: Any) -> str:
    """One of LANGUAGES."""
    if value not in LANGUAGES:
        raise ValueError("one of " + ", ".join(f'"{name}"' for name in LANGUAGES))
    return str(value)


def members(value: Any) -> int:
    """How many a group has."""
    return whole(value, least=1)


def days(value: Any) -> int:
    """A number of days."""
    return whole(value, least=0)


def whole(value: Any, least: int) -> int:
    """A whole number."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ValueError(f"a whole number, at least {least}")
    return value


def amount(value: Any) -> Fraction:
    """Points."""
    is_number = isinstance(value, int | Decimal) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or value < 0:
        raise ValueError("a number, at least 0")
    return Fraction(value)


def percentage(value: Any) -> Fraction:
    """A number from 0 to 100."""
    expected = "a number from 0 to 100"
    try:
        share = amount(value)
    except ValueError:
        raise ValueError(expected) from None
    if share > 100:
        raise ValueError(expected)
    return share


TOP: dict[str, Callable[[Any], Any]] = {
    "title": words,
    "course": words,
    "term": words,
    "deadline": moment,
    "language": language,
    "group": members,
}


# ---------------------------------------------------------------- a file to begin with


def toml(puzzle: Puzzle) -> str:
    """A file with comments and the values of default(puzzle)."""
    usual = default(puzzle)
    codes = ", ".join(f"{code} {name}" for code, name in LANGUAGES.items())
    worth = {name: f"{name} = {points}" for name, points in PARTS.items()}
    lines = [
        "# A course, for python3 -m lab handout and grade.",
        "# What is left out has the value that it has here.",
        "",
        (f"title = {json.dumps(usual.title, ensure_ascii=False)}", "of the assignment"),
        ('course = ""', "its name, as students know it"),
        ('term = ""', 'such as "Autumn 2027"'),
        ("# deadline = 2027-11-05T23:55:00", "a time of this machine, or with its zone: +01:00"),
        (f'language = "{usual.language}"', f"of the sheet: {codes}"),
        (f"group = {usual.group}", "members of a group, at most"),
        "",
        ("[points]", f"{figures(usual.total)} in all"),
        (worth["delivery"], "README.txt with names, files under their names"),
        (worth["encode"], "encode.py keeps the contract"),
        (worth["rules"], f"{puzzle.name}.lp: each rule is right; all of them share this"),
        (worth["examples"], "it solves the examples"),
        (worth["growth"], "its cost grows with the board as it should"),
        "",
        ("# [points.rules]", f"in place of the line {worth['rules']}, at the end of [points]"),
        *(
            (f"# {code} = {figures(of)}", puzzle.rules.RULES[code])
            for code, of in usual.rules.items()
        ),
        "",
        "[late]",
        (f"percent = {figures(usual.late_percent)}", "of the points, lost for each begun day"),
        (f"days = {usual.late_days}", "after the deadline; then nothing is accepted"),
        "",
        "[partial]",
        (
            f"percent = {figures(usual.partial_percent)}",
            "of its points, for work that does not pass",
        ),
    ]
    return "".join(
        f"{line}\n" if isinstance(line, str) else f"{line[0]:<35}# {line[1]}\n" for line in lines
    )
