"""Runs a program on the examples, and compares its ground rules with those of the reference."""

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from lab.check.bank.answers import ProgramAnswers, fill_board, read_answers
from lab.check.bank.assignment import REFUSES, SEVERAL, Assignment
from lab.check.judges import wrong_answers
from lab.check.judges.examination import Entry, Examination
from lab.check.programs import fresh_boards
from lab.check.programs.program import SubmittedProgram, open_reference
from lab.common.language import format_decimal, format_integer, translate
from lab.common.words import count_noun, format_rows, format_size, get_size, join_clauses
from lab.findings import (
    PROGRAM,
    RIGHT,
    RULES,
    SOLVES,
    TOO_SLOW,
    WRONG,
    ExampleResult,
    Finding,
    Remark,
    Workload,
)
from lab.puzzles import LEAST_COST, UNIQUE, Board, Puzzle
from lab.runner.task_pool import Outcome, TaskPool

REQUIRED_ROWS = 7  # boards of up to so many rows have to be solved in time
MODEST_ROWS = 25  # rows of the largest board on which a stop is a remark
MODEST_ROWS_TO_OPTIMISE = 10  # the same for puzzles whose solutions have a cost
# rows of a board, at most -> seconds of computing
TIME_LIMITS = {REQUIRED_ROWS: 10.0, MODEST_ROWS: 2.0, 60: 0.7, math.inf: 0.5}
# more than so many times the ground rules or the computing of the reference are a remark
STEEP_RATIO = 20.0
COUNTED_ROWS = 14  # ground rules are counted by line on boards of up to so many rows
COUNT_SECONDS = 10.0  # seconds of computing to count ground rules
STOPS = {
    "time": "{seconds} s of computing were over",
    "memory": "its memory was used up",
    "output": "it wrote without end",
    "crash": "clingo broke down",
}
SOLVED_EXAMPLES = {
    UNIQUE: "{examples} up to {size}, each unique",
    "not unique": "{examples} up to {size}, not each unique",
    LEAST_COST: "{examples} up to {size}, each to its optimum",
}
STOPPED = "your program was stopped at {size}: {reason}"
NO_FAULT = "larger ones take longer than check waits, which is not a fault"
MANY_RULES = "at {size} your program grounds {rules} rules, the reference {reference}"
LINE, LINE_OF_FILE = "line {line}", "line {line} of {file}"
COSTLY_RULE = "the rule in {line} makes most of them"
COSTLY_RULE_AT_SIZE = "the rule in {line} makes most of them at {size}"
LONG_TIME = "at {size} your program computes over {ratio} times as long as the reference"
SEVERAL_SOLUTIONS = "an example of {size} has several solutions, which is a fault of the example"
UNSOLVED = "{board} of {size} has a solution, and none is found"
EXAMPLE_IN_SEVERAL_SETS = "the solution of {board} of {size} comes in several answer sets"
GROUND_RULES = "there {rules} ground rules"
GROUND_RULES_OF_BOTH = "there {rules} ground rules, the reference {reference}"
MOST_PARTS = 50  # parts of an example that are tried


@dataclass(frozen=True)
class ExampleRun:
    """The outcome of the task find_answers for a program and a board."""

    board: Board
    outcome: Outcome
    finding: Finding | None = None  # the first on its answers

    @cached_property
    def answers(self) -> ProgramAnswers:
        """Up to two answers, if the outcome is done."""
        return read_answers(self.outcome.value[0])


class Measurement(NamedTuple):
    """How a program deals with examples, up to the time limits."""

    runs: Sequence[ExampleRun]
    example_results: list[ExampleResult]  # the results of the examples that count
    unsolved: Finding | None = None  # the finding on the first of them that is not solved
    summary: str = ""
    workload: Workload | None = None  # the workload for the largest example that has an answer
    remarks: tuple[Remark, ...] = ()  # on growth, and on examples with several solutions


