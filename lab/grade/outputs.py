"""Writes the files in OUT: tables, pages, and files for Moodle."""

import contextlib
import re
import shutil
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

from lab.check.points import LOSSES_OF_SUM, format_points
from lab.common.files import pack_zip, save, walk_files
from lab.common.language import translate
from lab.common.words import escape_controls
from lab.grade import html_pages, lookalikes, output_folder, people
from lab.grade.csv_tables import format_table
from lab.grade.grading import VERDICTS, GradedSubmission, GradeOptions
from lab.grade.worksheet import Participant, Worksheet
from lab.settings.course import Course

SCALED = (
    "the worksheet's maximum grade is {maximum}, the points are {total}: "
    "grades are points times {scale}"
)
GRADED = "{student} is graded already: this row is left as it is"
NOT_JUDGED = "{student}: {submission} was not judged; the row is left"
MOST_COPIED, LARGEST_COPY = 20, 10 << 20  # files of a delivery; bytes
PASSED = {True: "yes", False: "no", None: ""}
SEPARATOR = "; "  # the text between several values in a cell


def write_outputs(
    out: Path,
    options: GradeOptions,
    submissions: Sequence[GradedSubmission],
    notices: list[str],
    changes: Sequence[str] = (),
) -> None:
    """Write all files into the folder `out`.

    `options` has the seed of the run.  notices, and changes since the previous run, are for the
    teacher, in overview.html.
    """
    feedback: dict[str, bytes] = {}  # the files in feedback.zip
    files: dict[str, list[str]] = {}  # paths of deliveries for a person, by keys
    for graded in submissions:
        page = html_pages.format_feedback(options, graded).encode()
        submission_folder = out / output_folder.SUBMISSIONS / graded.key
        submission_folder.mkdir(parents=True)
        save(submission_folder / output_folder.PAGE_FILE, page)
        if graded.reason_to_look:
            files[graded.key] = copy_delivery(graded.submission.path, submission_folder)
        for name in list_feedback_folders(graded) if graded.is_decided else ():
            feedback[f"{name}/{output_folder.PAGE_FILE}"] = page
    save(out / output_folder.FEEDBACK_FILE, pack_zip(feedback))

    rows = options.worksheet.participants if options.worksheet else []
    present = [participant for graded in submissions for participant in graded.participants]
    absent = people.find_absent(rows, present)
    save(out / output_folder.GRADES_FILE, format_grades(submissions, options.course, absent))
    if options.worksheet:
        text, worksheet_notices = fill_worksheet(options.worksheet, options.course, submissions)
        save(out / output_folder.WORKSHEET_FILE, text)
        notices = [*notices, *worksheet_notices]

    comparisons = lookalikes.compare_programs(options, submissions)
    pairs = lookalikes.find_pairs(comparisons, submissions)
    notices = [*notices, *lookalikes.list_kit_notices(comparisons, submissions)]
    table = format_table(list(map(describe_pair, pairs)), options.course.language)
    save(out / output_folder.SIMILAR_FILE, table)
    (out / output_folder.COMPARISONS).mkdir()
    for number, pair in enumerate(lookalikes.list_pairs(pairs), start=1):
        page_text = html_pages.format_comparison(options, comparisons, pair)
        save(out / output_folder.COMPARISONS / f"{number}.html", page_text)
    overview = html_pages.format_overview(
        options, submissions, absent, notices, pairs, changes=changes, files=files
    )
    save(out / output_folder.OVERVIEW_FILE, overview)


def copy_delivery(path: Path, target: Path) -> list[str]:
    """Copy the files of a delivery into target/delivered; return their paths in `target`.

    Links, large files, those that cannot be copied and those beyond MOST_COPIED are left out.
    """
    files = sorted(walk_files(path)) if path.is_dir() else [path]
    copies: list[str] = []
    for file in files:
        with contextlib.suppress(OSError):  # it may be unreadable, or the path of its copy too long
            is_plain = file.is_file() and not file.is_symlink()
            if is_plain and file.stat().st_size <= LARGEST_COPY and len(copies) < MOST_COPIED:
                inner = file.relative_to(path) if path.is_dir() else file.name
                copy = target / output_folder.DELIVERED / inner
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, copy)
                copies.append(copy.relative_to(target).as_posix())
    return copies


