"""Which pairs of submissions look alike, and in which order they are listed."""

import itertools
import re
from pathlib import Path

import pytest

from lab import course, puzzles
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.common.language import use_language
from lab.course.texts import HandoutTexts, format_starts
from lab.findings import Report
from lab.grade import lookalikes, outputs
from lab.grade.grading import (
    GradedSubmission,
    GradeOptions,
    Judgement,
)
from lab.syntax import normal_forms
from tests import kit
from tests.lab.grade.kit import grade_alone

ASSIGNMENT = Assignment(FolderBank(kit.LIGHT_UP))
COURSE = course.make_default_course(kit.LIGHT_UP)
OPTIONS = GradeOptions(ASSIGNMENT, COURSE, seed=5)
PROGRAM = (kit.ROOT / "lightup.lp").read_text()
OTHER = (kit.DATA / "students" / "right-in-all" / "lightup.lp").read_text()
RENAMED = {  # with its comments left out and its blocks in another order, hard to see by eye
    "R": "Row",
    "C": "Col",
    "S": "Start",
    "T": "Top",
    "H": "High",
    "W": "Wide",
    "N": "Num",
    "across": "hrun",
    "down": "vrun",
    "white": "free",
}


def copy_program(program: str) -> str:
    """A program as somebody hands it in who has copied it."""
    bare = re.sub(r"%.*", "", program)
    text = re.sub(r"\w+", lambda word: RENAMED.get(word[0], word[0]), bare)
    return "\n\n".join(reversed(text.split("\n\n")))


def make_graded(name: str, author: str = "", **sources: str) -> GradedSubmission:
    report = Report(name, authors=[author or name])
    files = {"lightup.lp": sources.get("program", ""), "encode.py": sources.get("script", "")}
    judgement = Judgement(report, sources=files)
    return grade_alone(judgement, COURSE, name)


def find_pairs(*submissions: GradedSubmission) -> list[lookalikes.Pair]:
    comparisons = lookalikes.compare_programs(OPTIONS, submissions)
    return lookalikes.find_pairs(comparisons, submissions)


def list_names(pairs: list[lookalikes.Pair]) -> list[tuple[str, str]]:
    return [(pair.first.key, pair.second.key) for pair in pairs]


KIT_NOTICES = {
    "en": "is as in the kit's own, apart from names and order",
    "de": "sind wie in dem des Kits, bis auf Namen und Reihenfolge",
}


@pytest.mark.parametrize("language", KIT_NOTICES)
def test_the_kits_own_programs_are_noticed_after_renaming_too(language: str) -> None:
    script = (kit.ROOT / "encode.py").read_text()
    submissions = [
        make_graded("a", program=copy_program(PROGRAM)),
        make_graded("b", program=OTHER, script=script.replace("reader", "opener")),
        make_graded("c"),
    ]
    use_language(language)
    comparisons = lookalikes.compare_programs(OPTIONS, submissions)
    notices = lookalikes.list_kit_notices(comparisons, submissions)
    assert len(notices) == 2 and all(KIT_NOTICES[language] in notice for notice in notices)
    assert [notice[0] for notice in notices] == ["a", "b"]
    assert "100 %" in notices[0] and "lightup.lp" in notices[0] and "encode.py" in notices[1]


def test_a_copy_is_found_whatever_its_names_and_order_are() -> None:
    pairs = find_pairs(
        make_graded("a", program=PROGRAM),
        make_graded("b", program=OTHER),
        make_graded("c", program=copy_program(PROGRAM)),
        make_graded("d", program=PROGRAM, author="a"),  # of the same group as a
        make_graded("e"),
    )
    assert list_names(pairs) == [("a", "c"), ("c", "d")]
    assert pairs[0].files["lightup.lp"].share == pytest.approx(1)
    assert pairs[0].files["encode.py"].share == 0


