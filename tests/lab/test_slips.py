"""Unfinished rules, wrong full stops, plain text, unknown words after '#', unsafe _, and pools."""

from pathlib import Path

import pytest

from lab.common.language import use_language
from lab.syntax import causes
from tests.kit import read_messages
from tests.lab.test_habits import explain, find_remarks

REFUSED = read_messages("slips")  # a program: the beginning of its only message
LEGAL = read_messages("slips-that-clingo-reads")
RIGHT = (  # programs that look like these
    ":- a. b. c(1..3).",
    "a(X) :- b(X). c(1;2).\n  d(3).",
    "a :-\n  b,\n  c.",
    "c(X,Y) :- b(X,Y;Y,X). :- not a(1;2). d(X) :- b((1;2),X). e(X) :- b(X+1,1;X-1,1), d(X).",
    "a(X) :- b(X) : c(X,Y), d(Y); e(X).\n{ f(X;X+1) } :- e(X).",
    "a :- 1 #sum { X : b(X) } 3, #true. #show a/0. #const k = 3.",
    "%* a text with many words in it\n```\n*% a. % and here is some more text",
)


@pytest.mark.parametrize("program", REFUSED)
def test_a_slip_has_a_message_at_its_place(program: str, tmp_path: Path) -> None:
    (message,) = explain(program, tmp_path)
    assert message.startswith(f"mine.lp:{REFUSED[program]}")


@pytest.mark.parametrize("program", LEGAL)
def test_a_slip_that_clingo_reads_is_remarked_on(program: str, tmp_path: Path) -> None:
    (remark,) = find_remarks(program)
    assert remark.startswith(f"mine.lp:{LEGAL[program]}")


@pytest.mark.parametrize("program", RIGHT)
def test_right_programs_have_no_slips(program: str, tmp_path: Path) -> None:
    assert (explain(program, tmp_path), find_remarks(program)) == ([], [])


@pytest.mark.parametrize("language", ["es", "fr", "de"])
def test_the_messages_are_translated(language: str, tmp_path: Path) -> None:
    english = [explain(program, tmp_path)[0] for program in REFUSED]
    use_language(language)
    pairs = zip(english, (explain(program, tmp_path)[0] for program in REFUSED))
    assert [old for old, new in pairs if old == new] == []
    assert not {remark for program in LEGAL for remark in find_remarks(program)} & {
        f"mine.lp:{text}" for text in LEGAL.values()
    }


def test_a_comment_is_no_text(tmp_path: Path) -> None:
    (message,) = explain("a :- b. % this says that a holds if b holds\nc d.", tmp_path)
    assert message.startswith("mine.lp:2:3: found d after 'c'")


def test_a_misspelt_predicate_is_found_by_its_name() -> None:
    place = ("mine.lp", 3)
    outline = {
        "defines": [("light/2", place), ("black/2", place)],
        "uses": [("ligth/2", place), ("light/2", place), ("black/3", place)],
    }
    meanings = {name: meant for name, (meant, _) in causes.find_typos(outline).items()}
    assert meanings == {"ligth": "light"}
