"""Runs a program on the examples, and compares its ground rules with those of the reference."""

import itertools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from lab.check import breaches
from lab.check.answers import ProgramAnswers, fill_board, format_board, format_size, read_answers
from lab.check.subject import REFUSES, SEVERAL, Subject
from lab.common.findings import Cost, Finding, Remark, Report
from lab.common.words import count_noun
from lab.puzzles import LEAST_COST, Rows
from lab.runner.pool import Outcome, Task, TaskPool

STAGE = "solves"
REQUIRED_ROWS = 7  # boards of up to so many rows have to be solved in time
MODEST_ROWS = 25  # a stop on a board of up to so many rows is a remark,
MODEST_ROWS_TO_OPTIMISE = 10  # or of so many, where an optimum is asked for
# rows of a board, at most -> seconds of computing
TIME_LIMITS = {REQUIRED_ROWS: 10.0, MODEST_ROWS: 2.0, 60: 0.7, math.inf: 0.5}
STEEP_RATIO = 20.0  # more than so many times the ground rules of the reference are a remark
COUNTED_ROWS = 14  # ground rules are counted by line on boards of up to so many rows
COUNT_SECONDS = 10.0  # of computing, to count them
MOST_PARTS = 50  # parts of an example that are tried


class ExampleRun(NamedTuple):
    """The outcome of the task `solved` for a program and an example."""

    board: Rows
    outcome: Outcome

    @property
    def answers(self) -> ProgramAnswers:
        """Up to two answers, if the outcome is done."""
        return read_answers(self.outcome.value)


def judge_examples(
    pool: TaskPool, subject: Subject, program: Path, report: Report
) -> list[Finding]:
    """Run a program on the examples up to the time limits; return the findings on its answers.

    A wrong answer is shown on a small part of the example, if possible.  Without findings the
    report gets a summary and the cost of the largest example.  Remarks on growth are added, too.
    """
    findings: list[Finding] = []
    runs = run_examples(pool, subject, program)
    for run in runs:
        if findings := judge_run(pool, subject, program, run, "an example"):
            return findings
    solved_runs = [run for run in runs if run.outcome.is_done]
    stopped = next((run for run in runs if not run.outcome.is_done), None)
    if stopped and (len(stopped.board) <= REQUIRED_ROWS or not solved_runs):
        text = f"an example of {format_size(stopped.board)} is not solved"
        grid = fill_board(stopped.board, ())
        findings = [Finding(STAGE, "time", text, explain_stop(stopped), grid=grid)]
    if not solved_runs:
        return findings
    largest = solved_runs[-1]
    size, rules = format_size(largest.board), largest.answers.rules
    reference = run_reference(pool, subject, largest.board)
    is_steep = reference.outcome.is_done and rules > STEEP_RATIO * reference.answers.rules
    if is_steep:
        counts = f"{rules:,} rules, the reference {reference.answers.rules:,}"
        line = name_costly_rule(pool, subject, program, [run.board for run in solved_runs])
        text = f"at {size} your program grounds {counts}{line}"
        report.remarks.append(Remark(STAGE, "growth", text))
    if findings:
        return findings
    summary = f"{count_noun(len(solved_runs), 'example')} up to {size}, each "
    summary += "to its optimum" if subject.puzzle.best == LEAST_COST else "unique"
    summary += f"; there {rules:,} ground rules"
    if reference.outcome.is_done:
        summary += f", the reference {reference.answers.rules:,}"
        seconds, reference_seconds = (round(r.outcome.cpu, 3) for r in (largest, reference))
        report.cost = Cost(size, rules, seconds, reference.answers.rules, reference_seconds)
    if stopped:
        size = format_size(stopped.board)
        text = f"your program was stopped at {size}: {explain_stop(stopped)}"
        most = MODEST_ROWS_TO_OPTIMISE if subject.puzzle.best == LEAST_COST else MODEST_ROWS
        is_modest = len(stopped.board) <= most
        if is_steep or (is_modest and run_reference(pool, subject, stopped.board).outcome.is_done):
            report.remarks.append(Remark(STAGE, "time", text))
        else:
            summary += f"; {text}"
    report.summary = summary
    return []


