"""Writes the page of each submission, for students, and the overview, for the teacher.

The pages are templates of jinja2 in templates/; this module collects the values for them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from statistics import mean, median

from markupsafe import Markup

from lab.check import points
from lab.check.bank.assignment import Assignment
from lab.check.points import Loss, format_points
from lab.common.language import translate
from lab.common.words import add_detail, count_noun, escape_controls
from lab.course.templates import fill_template
from lab.findings import ENCODE, RIGHT, STAGES, ExampleResult, Finding
from lab.grade import lookalikes
from lab.grade.grading import VERDICTS, GradedSubmission, GradeOptions
from lab.grade.worksheet import Participant
from lab.pictures.svg import draw_board_svg
from lab.puzzles import find_differing_cells

TEMPLATES = Path(__file__).with_name("templates")
CAPTIONS = {"grid": "The grid", "got": "As it is", "expected": "As it should be"}
PART_NAMES = {  # the names of parts in comments; a rule has its number
    **{name: name for name in ("delivery", "encode", "examples", "growth", "late")},
    "other": "other faults of the program",
    "partial": "work that does not pass",
}


def format_feedback(options: GradeOptions, graded: GradedSubmission) -> str:
    """Return the page of a submission: the points, each finding with its boards, the remarks."""
    return fill_template(
        TEMPLATES / "feedback.html",
        course=options.course,
        graded=graded,
        parts=[*options.course.points, *points.LOSSES_OF_SUM],
        describe_part=partial(points.describe_part, options.assignment),
        format_total=format_total,
        format_loss=format_loss,
        questions={stage: translate(question) for stage, question in STAGES.items()},
        draw_grids=partial(draw_grids, options.assignment),
        draw_beliefs=partial(draw_beliefs, options.assignment),
        label_examples=label_examples,
        seed=options.seed,
    )


def format_comment(graded: GradedSubmission) -> str:
    """Return a comment on the grade: the points, each cause once, what is lost, adjustments."""
    if graded.judgement.error:
        return "\n".join([format_total(graded), graded.judgement.error, *graded.adjustments])
    losses = graded.grade.losses
    names = {part: translate(PART_NAMES[part]) for part in PART_NAMES}
    for number, code in enumerate(graded.course.rules, start=1):
        names[code] = translate("rule {number}", number=number)
    lines = [format_total(graded)]
    lines += dict.fromkeys(loss.cause for loss in losses if loss.cause)
    for detail, group in groupby(losses, key=lambda loss: loss.detail):
        amounts = ", ".join(f"-{format_points(loss.points)} {names[loss.part]}" for loss in group)
        lines.append(add_detail(amounts, detail))
    return "\n".join([*lines, *graded.adjustments])


def format_total(graded: GradedSubmission) -> str:
    """Return in one line the verdict and the points."""
    verdict = translate(VERDICTS[graded.verdict])
    if not graded.is_decided:
        return verdict
    total, all_points = map(format_points, (graded.grade.total, graded.course.total))
    return translate(
        "{verdict}: {total} of {all} points", verdict=verdict, total=total, all=all_points
    )


def format_loss(loss: Loss) -> str:
    return translate("-{points}: {reason}", points=format_points(loss.points), reason=loss.reason)


def draw_grids(assignment: Assignment, finding: Finding) -> list[tuple[str, Markup]]:
    """Return the grids of a finding with captions: boards as pictures, other grids as texts.

    Pictures of answers show the given cells too.  So the grid is drawn only without another board,
    or if marks of an answer may hide given cells.  Cells in which the answer differs from the
    expected one are marked.  What encode.py reads and writes stays text.
    """
    grids = {name: getattr(finding, name) for name in CAPTIONS if name in finding.grids}
    boards = {} if finding.part == ENCODE else {k: v for k, v in grids.items() if type(v) is list}
    if any([*map(len, board)] != [*map(len, finding.grid or ())] for board in boards.values()):
        boards = {}
    answers = [boards[name] for name in ("got", "expected") if name in boards]
    marks = find_differing_cells(answers)
    figures = []
    for name, grid in grids.items():
        caption = translate(CAPTIONS[name])
        if name not in boards:
            text = escape_controls(finding.grids[name])
            figures.append((caption, Markup("<pre>{}</pre>").format(text)))
        elif name != "grid" or not answers or assignment.puzzle.marks:
            picture = draw_board_svg(assignment.puzzle, grid, caption, finding.grid, marks)
            figures.append((caption, Markup(picture)))
    return figures


def draw_beliefs(assignment: Assignment, finding: Finding) -> list[tuple[str, Markup]]:
    """Return a picture for each predicate of the program that is about cells, with its name."""
    board = getattr(finding, finding.judged_board_name)
    return [
        (name, Markup(draw_board_svg(assignment.puzzle, board, name, finding.grid, tinted=cells)))
        for name, cells in finding.beliefs
    ]


def format_overview(
    options: GradeOptions,
    submissions: Sequence[GradedSubmission],
    absent: Sequence[tuple[Participant, str]],
    notices: Sequence[str],
    pairs: Sequence[lookalikes.Pair],
    *,
    changes: Sequence[str],
    files: Mapping[str, Sequence[str]],
) -> str:
    """Return the page for the teacher; absent: participants without a submission, their states.

    changes: a line for each submission whose points differ from those of the previous run.
    files: files that a person has to read, by the keys of the submissions.
    """
    judged_submissions = [graded for graded in submissions if not graded.judgement.error]
    totals = [graded.grade.total for graded in judged_submissions]
    return fill_template(
        TEMPLATES / "overview.html",
        course=options.course,
        summary=summarise_verdicts(submissions),
        mean=mean(totals) if totals else 0,
        median=median(totals) if totals else 0,
        mistakes=group_findings(submissions),
        parts=[
            (
                points.describe_part(options.assignment, part),
                sum(graded.grade.points[part] == worth for graded in judged_submissions),
            )
            for part, worth in options.course.points.items()
        ],
        number_judged=len(judged_submissions),
        examples=count_solved(judged_submissions),
        notices=notices,
        changes=changes,
        files=files,
        adjusted=[
            f"{graded.key}: {'; '.join(graded.adjustments)}"
            for graded in submissions
            if graded.adjustments
        ],
        leaks=sorted({leak for graded in submissions for leak in graded.report.uncontained}),
        listed=lookalikes.list_pairs(pairs),
        pairs=pairs,
        submissions=submissions,
        absent=absent,
        seed=options.seed,
    )


def count_solved(submissions: Iterable[GradedSubmission]) -> list[tuple[str, int, int]]:
    """Return the label of each example, how many solve it, and how many were tried on it."""
    rows = list(zip(*filter(None, (graded.report.example_results for graded in submissions))))
    labels = (label for label, _ in label_examples(results[0] for results in rows))
    counts = [sum(result.state == RIGHT for result in results) for results in rows]
    return list(zip(labels, counts, map(len, rows)))


def label_examples(results: Iterable[ExampleResult]) -> Iterator[tuple[str, ExampleResult]]:
    """Yield each result after its size; the second example of a size is called "7x7 (2)"."""
    counts = Counter[str]()
    for result in results:
        counts[result.size] += 1
        number = counts[result.size]
        yield (f"{result.size} ({number})" if number > 1 else result.size), result


def group_findings(
    submissions: Sequence[GradedSubmission],
) -> list[tuple[str, str, list[tuple[GradedSubmission, str]]]]:
    """Return each mistake, or code of other findings, with a sentence and the submissions.

    If the findings of a code differ, each submission has its own text, and the sentence is "".
    """
    texts: dict[str, dict[str, str]] = {}  # by mistakes or codes, then by the submissions' keys
    by_key = {graded.key: graded for graded in submissions}
    for graded in submissions:
        for finding in graded.report.findings:
            sentence = finding.sentence or finding.place.prefix(finding.brief)
            by_maker = texts.setdefault(finding.mistake or finding.code, {})
            by_maker.setdefault(graded.key, sentence)
    groups = []
    for mistake, by_maker in texts.items():
        distinct = set(by_maker.values())
        sentence = distinct.pop() if len(distinct) == 1 else ""
        makers = [(by_key[key], "" if sentence else text) for key, text in by_maker.items()]
        groups.append((mistake, sentence, makers))
    return sorted(groups, key=lambda group: (-len(group[2]), group[0]))


def format_comparison(
    options: GradeOptions,
    comparisons: Sequence[lookalikes.ProgramComparison],
    pair: lookalikes.Pair,
) -> str:
    """Return the page with the programs of two submissions side by side, equal parts marked."""
    first, second = pair.first.key, pair.second.key
    programs = [
        (c.file, [c.mark_equal_parts(first, second), c.mark_equal_parts(second, first)])
        for c in comparisons
    ]
    return fill_template(
        TEMPLATES / "similar.html", course=options.course, pair=pair, programs=programs
    )


def summarise_verdicts(submissions: Sequence[GradedSubmission]) -> str:
    verdicts = [graded.verdict for graded in submissions]
    counts = [f"{verdicts.count(verdict)} {translate(VERDICTS[verdict])}" for verdict in VERDICTS]
    number = count_noun(len(submissions), "submission")
    return translate("{submissions}: {counts}", submissions=number, counts=", ".join(counts))