def format_grades(
    submissions: Iterable[GradedSubmission],
    course: Course,
    absent: Iterable[tuple[Participant, str]] = (),
) -> str:
    """Return grades.csv, a row for each submission, then one for each absent participant."""
    rows = [describe_submission(graded) for graded in submissions]
    rows += [
        {"id": row.number, "participants": row.name, "verdict": state} for row, state in absent
    ]
    return format_table(rows, course.language)


def describe_submission(graded: GradedSubmission) -> dict[str, str]:
    """Return the cells of a submission in grades.csv, by their headers."""
    grade, report, course = graded.grade, graded.report, graded.course
    delivered = graded.submission.delivered
    numbers = [participant.number for participant in graded.participants]
    amounts = grade.points | {part: -grade.sum_losses(part) for part in LOSSES_OF_SUM}
    amounts |= {"adjustment": grade.adjustment, "total": grade.total}
    return {
        "id": SEPARATOR.join(numbers) or graded.submission.number,
        "submission": graded.key,
        "participants": SEPARATOR.join(participant.name for participant in graded.participants),
        "authors": SEPARATOR.join(report.authors),
        **{
            header: format_points(amount) if graded.is_decided else ""
            for header, amount in amounts.items()
        },
        "of": format_points(course.total),
        "verdict": translate(VERDICTS[graded.verdict]),
        "passed": translate(PASSED[graded.has_passed]),
        "mistakes": SEPARATOR.join(graded.mistakes) or graded.judgement.error,
        "lost": "" if graded.judgement.error else SEPARATOR.join(map(str, grade.losses)),
        "remarks": SEPARATOR.join(remark.message for remark in report.remarks),
        "not contained": SEPARATOR.join(report.uncontained),
        "adjusted": SEPARATOR.join(graded.adjustments),
        "delivered": delivered.isoformat(" ", "minutes") if delivered else "",
    }


def describe_pair(pair: lookalikes.Pair) -> dict[str, str]:
    """Return the cells of a pair in similar.csv, by their headers; shares are percentages."""
    cells = {"first": pair.first.key, "second": pair.second.key}
    for file, likeness in pair.files.items():
        cells[f"same in {file}"] = f"{likeness.share * 100:.0f}"
        cells[f"same and rare in {file}"] = f"{likeness.rare * 100:.0f}"
    return cells


def fill_worksheet(
    worksheet: Worksheet, course: Course, submissions: Sequence[GradedSubmission]
) -> tuple[str, list[str]]:
    """Return the worksheet with grades and feedback, and notices on rows that stay as they are."""
    notices: list[str] = []
    grades: dict[int, tuple[Fraction, str]] = {}  # the grade and the feedback by rows
    scale = worksheet.maximum / course.total
    if scale != 1:
        amounts = {"maximum": worksheet.maximum, "total": course.total, "scale": scale}
        texts = {name: format_points(amount) for name, amount in amounts.items()}
        notices.append(translate(SCALED, **texts))
    for graded in submissions:
        for participant in graded.participants:
            assert participant.row is not None  # with a worksheet all have one
            if participant.grade is not None:
                notices.append(translate(GRADED, student=participant.label))
            elif graded.is_decided:
                comment = html_pages.format_comment(graded)
                grades[participant.row] = graded.grade.total * scale, comment
            else:
                student = participant.label
                notices.append(translate(NOT_JUDGED, student=student, submission=graded.key))
    return worksheet.fill_in(grades), notices


def list_feedback_folders(graded: GradedSubmission) -> list[str]:
    """Return the folders in feedback.zip: one for each participant, or the key if there is none.

    Moodle recognises the form Full name_12345_assignfeedback_file.
    """
    folders = []
    for participant in graded.participants:
        name = re.sub(r'[_/\\:*?"<>|]', " ", escape_controls(participant.name)).lstrip(".~ ")
        folders.append(f"{name or 'x'}_{participant.number}_assignfeedback_file")
    return folders or [graded.key]