def judge_examples(examination: Examination) -> Iterator[Entry]:
    """Judge and measure the program on the examples, then on larger boards made for this check."""
    program, report, assignment = examination.program, examination.report, examination.assignment
    measurement = measure_examples(program, assignment.examples)
    report.example_results, report.unsolved = measurement.example_results, measurement.unsolved
    yield from measurement.remarks
    findings = find_faults_of_runs(program, measurement.runs)
    if not findings:
        large_boards = fresh_boards.make_large_boards(assignment, report.seed)
        runs = run_boards(program, large_boards, translate("a board"))
        findings = find_wrong_answer(program, runs)
        done_runs = [run for run in (*measurement.runs, *runs) if run.outcome.is_done]
        yield from examination.find_undrawable((run.board, run.answers) for run in done_runs)
        report.fresh_count += sum(run.outcome.is_done for run in runs)
        if findings:
            yield from examination.remark_on_seed(SOLVES)
    if not findings:
        report.reached |= {RULES, SOLVES}
        report.summary, report.workload = measurement.summary, measurement.workload
        if report.summary and report.fresh_count:
            number = count_noun(report.fresh_count, "more board")
            if not assignment.bank.fresh_boards:
                number = translate("{boards}, made for this check", boards=number)
            report.summary = join_clauses([report.summary, number])
    elif all(finding.stage == SOLVES for finding in findings):
        report.reached.add(RULES)
        yield from findings
    else:  # small parts of an example show a broken rule
        yield from examination.explain(findings)


def measure_wrong_program(examination: Examination) -> Iterator[Entry]:
    """Run a wrong program on the examples, for the points; it has an answer to some board."""
    report = examination.report
    is_without_end = any((f.code, f.part) == ("time", PROGRAM) for f in report.findings)
    if not (examination.rule or report.example_results or report.is_silent or is_without_end):
        counted = list_counted_examples(examination.assignment)
        measurement = measure_examples(examination.program, counted)
        report.example_results, report.unsolved = measurement.example_results, measurement.unsolved
        yield from measurement.remarks


def find_faults_of_runs(program: SubmittedProgram, runs: Sequence[ExampleRun]) -> list[Finding]:
    """Return the findings on runs on the examples: a wrong answer, else a stop that is a fault."""
    if findings := find_wrong_answer(program, runs):
        return findings
    stopped = next((run for run in runs if not run.outcome.is_done), None)
    has_solved = any(run.outcome.is_done for run in runs)
    if stopped and (len(stopped.board) <= REQUIRED_ROWS or not has_solved):
        return [make_unsolved_finding(stopped.board, stopped)]
    return []


def find_wrong_answer(program: SubmittedProgram, runs: Iterable[ExampleRun]) -> list[Finding]:
    """Return the first finding of some runs, or all findings on small parts of its board."""
    assignment = program.assignment
    for run in runs:
        if run.finding:
            parts = itertools.islice(assignment.settings.parts(run.board), MOST_PARTS)
            trials = list(map(assignment.bank.make_solved_trial, parts))
            return wrong_answers.find_broken_rules(program.run_trials(trials)) or [run.finding]
    return []


def measure_examples(program: SubmittedProgram, examples: Sequence[Board]) -> Measurement:
    """Run a program on examples up to the time limits, and compare it with the reference."""
    assignment = program.assignment
    runs = run_boards(program, examples, translate("an example"))
    counted = list_counted_examples(assignment)
    pairs = itertools.zip_longest(examples, runs)
    results = [judge_example(board, run) for board, run in pairs if board in counted]
    unsolved = next((finding for _, finding in results if finding), None)
    measurement = Measurement(runs, [result for result, _ in results], unsolved)
    answered = [run for run in runs if run.outcome.is_done and run.answers.found]
    if not answered:
        return measurement
    summary, workload, remarks = compare_with_reference(program, answered)
    stopped = next((run for run in runs if not run.outcome.is_done), None)
    is_fault = stopped is not None and len(stopped.board) <= REQUIRED_ROWS
    has_growth = any(remark.code == "growth" for remark in remarks)
    if stopped and not is_fault and (has_growth or is_much_slower(program, stopped)):
        size, reason = format_size(get_size(stopped.board)), explain_stop(stopped)
        text = translate(STOPPED, size=size, reason=reason)
        remarks.append(Remark(SOLVES, "time", text))
    elif not is_fault and (stopped or len(runs) < len(examples)):
        summary = join_clauses([summary, translate(NO_FAULT)])
    return measurement._replace(summary=summary, workload=workload, remarks=tuple(remarks))


