"""JUDGES: they find what is wrong with a submission, in the order in which they run.

A judge reads what earlier ones left in an Examination, and yields findings and remarks, which
run_judges adds to the report at once; figures, such as the sizes proven, it sets itself.
wrong_answers.py makes the findings of answers that break rules, and naming.py names the known
mistakes behind them.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import decode
from lab.check.judges import encode_facts, example_runs, exercises, naming, optimum, wrong_answers
from lab.check.judges.display import find_display
from lab.check.judges.examination import Entry, Examination, make_remarks
from lab.check.judges.reading import UNREADABLE, find_untouched, read_program
from lab.check.programs import fresh
from lab.check.programs.program import TrialRun
from lab.common.findings import CONTRACT, DELIVERY, RULES, SCRIPT, SOLVES, Finding, Remark, Report
from lab.common.language import translate
from lab.common.words import count_noun, join_clauses
from lab.puzzles import LEAST_COST, UNIQUE
from lab.runner.copies import FolderCopies, explain_missing

MINIMISES = "nothing has to be minimised: a puzzle has one solution, and #minimize hides if not"
ONE_RULE = "only rule {number} was judged, {rule}: on small boards"
FRESH_BOARD = "this board was made for this check: --seed {seed} repeats it"


def copy_delivery_facts(examination: Examination) -> Iterator[Entry]:
    """Copy what the delivery says of itself into the report, unless it is a program alone."""
    delivery, report = examination.delivery, examination.report
    if not delivery.is_lone_program:
        report.reached.add(DELIVERY)
        report.authors = list(delivery.authors)
        report.unjudged = list(delivery.unjudged)
        yield from delivery.remarks
        yield from delivery.findings


def judge_small_boards(examination: Examination) -> Iterator[Entry]:
    """Judge the answers to the small trial boards; keep them if they are right."""
    assignment, report = examination.assignment, examination.report
    report.reached.add(CONTRACT)
    run = examination.program.run_trials(assignment.small_trials)
    findings = wrong_answers.find_broken_rules(run)
    is_empty = bool(findings) and findings[0].code == assignment.empty_code
    if is_empty and (display := find_display(run, examination.folder)):
        run, findings = display.run, display.findings
        examination.program = run.program  # from now on another program is judged
        yield display.fault
    pairs = zip(run.trials, run.answers)
    report.is_silent = not any(trial.solutions and a.found for trial, a in pairs)
    named_run = run  # without answers that break several rules, where one is judged
    if examination.rule:
        named_run, run = judge_one_rule(examination, run)
        findings = wrong_answers.find_broken_rules(run)
    if findings:
        names = naming.explain_findings(named_run)
        yield from examination.explain(findings, names)
    elif not examination.rule:
        examination.right_run = run


def judge_one_rule(examination: Examination, run: TrialRun) -> tuple[TrialRun, TrialRun]:
    """Return a run without the answers that break other rules, and a run that ignores these rules.

    Write into the report which rule is judged.
    """
    rules: dict[str, str] = examination.assignment.puzzle.rules.RULES
    for number, (code, rule) in enumerate(rules.items(), start=1):
        if code == examination.rule:
            text = translate(ONE_RULE, number=number, rule=translate(rule))
            examination.report.summary = text
        else:
            examination.report.unjudged.append(translate("rule {number}", number=number))
    other_codes = {*rules} - {examination.rule}
    differences = [
        {codes: answers for codes, answers in difference.items() if other_codes.isdisjoint(codes)}
        for difference in run.differences
    ]
    return run._replace(differences=differences), wrong_answers.leave_out_rules(run, other_codes)


def judge_script(examination: Examination) -> Iterator[Entry]:
    """Run encode.py in copies of its folder."""
    script = examination.delivery.script
    if not script:
        return
    if finding := find_untouched(examination.assignment, script, SCRIPT):
        yield finding
        return
    assignment, report = examination.assignment, examination.report
    report.reached.add(CONTRACT)
    copies = FolderCopies(examination.delivery.folder, examination.pool.folder)
    if not copies.has(script.name):
        text = f"{script.name}: {explain_missing(script) or translate(UNREADABLE)}"
        yield Finding(CONTRACT, CONTRACT, text, part=SCRIPT)
        return
    grids = list(map(decode.format_grid, assignment.examples))
    grids += fresh.make_grids(assignment, report.seed)
    check = encode_facts.EncodeCheck(examination.pool, assignment, copies, grids)
    is_right = True
    for finding in check.findings():
        is_right = False
        yield replace(finding, part=SCRIPT)
    if is_right:
        yield from check.remarks()
    elif not copies.is_whole:
        yield Remark(CONTRACT, "folder", copies.explain_omission())


def judge_every_board(examination: Examination) -> Iterator[Entry]:
    """Search all boards of small sizes, and keep the sizes that are proven."""
    from lab.check.judges import every_board  # a module that is not handed out

    findings, remarks = every_board.judge_every_board(examination.program, examination.report)
    yield from remarks
    if findings:
        yield from examination.explain(findings)


def judge_larger_boards(examination: Examination) -> Iterator[Entry]:
    """Judge the larger trial boards, then boards made for this check, up to a wrong answer."""
    program, report = examination.program, examination.report
    findings = find_wrong_answers(program.run_trials(examination.assignment.larger_trials))
    if not findings:
        boards = fresh.make_trial_boards(examination.pool, examination.assignment, report.seed)
        run = program.run_trials(boards, fresh.MOST_SOLUTIONS + 1)
        report.fresh = len(run.answers)
        if findings := find_wrong_answers(run):
            yield from remark_on_seed(examination, RULES)
    if findings:
        yield from examination.explain(findings)


def find_wrong_answers(run: TrialRun) -> list[Finding]:
    """Return findings, none of a stop: the examples show whether a program is too slow."""
    if run.trouble and run.trouble.end != "error":
        run = run._replace(trouble=None)
    return wrong_answers.find_broken_rules(run)


def judge_examples(examination: Examination) -> Iterator[Entry]:
    """Judge and measure the program on the examples, then on larger boards made for this check."""
    program, report, assignment = examination.program, examination.report, examination.assignment
    measurement = example_runs.measure_examples(program, assignment.examples)
    yield from keep_measurement(report, measurement)
    findings = example_runs.report_faults(program, measurement)
    if not findings:
        large_boards = fresh.make_large_boards(assignment, report.seed)
        runs = example_runs.run_boards(program, large_boards)
        findings = example_runs.judge_runs(program, runs, translate("a board"))
        report.fresh += sum(large_run.outcome.is_done for large_run in runs)
        if findings:
            yield from remark_on_seed(examination, SOLVES)
    if not findings:
        report.reached |= {RULES, SOLVES}
        report.summary, report.cost = measurement.summary, measurement.cost
        if report.summary and report.fresh:
            number = count_noun(report.fresh, "more board")
            if not assignment.bank.fresh:
                number = translate("{boards}, made for this check", boards=number)
            report.summary = join_clauses([report.summary, number])
    elif all(finding.stage == SOLVES for finding in findings):
        report.reached.add(RULES)
        yield from findings
    else:  # small parts of an example show a broken rule
        yield from examination.explain(findings)


def remark_on_seed(examination: Examination, stage: str) -> Iterator[Remark]:
    """Yield a remark with the seed of fresh boards, unless they come from a handout."""
    if not examination.assignment.bank.fresh:
        text = translate(FRESH_BOARD, seed=examination.report.seed)
        yield Remark(stage, "seed", text)


def keep_measurement(report: Report, measurement: example_runs.Measurement) -> tuple[Remark, ...]:
    """Keep how a program deals with the examples that count; return the remarks on its growth."""
    report.solved, report.unsolved = list(measurement.solved), measurement.unsolved
    return measurement.remarks


def measure_wrong_program(examination: Examination) -> Iterator[Entry]:
    """Run a wrong program on the examples, for the points; it has an answer to some board."""
    report = examination.report
    is_without_end = any(finding.code == "time" for finding in report.findings)
    if not (examination.rule or report.solved or report.is_silent or is_without_end):
        counted = example_runs.list_counted_examples(examination.assignment)
        measurement = example_runs.measure_examples(examination.program, counted)
        yield from keep_measurement(report, measurement)


def remark_on_minimising(examination: Examination) -> Iterator[Entry]:
    """Yield remarks on what a right program minimises."""
    assignment, run = examination.assignment, examination.right_run
    assert run
    if assignment.puzzle.best == UNIQUE and any(answers.optimises for answers in run.answers):
        yield Remark(RULES, assignment.settings.optimises_code, translate(MINIMISES))
    if assignment.puzzle.best == LEAST_COST:
        yield from optimum.make_remarks(run)


def remark_on_idle_rules(examination: Examination) -> Iterator[Entry]:
    """Yield a remark on each rule of a right program that changes nothing on any small board."""
    from lab.check.judges import every_board  # a module that is not handed out

    yield from every_board.remark_on_idle_rules(examination.program)


def remark_on_undefined(examination: Examination) -> Iterator[Entry]:
    """Yield remarks on predicates without a rule, unless they are findings already."""
    reported = {(finding.brief, finding.place) for finding in examination.report.findings}
    complaints = (each for each in examination.undefined if each[:2] not in reported)
    yield from make_remarks("undefined", complaints)


class ConditionalJudge(NamedTuple):
    """A function that judges, and whether it is due after the judges before it."""

    run: Callable[[Examination], Iterator[Entry]]
    is_due: Callable[[Examination], bool] = lambda examination: True


JUDGES = (
    ConditionalJudge(copy_delivery_facts),
    ConditionalJudge(read_program),
    ConditionalJudge(judge_small_boards, Examination.is_read),
    ConditionalJudge(judge_script),  # before the boards that take longer
    ConditionalJudge(judge_every_board, Examination.can_be_proven),
    ConditionalJudge(judge_larger_boards, Examination.is_right_so_far),
    ConditionalJudge(judge_examples, Examination.is_right_so_far),
    ConditionalJudge(remark_on_minimising, Examination.is_right_so_far),
    ConditionalJudge(remark_on_idle_rules, Examination.can_be_proven),
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

    What a judge finds is in the report, and shown, before it goes on.
    """
    exercise = ConditionalJudge(exercises.judge_exercise)
    for judge in (exercise,) if examination.exercise else JUDGES:
        if judge.is_due(examination):
            for entry in judge.run(examination):
                examination.add(entry)
            yield judge
