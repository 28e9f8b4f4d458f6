"""The result of a submission as other programs read it: Gradescope, Classroom 50.

Sources: gradescope-autograders.readthedocs.io, Autograder Specifications; foundation50/classroom50,
wiki, Advanced Autograding, the result.json contract.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import timezone
from fractions import Fraction
from typing import Any

from lab.check import report
from lab.common.words import escape_controls
from lab.grade import points
from lab.grade.course import format_points
from lab.grade.feedback import part_in_words
from lab.grade.graded import Graded, Session

GRADESCOPE, CLASSROOM50 = "results.json", "result.json"  # names of files
SCHEMA = "classroom50/result/v1"

Result = dict[str, Any]  # JSON
Names = Mapping[str, str]  # environment variables of Classroom 50's runner


def as_json(result: Result) -> str:
    """The text of a file."""
    return json.dumps(result, indent=2, ensure_ascii=False) + "\n"


# ---------------------------------------------------------------- Gradescope


def gradescope(session: Session, one: Graded) -> Result:
    """results.json: a test for each part of the points, with what was lost and why.

    What is lost of the sum, as for late work, is lost of the score alone.
    """
    tests = [
        {
            "name": part_in_words(session.subject, part),
            "number": str(number),
            "score": decimal(one.mark.points[part]),
            "max_score": decimal(worth),
            "status": "passed" if one.mark.points[part] == worth else "failed",
            "output": "\n".join(reasons(one, part)),
            "visibility": "visible",
        }
        for number, (part, worth) in enumerate(session.course.points.items(), start=1)
    ]
    return {
        "score": decimal(one.mark.total),
        "output": "\n".join(in_words(session, one)),
        "output_format": "text",
        "test_output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def decimal(number: Fraction) -> float:
    """Points as a number with two decimals at most."""
    return float(round(number, 2))


def reasons(one: Graded, part: str) -> Iterator[str]:
    """Why points of a part are lost, in lines; the first time with the sentence and the grids."""
    found = {finding.message: finding for finding in (one.report.findings if one.report else [])}
    first = {loss.reason: loss.part for loss in reversed(one.mark.losses)}
    for loss in one.mark.losses:
        if loss.part == part:
            finding = found.get(loss.reason) if first[loss.reason] == part else None
            text = (
                report.format_finding(finding, finding.sentence)
                if finding
                else escape_controls(loss.reason)
            )
            yield f"-{format_points(loss.points)}: {text}"


def in_words(session: Session, one: Graded) -> Iterator[str]:
    """What is to be said of the whole submission, in lines."""
    of = format_points(session.course.total)
    yield f"{one.verdict}: {format_points(one.mark.total)} of {of} points"
    if one.trouble:
        yield escape_controls(one.trouble)
    for part in (points.PARTIAL, points.LATE):
        yield from reasons(one, part)
    if one.report:
        for words in (report.format_unjudged(one.report), report.format_uncontained(one.report)):
            if words:
                yield words
        yield from (f"remark: {escape_controls(remark)}" for remark in one.remarks)
        yield f"boards made for the check have the seed {session.seed}"


# ---------------------------------------------------------------- Classroom 50


def classroom50(session: Session, one: Graded, names: Names | None = None) -> Result:
    """result.json: a test for each part of the points; its points are whole numbers.

    Those of a course that has others are given in hundredths.  What is lost of the sum is taken
    from all parts alike, as the score has to be the sum of the tests'.
    """
    names = names or {}
    course, key = session.course, one.key
    unit = 1 if all(worth.denominator == 1 for worth in course.points.values()) else 100
    scores = shares(one.mark.points, one.mark.total, unit)
    tests = [
        {
            "test-name": part_in_words(session.subject, part),
            "passed": one.mark.points[part] == worth,
            "score": scores[part],
            "max-score": int(worth * unit),
        }
        for part, worth in course.points.items()
    ]
    commit = names.get("COMMIT_URL", key)
    return {
        "schema": SCHEMA,
        "classroom": names.get("CLASSROOM") or course.course or course.title,
        "assignment": names.get("ASSIGNMENT") or session.subject.puzzle.name,
        "submission": names.get("SUBMISSION_TAG") or key,
        "commit": commit,
        "release": names.get("RELEASE_URL") or key,
        "review": names.get("REVIEW_URL") or commit,
        "datetime": moment(one),
        "score": sum(scores.values()),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
    }


def moment(one: Graded) -> str:
    """When it was delivered, as Classroom 50 writes it; "" if that is not known."""
    if not one.delivered:
        return ""
    return one.delivered.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def shares(parts: Mapping[str, Fraction], total: Fraction, unit: int) -> dict[str, int]:
    """Whole numbers in the proportions of the parts; their sum is the total, rounded.

    By the largest remainder: all are rounded down, then the largest fractions up.
    """
    wanted = int(total * unit + Fraction(1, 2))
    scale = Fraction(wanted) / (sum(parts.values(), Fraction(0)) or 1)
    exact = {part: points * scale for part, points in parts.items()}
    whole = {part: int(points) for part, points in exact.items()}
    missing = wanted - sum(whole.values())
    for part in sorted(exact, key=lambda part: whole[part] - exact[part])[:missing]:
        whole[part] += 1
    return whole
