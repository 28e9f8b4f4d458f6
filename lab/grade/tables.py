"""grades.csv: a line for each submission, for a spreadsheet."""

import csv
import io
from collections.abc import Iterable
from fractions import Fraction

from lab.common.words import escape_controls
from lab.grade.course import Course, format_points
from lab.grade.graded import Graded
from lab.grade.points import LATE, PARTIAL

MARK = "\ufeff"  # by which spreadsheets know UTF-8
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a cell that begins so is no text for a spreadsheet
SEVERAL = "; "


def grades(all_graded: Iterable[Graded], course: Course) -> str:
    """The table as text; the seconds, which are measured, stand in the last column."""
    out = io.StringIO()
    write = csv.writer(out).writerow
    parts = list(course.points)
    write(
        [
            *("id", "submission", "participants", "authors", *parts, PARTIAL, LATE, "total", "of"),
            *("verdict", "mistakes", "lost", "remarks", "not contained", "delivered", "seconds"),
        ]
    )
    for one in all_graded:
        write(map(safe, row(one, course)))
    return MARK + out.getvalue()


def row(one: Graded, course: Course) -> list[str]:
    """The cells of a submission."""
    lost = dict.fromkeys((PARTIAL, LATE), Fraction(0))
    for loss in one.mark.losses:
        if loss.part in lost:
            lost[loss.part] += loss.points
    return [
        SEVERAL.join(person.number for person in one.people) or one.entry.number,
        one.key,
        SEVERAL.join(person.name for person in one.people),
        SEVERAL.join(one.authors),
        *(format_points(one.mark.points[part]) for part in course.points),
        *(format_points(-lost[part]) if lost[part] else "0" for part in (PARTIAL, LATE)),
        format_points(one.mark.total),
        format_points(course.total),
        one.verdict,
        SEVERAL.join(one.mistakes) if one.report else one.trouble,
        SEVERAL.join(f"{format_points(x.points)} {x.part}: {x.reason}" for x in one.mark.losses),
        SEVERAL.join(one.remarks),
        SEVERAL.join(one.report.uncontained) if one.report else "",
        one.delivered.isoformat(" ", "minutes") if one.delivered else "",
        f"{one.seconds:.1f}" if one.seconds is not None else "",
    ]


def safe(cell: str) -> str:
    """A cell that a spreadsheet takes for text, or for a number; on one line."""
    text = " ".join(escape_controls(cell).splitlines())
    is_number = text.lstrip("-").replace(".", "", 1).isdecimal()
    return text if is_number or not text.startswith(FORMULA) else f"'{text}"
