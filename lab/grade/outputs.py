"""Writes the files in OUT: tables, pages, and files for Moodle, Gradescope and Classroom 50."""

import csv
import io
import shutil
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

from lab.check import report
from lab.common.files import save
from lab.common.words import escape_controls
from lab.delivery import zips
from lab.grade import lookalikes, pages, results
from lab.grade.course import Course, format_points
from lab.grade.grading import GradedSubmission, GradeOptions
from lab.grade.points import LATE, PARTIAL
from lab.grade.worksheet import BYTE_ORDER_MARK, Participant, Worksheet

SUBMISSIONS, PAGE, JUNIT = "submissions", "feedback.html", "junit.xml"
TABLE, WORKSHEET, PAGES, OVERVIEW = "grades.csv", "worksheet.csv", "feedback.zip", "overview.html"
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # begins a cell that a spreadsheet would compute
SEPARATOR = "; "  # between several values in a cell
NOT_IN_NAMES = '_/\\:*?"<>|'  # characters of a name that its folder in feedback.zip cannot have


def write_outputs(
    folder: Path,
    options: GradeOptions,
    submissions: Sequence[GradedSubmission],
    notices: list[str],
) -> None:
    """Write all files, in place of those of an earlier run.

    options: its seed is that of the run.  notices: for the teacher, shown in overview.html.
    """
    shutil.rmtree(folder / SUBMISSIONS, ignore_errors=True)
    for name in (TABLE, WORKSHEET, PAGES, OVERVIEW):
        (folder / name).unlink(missing_ok=True)
    for submission in submissions:
        write_submission(folder / SUBMISSIONS / submission.key, options, submission)
    save(folder / TABLE, format_grades(submissions, options.course))
    if options.worksheet:
        text, worksheet_notices = fill_worksheet(options.worksheet, options.course, submissions)
        save(folder / WORKSHEET, text)
        notices = [*notices, *worksheet_notices]
    (folder / PAGES).write_bytes(pack_pages(folder, submissions))
    pairs = lookalikes.find_pairs(options, submissions)
    save(folder / OVERVIEW, pages.format_overview(options, submissions, notices, pairs))


def write_submission(folder: Path, options: GradeOptions, submission: GradedSubmission) -> None:
    """Write the files of a submission into a new folder."""
    folder.mkdir(parents=True)
    save(folder / PAGE, pages.format_feedback(options, submission))
    for name, result in (
        (results.GRADESCOPE, results.make_gradescope(options, submission)),
        (results.CLASSROOM50, results.make_classroom50(options, submission)),
    ):
        save(folder / name, results.format_result(result))
    if submission.report:
        submission.report.name = submission.key
        save(folder / JUNIT, report.format_junit(submission.report))


# ---------------------------------------------------------------- grades.csv


def format_grades(submissions: Iterable[GradedSubmission], course: Course) -> str:
    """Return grades.csv, a row for each submission; the measured seconds are the last column."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(
        [
            *("id", "submission", "participants", "authors", *course.points, PARTIAL, LATE),
            *("total", "of", "verdict", "mistakes", "lost", "remarks", "not contained"),
            *("delivered", "seconds"),
        ]
    )
    for submission in submissions:
        mark, judgement = submission.mark, submission.judgement
        lost = dict.fromkeys((PARTIAL, LATE), Fraction(0))
        for loss in mark.losses:
            if loss.part in lost:
                lost[loss.part] += loss.points
        numbers = [participant.number for participant in submission.participants]
        names = [participant.name for participant in submission.participants]
        losses = [
            f"{format_points(loss.points)} {loss.part}: {loss.reason}" for loss in mark.losses
        ]
        uncontained = submission.report.uncontained if submission.report else []
        delivered, seconds = submission.delivered, judgement.seconds
        cells = [
            SEPARATOR.join(numbers) or submission.submission.number,
            submission.key,
            SEPARATOR.join(names),
            SEPARATOR.join(judgement.authors),
            *(format_points(mark.points[part]) for part in course.points),
            *(format_points(-lost[part]) if lost[part] else "0" for part in (PARTIAL, LATE)),
            format_points(mark.total),
            format_points(course.total),
            submission.verdict,
            SEPARATOR.join(submission.mistakes) if submission.report else judgement.error,
            SEPARATOR.join(losses),
            SEPARATOR.join(submission.remarks),
            SEPARATOR.join(uncontained),
            delivered.isoformat(" ", "minutes") if delivered else "",
            "" if seconds is None else f"{seconds:.1f}",
        ]
        writer.writerow(map(escape_cell, cells))
    return BYTE_ORDER_MARK + text.getvalue()


def escape_cell(cell: str) -> str:
    """Return a cell on one line that a spreadsheet does not take for a formula."""
    text = " ".join(escape_controls(cell).splitlines())
    is_number = text.lstrip("-").replace(".", "", 1).isdecimal()
    return text if is_number or not text.startswith(FORMULA) else f"'{text}"


# ---------------------------------------------------------------- for Moodle


def fill_worksheet(
    worksheet: Worksheet, course: Course, submissions: Sequence[GradedSubmission]
) -> tuple[str, list[str]]:
    """Return the worksheet with grades and feedback, and notices on rows that stay as they are."""
    notices: list[str] = []
    grades: dict[int, tuple[Fraction, str]] = {}  # with feedback, by rows
    scale = worksheet.maximum / course.total
    if scale != 1:
        notices.append(
            f"the worksheet's maximum grade is {float(worksheet.maximum):g}, the points are "
            f"{float(course.total):g}: grades are points times {float(scale):g}"
        )
    for submission in submissions:
        for participant in submission.participants:
            name = escape_controls(participant.name)
            assert participant.row is not None  # with a worksheet all have one
            if participant.is_locked or participant.is_graded:
                why = "locked" if participant.is_locked else "graded already"
                notices.append(f"{name} is {why}: this row is left as it is")
            elif submission.report:
                comment = pages.format_comment(submission, course)
                grades[participant.row] = submission.mark.total * scale, comment
            else:
                notices.append(f"{name}: {submission.key} was not judged; the row is left")
    return worksheet.fill_in(grades), notices


def pack_pages(folder: Path, submissions: Sequence[GradedSubmission]) -> bytes:
    """Return feedback.zip: the page of each participant, under the name that Moodle reads."""
    files: dict[str, bytes] = {}
    for submission in submissions:
        page = (folder / SUBMISSIONS / submission.key / PAGE).read_bytes()
        names = [name_feedback_folder(participant) for participant in submission.participants]
        for name in names or [submission.key]:
            files[f"{name}/{PAGE}"] = page
    return zips.pack(files)


def name_feedback_folder(participant: Participant) -> str:
    """Return the folder of a participant in feedback.zip: Full name_12345_assignfeedback_file."""
    name = "".join(
        " " if character in NOT_IN_NAMES else character
        for character in escape_controls(participant.name)
    )
    return f"{name.lstrip('.~ ') or 'x'}_{participant.number}_assignfeedback_file"
