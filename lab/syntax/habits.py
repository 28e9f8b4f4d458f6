"""Finds habits of other languages in a logic program; habits.txt has a row for each."""

import functools
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lab.common.language import translate
from lab.syntax.tokens import Statement

ARGUMENTS = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
MACROS = {"ARGS": ARGUMENTS, "TERM": rf"\w+(?:{ARGUMENTS})?"}
VIEWS = {  # parts of habits.txt: the text of a statement that its patterns are compared with
    "comment": "source",
    "refused": "code",
    "rule": "skeleton",
    "body": "skeleton",
    "term": "code",
    "string": "source",
}
UNSAFE_PARTS = ("rule", "term", "string")  # with reasons why a variable is unsafe
LEGAL_PARTS = ("rule", "body", "term", "string")
LONGEST_STATEMENT = 1000  # characters that are compared
LONGEST_TEXT = 40  # characters of a program that a message shows
OPERATOR_CHARACTERS = frozenset(":<>=!\\+*/-")
MEANING = "found {found}, but {expected}"
EXPECTED = "found {found}, expected {expected}"
HABIT = "{message} (a habit from {language})"
TYPOGRAPHY = "{message} (a sign of a PDF or a word processor)"
PLAIN_BLANK = "found U+{code}, expected a plain blank or nothing"
LETTER = "found {found}, expected {form}: names have the letters a to z without accents"


class Habit(NamedTuple):
    """A row of habits.txt."""

    pattern: re.Pattern[str]
    language: str  # or "-"
    advice: str

    def explain(self, text: str, values: dict[str, str], is_legal: bool = False) -> str:
        """Return the message on a text of a program, which clingo refuses unless `is_legal`."""
        advice, is_code = self.advice.strip("`"), self.advice.startswith("`")
        advice = advice.format(**values) if is_code else translate(advice, **values, found=text)
        message = translate(MEANING if is_legal else EXPECTED, found=text, expected=advice)
        if self.language == "-":
            return message
        return translate(HABIT, message=message, language=self.language)


class FoundHabit(NamedTuple):
    """A habit in a statement: the position in the program, and a message."""

    position: int
    message: str
    opposite: str = ""  # the predicate after a minus sign


@functools.cache
def read_habits() -> dict[str, list[Habit]]:
    """Return the rows of habits.txt by their part."""
    habits: dict[str, list[Habit]] = {}
    for line in Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines():
        if line.startswith("[") and line.endswith("]") and "  " not in line:
            rows = habits.setdefault(line[1:-1], [])
        elif line and not line.startswith("%"):
            pattern, language, advice = re.split(r"\s{2,}", line)
            for name, expression in MACROS.items():
                pattern = pattern.replace(name, expression)
            rows.append(Habit(re.compile(pattern), language, advice))
    return habits


def find_refused(statement: Statement, position: int) -> FoundHabit | None:
    """Return the habit at a position of the program that clingo refuses."""
    start = max(0, position - statement.start - LONGEST_STATEMENT)
    for part in ("comment", "refused"):
        text = getattr(statement, VIEWS[part])[start : start + LONGEST_STATEMENT + LONGEST_TEXT]
        for habit in read_habits()[part]:
            for match in habit.pattern.finditer(text):
                reach = len(text) - len(text[match.end() :].lstrip())
                if find_span(match)[0] <= position - statement.start - start <= reach:
                    return describe_match(habit, match, statement, start, is_legal=False)
    return None


def find_meanings(statement: Statement, parts: tuple[str, ...]) -> Iterator[FoundHabit]:
    """Yield the habits of a statement that clingo reads, the first of each part."""
    for part in parts:
        for habit in read_habits()[part]:
            match = habit.pattern.search(getattr(statement, VIEWS[part])[:LONGEST_STATEMENT])
            if match:
                yield describe_match(habit, match, statement, 0, is_legal=True)
                break


def describe_match(
    habit: Habit, match: re.Match[str], statement: Statement, start: int, is_legal: bool
) -> FoundHabit:
    """Return a match with its message; the text compared begins at `start` of the statement."""
    begin, end = (start + place for place in find_span(match))
    text = " ".join(statement.source[begin:end].split())[:LONGEST_TEXT]
    values = {name: text or "" for name, text in match.groupdict().items() if name != "found"}
    message = habit.explain(text, values, is_legal)
    return FoundHabit(statement.start + begin, message, values.get("opposite", ""))


def find_span(match: re.Match[str]) -> tuple[int, int]:
    """Return where the group "found" of a match begins and ends, else the match."""
    return match.span("found" if match.groupdict().get("found") is not None else 0)


def explain_predicate(signature: str) -> str:
    """Return the message on a predicate that other languages have, "" for any other."""
    for habit in read_habits()["predicate"]:
        if habit.pattern.fullmatch(signature):
            return habit.explain(signature, {})
    return ""


def explain_typography(text: str, position: int) -> str:
    """Return the message on a sign of typography, alone or in an operator; "" for any other."""
    character = text[position : position + 1]
    if not character or (character.isascii() and not is_sign(character)):
        return ""
    if character.isspace() or unicodedata.category(character) == "Cf":
        message = translate(PLAIN_BLANK, code=f"{ord(character):04X}")
        return translate(TYPOGRAPHY, message=message)
    if character.isalpha():
        form = spell_plainly(character)
        return translate(LETTER, found=character, form=form) if form.isascii() else ""
    begin = end = position
    while begin and is_sign(text[begin - 1]):
        begin -= 1
    while end < len(text) and is_sign(text[end]):
        end += 1
    run = text[begin:end][:LONGEST_TEXT]
    if run.isascii():
        return ""
    form = "".join(map(spell_plainly, run))
    message = translate(EXPECTED, found=run, expected=form)
    return translate(TYPOGRAPHY, message=message) if form.isascii() else ""


def is_sign(character: str) -> bool:
    """Return whether a character is part of an operator, or a sign of typography, not a letter."""
    is_typographic = not (character.isascii() or character.isalpha() or character.isspace())
    return is_typographic or character in OPERATOR_CHARACTERS


def spell_plainly(character: str) -> str:
    """Return a character of typography in ASCII; another one as it is."""
    for habit in read_habits()["character"]:
        if habit.pattern.fullmatch(character):
            return habit.advice.strip("`")
    parts = unicodedata.normalize("NFKD", character)
    return "".join(part for part in parts if not unicodedata.combining(part))
