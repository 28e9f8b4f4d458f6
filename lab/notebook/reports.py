"""The report of check on a program in a notebook: its words, and its grids as pictures."""

import html
import json
from collections.abc import Mapping
from typing import Any

import encode
from lab import ROOT, Unusable
from lab.check import report
from lab.check.bank.folder_bank import FolderBank
from lab.findings import STAGES, Finding
from lab.notebook.boards import DrawnBoard, format_pictures, format_preformatted, run_on_program
from lab.puzzles import Puzzle

COLOURS = {"yes": "#1a7f37", "no": "#cf222e"}


class CheckReport:
    """The report of check on a program; `data` is what lab check --json prints."""

    def __init__(self, puzzle: Puzzle, data: Mapping[str, Any]) -> None:
        sentences = FolderBank(puzzle).sentences
        self.puzzle = puzzle
        self.questions = [(stage, STAGES[stage], data["stages"][stage]) for stage in data["stages"]]
        self.findings: dict[str, list[Finding]] = {stage: [] for stage in data["stages"]}
        for values in data["findings"]:
            fields = {name: value for name, value in values.items() if name != "message"}
            sentence = sentences.get(values["mistake"] or "", "")
            finding = Finding(brief=values["message"], sentence=sentence, **fields)
            self.findings[finding.stage].append(finding)
        self.remarks = [f"remark: {values['message']}" for values in data["remarks"]]

    def __repr__(self) -> str:
        lines = []
        for stage, question, answer in self.questions:
            lines.append(f"{question} {answer}")
            paragraphs = report.format_findings(self.findings[stage])
            lines += [report.indent_text(text).rstrip("\n") for text in paragraphs]
        return "\n".join([*lines, *self.remarks])

    def _repr_html_(self) -> str:
        parts = []
        for stage, question, answer in self.questions:
            parts.append(f'<p>{question} <b style="color: {COLOURS[answer]}">{answer}</b></p>')
            parts += map(self.format_finding, self.findings[stage])
        parts += [f"<p>{html.escape(remark)}</p>" for remark in self.remarks]
        return "".join(parts)

    def format_finding(self, finding: Finding) -> str:
        """Return a finding as HTML; its grids are pictures if all of them are boards."""
        message = "\n".join(filter(None, [finding.message, finding.sentence]))
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
    """Check a program text; raises Unusable if check cannot judge it.

    check runs in a process of its own, because it ends all processes that its own has started.
    """
    arguments = [str(ROOT / "lab"), "check", "cell.lp", "--json", "--seed=1", "--puzzle"]
    result = run_on_program(program, *arguments, puzzle.name_or_path)
    if result.returncode not in (0, 1) or not result.stdout:
        raise Unusable(result.stderr.strip())
    return CheckReport(puzzle, json.loads(result.stdout))