def is_much_slower(program: SubmittedProgram, stopped: ExampleRun) -> bool:
    """Return whether the reference is much faster on a board of modest size where a run stopped."""
    assignment, board = program.assignment, stopped.board
    if len(board) > find_modest_rows(assignment.puzzle):
        return False
    return is_slow(stopped, run_reference(program.pool, assignment, board))


def judge_example(board: Board, run: ExampleRun | None) -> tuple[ExampleResult, Finding | None]:
    """Return the result of an example, and its finding if any; `run` is None if it never began.

    An example whose grid is right is solved, even if it comes in several answer sets.
    """
    size = format_size(get_size(board))
    if run and run.finding and run.finding.code != SEVERAL:
        return ExampleResult(size, WRONG, run.finding.text), run.finding
    if run and run.outcome.is_done:
        return ExampleResult(size, RIGHT), None
    finding = make_unsolved_finding(board, run)
    return ExampleResult(size, TOO_SLOW, finding.text), finding


def list_counted_examples(assignment: Assignment) -> list[Board]:
    """Return the examples that count for the points of each program: those of modest size."""
    most = find_modest_rows(assignment.puzzle)
    counted = [board for board in assignment.examples if len(board) <= most]
    return counted or assignment.examples[:1]


def find_modest_rows(puzzle: Puzzle) -> int:
    """Return up to how many rows an example has a modest size."""
    return MODEST_ROWS_TO_OPTIMISE if puzzle.best == LEAST_COST else MODEST_ROWS


def make_unsolved_finding(board: Board, run: ExampleRun | None) -> Finding:
    """Return the finding of an example not solved in time; `run` is None if the run never began."""
    text = translate("an example of {size} is not solved", size=format_size(get_size(board)))
    reason = explain_stop(run) if run else translate("the program was stopped at a smaller one")
    return Finding(SOLVES, "time", text, reason, grid=fill_board(board, ()))


def compare_with_reference(
    program: SubmittedProgram, runs: Sequence[ExampleRun]
) -> tuple[str, Workload | None, list[Remark]]:
    """Return a summary of the runs, the workload for the last of them, and remarks."""
    run, assignment = runs[-1], program.assignment
    remarks: list[Remark] = []
    size, rules, kind = format_size(get_size(run.board)), run.answers.rules, assignment.puzzle.best
    ambiguous_run = next((run for run in runs if len(run.answers.found) > 1), None)
    if ambiguous_run and kind == UNIQUE and not ambiguous_run.finding:
        text = translate(SEVERAL_SOLUTIONS, size=format_size(get_size(ambiguous_run.board)))
        remarks.append(Remark(SOLVES, "several-solutions", text))
        kind = "not unique"
    examples = count_noun(len(runs), "example")
    summary = translate(SOLVED_EXAMPLES[kind], examples=examples, size=size)
    numbers = {"rules": format_integer(rules)}
    reference = run_reference(program.pool, assignment, run.board)
    if not reference.outcome.is_done:
        return join_clauses([summary, translate(GROUND_RULES, **numbers)]), None, remarks
    reference_rules = reference.answers.rules
    numbers["reference"] = format_integer(reference_rules)
    summary = join_clauses([summary, translate(GROUND_RULES_OF_BOTH, **numbers)])
    if rules > STEEP_RATIO * reference_rules:
        line = describe_costly_rule(program, [run.board for run in runs])
        text = join_clauses([translate(MANY_RULES, size=size, **numbers), line])
        remarks.append(Remark(SOLVES, "growth", text))
    elif round(reference.outcome.cpu, 3) and is_slow(run, reference):
        text = translate(LONG_TIME, size=size, ratio=f"{STEEP_RATIO:g}")
        remarks.append(Remark(SOLVES, "time", text))
    return summary, Workload(size, rules, reference_rules), remarks


def is_slow(run: ExampleRun, reference: ExampleRun) -> bool:
    """Return whether a program computes over STEEP_RATIO times as long as the reference.

    In a handout, the reference's time is unknown and counts as 0: every run is slow.
    """
    seconds, reference_seconds = run.outcome.cpu, reference.outcome.cpu
    return reference.outcome.is_done and seconds >= STEEP_RATIO * reference_seconds


