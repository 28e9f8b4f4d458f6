"""The texts of a handout in one language, filled in for a puzzle and a course."""

import datetime
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lab import Unusable
from lab.check.judges.example_runs import find_modest_rows
from lab.check.points import format_points
from lab.common.language import translate
from lab.common.shapes import has_shape
from lab.common.words import add_detail
from lab.course import parse_toml
from lab.puzzles import LEAST_COST, Puzzle
from lab.settings.course import Course

FIRST_NAME = "dom01"  # the example that each handout has
PUZZLE_TEXTS = ("about", "text", "answer", "input", "output")  # texts in handout.toml


class HandoutTexts:
    """The texts of a handout in the language of a course.

    `own` are the puzzle's texts in this language, from its handout.toml.  If they lack one, it is
    the general text of the language, and for a rule the words in rules.py.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        course: Course,
        atom: str,
        has_rectangles: bool = False,
        has_blanks: bool = True,
    ) -> None:
        self.puzzle, self.course, self.atom = puzzle, course, atom
        path = Path(__file__).parent / "words" / f"{course.language}.toml"
        self.language = parse_toml(path.read_text("utf-8"))
        self.size: dict[str, str] = self.language["size"]["any" if has_rectangles else "square"]
        self.not_blank: str = self.language["puzzle"]["not_blank"] if has_blanks else ""
        self.puzzle_words: Mapping[str, Any] = read_handout_file(puzzle).get(course.language, {})
        self.program = f"{puzzle.name}.lp"
        is_own_title = course.title == puzzle.title  # the puzzle may translate its own title
        self.title = (
            str(self.puzzle_words.get("title", course.title)) if is_own_title else course.title
        )
        self.rules: dict[str, str] = {
            code: self.puzzle_words.get("rule", {}).get(code, translate(text))
            for code, text in puzzle.rules.RULES.items()
        }

    def fill(self, name: str, **values: str) -> str:
        """Return a text of the language with the values in it."""
        values = {"not_blank": self.not_blank, **values}
        values |= {f"size_{part}": text for part, text in self.size.items()}
        values |= {"title": self.title, "name": self.puzzle.name, "program": self.program}
        text = str(self.language[name]).lstrip("\n")
        return text.format(viz=self.puzzle.viz.name, **values)

    def find_puzzle_text(self, name: str) -> str:
        """Return a text of the puzzle's handout.toml, or the general one of the language."""
        general = self.language["puzzle"]
        text = general.get(name, "")
        if "V" not in self.atom:  # answers have no values
            text = general.get(f"{name}_mark", text)
        return str(self.puzzle_words.get(name, text)).replace("{atom}", self.atom)

    @property
    def best(self) -> str:
        """A sentence on whether anything is to be minimised."""
        kind = "least" if self.puzzle.best == LEAST_COST else "unique"
        return str(self.language["puzzle"][kind])

    def find_first_step(self, name: str) -> str:
        """Return the first step in `encode` or `program`, or the words `before` or `after` it."""
        return str(self.language["first"][name].format(program=self.program))

    @property
    def steps(self) -> str:
        """The lines on first-steps.html, "" for a puzzle without first steps."""
        return str(self.language["steps"]) if (self.puzzle.folder / "steps").is_dir() else ""

    # ------------------------------------------------------------ the course

    @property
    def head(self) -> dict[str, str]:
        """The lines at the top of the sheet: course, term, deadline ..., each by its name."""
        course, names = self.course, self.language["lines"]
        texts = {
            "course": course.name,
            "term": course.term,
            "deadline": self.format_date(course.deadline) if course.deadline else "",
            "group": names["members"].format(number=course.group) if course.group > 1 else "",
            "points": format_points(course.total),
            "page": f"<{course.course_page}>" if course.course_page else "",
        }
        return {names[name]: text for name, text in texts.items() if text}

    def format_date(self, moment: datetime.datetime) -> str:
        """Return a moment as it is written in this language."""
        date = self.language["date"]
        parts = {"day": moment.day, "month": date["months"][moment.month - 1], "year": moment.year}
        zone = moment.strftime(" (UTC%z)") if moment.tzinfo else ""
        return str(date["form"].format(**parts, time=f"{moment:%H:%M}")) + zone

    @property
    def page(self) -> str:
        """Lines on the page to play and to write on, in Markdown; "" without one."""
        address = self.course.lab_page
        return f"\n{self.fill('page', address=address)}\n" if address else ""

    @property
    def delivery(self) -> dict[str, str]:
        """The subject and the verb of the sentence on who delivers."""
        kinds: dict[str, dict[str, str]] = self.language["delivery"]
        return kinds["one" if self.course.group == 1 else "many"]

    def list_points(self, rows: int) -> list[tuple[str, str]]:
        """Return the table of points: a head, each part that has points or is a rule, the sum.

        rows: the number of the largest example.
        """
        forms, points = self.language["points"], self.course.points
        parts = [part for part in points if points[part] and part not in self.rules]
        most = find_modest_rows(self.puzzle)
        modest = forms["modest"].format(rows=most) if rows > most else ""
        values = {"program": self.program, "modest": modest}
        texts = {part: forms[part].format(**values) for part in parts}
        for number, (code, text) in enumerate(self.rules.items(), start=1):
            texts[code] = forms["rule"].format(program=self.program, number=number, words=text)
        return [
            (forms["part"], forms["points"]),
            *((texts[part], format_points(points[part])) for part in points if part in texts),
            (f"**{forms['total']}**", f"**{format_points(self.course.total)}**"),
        ]

    @property
    def costs(self) -> str:
        """A sentence on faults that concern no single rule, and on how many points pass."""
        course, sentences = self.course, self.language["costs"]
        costs = {name: format_points(cost) for name, cost in course.penalties.items()}
        text = str(sentences["some"].format(**costs))
        if course.pass_points:
            text += sentences["pass"].format(points=format_points(course.pass_points))
        return text

    @property
    def late(self) -> str:
        course, kind = self.course, "some" if self.course.late_percent else "free"
        if not course.late_limit or course.late_percent == 100:
            kind = "none"
        elif course.late_limit == 1:
            kind += "_one"
        percent = format_points(course.late_percent)
        return str(self.language["late"][kind].format(percent=percent, days=course.late_limit))

    @property
    def partial(self) -> str:
        """A sentence on work that does not pass the check."""
        percent = self.course.partial_percent
        kind = "some" if percent else "none"
        if percent == 100:
            kind = "all"
        return str(self.language["partial"][kind].format(percent=format_points(percent)))


