"""What is found of a submission."""

from dataclasses import dataclass, field

from lab.lightup.rules import Board

STAGES = {
    "reads": "Does it read?",
    "contract": "Does it keep the contract?",
    "rules": "Is each rule right?",
    "solves": "Does it solve?",
}


@dataclass
class Finding:
    """What is wrong; a grid, what was expected and what came instead are texts of lines."""

    stage: str
    code: str
    message: str
    mistake: str | None = None
    grid: str | None = None
    expected: str | None = None
    got: str | None = None


@dataclass
class Remark:
    """What does not fail a submission."""

    stage: str
    code: str
    message: str


@dataclass
class Report:
    """Of a submission; `reached` are the stages that were looked into."""

    name: str
    reached: set[str] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    summary: str = ""  # of what it solves

    @property
    def stages(self) -> list[str]:
        """Those reached, in their order."""
        return [stage for stage in STAGES if stage in self.reached]

    def find(self, *findings: Finding) -> None:
        """Keep findings in the order of their stages."""
        order = list(STAGES)
        self.findings = sorted(
            [*self.findings, *findings], key=lambda finding: order.index(finding.stage)
        )
        self.reached |= {finding.stage for finding in findings}

    @property
    def verdict(self) -> str:
        return "fail" if self.findings else "pass"


def lines(board: Board) -> str:
    return "\n".join(board)
