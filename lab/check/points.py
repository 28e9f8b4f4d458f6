"""The course, and the points of a submission: of each part, and why some are lost.

| fault                                                 | parts that are lost         |
|-------------------------------------------------------|-----------------------------|
| an incomplete delivery                                | delivery                    |
| any finding on encode.py, or no encode.py             | encode                      |
| the program accepts a board that breaks a rule        | this rule                   |
| it refuses solutions, changes given cells ...         | as many points as one rule  |
| none of its answers can be judged, or it is missing   | all rules                   |
| any finding on the program                            | examples and growth, too    |
| its cost grows too fast                               | growth                      |

Then work with findings, and late work, keep only a share of the sum; see the course.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction

from lab.check import growth
from lab.check.subject import CONTRACT, SEVERAL, Subject
from lab.common.findings import PROGRAM, SCRIPT, Finding, Remark, Report
from lab.common.language import format_decimal
from lab.common.words import count_noun
from lab.delivery.deliveries import Delivery

DELIVERY, ENCODE, EXAMPLES, GROWTH = "delivery", "encode", "examples", "growth"  # parts
PARTIAL, LATE = "partial", "late"  # stand in place of a part for losses of the sum
STAGES_WITH_ANSWERS = ("rules", "solves")  # only programs with answers reach them
PARTS = {  # default points, in the order of reports; the rules of the puzzle share "rules"
    "delivery": 2,
    "encode": 5,
    "rules": 12,
    "examples": 4,
    "growth": 2,
}


@dataclass(frozen=True)
class Course:
    """The settings of a teacher; lab/grade/course.py reads them from a file."""

    title: str  # of the assignment
    points: Mapping[str, Fraction]  # by PARTS in their order, with the codes of rules for "rules"
    name: str = ""  # of the course
    term: str = ""
    deadline: datetime | None = None
    language: str = "en"  # of the sheet, as in lab/grade/course.py
    group: int = 2  # members of a group, at most
    late_percent: Fraction = Fraction(10)  # of the points, lost for each begun day
    late_limit: int = 7  # days after the deadline; later work gets nothing
    partial_percent: Fraction = Fraction(100)  # of its points, kept by work that does not pass

    @property
    def total(self) -> Fraction:
        """The sum of all points."""
        return sum(self.points.values(), Fraction(0))

    @property
    def rules(self) -> dict[str, Fraction]:
        """The points of the rules of the puzzle, by their codes."""
        return {part: worth for part, worth in self.points.items() if part not in PARTS}

    def count_days_late(self, delivered: datetime | None) -> int:
        """Return how many days have begun since the deadline; 0 if either time is unknown.

        A delivery without a zone has that of the deadline; a deadline without one is local.
        """
        if not self.deadline or not delivered:
            return 0
        if not delivered.tzinfo:
            delivered = delivered.replace(tzinfo=self.deadline.tzinfo)
        late = delivered.astimezone() - self.deadline.astimezone()
        return max(math.ceil(late / timedelta(days=1)), 0)


def format_points(points: Fraction) -> str:
    """Return points with at most two decimals: 25, 2.5, 1.33; in most languages 2,5."""
    return format_decimal(float(points))


@dataclass
class Loss:
    """Points that are lost of a part, or of the sum (PARTIAL, LATE), and the reason."""

    part: str
    points: Fraction
    reason: str

    def __str__(self) -> str:
        return f"{format_points(self.points)} {self.part}: {self.reason}"


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

    def deduct(self, part: str, reason: str, limit: Fraction | None = None) -> Fraction:
        """Deduct all points of a part, or `limit` at most, unless the reason is ""; return them."""
        lost = self.points[part] if limit is None else min(limit, self.points[part])
        if not reason or not lost:
            return Fraction(0)
        self.points[part] -= lost
        self.losses.append(Loss(part, lost, reason))
        return lost

    def reduce_to_share(self, share: Fraction, part: str, reason: str) -> None:
        """Reduce the sum to a share of it, 0 to 1; the loss is one of PARTIAL or LATE."""
        if share < 1:
            self.losses.append(Loss(part, self.total * (1 - share), reason))


def mark_report(report: Report, course: Course, delivered: datetime | None = None) -> Mark:
    """Return the mark of a submission; without a time of delivery it is in time."""
    mark = Mark(dict(course.points))
    missing = {name: f"there is no {name}" for name in report.unjudged}
    no_script = missing.pop("encode.py", "")
    no_program = next(iter(missing.values()), "")
    findings: dict[str, list[Finding]] = {DELIVERY: [], SCRIPT: [], PROGRAM: []}
    for finding in report.findings:
        findings[DELIVERY if finding.stage == DELIVERY else finding.part].append(finding)
    mark.deduct(DELIVERY, first_message(findings[DELIVERY]))
    mark.deduct(ENCODE, no_script or first_message(findings[SCRIPT]))

    of_program = findings[PROGRAM]
    if reason := no_program or explain_loss_of_rules(report, of_program):
        for code in course.rules:
            mark.deduct(code, reason)
    else:
        deduct_rules(mark, course, of_program)
    reason = no_program
    if not reason and of_program:
        unsolved = (finding for finding in of_program if finding.stage == growth.STAGE)
        brief = of_program[0].place.prefix(of_program[0].brief)
        reason = first_message(unsolved) or f"it is not right yet: {brief}"
    mark.deduct(EXAMPLES, reason)
    costly = (remark for remark in report.remarks if remark.stage == growth.STAGE)
    mark.deduct(GROWTH, reason or first_message(costly))

    if report.findings:
        percent = course.partial_percent
        reason = f"work that does not pass keeps {format_points(percent)} %"
        mark.reduce_to_share(percent / 100, PARTIAL, reason)
    days = course.count_days_late(delivered)
    share = max(1 - days * course.late_percent / 100, Fraction(0))
    reason = f"delivered late, on {count_noun(days, 'begun day')} after the deadline"
    if days > course.late_limit:
        share = Fraction(0)
        reason = f"delivered after the last day, {course.late_limit} after the deadline"
    mark.reduce_to_share(share, LATE, reason)
    return mark


def format_points_now(report: Report, delivery: Delivery, course: Course) -> str:
    """Return a line with the points of work that is not delivered yet, graded as a delivery."""
    of_programs = [finding for finding in report.findings if finding.stage != DELIVERY]
    graded = replace(report, findings=[*delivery.as_graded().findings, *of_programs])
    points = format_points(mark_report(graded, course).total)
    return f"Points now: {points} of {format_points(course.total)} (lateness is not counted)\n"


def first_message(items: Iterable[Finding | Remark]) -> str:
    """Return the message of the first finding or remark, or ""."""
    return next((item.message for item in items), "")


def explain_loss_of_rules(report: Report, findings: list[Finding]) -> str:
    """Return why a program loses the points of all rules, "" if they can be judged.

    It has a syntax error, no answer to any board, or does not end in time.
    """
    if report.is_silent:
        return first_message(findings) or "no board has an answer"
    has_answers = any(
        finding.stage in STAGES_WITH_ANSWERS or (finding.code == CONTRACT and finding.got)
        for finding in findings
    )
    if not has_answers:
        return first_message(findings)
    return first_message(f for f in findings if f.code == "time" and f.stage != growth.STAGE)


def deduct_rules(mark: Mark, course: Course, findings: list[Finding]) -> None:
    """Deduct the points of each broken rule, and those of one more rule for all other findings.

    Those name no rule: solutions refused, given cells changed, cells outside of the board.
    """
    for finding in findings:
        if finding.code in course.rules:
            mark.deduct(finding.code, finding.message)
    paid = (*course.rules, SEVERAL, "time")  # deducted above, or from the points of the examples
    further = (f for f in findings if f.code not in paid and f.stage != "reads")
    if message := first_message(further):
        left = sum(course.rules.values(), Fraction(0)) / max(len(course.rules), 1)
        for code in course.rules:
            left -= mark.deduct(code, f"{message}; this costs as much as one rule", left)


def describe_part(subject: Subject, part: str) -> str:
    """Return the heading of a part of the points, PARTIAL and LATE included."""
    rules = subject.puzzle.rules.RULES
    if part in rules:
        return f"Rule {list(rules).index(part) + 1}: {rules[part]}"
    return {
        DELIVERY: "The delivery",
        ENCODE: subject.script_name,
        EXAMPLES: "Solving the examples",
        GROWTH: "How its cost grows",
        PARTIAL: "Work that does not pass",
        LATE: "Late",
    }[part]
