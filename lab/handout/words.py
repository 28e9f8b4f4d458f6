"""The words of a handout: those of a language, and in them those of the puzzle and the course."""

import datetime
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lab import Unusable
from lab.grade.course import Course, format_points
from lab.puzzles import LEAST_COST, Puzzle

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).parent / "words"
FILE = "handout.toml"  # in a puzzle's folder


class Words:
    """What a handout says in the language of a course.

    Where the puzzle's folder says nothing in this language, the words are general ones, and those
    of its rules.py.
    """

    def __init__(
        self, puzzle: Puzzle, course: Course, atom: str, has_rectangles: bool = False
    ) -> None:
        self.puzzle, self.course, self.atom = puzzle, course, atom
        self.language = read(FOLDER / f"{course.language}.toml")
        self.general = self.language["puzzle"]
        self.size: dict[str, str] = self.language["size"]["any" if has_rectangles else "square"]
        self.own: Mapping[str, Any] = described(puzzle).get(course.language, {})
        self.program, self.viz = f"{puzzle.name}.lp", f"viz-{puzzle.name}.lp"

    def filled(self, name: str, **values: str) -> str:
        """A text of the language with the values in it, without the line's end before it."""
        common = {"title": self.title, "program": self.program, "viz": self.viz}
        common |= {f"size_{name}": text for name, text in self.size.items()}
        common["board"] = self.size["board"]
        return str(self.language[name]).lstrip("\n").format(**common, **values)

    @property
    def title(self) -> str:
        """The title of the assignment: the course's, unless that is the puzzle's in English."""
        is_own = self.course.title == self.puzzle.title
        return str(self.own.get("title", self.course.title)) if is_own else self.course.title

    def of_puzzle(self, name: str) -> str:
        """What the puzzle's folder says, or what is said of any puzzle."""
        return str(self.own.get(name, self.general.get(name, ""))).format_map(Braces(self.atom))

    @property
    def rules(self) -> dict[str, str]:
        """Each rule by its code."""
        own = self.own.get("rule", {})
        return {code: own.get(code, text) for code, text in self.puzzle.rules.RULES.items()}

    @property
    def legend(self) -> dict[str, str]:
        """The characters of a grid, each with its meaning; empty where nothing is known."""
        legend: dict[str, str] = self.own.get("cell", {})
        return legend

    @property
    def best(self) -> str:
        """Whether anything is to be minimised."""
        return str(self.general["least" if self.puzzle.best == LEAST_COST else "unique"])

    # ------------------------------------------------------------ the course

    @property
    def head(self) -> dict[str, str]:
        """What the sheet says of the course first, by its names."""
        course, lines = self.course, self.language["lines"]
        members = lines["members"]["one" if course.group == 1 else "many"]
        given = {
            "course": course.course,
            "term": course.term,
            "deadline": self.date(course.deadline) if course.deadline else "",
            "group": members.format(number=course.group),
            "points": format_points(course.total),
        }
        return {lines[name]: text for name, text in given.items() if text}

    def date(self, moment: datetime.datetime) -> str:
        """A moment as people of this language write it."""
        form, months = self.language["date"]["form"], self.language["date"]["months"]
        zone = moment.strftime(" (UTC%z)") if moment.tzinfo else ""
        month, time = months[moment.month - 1], f"{moment:%H:%M}"
        return str(form.format(day=moment.day, month=month, year=moment.year, time=time)) + zone

    @property
    def delivery(self) -> dict[str, str]:
        """Who delivers."""
        found: dict[str, str] = self.language["delivery"][
            "one" if self.course.group == 1 else "many"
        ]
        return found

    @property
    def points(self) -> list[tuple[str, str]]:
        """Each part of the assignment with its points, after a heading and before the sum."""
        words, worth = self.language["points"], self.course.points
        rows = [(words["part"], words["points"]), *self._part("delivery"), *self._part("encode")]
        for number, (code, text) in enumerate(self.rules.items(), start=1):
            form = words["rule"].format(program=self.program, number=number, words=text)
            rows.append((form, format_points(worth[code])))
        rows += [*self._part("examples"), *self._part("growth")]
        return [*rows, (f"**{words['total']}**", f"**{format_points(self.course.total)}**")]

    def _part(self, name: str) -> list[tuple[str, str]]:
        """A part with its points, unless it has none."""
        worth, text = self.course.points[name], self.language["points"][name]
        return [(text.format(program=self.program), format_points(worth))] if worth else []

    @property
    def late(self) -> str:
        """What late work gets."""
        course, words = self.course, self.language["late"]
        kind = "none" if not course.late_days else "some" if course.late_percent else "free"
        if kind == "some" and course.late_percent == 100:
            kind = "none"
        if course.late_days == 1 and kind != "none":
            kind += "_one"
        return str(
            words[kind].format(percent=format_points(course.late_percent), days=course.late_days)
        )

    @property
    def partial(self) -> str:
        """What partial work gets."""
        percent, words = self.course.partial_percent, self.language["partial"]
        kind = "all" if percent == 100 else "some" if percent else "none"
        return str(words[kind].format(percent=format_points(percent)))

    def first(self, name: str) -> str:
        """What to do first, where the file `encode` or `program` is still the start."""
        return str(self.language["first"][name].format(program=self.program))


class Braces(dict[str, str]):
    """What may stand in braces in the words on a puzzle: the atom of an answer."""

    def __init__(self, atom: str) -> None:
        super().__init__(atom=atom)

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def described(puzzle: Puzzle) -> dict[str, Any]:
    """What the puzzle's folder has in handout.toml; empty if there is none."""
    path = puzzle.folder / FILE
    return read(path) if path.exists() else {}


def read(path: Path) -> dict[str, Any]:
    """The contents of a TOML file; raises Unusable."""
    try:
        found: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None
    except ValueError as error:  # no UTF-8, or no TOML
        raise Unusable(f"{path}: {error}") from None
    return found
