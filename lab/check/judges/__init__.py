"""JUDGES: they find what is wrong with a submission, in the order in which they run.

A judge reads what earlier ones left in an Examination, and yields findings and remarks, which
run_judges adds to the report at once; figures, such as the sizes proven, it sets itself.
wrong_answers.py makes the findings of answers that break rules, and naming.py names the known
mistakes behind them.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from lab.check.judges.counts import judge_counts
from lab.check.judges.encode_facts import judge_script
from lab.check.judges.examination import Entry, Examination
from lab.check.judges.example_runs import judge_examples, measure_wrong_program
from lab.check.judges.exercises import judge_exercise
from lab.check.judges.optimum import remark_on_minimising
from lab.check.judges.reading import read_program, remark_on_undefined, remove_untouched_files
from lab.check.judges.trial_boards import judge_larger_boards, judge_small_boards
from lab.common.language import translate
from lab.findings import DELIVERY, RULES, Remark, Report


def copy_delivery_facts(examination: Examination) -> Iterator[Entry]:
    """Copy authors and faults of the delivery into the report, unless it is a program alone."""
    delivery, report = examination.delivery, examination.report
    if not delivery.is_lone_program:
        report.reached.add(DELIVERY)
        report.authors = list(delivery.authors)
        report.unjudged = list(delivery.unjudged)
        yield from delivery.remarks
        yield from delivery.findings


def judge_every_board(examination: Examination) -> Iterator[Entry]:
    from lab.check.judges import every_board  # a module that is not handed out

    findings, remarks = every_board.search_every_board(
        examination.program, examination.report, examination.most_rows
    )
    examination.covered_rows = every_board.find_covered_rows(
        examination.assignment, examination.report, remarks
    )
    yield from remarks
    yield from examination.explain(findings)


def remark_on_idle_rules(examination: Examination) -> Iterator[Entry]:
    from lab.check.judges import every_board  # a module that is not handed out

    return every_board.make_idle_rule_remarks(examination.program)


MOST_SECONDS = 8.0  # seconds of computing for a submission after which extra judges are left out
LEFT_OUT = "not all was judged, as the program takes long on small boards already"


class ConditionalJudge(NamedTuple):
    """A function that judges, and whether it is due after the judges before it."""

    run: Callable[[Examination], Iterator[Entry]]
    is_due: Callable[[Examination], bool] = lambda examination: True
    is_extra: bool = False  # it is left out after MOST_SECONDS


JUDGES = (
    # Is the delivery complete?  Does it read?
    ConditionalJudge(copy_delivery_facts),
    ConditionalJudge(remove_untouched_files),
    ConditionalJudge(read_program),
    # Does it keep the contract?  Is each rule right?  encode.py before boards that take longer
    ConditionalJudge(judge_small_boards, Examination.is_read),
    ConditionalJudge(judge_script),
    ConditionalJudge(judge_every_board, Examination.can_be_proven, is_extra=True),
    ConditionalJudge(judge_counts, Examination.can_be_counted, is_extra=True),
    ConditionalJudge(judge_larger_boards, Examination.is_right_so_far, is_extra=True),
    # Does it solve?
    ConditionalJudge(judge_examples, Examination.is_right_so_far),
    ConditionalJudge(remark_on_minimising, Examination.is_right_so_far),
    ConditionalJudge(remark_on_idle_rules, Examination.can_be_proven, is_extra=True),
    ConditionalJudge(measure_wrong_program, Examination.is_read),
    ConditionalJudge(remark_on_undefined),
)


def run_judges(examination: Examination) -> Report:
    """Run all judges, or that of an exercise; return the report."""
    for _ in run_each_judge(examination):
        pass
    return examination.report


def run_each_judge(examination: Examination) -> Iterator[ConditionalJudge]:
    """Run the judges, or that of an exercise; yield each judge that has run.

    The findings of a judge are in the report, and shown, before it goes on.
    """
    exercise = ConditionalJudge(judge_exercise)
    start, is_slow = examination.pool.seconds, False
    has_extra = False  # whether an extra judge was due before; what it takes is not counted
    for judge in (exercise,) if examination.exercise else JUDGES:
        if judge.is_due(examination):
            if judge.is_extra and not has_extra:
                has_extra = True
                is_slow = examination.trial_step > 1
                is_slow |= examination.pool.seconds > start + MOST_SECONDS
            if judge.is_extra and is_slow:
                left_out = Remark(RULES, "slow", translate(LEFT_OUT))
                if left_out not in examination.report.remarks:
                    examination.add(left_out)
                continue
            for entry in judge.run(examination):
                examination.add(entry)
            yield judge
