"""Each kind of finding costs what points.py says, and every lost point has a reason."""

import json
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from lab import course
from lab.check import points
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.common.language import use_language
from lab.common.words import Place
from lab.findings import ENCODE, ExampleResult, Finding, Remark, Report
from lab.grade import html_pages, outputs
from lab.grade.grading import GradeOptions, Judgement
from tests.kit import LIGHT_UP
from tests.lab.grade.kit import grade_alone

COURSE = course.make_default_course(LIGHT_UP)
OTHER_COST = 4
FULL = {"delivery": 2, "encode": 5, "lit": 4, "sight": 4, "clue": 4, "examples": 4, "growth": 2}
REASON = {  # findings and remarks, and the parts that are lost
    "nothing": ([], [], ""),
    "README": ([Finding("delivery", "readme", "no README")], [], "delivery"),
    "facts": ([Finding("contract", "contract", "no facts", part=ENCODE)], [], "encode"),
    "a rule": ([Finding("rules", "lit", "dark")], [], "lit examples"),
    "two rules": (
        [Finding("rules", "lit", "dark"), Finding("rules", "clue", "4")],
        [],
        "lit clue examples",
    ),
    "too strict": ([Finding("rules", "refuses-solution", "no")], [], "other examples"),
    "a rule, too strict": (
        [Finding("rules", "lit", "dark"), Finding("rules", "refuses-solution", "no")],
        [],
        "lit other examples",
    ),
    "a given cell": ([Finding("rules", "black", "no")], [], "other examples"),
    "outside": ([Finding("contract", "contract", "no", got="b")], [], "other examples"),
    "no rule": (
        [Finding("rules", code, "no") for code in ("lit", "sight", "clue")],
        [],
        "lit sight clue examples growth",
    ),
    "several": ([Finding("rules", "several", "twice")], [], "other examples"),
    "several, on a large board": ([Finding("solves", "several", "twice")], [], "other examples"),
    "no bulbs": ([Finding("contract", "no-bulbs", "none")], [], "lit sight clue examples growth"),
    "no full stop": ([Finding("reads", "syntax", "stop")], [], "lit sight clue examples growth"),
    "another name": ([Finding("contract", "display", "lamp/2")], [], "other examples"),
    "no end": ([Finding("rules", "time", "no end")], [], "lit sight clue examples growth"),
    "an example": ([Finding("solves", "time", "late")], [], "examples growth"),
    "a cause": (
        [Finding("reads", "syntax", "undefined"), Finding("rules", "clue", "4")],
        [],
        "clue examples",
    ),
    "steep": ([], [Remark("solves", "growth", "large")], "growth"),
    "square": ([], [Remark("rules", "square-only", "square")], ""),
}


def report(findings: list[Finding], remarks: list[Remark] = []) -> Report:  # noqa: B006
    made = Report("x")
    made.add_findings(*findings)
    made.remarks += remarks
    return made


@pytest.mark.parametrize("name", REASON)
def test_each_fault_costs_its_parts(name: str) -> None:
    findings, remarks, lost = REASON[name]
    grade = points.grade_report(report(findings, remarks), COURSE)
    parts = set(lost.split())
    assert {part for part in FULL if not grade.points[part]} == parts - {"other"}
    kept = sum(worth for part, worth in FULL.items() if part not in parts)
    assert grade.total == kept - OTHER_COST * ("other" in parts)
    assert sum(loss.points for loss in grade.losses) == COURSE.total - grade.total
    assert all(loss.reason for loss in grade.losses)


@pytest.mark.parametrize(
    "absent, kept", [("encode.py", 20), ("lightup.lp", 7)], ids=["no encode.py", "no program"]
)
def test_a_missing_program_loses_its_parts(absent: str, kept: int) -> None:
    made = replace(report([]), unjudged=[absent])
    assert points.grade_report(made, COURSE).total == kept


def test_a_program_without_answers_loses_all_rules() -> None:
    made = replace(report([Finding("rules", "refuses-solution", "no")]), is_silent=True)
    assert points.grade_report(made, COURSE).total == 7


def test_the_place_of_a_finding_stays_in_the_reason() -> None:
    finding = Finding("reads", "syntax", "no full stop", place=Place("lightup.lp", 4, 1))
    grade = points.grade_report(report([finding]), COURSE)
    reasons = {loss.part: loss.reason for loss in grade.losses}
    assert reasons["lit"] == "lightup.lp:4:1: no full stop"
    assert reasons["growth"] == "lightup.lp:4:1: no full stop"


