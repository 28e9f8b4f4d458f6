"""Judges a right program that shows its answer under another name: it is a fault of display only.

The program gets a line more, that of display.lp, and is judged as any other.
"""

from pathlib import Path

from lab.check import trial_runs
from lab.check.assignment import Assignment
from lab.check.trial_runs import TrialRun
from lab.common.findings import Finding
from lab.common.language import translate
from lab.runner.pool import TaskPool

DISPLAY = "display"  # code of the finding
TEMPLATE = Path(__file__).with_name("display.lp")
MOST_NAMES = 3  # of predicates that are tried
OTHER_NAME = "the answer is shown as {own}, expected {atom}"


def find_display(
    pool: TaskPool, assignment: Assignment, program: Path, run: TrialRun
) -> tuple[TrialRun, Finding] | None:
    """Add to a program without answers the line that shows them, if another name has them.

    Return the run on the small trial boards, all right then, and the finding; else None, and the
    program is as it was.
    """
    shown = {name for answers in run.answers for name in answers.shows if name.endswith("/2")}
    text = program.read_bytes()
    for name in sorted(shown)[:MOST_NAMES] if assignment.values.isalpha() else ():
        line = TEMPLATE.read_text("utf-8").replace("own(", f"{name.removesuffix('/2')}(")
        line = line.replace("value", assignment.values)
        program.write_bytes(text + b"\n" + line.encode())
        displayed = trial_runs.run_trials(pool, assignment, program, assignment.small_trials)
        if not trial_runs.find_broken_rules(pool, assignment, displayed):
            brief = translate(OTHER_NAME, own=name, atom=assignment.atom)
            return displayed, Finding("contract", DISPLAY, brief)
    program.write_bytes(text)
    return None
