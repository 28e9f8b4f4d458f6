"""Each kind of finding costs what points.py says, and every lost point has a reason."""

import json
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from lab.check import points
from lab.common.findings import SCRIPT, Finding, Remark, Report
from lab.common.words import Place
from lab.grade import course
from lab.grade.grading import Judgement, Submission, grade_submission
from tests.kit import LIGHT_UP

COURSE = course.default_course(LIGHT_UP)
FULL = {"delivery": 2, "encode": 5, "lit": 4, "sight": 4, "clue": 4, "examples": 4, "growth": 2}
REASON = {  # findings and remarks, and the parts that are lost
    "nothing": ([], [], ""),
    "README": ([Finding("delivery", "readme", "no README")], [], "delivery"),
    "facts": ([Finding("contract", "contract", "no facts", part=SCRIPT)], [], "encode"),
    "a rule": ([Finding("rules", "lit", "dark")], [], "lit examples growth"),
    "two rules": (
        [Finding("rules", "lit", "dark"), Finding("rules", "clue", "4")],
        [],
        "lit clue examples growth",
    ),
    "too strict": ([Finding("rules", "refuses-solution", "no")], [], "lit examples growth"),
    "a rule, too strict": (
        [Finding("rules", "lit", "dark"), Finding("rules", "refuses-solution", "no")],
        [],
        "lit sight examples growth",
    ),
    "a given cell": ([Finding("rules", "black", "no")], [], "lit examples growth"),
    "outside": ([Finding("contract", "contract", "no", got="b")], [], "lit examples growth"),
    "several": ([Finding("rules", "several", "twice")], [], "examples growth"),
    "no bulbs": ([Finding("contract", "no-bulbs", "none")], [], "lit sight clue examples growth"),
    "no full stop": ([Finding("reads", "syntax", "stop")], [], "lit sight clue examples growth"),
    "no end": ([Finding("rules", "time", "no end")], [], "lit sight clue examples growth"),
    "an example": ([Finding("solves", "time", "late")], [], "examples growth"),
    "a cause": (
        [Finding("reads", "syntax", "undefined"), Finding("rules", "clue", "4")],
        [],
        "clue examples growth",
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
    mark = points.mark_report(report(findings, remarks), COURSE)
    assert {part for part in FULL if not mark.points[part]} == set(lost.split())
    assert mark.total == sum(worth for part, worth in FULL.items() if part not in lost.split())
    assert (
        sum(loss.points for loss in mark.losses)
        == course.default_course(LIGHT_UP).total - mark.total
    )
    assert all(loss.reason for loss in mark.losses)


@pytest.mark.parametrize(
    "absent, kept", [("encode.py", 20), ("lightup.lp", 7)], ids=["no encode.py", "no program"]
)
def test_a_missing_program_loses_its_parts(absent: str, kept: int) -> None:
    made = replace(report([]), unjudged=[absent])
    assert points.mark_report(made, COURSE).total == kept


def test_a_program_without_answers_loses_all_rules() -> None:
    made = replace(report([Finding("rules", "refuses-solution", "no")]), is_silent=True)
    assert points.mark_report(made, COURSE).total == 7


def test_the_place_of_a_finding_stays_in_the_reason() -> None:
    finding = Finding("reads", "syntax", "no full stop", place=Place("lightup.lp", 4, 1))
    mark = points.mark_report(report([finding]), COURSE)
    reasons = {loss.part: loss.reason for loss in mark.losses}
    assert reasons["lit"] == "lightup.lp:4:1: no full stop"
    assert reasons["growth"] == "it is not right yet: lightup.lp:4:1: no full stop"


def test_one_rule_of_equal_shares_is_lost_exactly() -> None:
    thirds = {**COURSE.points, **dict.fromkeys(COURSE.rules, Fraction(10, 3))}
    uneven = replace(COURSE, points=thirds)
    mark = points.mark_report(report([Finding("rules", "refuses-solution", "no")]), uneven)
    assert [mark.points[code] for code in COURSE.rules] == [0, Fraction(10, 3), Fraction(10, 3)]


def test_late_and_failing_work_keeps_a_share() -> None:
    deadline = datetime(2026, 3, 1, 12)
    strict = replace(COURSE, partial_percent=Fraction(50), deadline=deadline)
    wrong = report([Finding("rules", "clue", "4")])
    cases = {timedelta(0): 15, timedelta(minutes=1): 13.5, timedelta(days=2): 12}
    for late, kept in cases.items():
        assert (
            float(
                points.mark_report(
                    wrong, replace(strict, partial_percent=Fraction(100)), deadline + late
                ).total
            )
            == kept
        )
        assert float(points.mark_report(wrong, strict, deadline + late).total) == kept / 2
    mark = points.mark_report(report([]), strict, deadline + timedelta(days=30))
    assert (mark.total, mark.losses[-1].part) == (Fraction(0), "late")


def test_a_submission_that_cannot_be_judged_has_no_points() -> None:
    judgement = Judgement(error="a broken zip")
    mark = grade_submission(Submission("a", "a", Path()), judgement, COURSE, []).mark
    assert mark.total == 0
    assert {loss.reason for loss in mark.losses} == {"a broken zip"}


def test_a_report_is_equal_after_json() -> None:
    made = report([Finding("rules", "lit", "dark", grid="..")], [Remark("reads", "x", "y")])
    assert Report.from_json(json.loads(json.dumps(made.to_json()))) == made