def read_handout_file(puzzle: Puzzle) -> dict[str, Any]:
    """Return the data of the puzzle's handout.toml, {} without it; raises Unusable."""
    path = puzzle.folder / "handout.toml"
    try:
        data = parse_toml(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None
    except ValueError as error:  # no UTF-8, or no TOML
        raise Unusable(f"{path}: {error}") from None
    for part, entries in data.items():
        if not isinstance(entries, dict):
            raise Unusable(f"{path}: {part}: expected [{part}]")
        for name, value in entries.items():
            expected, texts = f'{name} = "TEXT"', [value]
            if part == "examples":
                expected, texts = f'{name} = ["TEXT", ...]', value
            elif name in ("rule", "cell"):
                is_table = isinstance(value, dict)
                expected, texts = f'{name}.NAME = "TEXT"', [*value.values()] if is_table else value
            if not has_shape(texts, [str]):
                raise Unusable(f"{path}: {part}: expected {expected}")
    return data


def format_starts(texts: HandoutTexts) -> dict[str, str]:
    """Return the texts of the files to be filled in, by their names."""
    rules = [
        texts.language["rule"].format(number=number, words=text[:1].upper() + text[1:])
        for number, text in enumerate(texts.rules.values(), start=1)
    ]
    program = texts.fill(
        "program",
        atom=texts.atom,
        input=texts.find_puzzle_text("input"),
        output=texts.find_puzzle_text("output"),
        rules="\n\n".join(rules),
    )
    label, line = texts.language["lines"]["deadline"], "=" * len(texts.title)
    moment = texts.head.get(label)
    deadline = f"\n{add_detail(label, moment)}\n" if moment else ""
    page = texts.page.replace("`", "")
    values = {"line": line, "deadline": deadline, "page": page, "steps": texts.steps}
    return {
        "README.txt": texts.fill("readme", example=FIRST_NAME, **values),
        "encode.py": texts.fill(
            "encode", example=FIRST_NAME, not_blank=texts.not_blank.replace("`", "'")
        ),
        texts.program: program,
    }
