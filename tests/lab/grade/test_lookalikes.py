"""Pairs of submissions that look alike: what counts, what does not, and their order."""

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lab.check.folder_bank import FolderBank
from lab.check.subject import Subject
from lab.common.findings import Finding, Report
from lab.grade import course, lookalikes, pages
from lab.grade.grading import (
    GradedSubmission,
    GradeOptions,
    Judgement,
    Submission,
    grade_submission,
)
from tests import kit

SUBJECT = Subject(FolderBank(kit.LIGHT_UP))
COURSE = course.default_course(kit.LIGHT_UP)
OPTIONS = GradeOptions(SUBJECT, COURSE, seed=5)
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


def copied(program: str) -> str:
    """A program as somebody hands it in who has copied it."""
    bare = re.sub(r"%.*", "", program)
    text = re.sub(r"\w+", lambda word: RENAMED.get(word[0], word[0]), bare)
    return "\n\n".join(reversed(text.split("\n\n")))


def graded(name: str, *found: Finding, author: str = "", **sources: str) -> GradedSubmission:
    report = Report(name)
    report.find(*found)
    files = {"lightup.lp": sources.get("program", ""), "encode.py": sources.get("script", "")}
    judgement = Judgement(report, authors=[author or name], sources=files)
    return grade_submission(Submission(name, name, Path()), judgement, COURSE, [], None)


def broken(grid: str, got: str = "b", mistake: str | None = None) -> Finding:
    return Finding("rules", "clue", "a clue is broken", mistake=mistake, grid=grid, got=got)


def names(found: list[lookalikes.Pair]) -> list[tuple[str, str]]:
    return [(pair.first.key, pair.second.key) for pair in found]


# ---------------------------------------------------------------- mistakes