def run_examples(pool: TaskPool, subject: Subject, program: Path) -> list[ExampleRun]:
    """Run a program on the examples, some at a time, until one of them is not done."""
    boards = subject.examples
    runs: list[ExampleRun] = []
    while boards and all(run.outcome.is_done for run in runs):
        batch, boards = boards[: pool.number], boards[pool.number :]
        outcomes = pool.run_all(solve_task(subject, program, board) for board in batch)
        runs += map(ExampleRun, batch, outcomes)
    return runs


def run_reference(pool: TaskPool, subject: Subject, board: Rows) -> ExampleRun:
    """Run the reference on a board, once for all examinations of this process."""

    def run() -> Outcome:
        task = solve_task(subject, subject.puzzle.encoding, board)
        return pool.run(task._replace(is_trusted=True))

    key = "reference", format_board(board)
    return ExampleRun(board, subject.bank.reference_outcome(board) or subject.remember(key, run))


def solve_task(subject: Subject, program: Path, board: Rows) -> Task:
    """Return the task that finds up to two answers to a board."""
    seconds = time_limit(board)
    facts = subject.bank.format_facts(board)
    arguments = {"path": str(program), "facts": facts, "values": subject.values}
    return Task("solve_board", arguments, seconds, 3 * seconds + 5)


def time_limit(board: Rows) -> float:
    """Return the seconds of computing for a board."""
    return next(seconds for rows, seconds in TIME_LIMITS.items() if len(board) <= rows)


def explain_stop(run: ExampleRun) -> str:
    """Return in words why the program has no answer to this example."""
    if run.outcome.end == "time":
        return f"{time_limit(run.board):g} s of computing were over"
    reasons = {"memory": "its memory was used up", "output": "it wrote without end"}
    return reasons.get(run.outcome.end, "clingo broke down")


def name_costly_rule(
    pool: TaskPool, subject: Subject, program: Path, boards: Sequence[Rows]
) -> str:
    """Return, in words, the line of the rule that makes over half of the ground rules, or "".

    They are counted on the last board of up to COUNTED_ROWS rows; its size is named if it is not
    the last of all.
    """
    board = next((board for board in reversed(boards) if len(board) <= COUNTED_ROWS), None)
    if not board:
        return ""
    arguments = {"path": str(program), "facts": subject.bank.format_facts(board)}
    outcome = pool.run(Task("count_ground_rules", arguments, COUNT_SECONDS, 3 * COUNT_SECONDS))
    if not outcome.is_done or not outcome.value:
        return ""
    ((file, line), most), total = outcome.value[0], sum(count for _, count in outcome.value)
    line_name = f"line {line}" + (f" of {Path(file).name}" if file != str(program) else "")
    size = "" if board is boards[-1] else f" at {format_size(board)}"
    return f"; the rule in {line_name} makes most of them{size}" if 2 * most > total else ""


def judge_run(
    pool: TaskPool, subject: Subject, program: Path, run: ExampleRun, name: str
) -> list[Finding]:
    """Return the first fault of the answers to a board, or all faults on small parts of it.

    `name` is the board in words: "an example".
    """
    finding = find_fault(subject, run, name)
    if not finding:
        return []
    parts = itertools.islice(subject.settings.parts(run.board), MOST_PARTS)
    trials = list(map(subject.bank.solve, parts))
    on_parts = breaches.run_trials(pool, subject, program, trials)
    return breaches.find_broken_rules(pool, subject, on_parts) or [finding]


def find_fault(subject: Subject, run: ExampleRun, name: str) -> Finding | None:
    """Return the first fault of the answers to a board; its solution is not shown."""
    grid, size = fill_board(run.board, ()), format_size(run.board)
    if run.outcome.end == "error":
        return breaches.report_trouble(run.board, run.outcome, time_limit(run.board))
    if not run.outcome.is_done:
        return None
    answers, least = run.answers, subject.bank.least_cost(run.board)
    for answer in answers.found:
        if codes := subject.broken_codes(run.board, answer, least):
            finding = breaches.report_wrong_answer(
                subject, run.board, codes[0], answer, least=least
            )
            finding.stage = STAGE
            return finding
    if not answers.found:
        brief = f"{name} of {size} has a solution, and none is found"
        return Finding(STAGE, REFUSES, brief, grid=grid, got="no solution")
    if answers.differing:
        brief = f"the solution of {name} of {size} comes in several answer sets"
        mistake = subject.settings.free_choice or None
        return Finding(STAGE, SEVERAL, brief, mistake=mistake, grid=grid)
    return None
