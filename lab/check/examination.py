"""Examination: a delivery that is judged, what the steps know of it, and its growing report."""

import tempfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from lab.check.answers import Exercise, added_cells
from lab.check.assignment import REFUSES, Assignment
from lab.check.display import DISPLAY
from lab.check.program import SubmittedProgram, TrialRun
from lab.common.findings import PROGRAM, SCRIPT, Beliefs, Finding, Remark, Report
from lab.common.language import translate
from lab.delivery.deliveries import Delivery
from lab.runner.pool import TaskPool
from lab.runner.tasks import TERMS
from lab.syntax import causes, messages

MOST_ROWS = 10  # of boards on which beliefs are found


class Examination:
    """The examination of one delivery; what is set while it runs is empty before.

    program: a copy of the program, once it reads
    outline: what the program says, see lab/runner/outline.py
    right_run: its answers to the small trial boards, if they are right
    rule: code of the only rule that is judged, "" for all rules
    exercise: what is judged in place of the assignment
    """

    def __init__(
        self, pool: TaskPool, assignment: Assignment, delivery: Delivery, seed: int = 0
    ) -> None:
        """`seed` decides on the boards that are made for this examination."""
        self.pool, self.assignment, self.delivery = pool, assignment, delivery
        self.report = Report(
            delivery.name, seed, uncontained=pool.sandbox.leaks, given_path=delivery.given_path
        )
        parts = {SCRIPT: delivery.script, PROGRAM: delivery.program}
        self.report.files = {part: path.name for part, path in parts.items() if path}
        self.on_finding: Callable[[Finding], None] = lambda finding: None
        self.folder = Path(tempfile.mkdtemp(dir=pool.programs))  # for the copy
        self.program: SubmittedProgram | None = None
        self.outline: dict[str, Any] = {}
        self.right_run: TrialRun | None = None
        self.rule = ""
        self.exercise: Exercise | None = None
        self.undefined: list[messages.Complaint] = []  # predicates that occur in no head

    @property
    def has_reference(self) -> bool:
        """Whether the reference is at hand: a handout has none."""
        return bool(self.assignment.bank.reference)

    @property
    def is_right_so_far(self) -> bool:
        """Whether the program keeps the rules on all boards that were tried."""
        stages = ("contract", "rules", "solves")
        findings = (finding for finding in self.report.findings if finding.part == PROGRAM)
        faults = [f for f in findings if f.stage in stages and f.code != DISPLAY]
        return self.right_run is not None and not faults

    def add_findings(self, *findings: Finding) -> None:
        """Add findings to the report, with the sentences of their mistakes."""
        sentences = self.assignment.bank.sentences
        for finding in findings:
            sentence = translate(sentences.get(finding.mistake or "", ""))
            explained = replace(finding, sentence=sentence)
            self.on_finding(explained)
            self.report.add_findings(explained)

    def add_complaints(self, complaints: Iterable[messages.Complaint]) -> None:
        """Add a finding for each complaint about a line of the program."""
        for complaint in complaints:
            code, stage = complaint.code, "contract" if complaint.code == "contract" else "reads"
            self.add_findings(Finding(stage, code, complaint.message, place=complaint.place))

    def add_remarks(self, code: str, complaints: Iterable[messages.Complaint]) -> None:
        """Add a remark for each complaint about a line of the program."""
        for complaint in complaints:
            self.report.remarks.append(Remark("reads", code, complaint.message, complaint.place))

    def add_with_causes(self, findings: Iterable[Finding]) -> None:
        """Add findings of broken rules, and of lines of the program that may be the cause."""
        assert self.program
        terms = self.program.run_task("find_confusing_terms", cpu=1)
        none: dict[str, Any] = {name: [] for name in TERMS}
        outline = {**self.outline, **(terms.value if terms.is_done else none)}
        confusions = list(causes.find_meanings(self.outline["files"], self.program.path.parent))
        confusions += causes.find_confusions(outline, self.assignment.constants)
        has_cause = bool(self.undefined or confusions)
        for finding in findings:
            mistake = None if has_cause and finding.code == REFUSES else finding.mistake
            rule = self._name_rule(finding)
            beliefs = self._find_beliefs(finding)
            self.add_findings(replace(finding, mistake=mistake, rule=rule, beliefs=beliefs))
        self.add_complaints(causes.find_grid_facts(self.outline))
        self.add_complaints(causes.find_valueless(outline))
        self.add_complaints(self.undefined)
        self.undefined = []
        self.add_remarks("confusion", confusions)

    def _find_beliefs(self, finding: Finding) -> Beliefs:
        """Return what the program takes to hold on the judged board of a finding."""
        grid = finding.grid
        board = getattr(finding, finding.judged_board)
        if not (self.program and isinstance(grid, list) and isinstance(board, list)):
            return ()
        if len(grid) > MOST_ROWS:
            return ()
        outcome = self.program.run_on_board(
            "find_beliefs",
            self.assignment.bank.format_facts(grid),
            cpu=1,
            answer=sorted(added_cells(grid, board)),
            size=[len(grid), len(grid[0])],
        )
        beliefs = outcome.value if outcome.is_done else []
        return tuple((name, tuple((r, c) for r, c in cells)) for name, cells in beliefs)

    def _name_rule(self, finding: Finding) -> str:
        """Return the code of the rule that the culprits of a refusal keep, "" if it is unknown."""
        if not (self.program and finding.culprits and self.has_reference):
            return ""
        from lab.check.kept_rules import name_kept_rule  # a module that is not handed out

        return name_kept_rule(self.program, finding.culprits)
