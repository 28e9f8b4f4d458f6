"""Writes the page of each submission, for students, and the overview, for the teacher.

The pages are templates of jinja2 in templates/; this module collects the values for them.
"""

from collections.abc import Sequence
from functools import partial
from statistics import mean, median

from markupsafe import Markup

from lab.check import points
from lab.check.points import Course, format_points
from lab.check.subject import Subject
from lab.common.findings import STAGES, Finding
from lab.common.words import count_noun, escape_controls
from lab.grade import lookalikes
from lab.grade.grading import UNJUDGED, GradedSubmission, GradeOptions
from lab.grade.templates import render
from lab.grade.worksheet import Participant
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
    """Return the grids of a finding with captions: as pictures if all are boards, else as texts.

    Pictures of answers show the given cells too, so the grid is drawn only if there is no answer.
    Cells in which the answer differs from the expected one are marked.
    """
    grids = {name: getattr(finding, name) for name in CAPTIONS if name in finding.grids}
    answers = [grid for name, grid in grids.items() if name != "grid"]
    sizes = [[] if isinstance(grid, str) else list(map(len, grid)) for grid in grids.values()]
    are_boards = isinstance(finding.grid, list) and all(size == sizes[0] for size in sizes)
    marks = [
        (r, c)
        for r, rows in enumerate(zip(*answers))
        for c, values in enumerate(zip(*rows))
        if len(set(values)) > 1
    ]
    figures = []
    for name, grid in grids.items():
        caption, text = CAPTIONS[name], escape_controls(finding.grids[name])
        if not are_boards:
            figures.append((caption, Markup("<pre>{}</pre>").format(text)))
        elif name != "grid" or not answers:
            picture = draw_board_svg(grid, subject.settings, caption, finding.grid, marks)
            figures.append((caption, Markup(picture)))
    return figures


def format_overview(
    options: GradeOptions,
    submissions: Sequence[GradedSubmission],
    absent: Sequence[tuple[Participant, str]],
    notices: Sequence[str],
    pairs: Sequence[lookalikes.Pair],
) -> str:
    """Return the page for the teacher; absent: participants without a submission, their states."""
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
        submissions=submissions,
        absent=absent,
        seed=options.seed,
    )


def summarise_verdicts(submissions: Sequence[GradedSubmission]) -> str:
    """Return how many submissions there are, and how many of each verdict."""
    verdicts = [submission.verdict for submission in submissions]
    counts = (f"{verdicts.count(verdict)} {verdict}" for verdict in ("pass", "fail", UNJUDGED))
    return f"{count_noun(len(submissions), 'submission')}: {', '.join(counts)}"
