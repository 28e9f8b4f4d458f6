"""The points of a submission: of each part, and why some are lost.

| fault                                                 | parts that are lost         |
|-------------------------------------------------------|-----------------------------|
| an incomplete delivery                                | delivery                    |
| any finding on encode.py, or no encode.py             | encode                      |
| the program accepts a board that breaks a rule        | this rule                   |
| a constraint that keeps a rule refuses a solution     | this rule                   |
| other refusals, doubled solutions, changed givens ... | of the sum: see PENALTIES   |
| right answers under another name                      | of the sum: see PENALTIES   |
| an example is not solved                              | its share of examples       |
| the workload grows too fast, or no rule is right      | growth                      |
| no answer can be judged, or the program is missing    | all rules, examples, growth |

The examples that count are the same for each program: example_runs.list_counted_examples().  Then
work whose programs do not pass, and late work, keep only a share of the sum; see the course.  All
amounts are whole hundredths, so that they add up as they are printed.
"""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction

from lab.check.bank.assignment import DISPLAY, REFUSES, SEVERAL, Assignment
from lab.common.language import format_decimal, translate
from lab.common.words import add_detail, count_noun, join_clauses
from lab.findings import (
    CONTRACT,
    DELIVERY,
    ENCODE,
    PROGRAM,
    READS,
    RIGHT,
    RULES,
    SOLVES,
    TOO_SLOW,
    Finding,
    Remark,
    Report,
)
from lab.settings.course import EXAMPLES, GROWTH, OTHER_FAULTS, Course

OTHER, PARTIAL, LATE = "other", "partial", "late"
LOSSES_OF_SUM = (OTHER, PARTIAL, LATE)  # the parts of losses that concern the sum
PENALTIES = {REFUSES: "refused", SEVERAL: "several", DISPLAY: "display"}  # their names by code
STAGES_WITH_ANSWERS = (RULES, SOLVES)  # the stages that only programs with answers reach
COUNT_OF_SOLVED = "{right} of {number} examples of up to {size} are solved"
NOT_PASSED = "a program does not pass: {percent} % of the points are left"
POINTS_NOW = "Points now: {points} of {total} (lateness is not counted)"
TOO_LATE = "delivered after the last day, day {days} after the deadline"


def format_points(points: Fraction) -> str:
    """Return points with at most two decimals: 25, 2.5, 1.33; in most languages 2,5."""
    return format_decimal(float(points))


@dataclass
class Loss:
    """Points that are lost of a part, or of the sum (LOSSES_OF_SUM), and why."""

    part: str
    points: Fraction
    cause: str = ""  # the fault, in a sentence that several losses may share
    detail: str = ""  # what concerns this loss alone

    @property
    def reason(self) -> str:
        return add_detail(self.detail, self.cause) if self.detail else self.cause

    def __str__(self) -> str:
        return f"{format_points(self.points)} {self.part}: {self.reason}"


@dataclass
class Grade:
    """The points of each part, and the losses."""

    points: dict[str, Fraction]
    losses: list[Loss] = field(default_factory=list)
    adjustment: Fraction = Fraction(0)  # added by the teacher

    @property
    def total(self) -> Fraction:
        """The points left of all parts, minus losses of the sum, and adjusted."""
        points = sum(self.points.values(), Fraction(0))
        return points - sum(map(self.sum_losses, LOSSES_OF_SUM)) + self.adjustment

    def sum_losses(self, part: str) -> Fraction:
        """Return the points that are lost of a part, or of the sum as one of LOSSES_OF_SUM."""
        return sum((loss.points for loss in self.losses if loss.part == part), Fraction(0))

    def subtract(
        self, part: str, cause: str, detail: str = "", share: Fraction = Fraction(1)
    ) -> None:
        """Subtract a share of the points of a part, 0 to 1, if there is a cause or a detail."""
        lost = round(self.points[part] * share, 2)
        if lost and (cause or detail):
            self.points[part] -= lost
            self.losses.append(Loss(part, lost, cause, detail))

    def reduce_to_share(self, share: Fraction, part: str, reason: str) -> None:
        """Reduce the sum to a share of it, 0 to 1; the loss is one of PARTIAL or LATE."""
        if lost := round(self.total * (1 - share), 2):
            self.losses.append(Loss(part, lost, detail=reason))


def grade_report(report: Report, course: Course, delivered: datetime | None = None) -> Grade:
    """Return the grade of a submission; without a time of delivery it is in time."""
    grade = Grade(dict(course.points))
    missing = {name: translate("there is no {file}", file=name) for name in report.unjudged}
    no_script = missing.pop("encode.py", "")
    no_program = next(iter(missing.values()), "")
    findings: dict[str, list[Finding]] = {DELIVERY: [], ENCODE: [], PROGRAM: []}
    for finding in report.findings:
        findings[DELIVERY if finding.stage == DELIVERY else finding.part].append(finding)
    program_findings = findings[PROGRAM]
    grade.subtract(DELIVERY, find_first_cause(findings[DELIVERY]))
    grade.subtract(ENCODE, no_script or find_first_cause(findings[ENCODE]))

    if reason := no_program or explain_why_no_rule_counts(report, program_findings):
        for part in (*course.rules, EXAMPLES, GROWTH):
            grade.subtract(part, reason)
    else:
        subtract_broken_rules(grade, course, program_findings)
        if program_findings:
            subtract_unsolved_examples(grade, course, report, program_findings)
        subtract_growth(grade, course, report, program_findings)

    if replace(report, is_strict=False).failures or report.unjudged:
        reason = translate(NOT_PASSED, percent=format_points(course.partial_percent))
        grade.reduce_to_share(course.partial_percent / 100, PARTIAL, reason)
    days = course.count_days_late(delivered)
    share = max(1 - days * course.late_percent / 100, Fraction(0))
    number = count_noun(days, "begun day")
    reason = translate("delivered late, on {days} after the deadline", days=number)
    if days > course.late_limit:
        share, reason = Fraction(0), translate(TOO_LATE, days=course.late_limit)
    grade.reduce_to_share(share, LATE, reason)
    return grade