def test_the_order_of_literals_does_not_count() -> None:
    rules = ("lit(R,C) :- cell(R,C,b), size(N), R < N, not dark(C).", "{ a(X) : b(X) } :- c(X).")
    same = ("{ u(Z) : v(Z) } :- w(Z).", "on(I,J) :- not off(J), I < M, cell(I,J,b), dim_(M).")
    other = ("lit(R,C) :- cell(C,R,b), size(N), R < N, not dark(C).", "{ a(X) : b(X) } :- c(Y).")
    programs = {"a": rules, "b": same, "c": other}
    some = [make_graded(name, program="\n".join(text)) for name, text in programs.items()]
    assert list_names(find_pairs(*some)) == [("a", "b")]


def test_the_text_of_the_handout_does_not_count() -> None:
    assignment = OPTIONS.assignment
    start = format_starts(HandoutTexts(assignment.puzzle, COURSE, assignment.atom))
    starts = {"script": start["encode.py"], "program": start["lightup.lp"]}
    assert find_pairs(*(make_graded(name, **starts) for name in "ab")) == []


def test_text_shared_by_many_is_left_out_and_logic_programs_come_first() -> None:
    script = (kit.DATA / "students" / "right-in-all" / "encode.py").read_text()
    some = [make_graded(name, script=script) for name in "abcdefghij"]
    part = PROGRAM[: len(PROGRAM) * 2 // 3] + OTHER[: len(OTHER) // 4]
    some += [make_graded("y", program=PROGRAM), make_graded("z", program=part)]
    pairs = find_pairs(*some)
    assert list_names(pairs) == [("y", "z"), *itertools.combinations("abcdefghij", 2)]
    assert list_names(lookalikes.list_pairs(pairs)) == [("y", "z")]
    assert pairs[1].files["encode.py"].share == pytest.approx(1)


def test_an_equal_encode_alone_is_not_among_the_first() -> None:
    script = (kit.DATA / "students" / "right-in-all" / "encode.py").read_text()
    pairs = find_pairs(
        make_graded("a", program=PROGRAM, script=script),
        make_graded("b", program="lamp(1,1).\n", script=script),
        make_graded("c", program=copy_program(PROGRAM)),
    )
    assert list_names(pairs) == [("a", "c"), ("a", "b")]  # as in similar.csv
    assert pairs[1].files["lightup.lp"].share == 0
    assert list_names(lookalikes.list_pairs(pairs)) == [("a", "c")]


def test_pages_show_equal_parts_side_by_side(tmp_path: Path) -> None:
    program = "own(R) :- cell(R,C,b), not <b>. % a comment\n"
    programs = {"a": f"{program}rest(1).", "b": f"{program}q(2,3)."}
    some = [make_graded(name, program=text) for name, text in programs.items()]
    outputs.write_outputs(tmp_path, OPTIONS, some, [])
    page = (tmp_path / "similar" / "1.html").read_text()
    rule = "own(R) :- cell(R,C,b), not &lt;b&gt;."
    assert page.count(f'<mark class="rare">{rule}</mark> % a comment\n') == 2
    assert page.count("<mark") == 4  # two in the legend
    assert 'href="similar/1.html"' in (tmp_path / "overview.html").read_text()
    assert (tmp_path / "similar.csv").read_text("utf-8-sig").splitlines()[1].startswith("a,b,")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("f(:\n  '''", []), ("x = (" * 3000, []), ("\0\f\r", []), ("\tif\n x\n y", [("if", 1, 3)])],
)
def test_a_script_without_syntax_is_split(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert list(normal_forms.split_code_lines(text)) == expected


def test_another_puzzle() -> None:
    latin = Assignment(FolderBank(puzzles.find_puzzle(str(kit.LATIN))))
    options = GradeOptions(latin, course.make_default_course(latin.puzzle), seed=5)
    program = (kit.LATIN / "latin.lp").read_text()
    judgement = Judgement(Report("x"), sources={"latin.lp": program})
    some = [grade_alone(judgement, options.course, name) for name in "ab"]
    (pair,) = lookalikes.find_pairs(lookalikes.compare_programs(options, some), some)
    assert pair.files["latin.lp"].share == pytest.approx(1)
