"""Runs a program on the examples, and compares its ground rules with those of the reference."""

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lab.check import breaches
from lab.check.answers import ProgramAnswers, fill_board, format_board, format_size, read_answers
from lab.check.subject import REFUSES, SEVERAL, Subject
from lab.common.findings import Cost, Finding, Remark
from lab.common.words import count_noun
from lab.puzzles import LEAST_COST, Rows
from lab.runner.pool import Outcome, Task, TaskPool

STAGE = "solves"
DUTY = 7  # rows of the boards that have to be solved in time
MODEST = 25  # rows of the boards on which it is worth a remark to be stopped
MODEST_TO_OPTIMISE = 10  # rows of those, where an optimum is asked for
PATIENT = 10.0  # seconds of computing for a board of up to DUTY rows,
SECONDS = {MODEST: 2.0, 60: 0.7}  # for one of up to so many rows,
BRIEF = 0.5  # for a larger one
STEEP = 20.0  # times the ground rules of the reference
COUNTED = 14  # rows of the largest board on which ground rules are counted by line
PARTS = 50  # of an example, that are tried


class ExampleRun(NamedTuple):
    """A program on an example."""

    board: Rows
    outcome: Outcome

    @property
    def size(self) -> str:
        """Rows and columns in figures."""
        return format_size(self.board)

    @property
    def is_done(self) -> bool:
        """Whether it ended before its limits."""
        return self.outcome.is_done

    @property
    def answers(self) -> ProgramAnswers:
        """Up to two answers, if it is done."""
        return read_answers(self.outcome.value)


class ExampleVerdict(NamedTuple):
    """The judgement on all examples."""

    findings: list[Finding]
    remarks: list[Remark]
    summary: str = ""  # the examples that are solved, "" with findings
    cost: Cost | None = None


def judge_examples(pool: TaskPool, subject: Subject, program: Path) -> ExampleVerdict:
    """Run a program on the examples up to the time limits; judge the answers and the growth.

    A wrong answer is shown on a small part of the example, if possible.
    """
    runs = run_examples(pool, subject, program)
    for run in runs:
        if wrong := list(find_faults(subject, run)):
            return ExampleVerdict(run_parts(pool, subject, program, run) or wrong[:1], [])
    stopped = next((run for run in runs if not run.is_done), None)
    solved_runs = [run for run in runs if run.is_done]
    findings = []
    if stopped and len(stopped.board) <= DUTY:
        text = f"an example of {stopped.size} is not solved within {PATIENT:g} s of computing"
        findings.append(Finding(STAGE, "time", text, grid=fill_board(stopped.board, ())))
    if not solved_runs:
        return ExampleVerdict(findings, [])
    largest = solved_runs[-1]
    reference = run_reference(pool, subject, largest.board)
    remarks = []
    if reference.is_done and largest.answers.rules > STEEP * reference.answers.rules:
        text = (
            f"at {largest.size} your program grounds {largest.answers.rules:,} rules, the "
            f"reference {reference.answers.rules:,}"
        )
        blame = blame_line(pool, subject, program, [run.board for run in solved_runs])
        remarks.append(Remark(STAGE, "growth", text + blame))
    if stopped and not findings and (remarks or is_modest(pool, subject, stopped.board)):
        remarks.append(Remark(STAGE, "time", describe_stop(stopped)))
        stopped = None  # and need not be in the summary
    if findings:
        return ExampleVerdict(findings, remarks)
    ends = "to its optimum" if subject.puzzle.best == LEAST_COST else "unique"
    rules, seconds = largest.answers.rules, round(largest.outcome.cpu, 3)
    summary = f"{count_noun(len(solved_runs), 'example')} up to {largest.size}, each {ends}; "
    summary += f"there {rules:,} ground rules"
    cost = None
    if reference.is_done:
        summary += f", the reference {reference.answers.rules:,}"
        its_seconds = round(reference.outcome.cpu, 3)
        cost = Cost(largest.size, rules, seconds, reference.answers.rules, its_seconds)
    summary += f"; {describe_stop(stopped)}" if stopped else ""
    return ExampleVerdict(findings, remarks, summary, cost)


def judge_board(pool: TaskPool, subject: Subject, program: Path, board: Rows) -> list[Finding]:
    """Return the findings on a board made for this check, shown on small parts if possible."""
    run = ExampleRun(board, pool.run(solve_task(subject, program, board)))
    wrong = list(find_faults(subject, run, "a board"))[:1]
    return (run_parts(pool, subject, program, run) or wrong) if wrong else []


