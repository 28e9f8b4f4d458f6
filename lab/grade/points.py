"""What a submission is worth: the points of each part, and why some of them are lost.

A part is lost by what is found of it.  A rule is lost if a board is accepted that breaks it.  A
program that refuses solutions, changes given cells or fills cells that there are not breaks no
rule by its code, and loses as much as one rule.  One of which nothing can be judged, because it
does not read, comes to no end or answers nothing, loses all rules.  With any finding the examples
and the growth are lost as well, as they ask for a program that is right.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from lab.check import growth
from lab.check.subject import CONTRACT, SEVERAL
from lab.common.findings import PROGRAM, SCRIPT, Finding, Remark, Report
from lab.common.words import count_noun
from lab.grade.course import Course, format_points

DELIVERY, ENCODE, EXAMPLES, GROWTH = "delivery", "encode", "examples", "growth"  # parts
PARTIAL, LATE = "partial", "late"  # what is lost of the sum
NAME = "encode.py"
JUDGED = ("rules", "solves")  # stages that are reached by programs with answers


@dataclass
class Loss:
    """Points that are lost: of a part or of the sum, and why, in words."""

    part: str
    points: Fraction
    reason: str


@dataclass
class Mark:
    """The points of each part, what was lost, and the sum."""

    points: dict[str, Fraction]
    losses: list[Loss] = field(default_factory=list)

    @property
    def total(self) -> Fraction:
        """All points, without what is lost of the sum, rounded to two decimals."""
        lost = sum((one.points for one in self.losses if one.part in (PARTIAL, LATE)), Fraction(0))
        return round(sum(self.points.values(), Fraction(0)) - lost, 2)

    def lose(self, part: str, reason: str, most: Fraction | None = None) -> Fraction:
        """Take the points of a part, `most` of them; return how many these were."""
        lost = self.points[part] if most is None else min(most, self.points[part])
        if lost:
            self.points[part] -= lost
            self.losses.append(Loss(part, lost, reason))
        return lost

    def lose_of_sum(self, part: str, share: Fraction, reason: str) -> None:
        """Keep this share of the sum."""
        if share < 1:
            self.losses.append(Loss(part, self.total * (1 - share), reason))


def nothing(course: Course, reason: str) -> Mark:
    """The mark of what could not be judged."""
    mark = Mark(dict(course.points))
    for part in course.points:
        mark.lose(part, reason)
    return mark


def marked(report: Report, course: Course, delivered: datetime | None = None) -> Mark:
    """The mark of a submission that was delivered at a moment, if that is known."""
    mark = Mark(dict(course.points))
    found = report.findings
    for one in found:
        if one.stage == DELIVERY:
            mark.lose(DELIVERY, one.message)
    absent = {part: missing(report, part) for part in (SCRIPT, PROGRAM)}
    if reason := absent[SCRIPT] or first(one for one in found if one.part == SCRIPT):
        mark.lose(ENCODE, reason)
    of_program = [one for one in found if one.part == PROGRAM and one.stage != DELIVERY]
    if reason := absent[PROGRAM] or hopeless(report, of_program):
        for code in course.rules:
            mark.lose(code, reason)
    else:
        lose_rules(mark, course, of_program)
    wrong = absent[PROGRAM] or first(one for one in of_program if one.stage == growth.STAGE)
    if reason := wrong or brief(of_program):
        mark.lose(EXAMPLES, reason)
    costly = first(one for one in report.remarks if one.stage == growth.STAGE)
    if reason := reason or costly:
        mark.lose(GROWTH, reason)
    if found:
        kept = course.partial_percent / 100
        mark.lose_of_sum(
            PARTIAL, kept, f"work that does not pass keeps {format_points(kept * 100)} %"
        )
    mark.lose_of_sum(LATE, course.late_share(delivered), lateness(course, delivered))
    return mark


def first(found: Iterable[Finding | Remark]) -> str:
    """The message of the first finding or remark; "" if there is none."""
    return next((one.message for one in found), "")


def brief(found: list[Finding]) -> str:
    """The first finding without where it is; "" if there is none."""
    return f"it is not right yet: {found[0].brief}" if found else ""


def missing(report: Report, part: str) -> str:
    """Why a part was not judged, in words; "" if it was."""
    names = (name for name in report.unjudged if (name == NAME) == (part == SCRIPT))
    return next((f"there is no {name}" for name in names), "")


def hopeless(report: Report, found: list[Finding]) -> str:
    """Why nothing of a program can be judged; "" if it can."""
    if report.is_silent:
        return first(found) or "no board has an answer"
    if found and not any(
        one.stage in JUDGED or (one.code == CONTRACT and one.got) for one in found
    ):
        return first(found)
    return first(one for one in found if one.code == "time" and one.stage != growth.STAGE)


def lose_rules(mark: Mark, course: Course, found: list[Finding]) -> None:
    """Take the points of each rule that is broken, and of one more for what breaks none."""
    for one in found:
        if one.code in course.rules:
            mark.lose(one.code, one.message)
    known = (*course.rules, SEVERAL, "time")
    others = [one for one in found if one.code not in known and one.stage != "reads"]
    rest = sum(course.rules.values(), Fraction(0)) / max(len(course.rules), 1)
    for code in course.rules if others else ():
        rest -= mark.lose(code, f"{others[0].message}; this costs as much as one rule", rest)


def lateness(course: Course, delivered: datetime | None) -> str:
    """How late work is, in words."""
    if not course.deadline or not delivered:
        return ""
    share = course.late_share(delivered)
    if not share:
        return f"delivered after the last day, {course.late_days} after the deadline"
    days = (1 - share) / (course.late_percent / 100) if course.late_percent else 0
    return f"delivered late, on {count_noun(int(days), 'begun day')} after the deadline"