def run_boards(program: SubmittedProgram, boards: Sequence[Board], name: str) -> list[ExampleRun]:
    """Run a program on boards until one is not done, or the next would exceed its limit.

    `name` is one of the boards in words: "an example".
    """
    runs: list[ExampleRun] = []
    pool, most = program.pool, find_modest_rows(program.assignment.puzzle)
    while boards and all(run.outcome.is_done for run in runs):
        if runs and len(boards[0]) > most and exceeds_limit(runs[-1], boards[0]):
            break
        batch, boards = boards[: pool.number], boards[pool.number :]
        runs += pool.map(lambda board: solve_example(program, board), batch)
    return [replace(run, finding=judge_run(program.assignment, run, name)) for run in runs]


def exceeds_limit(run: ExampleRun, board: Board) -> bool:
    """Return whether a larger board than that of a run would exceed its time limit.

    The seconds are assumed to grow as the pairs of cells in a line do.
    """
    pairs = [len(b) * len(b[0]) * (len(b) + len(b[0])) for b in (run.board, board)]
    return run.outcome.cpu * pairs[1] > find_time_limit(board) * pairs[0]


def run_reference(pool: TaskPool, assignment: Assignment, board: Board) -> ExampleRun:
    """Run the reference on a board whose outcome the bank does not have yet."""
    outcomes, name = assignment.reference_outcomes, format_rows(board)
    if name not in outcomes:
        outcomes[name] = solve_example(open_reference(pool, assignment), board).outcome
    return ExampleRun(board, outcomes[name])


def solve_example(program: SubmittedProgram, board: Board, seconds: float = 0) -> ExampleRun:
    """Find up to two answers to a board, and count its ground rules."""
    trial = program.assignment.bank.make_trial(board)
    cpu = seconds or find_time_limit(board)
    return ExampleRun(board, program.find_answers([trial], 2, cpu, counts_rules=True))


def find_time_limit(board: Board) -> float:
    """Return the seconds of computing for a board."""
    return next(seconds for rows, seconds in TIME_LIMITS.items() if len(board) <= rows)


def explain_stop(run: ExampleRun) -> str:
    """Return in words why the program has no answer to this example."""
    seconds = format_decimal(find_time_limit(run.board))
    return translate(STOPS.get(run.outcome.end, STOPS["crash"]), seconds=seconds)


def describe_costly_rule(program: SubmittedProgram, boards: Sequence[Board]) -> str:
    """Return, in words, the line of the rule that makes over half of the ground rules, or "".

    Ground rules are counted on the last board of up to COUNTED_ROWS rows.  The words contain its
    size if a larger board follows.
    """
    board = next((board for board in reversed(boards) if len(board) <= COUNTED_ROWS), None)
    if not board:
        return ""
    counts = program.count_ground_rules(board, COUNT_SECONDS)
    if not counts:
        return ""
    ((file, line), most), total = counts[0], sum(count for _, count in counts)
    if 2 * most <= total:
        return ""
    file_name = Path(file).name
    name = translate(LINE if file == program.path.name else LINE_OF_FILE, line=line, file=file_name)
    is_last, size = board is boards[-1], format_size(get_size(board))
    return translate(COSTLY_RULE if is_last else COSTLY_RULE_AT_SIZE, line=name, size=size)


def judge_run(assignment: Assignment, run: ExampleRun, name: str) -> Finding | None:
    """Return the first finding on the answers to a board; its solution is not shown."""
    grid, size = fill_board(run.board, ()), format_size(get_size(run.board))
    if run.outcome.end == "error":
        return wrong_answers.make_stop_finding(run.board, run.outcome, find_time_limit(run.board))
    if not run.outcome.is_done:
        return None
    answers, least = run.answers, assignment.find_least_cost(run.board)
    for answer in answers.found:
        if codes := assignment.list_broken_codes(run.board, answer, least):
            finding = wrong_answers.make_wrong_answer_finding(
                assignment, run.board, codes[0], answer, least=least
            )
            return replace(finding, stage=SOLVES)
    if not answers.found:
        brief = translate(UNSOLVED, board=name, size=size)
        return Finding(SOLVES, REFUSES, brief, grid=grid, got=translate("no solution"))
    if answers.differing:
        brief = translate(EXAMPLE_IN_SEVERAL_SETS, board=name, size=size)
        mistake = assignment.settings.free_choice or None
        return Finding(SOLVES, SEVERAL, brief, mistake=mistake, grid=grid)
    return None
