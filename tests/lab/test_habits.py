"""Habits of other languages: what clingo refuses, and what it reads as something else."""

import itertools
import os
import re
import time
from pathlib import Path

import clingo
import pytest
from clingo import ast

from lab.common.language import use_language
from lab.syntax import causes, habits, messages
from tests import kit

REFUSED = kit.read_messages("habits") | {  # with letters that nobody sees in a file
    "a.\u00a0b.": "found U+00A0, expected a plain blank or nothing (a sign of a PDF",
    "a\u200b.": "found U+200B, expected a plain blank or nothing",
}
UNSAFE = kit.read_messages("unsafe")
LEGAL = kit.read_messages("habits-that-clingo-reads")
PREDICATES = {  # a signature: what is said of it
    "between/3": "found between/3, expected =, as in X = 0..4 (a habit from Prolog)",
    "member/2": "expected values in round brackets",
    "findall/3": "expected #count { X : p(X) } = N (a habit from Prolog)",
    "once/1": "expected an atom in the body",
    "forall/2": "expected conditions with ':', as in a(X) : b(X)",
    "succ/2": "expected operators",
    "nth0/3": "expected round brackets or an atom",
    "fail/0": "expected #false",
    "true/0": "expected #true",
    "write/1": "expected #show",
    "neq/2": "expected X != Y (a habit from lparse)",
    "eq/2": "expected X = Y",
    "lt/2": "expected X < Y",
    "gt/2": "expected X > Y",
    "le/2": "expected X <= Y",
    "ge/2": "expected X >= Y",
    "range/2": "expected =, as in X = 0..4",
}
RIGHT_STYLES = (  # right rules that look like habits
    "a ; b :- c. a | b :- c.",
    "a(X) :- b(X), X == 3, X <> 4, 0 <= X < 9.",
    "a :- b(X) : c(X), d(X); e. a :- b : c; d.",
    ":- not -a(1). -a(X) :- b(X), not a(X). b(1). c(X) :- -a(X).",
    "{ a(X,Y) : b(X), c(Y) } = 1 :- d. 1 { a ; b } 1. a(1;2). d(1,2;3,4).",
    "p((R,C)) :- q(R,C). s(P) :- p(P), P = (A,B), A != B. f(X) :- g(X), X = h(Y), Y = 1..2.",
    "n(X) :- m(X), X \\ 2 = 0, X / 2 = 1, |X-3| = 1, X ** 2 = 4, X = -1.",
    "in(1). is(2). or(3). v(4). mod(5). and(6). for(7). if(8). max(9). abs(1).",
    "a :- in(X), or(X), v(X), mod(X), if(X), abs(X). #show a/0. #const k = 3. #show.",
    '% a, b :- c % 2 = 0\na. %* : - *% b("x, y :- z").',
    ":~ a(X). [X@1,X] #minimize { X,Y : b(X,Y) }.",
)


def explain(program: str, folder: Path) -> list[str]:
    """Return what is said of a program that clingo refuses, each with its place."""
    path = folder / "mine.lp"
    path.write_text(program, "utf-8")
    errors: list[str] = []

    def note(code: object, text: str) -> None:
        if "error:" in text:
            errors.append(text.replace(f"{folder}{os.sep}", ""))

    try:
        ast.parse_files([str(path)], lambda node: None, logger=note)
        control = clingo.Control(logger=note)
        control.load(str(path))
        control.ground([("none", [])])
    except RuntimeError:
        assert errors
    explained = messages.explain_errors(errors, folder, {"b", "x"})
    return [f"{message.place}: {message.text}" for message in explained]


def find_remarks(program: str) -> list[str]:
    """Return the remarks on statements that clingo reads, each with its place."""
    explained = causes.find_misreadings({"mine.lp": program})
    return [f"{message.place}: {message.text}" for message in explained]


def test_an_error_in_a_file_with_blanks_in_its_name_is_explained(tmp_path: Path) -> None:
    (tmp_path / "mine (1).lp").write_text("#const n=1.\na :- b and c.")
    constant = "domain.lp:1:1-12: error: redefinition of constant: #const n=2. "
    errors = ["mine (1).lp:2:8-11: error: syntax error, unexpected <IDENTIFIER>"]
    errors += [f"{constant}mine (1).lp:1:1-12: note: constant also defined here"]
    grammar, definition = messages.explain_errors(errors, tmp_path)
    assert grammar.text.startswith("found and, expected a comma between conditions")
    assert (str(grammar.place), str(definition.place)) == ("mine (1).lp:2:8", "mine (1).lp:1")


@pytest.mark.parametrize("program", REFUSED | UNSAFE)
def test_a_refused_program_is_explained(program: str, tmp_path: Path) -> None:
    first = explain(program, tmp_path)[0]
    assert first.startswith("mine.lp:")
    assert (REFUSED | UNSAFE)[program] in first


