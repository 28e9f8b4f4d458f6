"""The points of a submission: what each part is worth, and why some points are lost.

| found                                            | parts that are lost                         |
|--------------------------------------------------|---------------------------------------------|
| a delivery that is not complete                  | delivery                                    |
| any finding on encode.py, or no encode.py        | encode                                      |
| a board is accepted that breaks a rule           | this rule                                   |
| solutions refused, given cells changed ...       | as many points as one rule                  |
| a program of which nothing can be judged, or none| all rules                                   |
| any finding on the program                       | examples and growth, too                    |
| the cost grows too fast                          | growth                                      |

Work with findings, and late work, lose a share of the sum besides, as the course says.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from lab.check import growth
from lab.check.subject import CONTRACT, SEVERAL, Subject
from lab.common.findings import PROGRAM, SCRIPT, Finding, Remark, Report
from lab.common.words import count_noun
from lab.grade.course import Course, format_points

DELIVERY, ENCODE, EXAMPLES, GROWTH = "delivery", "encode", "examples", "growth"  # parts
PARTIAL, LATE = "partial", "late"  # losses of the sum
ANSWERING = ("rules", "solves")  # stages that only programs with answers reach


@dataclass
class Loss:
    """Points that are lost of a part, or of the sum (PARTIAL, LATE), and the reason."""

    part: str
    points: Fraction
    reason: str


@dataclass
class Mark:
    """The points of each part, and the losses."""

    points: dict[str, Fraction]
    losses: list[Loss] = field(default_factory=list)

    @property
    def total(self) -> Fraction:
        """The points left of all parts, minus losses for late and partial work."""
        points = sum(self.points.values(), Fraction(0))
        return round(points - self.sum_losses(PARTIAL) - self.sum_losses(LATE), 2)

    def sum_losses(self, part: str) -> Fraction:
        """Return the points that are lost of a part, or of the sum as PARTIAL or LATE."""
        return sum((loss.points for loss in self.losses if loss.part == part), Fraction(0))

    def lose(self, part: str, reason: str, limit: Fraction | None = None) -> Fraction:
        """Take away the points of a part, `limit` at most; return the number taken away."""
        lost = self.points[part] if limit is None else min(limit, self.points[part])
        if lost:
            self.points[part] -= lost
            self.losses.append(Loss(part, lost, reason))
        return lost

    def keep_share(self, share: Fraction, part: str, reason: str) -> None:
        """Take away all of the sum but this share, as a loss of PARTIAL or LATE."""
        if share < 1:
            self.losses.append(Loss(part, self.total * (1 - share), reason))


def mark_report(report: Report, course: Course, delivered: datetime | None = None) -> Mark:
    """Return the mark of a submission; None as the time of delivery counts as in time."""
    mark = Mark(dict(course.points))
    absent = {
        SCRIPT if name == "encode.py" else PROGRAM: f"there is no {name}"
        for name in report.unjudged
    }
    of_script = [finding for finding in report.findings if finding.part == SCRIPT]
    of_delivery = [finding for finding in report.findings if finding.stage == DELIVERY]
    of_program = [
        finding
        for finding in report.findings
        if finding.part == PROGRAM and finding not in of_delivery
    ]
    for finding in of_delivery:
        mark.lose(DELIVERY, finding.message)
    if reason := absent.get(SCRIPT) or first_message(of_script):
        mark.lose(ENCODE, reason)
    if reason := absent.get(PROGRAM) or why_unjudgeable(report, of_program):
        for code in course.rules:
            mark.lose(code, reason)
    else:
        lose_rules(mark, course, of_program)
    reason = absent.get(PROGRAM, "")
    if not reason and of_program:
        unsolved = (finding for finding in of_program if finding.stage == growth.STAGE)
        brief = format_brief(of_program[0])
        reason = first_message(unsolved) or f"it is not right yet: {brief}"
    if reason:
        mark.lose(EXAMPLES, reason)
    costly = (remark for remark in report.remarks if remark.stage == growth.STAGE)
    if reason := reason or first_message(costly):
        mark.lose(GROWTH, reason)
    if report.findings:
        share = course.partial_percent / 100
        percent = format_points(course.partial_percent)
        mark.keep_share(share, PARTIAL, f"work that does not pass keeps {percent} %")
    days = course.days_late(delivered)
    reason = f"delivered late, on {count_noun(days, 'begun day')} after the deadline"
    if days > course.late_days:
        reason = f"delivered after the last day, {course.late_days} after the deadline"
    mark.keep_share(course.late_share(delivered), LATE, reason)
    return mark


def first_message(items: Iterable[Finding | Remark]) -> str:
    """Return the message of the first finding or remark, or ""."""
    return next((item.message for item in items), "")


def format_brief(finding: Finding) -> str:
    """Return the message of a finding without its detail."""
    return f"{finding.place}: {finding.brief}" if finding.place.line else finding.brief


def why_unjudgeable(report: Report, findings: list[Finding]) -> str:
    """Return why no rule of the program can be judged, or "" if they can.

    The program does not read, has no answer to any board, or comes to no end.
    """
    if report.is_silent:
        return first_message(findings) or "no board has an answer"
    has_answers = any(
        finding.stage in ANSWERING or (finding.code == CONTRACT and finding.got)
        for finding in findings
    )
    if has_answers:
        findings = [
            finding
            for finding in findings
            if finding.code == "time" and finding.stage != growth.STAGE
        ]
    return first_message(findings)


def lose_rules(mark: Mark, course: Course, findings: list[Finding]) -> None:
    """Take away the points of each broken rule, and once those of a rule for further findings.

    Further findings break no rule by its code: solutions refused, given cells changed, cells
    filled that the board does not have.
    """
    for finding in findings:
        if finding.code in course.rules:
            mark.lose(finding.code, finding.message)
    counted = (*course.rules, SEVERAL, "time")
    further = [
        finding for finding in findings if finding.code not in counted and finding.stage != "reads"
    ]
    if further:
        reason = f"{further[0].message}; this costs as much as one rule"
        left = sum(course.rules.values(), Fraction(0)) / max(len(course.rules), 1)
        for code in course.rules:
            left -= mark.lose(code, reason, left)


def describe_part(subject: Subject, part: str) -> str:
    """Return the heading of a part of the points, PARTIAL and LATE included."""
    rules = subject.puzzle.rules.RULES
    if part in rules:
        return f"Rule {list(rules).index(part) + 1}: {rules[part]}"
    return {
        DELIVERY: "The delivery",
        ENCODE: subject.script,
        EXAMPLES: "Solving the examples",
        GROWTH: "How its cost grows",
        PARTIAL: "Work that does not pass",
        LATE: "Late",
    }[part]
