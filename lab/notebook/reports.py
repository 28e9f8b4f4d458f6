"""The report of check on a program in a notebook: its words, and its grids as pictures."""

import html
import tempfile
import textwrap
from dataclasses import replace
from pathlib import Path

import encode
from lab.check import report
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.judges import run_judges
from lab.check.judges.examination import Examination
from lab.common.words import escape_controls
from lab.delivery.deliveries import open_delivery
from lab.findings import STAGES, Finding, Report
from lab.notebook.boards import DrawnBoard, format_pictures, format_preformatted
from lab.puzzles import Puzzle
from lab.runner.task_pool import TaskPool

COLOURS = {"yes": "#1a7f37", "no": "#cf222e"}
SEED = 1  # the seed of boards that are made for a check: the same for all


class CheckReport:
    """The report of check on a program, without what holds by its predicates."""

    def __init__(self, puzzle: Puzzle, judged_report: Report) -> None:
        self.puzzle, self.answers = puzzle, judged_report.answers
        self.findings: dict[str, list[Finding]] = {stage: [] for stage in self.answers}
        for finding in judged_report.findings:
            self.findings[finding.stage].append(replace(finding, beliefs=()))
        self.remarks = [
            f"remark: {escape_controls(remark.message)}" for remark in judged_report.remarks
        ]

    def __repr__(self) -> str:
        lines = []
        for stage, answer in self.answers.items():
            lines.append(f"{STAGES[stage]} {answer}")
            paragraphs = report.format_findings(self.findings[stage])
            lines += [textwrap.indent(text, "  ").rstrip("\n") for text in paragraphs]
        return "\n".join([*lines, *self.remarks])

    def _repr_html_(self) -> str:
        parts = []
        for stage, answer in self.answers.items():
            colour = COLOURS[answer]
            parts.append(f'<p>{STAGES[stage]} <b style="color: {colour}">{answer}</b></p>')
            parts += map(self.format_finding, self.findings[stage])
        parts += [f"<p>{html.escape(remark)}</p>" for remark in self.remarks]
        return "".join(parts)

    def format_finding(self, finding: Finding) -> str:
        """Return a finding as HTML; its grids are pictures if all of them are boards."""
        message = escape_controls("\n".join(filter(None, [finding.message, finding.sentence])))
        texts = finding.grids
        try:
            grid = self.puzzle.record.read(texts.get("grid", "").encode())
            answers = [
                None if name == "grid" else self.puzzle.record.read(text.encode(), True)
                for name, text in texts.items()
            ]
            boards = [DrawnBoard(grid, answer, self.puzzle) for answer in answers]
            pictures = format_pictures(boards, texts)
        except encode.GridError:
            pictures = format_preformatted(report.join_columns(texts))
        return f'<div style="margin-left: 2em">{format_preformatted(message)}{pictures}</div>'


def check_program(program: str, puzzle: Puzzle) -> CheckReport:
    """Check a program text; raises Unusable if check cannot judge it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "cell.lp")
        path.write_text(program, "utf-8")
        with open_delivery(puzzle.name, path) as delivery, TaskPool() as pool:
            assignment = Assignment(FolderBank(puzzle))
            judged_report = run_judges(Examination(pool, assignment, delivery, SEED))
    return CheckReport(puzzle, judged_report)