@pytest.mark.parametrize("program", LEGAL)
def test_a_habit_with_another_meaning_is_remarked_on(program: str, tmp_path: Path) -> None:
    (remark,) = find_remarks(program)
    assert remark.startswith("mine.lp:")
    assert LEGAL[program] in remark
    assert all("syntax" not in message for message in explain(program, tmp_path))


def test_the_cause_of_an_unsafe_variable_is_explained_in_place_of_it(tmp_path: Path) -> None:
    (message,) = explain("a(R,C) :- cell(R,C,x;0).", tmp_path)
    assert message.startswith("mine.lp:1:11: found cell(R,C,x;0), but ';' separates whole lists")


@pytest.mark.parametrize("signature", PREDICATES)
def test_a_predicate_of_another_language_is_named(signature: str) -> None:
    outline = {"defines": [], "uses": [(signature, ("mine.lp", 3))]}
    (message,) = causes.find_undefined(outline)
    assert message.place.line == 3
    assert PREDICATES[signature] in message.text


@pytest.mark.parametrize(("number", "is_compared"), [(causes.MOST_NAMES - 9, True), (5000, False)])
def test_a_similar_name_is_looked_for_among_few(number: int, is_compared: bool) -> None:
    """Comparing each name with each other one would take minutes."""
    heads = [(f"known{line}/1", ("mine.lp", line)) for line in range(number)]
    outline = {"defines": heads, "uses": [("unknown7/1", ("mine.lp", 1))]}
    (message,) = causes.find_undefined(outline)
    assert ("known7/1 of line 7 meant" in message.text) == is_compared


def test_a_predicate_of_the_program_is_no_habit(tmp_path: Path) -> None:
    place = ("mine.lp", 1)
    outline = {"defines": [("member/2", place)], "uses": [("member/2", place)]}
    assert list(causes.find_undefined(outline)) == []


@pytest.mark.parametrize("program", RIGHT_STYLES)
def test_right_rules_are_not_remarked_on(program: str, tmp_path: Path) -> None:
    assert (explain(program, tmp_path), find_remarks(program)) == ([], [])


def test_no_program_of_the_kit_is_remarked_on() -> None:
    paths = [*kit.DATA.glob("*/right/*.lp"), *kit.ROOT.glob("*/*.lp"), *kit.ROOT.glob("*.lp")]
    assert len(paths) > 25
    remarks = [causes.find_misreadings({path.name: path.read_text("utf-8")}) for path in paths]
    assert list(itertools.chain(*remarks)) == []


@pytest.mark.parametrize("rule", ["a :- b\nin(1) :- c.", "a\nv(1)."])
def test_a_missing_full_stop_is_no_habit(rule: str, tmp_path: Path) -> None:
    assert ": the statement that ends here has no full stop" in explain(rule, tmp_path)[0]


def test_each_habit_has_an_example(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A row that no example reaches would be hidden by the rows before it."""
    seen = set()
    explain_habit = habits.Habit.explain

    def note(habit: habits.Habit, *words: object) -> str:
        seen.add(habit)
        return explain_habit(habit, *words)  # type: ignore[arg-type]

    monkeypatch.setattr(habits.Habit, "explain", note)
    for program in REFUSED | UNSAFE:
        explain(program, tmp_path)
    for program in LEGAL:
        find_remarks(program)
    for signature in PREDICATES:
        habits.explain_predicate(signature)
    rows = {habit for part, rows in habits.read_habits().items() for habit in rows}
    characters = set(habits.read_habits()["character"])
    assert [habit.pattern.pattern for habit in rows - characters - seen] == []
    shown = "".join(REFUSED)
    assert all(re.search(habit.pattern, shown) for habit in characters)


@pytest.mark.parametrize("language", kit.long_except(["es", "fr", "de"], "de"))
def test_the_examples_are_translated(language: str, tmp_path: Path) -> None:
    english = [explain(program, tmp_path)[0] for program in REFUSED | UNSAFE]
    use_language(language)
    translated = [explain(program, tmp_path)[0] for program in REFUSED | UNSAFE]
    assert not set(english) & set(translated)


@pytest.mark.parametrize("piece", ["(", "a(", ":-", ":", "[", "{", "|", "!", "a b", "–", ",:"])
def test_a_hostile_statement_is_explained_in_time(piece: str, tmp_path: Path) -> None:
    (tmp_path / "mine.lp").write_text(piece * 10_000, "utf-8")
    begin = time.process_time()
    error = "mine.lp:1:5001-5002: error: syntax error, unexpected :"
    assert messages.explain_errors([error], tmp_path)
    misreadings = list(causes.find_misreadings({"mine.lp": piece * 10_000}))
    assert len(misreadings) == (piece == ",:")  # the only one of these with a meaning
    assert time.process_time() - begin < 3
