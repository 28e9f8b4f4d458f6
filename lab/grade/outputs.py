"""Writes what OUT holds: tables, pages and files for other programs."""

import shutil
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from lab.check import report
from lab.common.files import save
from lab.common.words import escape_controls
from lab.delivery import zips
from lab.grade import alike, feedback, overview, results, tables
from lab.grade.course import Course
from lab.grade.graded import Graded, Session
from lab.grade.people import Person
from lab.grade.worksheet import Worksheet

SUBMISSIONS, PAGE, JUNIT = "submissions", "feedback.html", "junit.xml"
TABLE, WORKSHEET, PAGES, OVERVIEW = "grades.csv", "worksheet.csv", "feedback.zip", "overview.html"


def write(folder: Path, session: Session, graded: Sequence[Graded], listed: list[str]) -> None:
    """Write all files; what is left to the teacher is added to `listed`."""
    shutil.rmtree(folder / SUBMISSIONS, ignore_errors=True)
    for name in (TABLE, WORKSHEET, PAGES, OVERVIEW):
        (folder / name).unlink(missing_ok=True)
    for one in graded:
        write_one(folder / SUBMISSIONS / one.key, session, one)
    save(folder / TABLE, tables.grades(graded, session.course))
    if session.worksheet:
        save(folder / WORKSHEET, filled(session.worksheet, session.course, graded, listed))
    (folder / PAGES).write_bytes(pages(folder, graded))
    page = overview.overview(session, graded, listed, list(alike.section(session, graded)))
    save(folder / OVERVIEW, page)


def write_one(folder: Path, session: Session, one: Graded) -> None:
    """Write the files of a submission."""
    folder.mkdir(parents=True)
    page = feedback.feedback(session, one)
    save(folder / PAGE, page)
    save(folder / results.GRADESCOPE, results.as_json(results.gradescope(session, one)))
    save(folder / results.CLASSROOM50, results.as_json(results.classroom50(session, one)))
    if one.report:
        one.report.name = one.key
        save(folder / JUNIT, report.format_junit(one.report))


# ---------------------------------------------------------------- for Moodle


def filled(
    worksheet: Worksheet, course: Course, graded: Sequence[Graded], listed: list[str]
) -> str:
    """The worksheet with grades and feedback; rows that stay as they are, are listed."""
    grades: dict[int, tuple[Fraction, str]] = {}
    scale = worksheet.most / course.total
    if scale != 1:
        listed.append(
            f"the worksheet's maximum grade is {float(worksheet.most):g}, the points are "
            f"{float(course.total):g}: grades are points times {float(scale):g}"
        )
    for one in graded:
        comment = "\n".join(feedback.summary(one, course))
        for person in one.people:
            if person.row is None:
                continue
            row = worksheet.participants[person.row]
            if row.is_locked or row.is_graded:
                why = "locked" if row.is_locked else "graded already"
                listed.append(f"{escape_controls(row.name)} is {why}: this row is left as it is")
            elif one.report:
                grades[person.row] = one.mark.total * scale, comment
            else:
                listed.append(
                    f"{escape_controls(row.name)}: {one.key} was not judged; the row is left"
                )
    return worksheet.filled(grades)


def pages(folder: Path, graded: Sequence[Graded]) -> bytes:
    """feedback.zip: the page of each participant, in the form in which Moodle takes it."""
    files: dict[str, Path] = {}
    for one in graded:
        page = folder / SUBMISSIONS / one.key / PAGE
        for person in one.people:
            files[f"{place(person)}/{PAGE}"] = page
        if not one.people:
            files[f"{one.key}/{PAGE}"] = page
    return zips.pack({name: path.read_bytes() for name, path in files.items()})


def place(person: Person) -> str:
    """The folder of a participant: Full name_12345_assignfeedback_file."""
    name = "".join(" " if one in '_/\\:*?"<>|' else one for one in escape_controls(person.name))
    return f"{name.lstrip('.~ ') or 'x'}_{person.number}_assignfeedback_file"
