"""Writes the page of each submission, for students, and the overview, for the teacher.

The pages are templates of jinja2 in templates/; this module collects the values for them.
"""

from collections.abc import Sequence
from functools import partial
from statistics import mean, median
from typing import Any

from markupsafe import Markup

from lab.check import points
from lab.check.points import Course, format_points
from lab.check.subject import Subject
from lab.common.findings import STAGES, Finding
from lab.common.words import count_noun, escape_controls
from lab.grade import lookalikes
from lab.grade.grading import UNJUDGED, GradedSubmission, GradeOptions
from lab.grade.templates import render
from lab.pictures.svg import draw_board_svg

CAPTIONS = {"grid": "The grid", "got": "As it is", "expected": "As it should be"}


def format_feedback(options: GradeOptions, submission: GradedSubmission) -> str:
    """Return the page of a submission: the points, each finding with its boards, the remarks."""
    return render(
        "feedback.html",
        course=options.course,
        graded=submission,
        parts=[*options.course.points, points.PARTIAL, points.LATE],
        describe_part=partial(points.describe_part, options.subject),
        questions=STAGES,
        first_findings={
            finding.mistake: finding for finding in reversed(submission.report.findings)
        },
        draw_grids=partial(draw_grids, options.subject),
        seed=options.seed,
    )


def format_comment(submission: GradedSubmission, course: Course) -> str:
    """Return verdict, points and losses in a few lines, for a comment on the grade."""
    findings = submission.report.findings
    count = f" ({count_noun(len(findings), 'finding')})" if findings else ""
    total = f"{format_points(submission.mark.total)} of {format_points(course.total)} points"
    losses = [f"-{loss}" for loss in submission.mark.losses]
    return "\n".join([f"{submission.verdict}{count}: {total}", *losses])


def draw_grids(subject: Subject, finding: Finding) -> list[tuple[str, Markup]]:
    """Return captions with pictures of the boards of a finding, as text if it is no such board.

    An answer shows the given cells too, so the grid is drawn only without one.  Cells in which
    the answer differs from the expected one are marked.
    """
    rows = finding.grid if isinstance(finding.grid, list) else []

    def is_board(grid: Any) -> bool:
        return isinstance(grid, list) and list(map(len, grid)) == list(map(len, rows))

    answers = [grid for grid in (finding.got, finding.expected) if is_board(grid)]
    marks = [
        (r, c)
        for r, row_pair in enumerate(zip(*answers))
        for c, values in enumerate(zip(*row_pair))
        if len(set(values)) > 1
    ]
    figures = []
    for name, caption in CAPTIONS.items():
        grid = getattr(finding, name)
        if grid is None or (name == "grid" and (answers or not rows)):
            continue
        if is_board(grid):
            figure = Markup(draw_board_svg(grid, subject.settings, caption, rows, marks))
        else:
            figure = Markup("<pre>{}</pre>").format(escape_controls(finding.grids[name]))
        figures.append((caption, figure))
    return figures


def format_overview(
    options: GradeOptions,
    submissions: Sequence[GradedSubmission],
    notices: Sequence[str],
    pairs: Sequence[lookalikes.Pair],
) -> str:
    """Return the page for the teacher."""
    totals = [submission.mark.total for submission in submissions]
    sentences: dict[str, str] = {}  # by the IDs of mistakes and the codes of other findings
    for submission in submissions:
        for finding in submission.report.findings:
            sentence = finding.sentence or finding.place.prefix(finding.brief)
            sentences.setdefault(finding.mistake or finding.code, sentence)
    mistakes = [
        (mistake, sentence, [graded for graded in submissions if mistake in graded.mistakes])
        for mistake, sentence in sentences.items()
    ]
    mistakes.sort(key=lambda item: (-len(item[2]), item[0]))
    costly = [
        (cost.rules / max(cost.reference_rules, 1), submission)
        for submission in submissions
        if (cost := submission.report.cost)
    ]
    costly.sort(key=lambda pair: (-pair[0], pair[1].key))
    return render(
        "overview.html",
        course=options.course,
        summary=summarise_verdicts(submissions),
        mean=mean(totals) if totals else 0,
        median=median(totals) if totals else 0,
        mistakes=mistakes,
        notices=notices,
        leaks=sorted({leak for graded in submissions for leak in graded.report.uncontained}),
        pairs=pairs[: lookalikes.MOST_LISTED_PAIRS],
        files=sorted({name for pair in pairs for name in pair.shares}),
        unlisted=max(len(pairs) - lookalikes.MOST_LISTED_PAIRS, 0),
        costly=costly,
        submissions=submissions,
        seed=options.seed,
    )


def summarise_verdicts(submissions: Sequence[GradedSubmission]) -> str:
    """Return how many submissions there are, and how many of each verdict."""
    verdicts = [submission.verdict for submission in submissions]
    counts = (f"{verdicts.count(verdict)} {verdict}" for verdict in ("pass", "fail", UNJUDGED))
    return f"{count_noun(len(submissions), 'submission')}: {', '.join(counts)}"