def run_examples(pool: TaskPool, subject: Subject, program: Path) -> list[ExampleRun]:
    """Run a program on the examples, some at a time, up to those on which a limit is reached."""
    boards = subject.examples
    runs: list[ExampleRun] = []
    while boards and all(run.is_done for run in runs):
        batch, boards = boards[: pool.number], boards[pool.number :]
        outcomes = pool.run_all(solve_task(subject, program, board) for board in batch)
        runs += [ExampleRun(board, outcome) for board, outcome in zip(batch, outcomes)]
    return runs


def run_reference(pool: TaskPool, subject: Subject, board: Rows) -> ExampleRun:
    """Run the kit's own program on a board, once for all examinations of this process."""

    def run() -> ExampleRun:
        task = solve_task(subject, subject.puzzle.encoding, board)
        return ExampleRun(board, pool.run(task._replace(is_trusted=True)))

    if outcome := subject.bank.reference_outcome(board):
        return ExampleRun(board, outcome)
    return subject.remember(("reference", format_board(board)), run)


def solve_task(subject: Subject, program: Path, board: Rows) -> Task:
    """Return the task that finds up to two answers to a board."""
    seconds = time_limit(board)
    facts = subject.bank.format_facts(board)
    arguments = {"path": str(program), "facts": facts, "values": subject.values}
    return Task("solved", arguments, seconds, 3 * seconds + 5)


def time_limit(board: Rows) -> float:
    """Return the seconds of computing for a board."""
    limits = {DUTY: PATIENT, **SECONDS}
    return next((seconds for rows, seconds in limits.items() if len(board) <= rows), BRIEF)


def is_modest(pool: TaskPool, subject: Subject, board: Rows) -> bool:
    """Return whether a program should solve a board in time: it is small, the reference does."""
    most = MODEST_TO_OPTIMISE if subject.puzzle.best == LEAST_COST else MODEST
    return len(board) <= most and run_reference(pool, subject, board).is_done


def describe_stop(run: ExampleRun) -> str:
    """Return in words which limit stopped a program."""
    over = f"{time_limit(run.board):g} s of computing were over"
    reason = "its memory was used up" if run.outcome.end == "memory" else over
    return f"your program was stopped at {run.size}: {reason}"


# ---------------------------------------------------------------- wrong answers


def find_faults(subject: Subject, run: ExampleRun, name: str = "an example") -> Iterator[Finding]:
    """Yield the faults of the answers to a board; its solution is not shown."""
    grid = fill_board(run.board, ())
    if run.outcome.end == "error":
        brief = f"the answer to {name} cannot be read"
        yield Finding(STAGE, "contract", brief, str(run.outcome.value), grid=grid)
    if not run.is_done:
        return
    answers, least = run.answers, subject.bank.least_cost(run.board)
    for answer in answers.found:
        if codes := subject.broken_codes(run.board, answer, least):
            finding = breaches.report_wrong_answer(
                subject, run.board, codes[0], answer, least=least
            )
            finding.stage = STAGE
            yield finding
    if not answers.found:
        brief = f"{name} of {run.size} has a solution, and none is found"
        yield Finding(STAGE, REFUSES, brief, grid=grid, got="no solution")
    if answers.differing:
        brief = f"the solution of {name} of {run.size} comes in several answer sets"
        mistake = subject.settings.free_choice or None
        yield Finding(STAGE, SEVERAL, brief, mistake=mistake, grid=grid)


def run_parts(pool: TaskPool, subject: Subject, program: Path, run: ExampleRun) -> list[Finding]:
    """Return the findings on small parts of an example."""
    parts = itertools.islice(subject.settings.parts(run.board), PARTS)
    trials = list(map(subject.bank.solve, parts))
    return breaches.find_broken_rules(
        pool, subject, breaches.run_trials(pool, subject, program, trials)
    )


def blame_line(pool: TaskPool, subject: Subject, program: Path, boards: Sequence[Rows]) -> str:
    """Return, in words, the line of the rule that makes over half of the ground rules, or ""."""
    board = [board for board in boards if len(board) <= COUNTED][-1]
    arguments = {"path": str(program), "facts": subject.bank.format_facts(board)}
    outcome = pool.run(Task("counts", arguments, PATIENT, 3 * PATIENT))
    if not outcome.is_done or not outcome.value:
        return ""
    ((file, line), most), total = outcome.value[0], sum(count for _, count in outcome.value)
    line_name = f"line {line}" + (f" of {Path(file).name}" if file != str(program) else "")
    return f"; the rule in {line_name} makes most of them" if 2 * most > total else ""
