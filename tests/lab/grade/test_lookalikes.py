"""Which pairs of submissions look alike, and in which order they are listed."""

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lab import puzzles
from lab.check.folder_bank import FolderBank
from lab.check.subject import Subject
from lab.common.findings import Report
from lab.grade import course, lookalikes, outputs
from lab.grade.grading import (
    GradedSubmission,
    GradeOptions,
    Judgement,
    Submission,
    grade_submission,
)
from lab.handout import contents
from lab.handout.texts import HandoutTexts
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


def copy_program(program: str) -> str:
    """A program as somebody hands it in who has copied it."""
    bare = re.sub(r"%.*", "", program)
    text = re.sub(r"\w+", lambda word: RENAMED.get(word[0], word[0]), bare)
    return "\n\n".join(reversed(text.split("\n\n")))


def make_graded(name: str, author: str = "", **sources: str) -> GradedSubmission:
    report = Report(name, authors=[author or name])
    files = {"lightup.lp": sources.get("program", ""), "encode.py": sources.get("script", "")}
    judgement = Judgement(report, sources=files)
    return grade_submission(Submission(name, name, Path()), judgement, COURSE, [])


def names(pairs: list[lookalikes.Pair]) -> list[tuple[str, str]]:
    return [(pair.first.key, pair.second.key) for pair in pairs]


def test_missing_libraries_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lookalikes, "can_compare_programs", lambda: False)
    submissions = [make_graded("a", program=PROGRAM), make_graded("b", program=PROGRAM)]
    outputs.write_outputs(tmp_path, OPTIONS, submissions, [])
    text = (tmp_path / "overview.html").read_text()
    assert "pip install -r lab/grade/requirements.txt" in text
    assert lookalikes.NOT_COMPARED in capsys.readouterr().err


@kit.needs_module("copydetect")
def test_a_copy_is_found_whatever_its_names_are() -> None:
    some = [
        make_graded("a", program=PROGRAM),
        make_graded("b", program=OTHER),
        make_graded("c", program=copy_program(PROGRAM)),
        make_graded("d", program=PROGRAM, author="a"),  # of the same group as a
        make_graded("e"),
        make_graded("f", program="cell(0,0,b)."),
        make_graded("g", program="cell(0,0,b)."),
    ]
    pairs = lookalikes.find_pairs(OPTIONS, some)
    assert names(pairs) == [("a", "c"), ("c", "d")]
    assert pairs[0].shares["lightup.lp"] > 0.8
    assert "encode.py" not in pairs[0].shares


@kit.needs_module("copydetect")
def test_the_text_of_the_handout_does_not_count() -> None:
    subject = OPTIONS.subject
    start = contents.format_starts(HandoutTexts(subject.puzzle, COURSE, subject.atom))
    some = [
        make_graded(name, script=start["encode.py"], program=start["lightup.lp"]) for name in "ab"
    ]
    assert lookalikes.find_pairs(OPTIONS, some) == []
    written = (
        "\nfor number, line in enumerate(rows):\n    print(*(f'{number}{c}' for c in line))\n" * 3
    )
    some += [make_graded(name, script=start["encode.py"] + written) for name in "cd"]
    pairs = lookalikes.find_pairs(OPTIONS, some)
    assert names(pairs) == [("c", "d")]
    assert pairs[0].shares["encode.py"] == 1.0


@kit.needs_module("copydetect")
def test_two_files_alike_come_before_one() -> None:
    script = (kit.DATA / "students" / "right-in-all" / "encode.py").read_text()
    some = [make_graded("a", script=script), make_graded("b", script=script, program=PROGRAM)]
    some.append(make_graded("c", script=script, program=PROGRAM))
    assert names(lookalikes.find_pairs(OPTIONS, some)) == [("b", "c"), ("a", "b"), ("a", "c")]


@kit.needs_module("copydetect")
def test_logic_programs_alike_come_before_scripts() -> None:
    script = (kit.DATA / "students" / "right-in-all" / "encode.py").read_text()
    some = [make_graded(name, script=script) for name in "abcde"]
    part = PROGRAM[: len(PROGRAM) * 2 // 3] + OTHER[: len(OTHER) // 4]
    some += [make_graded("y", program=PROGRAM), make_graded("z", program=part)]
    pairs = lookalikes.find_pairs(OPTIONS, some)
    assert names(pairs) == [("y", "z"), *itertools.combinations("abcde", 2)]
    assert pairs[0].shares["lightup.lp"] < pairs[1].shares["encode.py"]


@kit.needs_module("copydetect")
@pytest.mark.long
def test_the_figures_are_the_same_in_every_process() -> None:
    code = (
        "from tests.lab.grade.test_lookalikes import *\n"
        "copy = make_graded('b', program=copy_program(PROGRAM))\n"
        "some = [make_graded('a', program=PROGRAM), copy]\n"
        "print(lookalikes.find_pairs(OPTIONS, some)[0].shares)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=kit.ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
        ).stdout
        for seed in "123"
    }
    assert len(outputs) == 1
    assert "lightup.lp" in outputs.pop()


@kit.needs_module("copydetect")
def test_another_puzzle() -> None:
    latin = Subject(FolderBank(puzzles.find_puzzle(str(kit.DATA / "latin"))))
    options = GradeOptions(latin, course.default_course(latin.puzzle), seed=5)
    program = (kit.DATA / "latin" / "latin.lp").read_text()
    judgement = Judgement(Report("x"), sources={"latin.lp": program})
    some = [
        grade_submission(Submission(name, name, Path()), judgement, options.course, [])
        for name in "ab"
    ]
    (pair,) = lookalikes.find_pairs(options, some)
    assert pair.shares == {"latin.lp": 1.0}
