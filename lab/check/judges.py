"""The judges of a delivery's programs: encode.py, small boards, every board, examples, remarks."""

from dataclasses import replace

import decode
from lab.check import contract, example_runs, fresh, mistakes, optimum, trial_runs
from lab.check.display import find_display
from lab.check.examination import Examination
from lab.check.program import TrialRun
from lab.check.reading import UNREADABLE, is_begun
from lab.common.findings import SCRIPT, Finding, Remark
from lab.common.language import translate
from lab.common.words import count_noun, join_clauses
from lab.puzzles import LEAST_COST, UNIQUE
from lab.runner.copies import FolderCopies, explain_missing

MINIMISES = "nothing has to be minimised: a puzzle has one solution, and #minimize hides if not"
ONE_RULE = "only rule {number} was judged, {rule}: on small boards"
FRESH_BOARD = "this board was made for this check: --seed {seed} repeats it"


def judge_script(examination: Examination) -> None:
    """Run encode.py in copies of its folder; add findings, or else remarks."""
    script, report = examination.delivery.script, examination.report
    if not script or not is_begun(examination, script, SCRIPT):
        return
    report.reached.add("contract")
    copies = FolderCopies(examination.delivery.folder, examination.pool.folder)
    if not copies.has(script.name):
        text = f"{script.name}: {explain_missing(script) or translate(UNREADABLE)}"
        examination.add_findings(Finding("contract", "contract", text, part=SCRIPT))
        return
    assignment = examination.assignment
    grids = list(map(decode.format_grid, assignment.examples))
    grids += fresh.make_grids(assignment, report.seed)
    check = contract.EncodeCheck(examination.pool, assignment, copies, grids)
    is_right = True
    for finding in check.findings():
        is_right = False
        examination.add_findings(replace(finding, part=SCRIPT))
    if is_right:
        report.remarks += check.remarks()
    elif not copies.is_whole:
        report.remarks.append(Remark("contract", "folder", copies.explain_omission()))


def judge_small_boards(examination: Examination) -> None:
    """Set the answers to the small trial boards if they are right, else add findings."""
    assert examination.program
    program, assignment, report = examination.program, examination.assignment, examination.report
    report.reached.add("contract")
    run = program.run_trials(assignment.small_trials)
    findings = trial_runs.find_broken_rules(run)
    is_empty = bool(findings) and findings[0].code == assignment.empty_code
    if is_empty and (displayed := find_display(run)):
        run, findings, finding = displayed
        examination.add_findings(finding)
    pairs = zip(run.trials, run.answers)
    report.is_silent = not any(trial.solutions and a.found for trial, a in pairs)
    named_run = run  # without answers that break several rules, where one is judged
    if examination.rule:
        named_run, run = judge_one_rule(examination, run)
        findings = trial_runs.find_broken_rules(run)
    if not findings:
        examination.right_run = None if examination.rule else run
        return
    names = mistakes.explain_findings(named_run)
    has_cells = "cell/3" in dict(examination.outline["defines"])
    explained = []
    for finding in findings:
        mistake, detail = names.get(finding.code), finding.detail
        if finding.code == assignment.empty_code and not (mistake or has_cells):
            detail = translate("no rule has one in its head")
        explained.append(replace(finding, mistake=mistake, detail=detail))
    examination.add_with_causes(explained)


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
    return run._replace(differences=differences), trial_runs.leave_out_rules(run, other_codes)


def judge_larger_boards(examination: Examination) -> None:
    """Judge the larger trial boards, then boards made for this check, up to a wrong answer."""
    assert examination.program
    program, assignment, report = examination.program, examination.assignment, examination.report
    findings = find_wrong_answers(program.run_trials(assignment.larger_trials))
    if not findings:
        boards = fresh.make_trial_boards(examination.pool, assignment, report.seed)
        run = program.run_trials(boards, fresh.MOST_SOLUTIONS + 1)
        report.fresh = len(run.answers)
        if findings := find_wrong_answers(run):
            remark_on_seed(examination, trial_runs.STAGE)
    if findings:
        examination.add_with_causes(findings)


def find_wrong_answers(run: TrialRun) -> list[Finding]:
    """Return findings, none of a stop: the examples show whether a program is too slow."""
    if run.trouble and run.trouble.end != "error":
        run = run._replace(trouble=None)
    return trial_runs.find_broken_rules(run)


def judge_examples(examination: Examination) -> None:
    """Judge and measure the program on the examples, then on larger boards made for this check."""
    assert examination.program
    program, assignment, report = examination.program, examination.assignment, examination.report
    findings = example_runs.judge_examples(program, report)
    if not findings:
        large_boards = fresh.make_large_boards(assignment, report.seed)
        runs = example_runs.run_boards(program, large_boards)
        findings = example_runs.judge_runs(program, runs, translate("a board"))
        report.fresh += sum(large_run.outcome.is_done for large_run in runs)
        if findings:
            remark_on_seed(examination, example_runs.STAGE)
    if findings:
        report.summary, report.cost = "", None
    elif report.summary and report.fresh:
        number = count_noun(report.fresh, "more board")
        if not assignment.bank.fresh:
            number = translate("{boards}, made for this check", boards=number)
        report.summary = join_clauses([report.summary, number])
    if all(finding.stage == example_runs.STAGE for finding in findings):
        examination.add_findings(*findings)
        report.reached |= {trial_runs.STAGE, example_runs.STAGE}
    else:  # small parts of an example show a broken rule
        examination.add_with_causes(findings)


def remark_on_seed(examination: Examination, stage: str) -> None:
    """Add a remark with the seed of fresh boards, unless they come from a handout."""
    if not examination.assignment.bank.fresh:
        text = translate(FRESH_BOARD, seed=examination.report.seed)
        examination.report.remarks.append(Remark(stage, "seed", text))


def measure_wrong_program(examination: Examination) -> None:
    """Run a wrong program on the examples, for the points; it has an answer to some board."""
    report, program = examination.report, examination.program
    is_without_end = any(finding.code == "time" for finding in report.findings)
    if program and not (examination.rule or report.solved or report.is_silent or is_without_end):
        counted = example_runs.list_counted_examples(examination.assignment)
        example_runs.measure_examples(program, report, counted)
        report.summary, report.cost = "", None  # of programs that keep all rules


def remark_on_minimising(examination: Examination) -> None:
    """Add remarks on what a right program minimises."""
    assignment, run = examination.assignment, examination.right_run
    assert run
    if assignment.puzzle.best == UNIQUE and any(answers.optimises for answers in run.answers):
        code = assignment.settings.optimises_code
        examination.report.remarks.append(Remark(trial_runs.STAGE, code, translate(MINIMISES)))
    if assignment.puzzle.best == LEAST_COST:
        examination.report.remarks += optimum.make_remarks(run)
