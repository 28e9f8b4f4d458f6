"""Gives points to a submission; defines the records of this room.

intake.py finds each `Submission`, judging.py returns its `Judgement`, and grade_submission()
returns a `GradedSubmission`, from which all tables and pages are written.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from lab.check import points
from lab.check.bank.assignment import Assignment
from lab.check.judges.reading import EMPTY
from lab.check.points import Grade
from lab.common.language import translate
from lab.findings import Report
from lab.grade.dates import parse_iso_time
from lab.grade.worksheet import Participant, Worksheet
from lab.settings.course import Course

VERDICTS = {"pass": "pass", "fail": "fail", "not judged": "not judged"}  # texts to translate
FORMAT = 10  # the version of run.json and of the judgements


class GradeOptions(NamedTuple):
    assignment: Assignment
    course: Course
    worksheet: Worksheet | None = None
    jobs: int = 1  # submissions judged at the same time
    seed: int | None = None  # the seed of the fresh boards; None: plan_run() chooses it
    is_trusted: bool = False  # programs run even where the sandbox does not contain them
    files: Mapping[str, bytes] = {}  # the course and the worksheet, by their names in OUT/run


class Submission(NamedTuple):
    """The work that a person or a group handed in."""

    key: str  # its folder in OUT/submissions; no two submissions have the same
    name: str  # the name of the person or the group
    path: Path  # a folder or a zip
    number: str = ""  # Moodle's, of a participant or of a group
    delivered: datetime | None = None  # by a time stamp or the worksheet; None: unknown
    digest: str = ""  # a digest of its files and the settings of the run; "" if there is an error
    version: str = ""  # a digest of its files alone
    error: str = ""  # the reason why its files cannot be read


class GradeRun(NamedTuple):
    """The submissions of a run and the settings of their judgements; the content of run.json."""

    puzzle: str  # as --puzzle takes it
    seed: int
    submissions: list[Submission]
    notices: list[str]  # on files of the class that belong to no submission
    is_trusted: bool
    totals: Mapping[str, str] = {}  # points of the previous run, by the keys of its submissions
    written: Mapping[str, Sequence[str]] = {}  # all grades that worksheets got, by numbers
    # of the deliveries for which rows of adjust.csv were written, by digests of the rows
    versions: Mapping[str, str] = {}

    def to_json(self) -> dict[str, Any]:
        """Return the content of run.json; the paths of the submissions are left out."""
        submissions = [
            submission._replace(path=Path())._asdict() for submission in self.submissions
        ]
        return {**self._asdict(), "format": FORMAT, "submissions": submissions}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "GradeRun":
        """Return the run in the content of run.json; its submissions have no paths."""
        submissions = []
        for values in data["submissions"]:
            delivered = parse_iso_time(values["delivered"] or "")
            submissions.append(Submission(**{**values, "path": Path(), "delivered": delivered}))
        fields = {name: data[name] for name in cls._fields}
        return cls(**{**fields, "seed": int(data["seed"]), "submissions": submissions})


class Judgement(NamedTuple):
    """The report of check on a submission, or the error that prevented one.

    OUT/judged/DIGEST.json holds it.
    """

    report: Report = Report("")  # empty if there is an error
    error: str = ""
    sources: Mapping[str, str] = {}  # the beginning of each program, by file names
    has_kit_failed: bool = False  # then the error is the kit's, and the next run judges again

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "report": self.report.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Judgement":
        return cls(**{**data, "report": Report.from_json(data["report"])})


class GradedSubmission(NamedTuple):
    """A submission with its judgement, its points and the participants who get them."""

    submission: Submission
    judgement: Judgement
    grade: Grade
    participants: list[Participant]
    course: Course  # the course, with the deadline of this submission
    adjustments: Sequence[str] = ()  # what the teacher changes, in lines; with `limit`
    limit: str = ""  # why not all points that the teacher adds count
    is_decided: bool = True  # false: it was not judged, and no person has decided yet

    @property
    def key(self) -> str:
        return self.submission.key

    @property
    def report(self) -> Report:
        return self.judgement.report

    @property
    def verdict(self) -> str:
        """pass, fail or not judged: by the points if the course says how many pass, or by check."""
        if self.has_passed is not None:
            return "pass" if self.has_passed else "fail"
        return "not judged" if self.judgement.error else self.report.verdict

    @property
    def has_passed(self) -> bool | None:
        """Whether the points pass; None if the course does not say so, or nothing is decided."""
        return self.course.has_passed(self.grade.total) if self.is_decided else None

    @property
    def reason_to_look(self) -> str:
        """Why a person has to look, "" if nobody has: a program is missing, empty or unreadable."""
        findings = self.report.findings
        messages = (f.message for f in findings if f.code in (EMPTY, "missing"))
        return self.judgement.error or next(messages, "")

    @property
    def mistakes(self) -> list[str]:
        """The different ids of its mistakes, and codes of its other findings."""
        findings = self.report.findings
        return list(dict.fromkeys(finding.mistake or finding.code for finding in findings))


def grade_submission(
    submission: Submission, judgement: Judgement, course: Course, participants: list[Participant]
) -> GradedSubmission:
    """Return the submission with its points, or with none if it could not be judged."""
    if judgement.error:
        grade = Grade(dict(course.points))
        for part in course.points:
            grade.subtract(part, judgement.error)
    else:
        grade = points.grade_report(judgement.report, course, submission.delivered)
    return GradedSubmission(
        submission, judgement, grade, participants, course, is_decided=not judgement.error
    )


def explain_unreadable_files(error: OSError) -> str:
    """Return why a submission is not judged whose files raise this error."""
    return translate("its files cannot be read: {reason}", reason=error.strerror)
