"""Judges a program that shows its answer under another name: that is a fault of display only.

The program gets a line more, that of display.lp, and is judged as any other.
"""

from collections.abc import Sequence
from pathlib import Path

from lab.check import trial_runs
from lab.check.assignment import REFUSES
from lab.check.program import TrialRun
from lab.common.findings import Finding
from lab.common.language import translate

DISPLAY = "display"  # code of the finding
TEMPLATE = Path(__file__).with_name("display.lp")
MOST_NAMES = 6  # of predicates that are tried
ARGUMENTS = {"/2": "(R,C)", "/3": "(R,C,value)"}  # of such predicates
OTHER_NAME = "the answer is shown as {own}, expected {atom}"


def find_display(run: TrialRun) -> tuple[TrialRun, list[Finding], Finding] | None:
    """Add a #show line to a program without answers, if another predicate holds the answers.

    This predicate is p/2 or p/3, and its answers break at most one rule on the small trial boards.
    Return the run on these boards, the findings on its answers, and the finding of the display.
    Without such a predicate, restore the program and return None.
    """
    shown = {name for answers in run.answers for name in answers.shows if name[-2:] in ARGUMENTS}
    program, assignment = run.program, run.program.assignment
    text = program.path.read_bytes()
    for name in sorted(shown)[:MOST_NAMES] if assignment.values.isalpha() else ():
        shown_atom = name[:-2] + ARGUMENTS[name[-2:]]
        line = TEMPLATE.read_text("utf-8").replace("own(R,C)", shown_atom)
        line = line.replace("value", assignment.values)
        program.path.write_bytes(text + b"\n" + line.encode())
        displayed = program.run_trials(assignment.small_trials)
        findings = trial_runs.find_broken_rules(displayed)
        if not findings or keeps_most_rules(displayed, findings):
            brief = translate(OTHER_NAME, own=name, atom=assignment.atom)
            return displayed, findings, Finding("contract", DISPLAY, brief)
    program.path.write_bytes(text)
    return None


def keeps_most_rules(run: TrialRun, findings: Sequence[Finding]) -> bool:
    """Return whether one rule is broken at most, and a solution of several cells is found."""
    rules = run.program.assignment.puzzle.rules.RULES.keys()
    codes = {finding.code for finding in findings}
    is_found = any(
        len(answer) > 1 and answer in trial.solutions
        for trial, answers in zip(run.trials, run.answers)
        for answer in answers.found
    )
    return is_found and len(codes & rules) <= 1 and codes <= {*rules, REFUSES}