@pytest.fixture
def without_copydetect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only mistakes count."""
    monkeypatch.setattr(lookalikes, "can_compare_programs", lambda: False)


CROWD = [graded(f"s{number}") for number in range(8)]


@pytest.mark.usefixtures("without_copydetect")
def test_a_rare_mistake_counts_if_it_shows_in_the_same_way() -> None:
    some = [graded("a", broken("x")), graded("b", broken("x")), graded("c", broken("0"))]
    assert names(lookalikes.find_pairs(OPTIONS, [*some, *CROWD])) == [("a", "b")]
    other = [graded("a", broken("x")), graded("b", broken("x", got="."))]
    assert lookalikes.find_pairs(OPTIONS, [*other, *CROWD]) == []


@pytest.mark.usefixtures("without_copydetect")
def test_a_mistake_that_many_make_does_not_count() -> None:
    many = [graded(f"m{number}", broken("x")) for number in range(3)]
    assert lookalikes.find_pairs(OPTIONS, [*many, *CROWD]) == []
    assert lookalikes.find_pairs(OPTIONS, many[:2]) == []  # nor in a class of two
    crowd = [graded(f"t{number}") for number in range(60)]
    assert len(lookalikes.find_pairs(OPTIONS, [*many, *crowd])) == 3  # 3 of 63


@pytest.mark.usefixtures("without_copydetect")
def test_more_in_common_comes_first_and_what_a_delivery_lacks_does_not_count() -> None:
    lack = Finding("delivery", "readme", "README.txt is missing")
    one, two = broken("x"), broken("0", mistake="zero-ignored")
    some = [graded("a", one), graded("b", one, two), graded("c", two), graded("d", one, two)]
    some[0].report.findings.append(lack)  # type: ignore[union-attr]
    some[2].report.findings.append(lack)  # type: ignore[union-attr]
    crowd = [graded(f"t{number}") for number in range(60)]
    found = lookalikes.find_pairs(OPTIONS, [*some, *crowd])
    assert names(found) == [("b", "d"), ("a", "b"), ("a", "d"), ("b", "c"), ("c", "d")]
    assert found[0].mistakes == ["a clue is broken", "a clue is broken"]


@pytest.mark.usefixtures("without_copydetect")
def test_who_works_together_is_no_pair() -> None:
    some = [graded(name, broken("x"), author="Ana Gil") for name in ("a", "b")]
    assert lookalikes.find_pairs(OPTIONS, [*some, *CROWD]) == []


@pytest.mark.usefixtures("without_copydetect")
def test_what_is_not_installed_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    some = [graded("a", broken("x")), graded("b", broken("x"))]
    submissions = [*some, *CROWD]
    pairs = lookalikes.find_pairs(OPTIONS, submissions)
    text = pages.format_overview(OPTIONS, submissions, [], pairs)
    assert "pip install -r lab/grade/requirements.txt" in text
    assert "a clue is broken" in text
    assert "no verdict" in text
    assert lookalikes.NOT_COMPARED in capsys.readouterr().err


# ---------------------------------------------------------------- programs


@kit.needs_module("copydetect")
def test_a_copy_is_found_whatever_its_names_are() -> None:
    some = [
        graded("a", program=PROGRAM),
        graded("b", program=OTHER),
        graded("c", program=copied(PROGRAM)),
        graded("d", program=PROGRAM, author="a"),  # of the same group as a
        graded("e"),
        graded("f", program="cell(0,0,b)."),
        graded("g", program="cell(0,0,b)."),
    ]
    found = lookalikes.find_pairs(OPTIONS, some)
    assert names(found) == [("a", "c"), ("c", "d")]
    assert found[0].shares["lightup.lp"] > 0.8
    assert "encode.py" not in found[0].shares


@kit.needs_module("copydetect")
def test_what_the_handout_gives_does_not_count() -> None:
    start = lookalikes.read_handout_files(OPTIONS)
    some = [graded(name, script=start["encode.py"], program=start["lightup.lp"]) for name in "ab"]
    assert lookalikes.find_pairs(OPTIONS, some) == []
    own = "\nfor number, line in enumerate(rows):\n    print(*(f'{number}{c}' for c in line))\n" * 3
    some += [graded(name, script=start["encode.py"] + own) for name in "cd"]
    found = lookalikes.find_pairs(OPTIONS, some)
    assert names(found) == [("c", "d")]
    assert found[0].shares["encode.py"] == 1.0


@kit.needs_module("copydetect")
def test_two_files_alike_come_before_one() -> None:
    script = (kit.DATA / "students" / "right-in-all" / "encode.py").read_text()
    some = [graded("a", script=script), graded("b", script=script, program=PROGRAM)]
    some.append(graded("c", script=script, program=PROGRAM))
    assert names(lookalikes.find_pairs(OPTIONS, some)) == [("b", "c"), ("a", "b"), ("a", "c")]


@kit.needs_module("copydetect")
def test_what_many_have_alike_says_little() -> None:
    script = (kit.DATA / "students" / "right-in-all" / "encode.py").read_text()
    some = [graded(name, script=script) for name in "abcde"]
    part = PROGRAM[: len(PROGRAM) * 2 // 3] + OTHER[: len(OTHER) // 4]
    some += [graded("y", program=PROGRAM), graded("z", program=part)]
    found = lookalikes.find_pairs(OPTIONS, some)
    assert names(found) == [("y", "z"), *itertools.combinations("abcde", 2)]
    assert found[0].shares["lightup.lp"] < found[1].shares["encode.py"]
    assert lookalikes.weigh_files([{"a": 1.0, "b": 0.5}, {"a": 0.9}], 10) == {"a": 0.9, "b": 1.0}


@kit.needs_module("copydetect")
@pytest.mark.long
def test_the_figures_are_the_same_in_every_process() -> None:
    code = (
        "from tests.lab.grade.test_lookalikes import *\n"
        "some = [graded('a', program=PROGRAM), graded('b', program=copied(PROGRAM))]\n"
        "print(lookalikes.find_pairs(OPTIONS, some)[0].shares)\n"
        "print(lookalikes.compare_programs(OPTIONS, some))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=kit.ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
        ).stdout
        for seed in "123"
    }
    assert len(said) == 1
    assert "lightup.lp" in said.pop()


@kit.needs_module("copydetect")
def test_another_puzzle() -> None:
    latin = Subject(FolderBank(kit.puzzles.find_puzzle(str(kit.DATA / "latin"))))
    options = GradeOptions(latin, course.default_course(latin.puzzle), seed=5)
    program = (kit.DATA / "latin" / "latin.lp").read_text()
    judgement = Judgement(Report("x"), sources={"latin.lp": program})
    some = [
        grade_submission(Submission(name, name, Path()), judgement, options.course, [], None)
        for name in "ab"
    ]
    (pair,) = lookalikes.find_pairs(options, some)
    assert pair.shares == {"latin.lp": 1.0}
