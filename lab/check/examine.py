"""Examine a delivery: the steps, in the order in which they run.

A step reads what earlier ones found in an Examination, and adds findings and remarks to its report.
It is left out where something that it needs is missing or empty: an attribute of the Examination.
A new judge or remark is a function in judges.py and a line here.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from lab.check import exercises, judges, reading
from lab.check.examination import Examination
from lab.common.findings import DELIVERY, Report


class Step(NamedTuple):
    """A part of an examination, and the attributes that it needs."""

    run: Callable[[Examination], None]
    needs: tuple[str, ...] = ()


def copy_delivery_facts(examination: Examination) -> None:
    """Copy what the delivery says of itself into the report, unless it is a program alone."""
    delivery, report = examination.delivery, examination.report
    if not delivery.is_lone_program:
        report.reached.add(DELIVERY)
        report.authors = list(delivery.authors)
        report.unjudged = list(delivery.unjudged)
        report.remarks += delivery.remarks
        examination.add_findings(*delivery.findings)


def remark_on_undefined(examination: Examination) -> None:
    """Add remarks on predicates without a rule, unless they are findings already."""
    examination.add_remarks("undefined", examination.undefined)


def load_proof_step(name: str) -> Callable[[Examination], None]:
    """Return a step of proof.py, a module that is not handed out."""

    def run(examination: Examination) -> None:
        from lab.check import proof

        getattr(proof, name)(examination)

    return run


STEPS = (
    Step(copy_delivery_facts),
    Step(reading.read_program),
    Step(judges.judge_small_boards, ("program",)),
    Step(judges.judge_script),  # before the boards that take longer
    Step(load_proof_step("judge_every_board"), ("has_reference", "is_right_so_far")),
    Step(judges.judge_larger_boards, ("is_right_so_far",)),
    Step(judges.judge_examples, ("is_right_so_far",)),
    Step(judges.remark_on_minimising, ("is_right_so_far",)),
    Step(load_proof_step("remark_on_idle_rules"), ("has_reference", "is_right_so_far")),
    Step(judges.measure_wrong_program, ("program",)),
    Step(remark_on_undefined),
)


def run_steps(examination: Examination) -> Report:
    """Run all steps, or judge an exercise; return the report."""
    for _ in run_each_step(examination):
        pass
    return examination.report


def run_each_step(examination: Examination) -> Iterator[Step]:
    """Run the steps, or judge an exercise; yield each step that has run."""
    for step in (Step(exercises.judge_exercise),) if examination.exercise else STEPS:
        if all(getattr(examination, name) for name in step.needs):
            step.run(examination)
            yield step
