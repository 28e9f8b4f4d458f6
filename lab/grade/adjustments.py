"""Reads adjust.csv in OUT: points, comments and deadlines that a teacher gives to students.

The first run makes the file with a row for each submission, and every further run keeps it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from lab import Unusable
from lab.check.points import format_points
from lab.common.language import format_moment, translate
from lab.common.words import join_and, join_clauses
from lab.delivery.authors import fold_name
from lab.grade.csv_tables import NUMBER, parse_number, read_rows, restore_formula
from lab.grade.dates import parse_iso_time
from lab.grade.digests import digest_texts
from lab.grade.grading import GradedSubmission, Judgement, Submission, grade_submission
from lab.grade.output_folder import ADJUST_FILE
from lab.grade.people import Authors, Participants
from lab.grade.worksheet import Participant
from lab.settings.course import Course

UNKNOWN_DELIVERY = "found the delivery {delivery}, expected a submission of grades.csv"
STALE = (
    "{submission} is another delivery than this row was written for, so the row waits; write its "
    "reason anew if it counts for this one, too"
)
NO_SUBMISSION = "{student} has no submission, so this row has no effect"
SEVERAL_SUBMISSIONS = "{student} has {submissions}, so this row has no effect"
TWO_DEADLINES = "{student} has different deadlines in the lines {lines}; the last one counts"
LIMITED = "of {points} points, {added} count, as the total stays from 0 to {most}"
MANY_CELLS = "found {number} cells, expected {expected}"
QUOTES = "a text or number with a delimiter in it needs quotes"
NO_STUDENT = "found no student, expected a name, a number or a folder's name"
BAD_POINTS = "found the points {points}, expected such as -1.5"
BAD_DEADLINE = "found the deadline {deadline}, expected such as 2027-11-05T23:55, or no"
DAY_FIRST = re.compile(
    r"(?P<day>\d{1,2})[/.](?P<month>\d{1,2})[/.](?P<year>\d{4})"
    r"(?:,? +(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::\d\d)?)?"
)
COLUMNS = ("student", "points", "reason", "comment", "deadline", "delivery")
WORDS_FOR_NO = ("no", "nein", "non")  # a deadline, in the languages of a course


class Adjustment(NamedTuple):
    """A row of adjust.csv; it counts for the whole submission, thus for a group."""

    line: int
    student: str
    points: Fraction  # more, or less
    reason: str
    comment: str
    deadline: datetime | None  # the deadline of this student
    changes_deadline: bool  # to `deadline`; if that is None, lateness does not count
    delivery: str = ""  # the key of the submission that counts for this student

    @property
    def digest(self) -> str:
        """A digest of all that concerns the delivery; a deadline concerns the student alone."""
        return digest_texts([self.student, str(self.points), self.reason, self.comment])

    def describe(self) -> list[str]:
        """Return the points with the reason, the deadline and the comment, a line for each."""
        sign = "+" if self.points > 0 else ""
        points = f"{sign}{format_points(self.points)}" if self.points else ""
        lines = [": ".join(filter(None, (points, self.reason)))]
        if self.changes_deadline:
            moment = format_moment(self.deadline) if self.deadline else ""
            deadline = translate("your deadline: {moment}", moment=moment)
            lines.append(deadline if moment else translate("lateness does not count"))
        return [line for line in (*lines, self.comment) if line]


def read_adjustments(path: Path, course: Course) -> list[Adjustment]:
    """Return the rows of adjust.csv, none without the file; deadlines get the zone of the course.

    Raises Unusable with the file, the line and the number of the cell that is wrong.
    """
    if not path.exists():
        return []
    delimiter, rows = read_rows(path)
    (_, headers), *rows = rows or [(1, [])]
    names = [header.strip().casefold() for header in headers]
    if names not in (list(COLUMNS), list(COLUMNS[:-1])):  # once there was no column delivery
        lines = {"found": repr(delimiter.join(headers)), "expected": delimiter.join(COLUMNS)}
        text = translate("found {found}, expected {expected}", **lines)
        raise Unusable(f"{path}:1:1: {text}")
    adjustments = []
    for line, cells in rows:
        if any(map(str.strip, cells[1:])):  # a student alone has no effect
            try:
                adjustments.append(parse_row(cells, line, course))
            except ValueError as error:
                raise Unusable(f"{path}:{line}:{error}") from None
    return adjustments


def parse_row(cells: Sequence[str], line: int, course: Course) -> Adjustment:
    """Return the adjustment in a row; raise ValueError with the number of a cell that is wrong."""
    if len(cells) > len(COLUMNS):
        count = translate(MANY_CELLS, number=len(cells), expected=len(COLUMNS))
        raise ValueError(f"{len(COLUMNS) + 1}: {join_clauses([count, translate(QUOTES)])}")
    stripped_cells = [*map(str.strip, cells), *[""] * (len(COLUMNS) - len(cells))]
    student, points, reason, comment, deadline, delivery = stripped_cells
    student, delivery = restore_formula(student), restore_formula(delivery)
    if not student:
        raise ValueError(f"1: {translate(NO_STUDENT)}")
    if points and not NUMBER.fullmatch(re.sub("^[+-]", "", points)):
        raise ValueError(f"2: {translate(BAD_POINTS, points=repr(points))}")
    moment = parse_iso_time(write_iso_time(deadline, course.language))
    if moment and len(deadline) <= len("2027-11-05"):  # a date alone
        moment = datetime.combine(moment, time(23, 59))
    if moment and not moment.tzinfo:
        moment = moment.replace(tzinfo=course.deadline.tzinfo if course.deadline else None)
    if deadline and deadline.casefold() not in WORDS_FOR_NO and not moment:
        raise ValueError(f"5: {translate(BAD_DEADLINE, deadline=repr(deadline))}")
    amount = parse_number(points.removeprefix("+") or "0")
    return Adjustment(line, student, amount, reason, comment, moment, bool(deadline), delivery)


def write_iso_time(text: str, language: str) -> str:
    """Return a date such as 5/11/2027 23:55, with the day first, in ISO 8601.

    Other texts, and all texts in English, where the month may come first, stay as they are.
    """
    match = DAY_FIRST.fullmatch(text)
    if not match or language == "en":
        return text
    date = f"{match['year']}-{int(match['month']):02}-{int(match['day']):02}"
    return f"{date}T{int(match['hour']):02}:{match['minute']}" if match["hour"] else date


def assign_adjustments(
    adjustments: Iterable[Adjustment],
    submissions: Sequence[Submission],
    participants: Participants,
    authors: Authors,
) -> tuple[Mapping[str, Sequence[Adjustment]], list[str]]:
    """Return the adjustments of each submission by its key, and notices on rows.

    There is a notice on each row without a submission, and on rows with different deadlines.  A row
    that names a delivery concerns that submission.  Otherwise `student` is a key or a number, or
    else the name of a participant or of an author.
    """
    by_number, by_name, by_author = (defaultdict[object, list[str]](list) for _ in range(3))
    for submission in submissions:
        key, members = submission.key, participants.get(submission.key, [])
        for number in {key, submission.number, *(row.number for row in members)}:
            by_number[number].append(key)
        for name in {fold_name(name) for name in (submission.name, *(row.name for row in members))}:
            by_name[name].append(key)
        for name in set(map(fold_name, authors.get(key, ()))):
            by_author[name].append(key)
    rows_by_key: dict[str, list[Adjustment]] = defaultdict(list)
    submission_keys, notices = {submission.key for submission in submissions}, []
    for adjustment in adjustments:
        student, name = adjustment.student, fold_name(adjustment.student)
        keys = by_number[student] or by_name[name] or by_author[name]
        if adjustment.delivery:
            keys = [adjustment.delivery]
            if adjustment.delivery not in submission_keys:
                text = translate(UNKNOWN_DELIVERY, delivery=repr(adjustment.delivery))
                notices.append(f"{ADJUST_FILE}:{adjustment.line}: {text}")
                continue
        if len(keys) == 1:
            rows_by_key[keys[0]].append(adjustment)
        else:
            values = {"student": student, "submissions": join_and(keys)}
            text = translate(SEVERAL_SUBMISSIONS if keys else NO_SUBMISSION, **values)
            notices.append(f"{ADJUST_FILE}:{adjustment.line}: {text}")
    for key, rows in rows_by_key.items():
        rows_with_deadline = [row for row in rows if row.changes_deadline]
        if len({row.deadline for row in rows_with_deadline}) > 1:
            lines = join_and(str(row.line) for row in rows_with_deadline)
            text = translate(TWO_DEADLINES, student=key, lines=lines)
            notices.append(f"{ADJUST_FILE}: {text}")
    return rows_by_key, notices


def hold_stale_rows(
    rows_by_key: Mapping[str, Sequence[Adjustment]],
    submissions: Sequence[Submission],
    versions: Mapping[str, str],
) -> tuple[Mapping[str, Sequence[Adjustment]], Mapping[str, str], list[str]]:
    """Return the rows that count, the `versions` for the next run, and notices.

    versions: digests of deliveries, by the digests of the rows that earlier runs found.  If the
    delivery has changed since then, the row waits, and only its deadline counts.
    """
    rows_that_count: dict[str, list[Adjustment]] = defaultdict(list)
    new_versions, notices = dict(versions), []
    for submission in submissions:
        for row in rows_by_key.get(submission.key, ()):
            version = new_versions.setdefault(row.digest, submission.version)
            is_stale = version != submission.version and (row.points or row.reason or row.comment)
            if is_stale:
                text = translate(STALE, submission=submission.key)
                notices.append(f"{ADJUST_FILE}:{row.line}: {text}")
            deadline_alone = row._replace(points=Fraction(0), reason="", comment="")
            rows_that_count[submission.key].append(deadline_alone if is_stale else row)
    return rows_that_count, new_versions, notices


def grade_with_adjustments(
    submission: Submission,
    judgement: Judgement,
    course: Course,
    participants: list[Participant],
    adjustments: Sequence[Adjustment],
) -> GradedSubmission:
    """Return the graded submission, with the time of delivery by its stamp or by the worksheet.

    The last deadline in the adjustments counts.
    """
    # the deliverer's time comes first
    times = [submission.delivered, *(row.submitted for row in participants)]
    submission = submission._replace(delivered=next(filter(None, times), None))
    for adjustment in adjustments:
        if adjustment.changes_deadline:
            course = replace(course, deadline=adjustment.deadline)
    graded = grade_submission(submission, judgement, course, participants)
    added, limit = sum_points(adjustments, graded.grade.total, course.total)
    graded.grade.adjustment = added
    lines = [line for adjustment in adjustments for line in adjustment.describe()]
    lines += filter(None, [limit])
    is_decided = graded.is_decided or any(row.points or row.reason for row in adjustments)
    return graded._replace(adjustments=lines, limit=limit, is_decided=is_decided)


def sum_points(
    adjustments: Iterable[Adjustment], total: Fraction, most: Fraction
) -> tuple[Fraction, str]:
    """Return the points that adjustments add to a total, which stays from 0 to `most`.

    Also return a sentence if a limit changes what is added, else "".
    """
    points = round(sum((adjustment.points for adjustment in adjustments), Fraction(0)), 2)
    added = min(max(total + points, Fraction(0)), most) - total
    amounts = {"points": points, "added": added, "most": most}
    texts = {name: format_points(amount) for name, amount in amounts.items()}
    return added, translate(LIMITED, **texts) if added != points else ""