def test_a_course_says_what_faults_cost() -> None:
    text = "[costs]\nrefused = 1\nseveral = 2.5\ndisplay = 0.5\n"
    own = course.parse_course(text, LIGHT_UP)
    refused = Finding("rules", "refuses-solution", "no")
    cases = {
        "refuses-solution": Fraction(1),
        "several": Fraction("2.5"),
        "display": Fraction("0.5"),
        "black": Fraction(4),
    }
    for code, cost in cases.items():
        grade = points.grade_report(report([Finding("rules", code, "no")]), own)
        assert grade.sum_losses("other") == cost
        assert [grade.points[rule] for rule in own.rules] == [4, 4, 4]
    both = points.grade_report(report([refused, Finding("rules", "several", "twice")]), own)
    assert [str(loss) for loss in both.losses if loss.part == "other"] == ["2.5 other: twice"]


PASSES = {  # with 17 points, if 17 or 17.5 are needed
    "en": ("pass: 17 of 25 points", "fail: 17 of 25 points"),
    "de": ("bestanden: 17 von 25 Punkten", "nicht bestanden: 17 von 25 Punkten"),
}


CELLS = {  # of the columns verdict and passed
    "en": [("pass", "yes"), ("fail", "no")],
    "de": [("bestanden", "ja"), ("nicht bestanden", "nein")],
}


@pytest.mark.parametrize("language", PASSES)
def test_the_points_of_the_course_decide_on_passed(language: str) -> None:
    wrong = Judgement(report([Finding("rules", "clue", "4")]))
    lines, cells = [], []
    use_language(language, LIGHT_UP.folder)
    for text in ("pass = 17", "pass = 17.5"):
        own = course.parse_course(text, LIGHT_UP)
        graded = grade_alone(wrong, own)
        lines.append(html_pages.format_total(graded))
        row = outputs.describe_submission(graded)
        cells.append((row["verdict"], row["passed"]))
    assert (tuple(lines), cells) == (PASSES[language], CELLS[language])


def test_the_page_says_why_an_example_is_not_solved_and_draws_the_smallest() -> None:
    board, answer = [["."], ["."]], [["b"], ["b"]]
    wrong = report([Finding("rules", "sight", "two bulbs")])
    wrong.example_results = [
        ExampleResult("5x5", "right"),
        ExampleResult("7x7", "right"),
        ExampleResult("7x7", "wrong", "a board is accepted that breaks rule 2"),
    ]
    wrong.unsolved = Finding("solves", "sight", "two bulbs", grid=board, got=answer)
    options = GradeOptions(Assignment(FolderBank(LIGHT_UP)), COURSE)
    graded = grade_alone(Judgement(wrong), COURSE)
    page = html_pages.format_feedback(options, graded)
    assert "<td>Example 5x5</td><td>solved</td>" in page
    assert "<td>Example 7x7</td><td>solved</td>" in page
    assert "<td>Example 7x7 (2)</td><td>a board is accepted that breaks rule 2</td>" in page
    assert page.count("<svg") == 1
    assert "2 of 3 examples of up to 7x7 are solved" in page


def test_each_solved_example_counts_its_share() -> None:
    states = ["right", "wrong", "right", "too slow"]
    broken = report([Finding("rules", "sight", "two bulbs")])
    broken.example_results = [ExampleResult("7x7", state) for state in states]
    grade = points.grade_report(broken, COURSE)
    assert (grade.points["examples"], grade.points["growth"]) == (Fraction(2), Fraction(0))
    assert grade.total == 17
    reasons = {loss.part: loss.reason for loss in grade.losses}
    solved = "2 of 4 examples of up to 7x7 are solved"
    assert reasons["examples"] == f"{solved}; this follows from rule 2"
    assert reasons["growth"] == "not all small examples are solved in time"


@pytest.mark.parametrize("stage", ["rules", "solves"])
def test_several_answer_sets_cost_a_rule_where_all_examples_are_solved(stage: str) -> None:
    doubled = report([Finding(stage, "several", "twice")])
    doubled.example_results = [ExampleResult("7x7", "right")]
    grade = points.grade_report(doubled, COURSE)
    assert [str(loss) for loss in grade.losses] == ["4 other: twice"]


COMMENTS = {  # of two findings with one cause, in each language
    "en": "fail: 14 of 25 points|Diagonals count.|-4 rule 3, -4 other faults of the program|"
    "-3 examples: 1 of 4 examples of up to 7x7 are solved; this follows from rule 3",
    "de": "nicht bestanden: 14 von 25 Punkten|Diagonals count.|"
    "-4 Regel 3, -4 andere Fehler des Programms|"
    "-3 Beispiele: 1 von 4 Beispielen bis 7x7 gelöst; das folgt aus Regel 3",
}


