"""The result of a submission as Gradescope and Classroom 50 read it.

Sources: gradescope-autograders.readthedocs.io, Autograder Specifications; foundation50/classroom50,
wiki, Advanced Autograding, the result.json contract.
"""

from collections.abc import Mapping
from datetime import timezone

from lab.check import points, report
from lab.check.points import Grade
from lab.common.language import translate
from lab.common.words import escape_controls
from lab.grade.folder import Json
from lab.grade.grading import GradedSubmission, GradeOptions
from lab.grade.pages import format_loss, format_total


def make_gradescope_result(options: GradeOptions, graded: GradedSubmission) -> Json:
    """Return results.json: a test for each part of the points, with the reasons of its losses.

    Losses of the sum, as for late work, lower the score but no test.
    """
    grade = graded.grade
    tests = [
        {
            "name": points.describe_part(options.assignment, part),
            "number": str(number),
            "score": float(round(grade.points[part], 2)),
            "max_score": float(round(worth, 2)),
            "status": "passed" if grade.points[part] == worth else "failed",
            "output": format_losses(grade, part),
        }
        for number, (part, worth) in enumerate(options.course.points.items(), start=1)
    ]
    return {
        "score": float(round(grade.total, 2)),
        "output": format_summary(options, graded),
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def format_losses(grade: Grade, part: str) -> str:
    """Return a line for each loss of a part, or of the sum (LOSSES_OF_SUM)."""
    losses = [loss for loss in grade.losses if loss.part == part]
    return "\n".join(escape_controls(format_loss(loss)) for loss in losses)


def format_summary(options: GradeOptions, graded: GradedSubmission) -> str:
    """Return verdict, points, losses of the sum, findings with their boards, remarks, seed."""
    lines = [format_total(graded), escape_controls(graded.judgement.error)]
    lines += [format_losses(graded.grade, part) for part in points.LOSSES_OF_SUM]
    lines += report.format_findings(graded.report.findings)
    lines += report.list_reservations(graded.report)
    for remark in graded.report.remarks:
        lines.append(f"{translate('remark:')} {escape_controls(remark.message)}")
    if not graded.judgement.error:
        seed = options.seed
        lines.append(translate("boards made for the check have the seed {seed}", seed=seed))
    return "\n".join(filter(None, lines))


def make_classroom50_result(
    options: GradeOptions, graded: GradedSubmission, variables: Mapping[str, str]
) -> Json:
    """Return result.json: a test for each part of the points, in whole numbers.

    The sums of scores and of max-scores are the points and the total of the course, rounded.
    Losses of the sum are taken from all parts in proportion.
    variables: the environment of Classroom 50's runner.
    """
    course, grade, key = options.course, graded.grade, graded.key
    maxima = points.round_shares(course.points, course.total, unit=1)
    rounded_points = points.round_shares(grade.points, grade.total, unit=1)
    scores = {part: min(score, maxima[part]) for part, score in rounded_points.items()}
    tests = [
        {
            "test-name": points.describe_part(options.assignment, part),
            "passed": grade.points[part] == worth,
            "score": scores[part],
            "max-score": maxima[part],
        }
        for part, worth in course.points.items()
    ]
    delivered = graded.submission.delivered
    return {
        "schema": "classroom50/result/v1",
        "classroom": variables.get("CLASSROOM") or course.name or course.title,
        "assignment": variables.get("ASSIGNMENT") or options.assignment.puzzle.name,
        "submission": variables.get("SUBMISSION_TAG") or key,
        "commit": variables.get("COMMIT_URL") or key,
        "release": variables.get("RELEASE_URL") or key,
        "review": variables.get("REVIEW_URL") or variables.get("COMMIT_URL") or key,
        "datetime": f"{delivered.astimezone(timezone.utc):%Y-%m-%dT%H:%M:%SZ}" if delivered else "",
        "score": sum(scores.values()),
        "max-score": sum(maxima.values()),
        "tests": tests,
    }
