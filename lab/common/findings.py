"""What is found of a submission: what is wrong, what is to be remarked, how far it was judged."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from lab.common.words import NOWHERE, Place

STAGES = {
    "delivery": "Is the delivery complete?",
    "reads": "Does it read?",
    "contract": "Does it keep the contract?",
    "rules": "Is each rule right?",
    "solves": "Does it solve?",
}

# The part of a submission that a finding is about.
PROGRAM, SCRIPT, DELIVERY = "program", "encode", "delivery"


class Cost(NamedTuple):
    """What the largest example that a program solved cost, beside the reference."""

    size: str  # rows and columns in figures: 7x7
    rules: int  # of the ground program
    seconds: float  # of computing
    its_rules: int
    its_seconds: float


@dataclass
class Finding:
    """What is wrong; a grid, what was expected and what came instead are texts of lines.

    The whole message is `message`, and after a colon the `detail`: where it is, on this grid.
    A known `mistake` is explained by the `sentence`.
    """

    stage: str
    code: str
    brief: str
    detail: str = ""
    mistake: str | None = None
    sentence: str = ""
    grid: str | None = None
    expected: str | None = None
    got: str | None = None
    part: str = PROGRAM
    place: Place = NOWHERE  # which the message begins with, if it has a line

    @property
    def message(self) -> str:
        """What is wrong, and where."""
        return f"{self.brief}: {self.detail}" if self.detail else self.brief


@dataclass
class Remark:
    """What does not fail a submission."""

    stage: str
    code: str
    message: str
    place: Place = NOWHERE


@dataclass
class Report:
    """The findings and remarks of a submission; `reached` are the stages that were looked into.

    `files` maps the parts that were judged to their files; `unjudged` are the files that were
    not, as they are missing or were not asked for.
    """

    name: str
    seed: int = 0  # of the boards that were made for this check
    fresh: int = 0  # how many of them the program was tried on
    reached: set[str] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    summary: str = ""  # what it solves, and at what cost
    uncontained: list[str] = field(default_factory=list)  # by the sandbox; a sentence each
    cost: Cost | None = None  # the same as figures
    is_silent: bool = False  # no board with a solution has an answer
    where: str = ""  # the path of the files, as a person gave it
    files: dict[str, str] = field(default_factory=dict)
    authors: list[str] = field(default_factory=list)
    unjudged: list[str] = field(default_factory=list)
    follow: Callable[[Finding], None] | None = None  # is called with what is found first

    @property
    def stages(self) -> list[str]:
        """The stages reached, in their order."""
        return [stage for stage in STAGES if stage in self.reached]

    def find(self, *findings: Finding) -> None:
        """Add findings, in the order of their stages, and of these encode.py first."""
        order = list(STAGES)
        if self.follow and findings and not self.findings:
            self.follow(findings[0])
        self.findings = sorted(
            [*self.findings, *findings],
            key=lambda finding: (order.index(finding.stage), finding.part != SCRIPT),
        )
        self.reached |= {finding.stage for finding in findings}

    def remark(self, *remarks: Remark) -> None:
        """Add remarks."""
        self.remarks += remarks

    def answer(self, stage: str) -> str:
        """yes or no to the question of a stage; a delivery with remarks is not complete."""
        found = [one.stage for one in self.findings]
        lacking = [one.stage for one in self.remarks if one.stage == DELIVERY]
        return "no" if stage in found + lacking else "yes"

    @property
    def verdict(self) -> str:
        """pass or fail."""
        return "fail" if self.findings else "pass"