@pytest.mark.parametrize("language", COMMENTS)
def test_a_comment_has_the_cause_once_then_the_points(language: str) -> None:
    use_language(language, LIGHT_UP.folder)
    clue = Finding("rules", "clue", "a board is accepted", sentence="Diagonals count.")
    refusal = Finding("rules", "refuses-solution", "line 11", sentence="Diagonals count.")
    wrong = report([clue, refusal])
    wrong.example_results = [
        ExampleResult("7x7", state) for state in ("right", "wrong", "wrong", "wrong")
    ]
    graded = grade_alone(Judgement(wrong), COURSE)
    comment = html_pages.format_comment(graded)
    assert comment.split("\n") == COMMENTS[language].split("|")


def test_a_comment_names_the_parts_that_one_fault_costs_in_one_line() -> None:
    stop = Finding("reads", "syntax", "no full stop", place=Place("lightup.lp", 4, 1))
    graded = grade_alone(Judgement(report([stop])), COURSE)
    assert html_pages.format_comment(graded).split("\n") == [
        "fail: 7 of 25 points",
        "lightup.lp:4:1: no full stop",
        "-4 rule 1, -4 rule 2, -4 rule 3, -4 examples, -2 growth",
    ]


def test_examples_of_one_size_are_told_apart() -> None:
    example_results = [ExampleResult(size, "right") for size in ("6x8", "7x7", "6x8")]
    graded: Any = SimpleNamespace(report=replace(Report("x"), example_results=example_results))
    assert html_pages.count_solved([graded]) == [("6x8", 1, 1), ("7x7", 1, 1), ("6x8 (2)", 1, 1)]


def test_points_add_up_as_they_are_printed() -> None:
    text = "[points]\ndelivery=0\nencode=0\nrules=10\nexamples=2.35\ngrowth=0\n"
    odd = course.parse_course(text + "[partial]\npercent=33.3", LIGHT_UP)
    assert [points.format_points(worth) for worth in odd.rules.values()] == ["3.33", "3.34", "3.33"]
    wrong = report([Finding("rules", "refuses-solution", "no")])
    wrong.example_results = [ExampleResult("7x7", state) for state in ("right", "wrong", "wrong")]
    grade = points.grade_report(wrong, odd, datetime(2026, 3, 1, 12))
    assert grade.sum_losses("other") == Fraction("3.33")
    printed = [Fraction(points.format_points(amount)) for amount in grade.points.values()]
    losses = sum(Fraction(points.format_points(loss.points)) for loss in grade.losses)
    assert (
        sum(printed) - grade.sum_losses("partial") - grade.sum_losses("other")
        == grade.total
        == odd.total - losses
    )


def test_late_and_failing_work_keeps_a_share() -> None:
    deadline = datetime(2026, 3, 1, 12)
    strict = replace(COURSE, partial_percent=Fraction(50), deadline=deadline)
    wrong = report([Finding("rules", "clue", "4")])
    cases = {timedelta(0): 17, timedelta(minutes=1): 15.3, timedelta(days=2): 13.6}
    for late, kept in cases.items():
        assert (
            float(
                points.grade_report(
                    wrong, replace(strict, partial_percent=Fraction(100)), deadline + late
                ).total
            )
            == kept
        )
        assert float(points.grade_report(wrong, strict, deadline + late).total) == kept / 2
    grade = points.grade_report(report([]), strict, deadline + timedelta(days=30))
    assert (grade.total, grade.losses[-1].part) == (Fraction(0), "late")


def test_a_fault_of_form_costs_the_points_of_the_delivery_only() -> None:
    strict = replace(COURSE, partial_percent=Fraction(50))
    finding = Finding("delivery", "readme", "no README", part="")
    grade = points.grade_report(report([finding]), strict)
    assert grade.total == 23


def test_a_submission_that_cannot_be_judged_has_no_points() -> None:
    judgement = Judgement(error="a broken zip")
    grade = grade_alone(judgement, COURSE).grade
    assert grade.total == 0
    assert {loss.reason for loss in grade.losses} == {"a broken zip"}


def test_a_report_is_equal_after_json() -> None:
    made = report([Finding("rules", "lit", "dark", grid="..")], [Remark("reads", "x", "y")])
    assert Report.from_json(json.loads(json.dumps(made.to_json()))) == made
