"""Judges a program that shows its answer under another name: that is a fault of display only.

A copy of the program with a line more, that of display.lp, is judged as any other.  If the program
shows cells of another form, such as cell(R,C,"b"), the copy does not.
"""

import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from lab.check.bank.assignment import DISPLAY, REFUSES
from lab.check.judges import wrong_answers
from lab.check.programs.program import SubmittedProgram, TrialRun
from lab.common.language import translate
from lab.findings import CONTRACT, Finding
from lab.syntax import tokens

TEMPLATE = Path(__file__).with_name("display.lp")
MOST_NAMES = 6  # predicates that are tried as another name
CELLS_SHOWN = re.compile(r"#show\s+cell\s*\(")
SHOWS_NOTHING = "#show"
OTHER_NAME = "the answer is shown as {own}, expected {atom}"


class RenamedAnswers(NamedTuple):
    """A run of a program after its answers, shown under another name, became cells."""

    run: TrialRun  # the run on the small trial boards
    findings: list[Finding]  # the findings of this run
    name_finding: Finding  # the finding on the other name


def find_renamed_answers(run: TrialRun, folder: Path) -> RenamedAnswers | None:
    """Find the predicate with the answers of a program in `folder` that shows no cells.

    This predicate is p/2 or p/3, and its answers break at most one rule on the small trial boards.
    """
    assignment = run.program.assignment
    texts = list(dict.fromkeys(text for answers in run.answers for text in answers.shows))
    template = TEMPLATE.read_text("utf-8").replace("value", assignment.value_pattern)
    arguments = {"/2": "(R,C)", "/3": f"(R,C,{assignment.value_pattern})"}
    shown = sorted(name for name in texts if name[-2:] in arguments)
    if not assignment.value_pattern.isalpha():
        return None
    for name in shown[:MOST_NAMES]:
        line = template.replace("own(R,C)", name[:-2] + arguments[name[-2:]])
        program = add_line(run.program, folder, line)
        displayed = program.run_trials(run.trials)
        findings = wrong_answers.find_broken_rules(displayed)
        if not findings or keeps_most_rules(displayed, findings):
            shown_text = next((text for text in texts if text.startswith("cell(")), name)
            brief = translate(OTHER_NAME, own=shown_text, atom=assignment.atom)
            return RenamedAnswers(displayed, findings, Finding(CONTRACT, DISPLAY, brief))
    return None


def add_line(program: SubmittedProgram, folder: Path, line: str) -> SubmittedProgram:
    """Return a program with a line more, in a copy of its folder."""
    copy = Path(tempfile.mkdtemp(dir=program.pool.programs))
    shutil.copytree(folder, copy, dirs_exist_ok=True)
    path = copy / program.path.relative_to(folder)
    text = path.read_text("utf-8", "surrogateescape")
    for statement in tokens.list_statements(text):
        if CELLS_SHOWN.match(statement.code):
            end = statement.start + len(statement.source)
            text = text[: statement.start] + SHOWS_NOTHING.ljust(end - statement.start) + text[end:]
    path.write_text(f"{text}\n{line}", "utf-8", "surrogateescape", newline="")
    return replace(program, path=path)


def keeps_most_rules(run: TrialRun, findings: Sequence[Finding]) -> bool:
    """Return whether one rule is broken at most, and a solution of several cells is found."""
    rules = run.program.assignment.puzzle.rules.RULES.keys()
    codes = {finding.code for finding in findings}
    if len(codes & rules) > 1 or not codes <= {*rules, REFUSES}:
        return False
    pairs = zip(run.trials, run.answers)
    return any(
        len(answer) > 1 for trial, answers in pairs for answer in trial.solutions & {*answers.found}
    )