def format_points_now(report: Report, course: Course) -> str:
    """Return a line with the points of work that is not delivered yet."""
    points, total = format_points(grade_report(report, course).total), format_points(course.total)
    return translate(POINTS_NOW, points=points, total=total) + "\n"


def find_first_cause(items: Iterable[Finding | Remark]) -> str:
    return next((item.cause for item in items), "")


def explain_why_no_rule_counts(report: Report, findings: list[Finding]) -> str:
    """Return why no rule of a program can be judged, "" if they can.

    The reasons: a syntax error, no answer to any board, or a run that does not end in time.
    """
    if report.is_silent:
        return find_first_cause(findings) or translate("no board has an answer")
    has_answers = any(
        finding.stage in STAGES_WITH_ANSWERS
        or finding.code == DISPLAY
        or (finding.code == CONTRACT and finding.got)
        for finding in findings
    )
    if not has_answers:
        return find_first_cause(findings)
    return find_first_cause(f for f in findings if f.code == "time" and f.stage != SOLVES)


def subtract_broken_rules(grade: Grade, course: Course, findings: list[Finding]) -> None:
    """Subtract the points of each broken rule, then the highest penalty of the other findings.

    A mistake that breaks a rule costs no more where it also refuses solutions.  Other findings
    concern no single rule: solutions refused or in several answer sets, given cells changed, cells
    outside of the board.  Together these findings cost no more than the rules that are left.
    """
    for finding in findings:
        for code in {finding.code, finding.rule} & course.rules.keys():
            grade.subtract(code, finding.cause)
    paid = (*course.rules, "time")  # subtracted above, or with growth
    mistakes = {f.mistake for f in findings if f.mistake and f.code in course.rules}
    unpaid = [
        (course.penalties[PENALTIES.get(finding.code, OTHER_FAULTS)], finding.cause)
        for finding in findings
        if finding.code not in paid
        and finding.stage != READS
        and not (finding.rule or finding.mistake in mistakes)
    ]
    if unpaid:
        penalty, cause = max(unpaid, key=lambda pair: pair[0])
        left = sum((grade.points[code] for code in course.rules), Fraction(0))
        if lost := min(penalty, left):
            grade.losses.append(Loss(OTHER, lost, cause))


def subtract_unsolved_examples(
    grade: Grade, course: Course, report: Report, findings: list[Finding]
) -> None:
    """Subtract the share of the examples that a program with findings does not solve."""
    states = [example.state for example in report.example_results]
    right, number = states.count(RIGHT), len(states)
    solved = ""
    if report.example_results:
        size = report.example_results[-1].size
        solved = translate(COUNT_OF_SOLVED, right=right, number=number, size=size)
    codes = {finding.rule or finding.code for finding in findings}
    broken = [str(n) for n, code in enumerate(course.rules, start=1) if code in codes]
    cause, follows = find_first_cause(findings), ""
    if broken:
        numbers = ", ".join(broken)
        cause, follows = "", translate("this follows from rule {numbers}", numbers=numbers)
    share = 1 - Fraction(right, max(number, 1))
    grade.subtract(EXAMPLES, cause, join_clauses([solved, follows]), share)


def subtract_growth(grade: Grade, course: Course, report: Report, findings: list[Finding]) -> None:
    """Subtract the points for growth of a program that is too slow or has no right rule."""
    slow = [finding for finding in findings if finding.code == "time"]
    costly = [remark for remark in report.remarks if remark.stage == SOLVES]
    cause, detail = find_first_cause([*slow, *costly]), ""
    is_slow = any(example.state == TOO_SLOW for example in report.example_results)
    if findings and not any(grade.points[code] for code in course.rules):
        cause, detail = "", translate("no rule is right")
    elif findings and not cause and is_slow:
        detail = translate("not all small examples are solved in time")
    grade.subtract(GROWTH, cause, detail)


def round_shares(parts: Mapping[str, Fraction], total: Fraction, unit: int) -> dict[str, int]:
    """Return whole numbers in proportion to the parts; their sum is total * unit, rounded.

    Round running sums and return their differences, so that errors do not add up.
    """
    half = Fraction(1, 2)
    scale = Fraction(int(total * unit + half)) / (sum(parts.values(), Fraction(0)) or 1)
    sums = itertools.accumulate((points * scale for points in parts.values()), initial=half)
    return {
        part: int(upper) - int(lower)
        for part, (lower, upper) in zip(parts, itertools.pairwise(sums))
    }


def describe_part(assignment: Assignment, part: str) -> str:
    """Return the heading of a part of the points, or of losses of the sum."""
    rules = assignment.puzzle.rules.RULES
    if part in rules:
        number, rule = list(rules).index(part) + 1, translate(rules[part])
        return translate("Rule {number}: {words}", number=number, words=rule)
    return {
        DELIVERY: translate("The delivery"),
        ENCODE: assignment.script_name,
        EXAMPLES: translate("Solving the examples"),
        GROWTH: translate("How its cost grows"),
        OTHER: translate("Other faults of the program"),
        PARTIAL: translate("Work that does not pass"),
        LATE: translate("Late"),
    }[part]
