"""A submission with its verdict and its mark."""

from dataclasses import fields
from datetime import datetime
from typing import Any, NamedTuple

from lab.check.subject import Subject
from lab.common.findings import Cost, Finding, Remark, Report
from lab.common.words import Place
from lab.grade import points
from lab.grade.course import Course
from lab.grade.intake import Entry
from lab.grade.judging import Verdict
from lab.grade.people import Person
from lab.grade.points import Mark
from lab.grade.worksheet import Worksheet

UNJUDGED = "not judged"


class Session(NamedTuple):
    """What all files are about."""

    subject: Subject
    course: Course
    seed: int
    worksheet: Worksheet | None


class Graded(NamedTuple):
    """All that the files in OUT say of a submission; without a report, `trouble` is why."""

    entry: Entry
    report: Report | None
    trouble: str
    mark: Mark
    people: list[Person]
    authors: list[str]
    sources: dict[str, str]  # of its programs, by name
    seconds: float | None
    delivered: datetime | None

    @property
    def key(self) -> str:
        """Its name in OUT."""
        return self.entry.key

    @property
    def name(self) -> str:
        """Who delivered it."""
        return self.entry.name

    @property
    def verdict(self) -> str:
        """pass, fail or not judged."""
        return self.report.verdict if self.report else UNJUDGED

    @property
    def mistakes(self) -> list[str]:
        """The mistakes that were named, each once; the codes of other findings."""
        found = self.report.findings if self.report else []
        return list(dict.fromkeys(one.mistake or one.code for one in found))

    @property
    def remarks(self) -> list[str]:
        """The remarks in words."""
        own = [remark.message for remark in self.report.remarks] if self.report else []
        return [*self.entry.remarks, *own]


def graded(
    entry: Entry,
    verdict: Verdict,
    course: Course,
    people: list[Person],
    delivered: datetime | None,
) -> Graded:
    """A submission that was judged."""
    report = restored(verdict["report"]) if "report" in verdict else None
    trouble = verdict.get("trouble", "")
    mark = points.marked(report, course, delivered) if report else points.nothing(course, trouble)
    return Graded(
        entry,
        report,
        trouble,
        mark,
        people,
        verdict.get("authors", []),
        verdict.get("sources", {}),
        verdict.get("seconds"),
        delivered,
    )


def restored(data: dict[str, Any]) -> Report:
    """The report that dataclasses.asdict made into JSON."""
    cost = data.get("cost")
    known = {one.name for one in fields(Report)}
    return Report(
        **{name: data[name] for name in known & data.keys()}
        | {
            "reached": set(data["reached"]),
            "findings": [Finding(**placed(one)) for one in data["findings"]],
            "remarks": [Remark(**placed(one)) for one in data["remarks"]],
            "cost": Cost(*cost) if cost else None,
        }
    )


def placed(data: dict[str, Any]) -> dict[str, Any]:
    """The fields of a finding or a remark, with its place."""
    return {**data, "place": Place(*data["place"])}
