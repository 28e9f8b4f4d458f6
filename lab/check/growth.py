"""Whether a program solves the examples, and how its cost grows beside the reference's."""

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lab.check import breaches
from lab.check.answers import ProgramAnswers, format_board, format_size, read_answers
from lab.check.subject import REFUSES, SEVERAL, Subject
from lab.common.findings import Cost, Finding, Remark
from lab.common.words import count_noun
from lab.puzzles import LEAST_COST, Rows
from lab.runner.pool import Outcome, Task, TaskPool

STAGE = "solves"
DUTY = 7  # rows of the boards that have to be solved in time
MODEST = 25  # rows of the boards on which it is worth a remark to be stopped
MODEST_TO_OPTIMISE = 10  # rows of those, where the best of all answers is asked for
PATIENT = 10.0  # seconds of computing for a board of up to DUTY rows,
SECONDS = {MODEST: 2.0, 60: 0.7}  # for one of up to so many rows,
BRIEF = 0.5  # for a larger one
STEEP = 20.0  # times the ground rules of the reference
LOUPE = 14  # rows of the largest board on which rules are counted line by line
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
        """Two answers, if it is done and has as many."""
        return read_answers(self.outcome.value)


def judge_examples(
    pool: TaskPool, subject: Subject, program: Path
) -> tuple[list[Finding], list[Remark], str, Cost | None]:
    """What is wrong, what is to be remarked, and what it cost: in a line and as figures."""
    runs = run_examples(pool, subject, program)
    for run in runs:
        if wrong := list(differing(subject, run)):
            return smaller(pool, subject, program, run) or wrong[:1], [], "", None
    stopped = next((run for run in runs if not run.is_done), None)
    done = [run for run in runs if run.is_done]
    findings = [overdue(stopped)] if stopped and len(stopped.board) <= DUTY else []
    if not done:
        return findings, [], "", None
    board = done[-1].board
    its = run_reference(pool, subject, board)
    remarks = list(growth_remarks(pool, subject, program, done, its))
    if stopped and not findings and (remarks or is_modest(pool, subject, stopped.board)):
        remarks.append(Remark(STAGE, "time", limit(stopped)))
        stopped = None  # and need not be in the summary
    if findings:
        return findings, remarks, "", None
    ends = "to its optimum" if subject.puzzle.best == LEAST_COST else "unique"
    return findings, remarks, summary(done, its, stopped, ends), cost(done[-1], its)


def on_board(pool: TaskPool, subject: Subject, program: Path, board: Rows) -> list[Finding]:
    """What is wrong with two answers to a board that was made, on small parts of it if possible."""
    run = ExampleRun(board, pool.one(solve_task(subject, program, board)))
    wrong = list(differing(subject, run, "a board"))[:1]
    return (smaller(pool, subject, program, run) or wrong) if wrong else []


def run_examples(pool: TaskPool, subject: Subject, program: Path) -> list[ExampleRun]:
    """The examples, some at a time, up to those on which a limit is reached."""
    boards = subject.examples
    runs: list[ExampleRun] = []
    while boards and all(run.is_done for run in runs):
        now, boards = boards[: pool.number], boards[pool.number :]
        outcomes = pool.all(solve_task(subject, program, board) for board in now)
        runs += [ExampleRun(board, outcome) for board, outcome in zip(now, outcomes)]
    return runs


def solve_task(subject: Subject, program: Path, board: Rows) -> Task:
    """The task that finds a solution of a board, and whether it is the only one."""
    seconds = allowed(board)
    arguments = {
        "path": str(program),
        "facts": subject.bank.format_facts(board),
        "values": subject.values,
    }
    return Task("solved", arguments, seconds, 3 * seconds + 5)


def allowed(board: Rows) -> float:
    """Seconds of computing."""
    limits = {DUTY: PATIENT, **SECONDS}
    return next((seconds for rows, seconds in limits.items() if len(board) <= rows), BRIEF)


# ---------------------------------------------------------------- what is wrong


def differing(subject: Subject, run: ExampleRun, what: str = "an example") -> Iterator[Finding]:
    """How an answer to an example is wrong; its solution is not shown."""
    grid = format_board(run.board)
    if run.outcome.end == "error":
        message = f"the answer to {what} cannot be read"
        yield Finding(STAGE, "contract", message, str(run.outcome.value), grid=grid)
    if not run.is_done:
        return
    answers = run.answers
    for answer in answers.found:
        least = subject.bank.least_cost(run.board)
        if codes := subject.broken_codes(run.board, answer, least):
            finding = breaches.report_wrong_answer(
                subject, run.board, codes[0], answer, least=least
            )
            finding.stage = STAGE
            yield finding
    if not answers.found:
        message = f"{what} of {run.size} has a solution, and none is found"
        yield Finding(STAGE, REFUSES, message, grid=grid, got="no solution")
    if answers.differing:
        message = f"the solution of {what} of {run.size} comes in several answer sets"
        mistake = subject.settings.free_choice or None
        yield Finding(STAGE, SEVERAL, message, mistake=mistake, grid=grid)


def smaller(pool: TaskPool, subject: Subject, program: Path, run: ExampleRun) -> list[Finding]:
    """The same on small parts of the example, if it shows there."""
    parts = itertools.islice(subject.settings.parts(run.board), PARTS)
    seen = breaches.run_trials(pool, subject, program, list(map(subject.bank.solve, parts)))
    return breaches.find_broken_rules(pool, subject, seen)


def overdue(run: ExampleRun) -> Finding:
    """The finding of an example that has to be solved in time, and is not."""
    message = f"an example of {run.size} is not solved within {PATIENT:g} s of computing"
    return Finding(STAGE, "time", message, grid=format_board(run.board))


# ---------------------------------------------------------------- growth


def growth_remarks(
    pool: TaskPool, subject: Subject, program: Path, done: Sequence[ExampleRun], its: ExampleRun
) -> Iterator[Remark]:
    """How much larger than the reference's the ground program is, where that is notable."""
    largest = done[-1]
    if its.is_done and largest.answers.rules > STEEP * its.answers.rules:
        where = heaviest(pool, subject, program, [run.board for run in done])
        yield Remark(
            STAGE,
            "growth",
            f"at {largest.size} your program grounds {largest.answers.rules:,} rules, the "
            f"reference {its.answers.rules:,}{where}",
        )


def limit(run: ExampleRun) -> str:
    """Which limit stopped a program, in words."""
    over = f"{allowed(run.board):g} s of computing were over"
    why = "its memory was used up" if run.outcome.end == "memory" else over
    return f"your program was stopped at {run.size}: {why}"


def is_modest(pool: TaskPool, subject: Subject, board: Rows) -> bool:
    """Whether a program should be done with a board in time: the reference is."""
    most = MODEST_TO_OPTIMISE if subject.puzzle.best == LEAST_COST else MODEST
    return len(board) <= most and run_reference(pool, subject, board).is_done


def run_reference(pool: TaskPool, subject: Subject, board: Rows) -> ExampleRun:
    """The kit's own program on a board, which is solved once for all examinations."""

    def solved_now() -> ExampleRun:
        task = solve_task(subject, subject.puzzle.encoding, board)
        return ExampleRun(board, pool.one(task._replace(is_trusted=True)))

    if known := subject.bank.reference_outcome(board):
        return ExampleRun(board, known)
    return subject.remember(("reference", format_board(board)), solved_now)


def heaviest(pool: TaskPool, subject: Subject, program: Path, boards: Sequence[Rows]) -> str:
    """The rule that makes more than half of what is ground, in words."""
    board = [one for one in boards if len(one) <= LOUPE][-1]
    arguments = {"path": str(program), "facts": subject.bank.format_facts(board)}
    outcome = pool.one(Task("counts", arguments, PATIENT, 3 * PATIENT))
    if not outcome.is_done or not outcome.value:
        return ""
    ((file, line), most), total = outcome.value[0], sum(count for _, count in outcome.value)
    where = f"line {line}" + (f" of {Path(file).name}" if file != str(program) else "")
    return f"; the rule in {where} makes most of them" if 2 * most > total else ""


def cost(mine: ExampleRun, its: ExampleRun) -> Cost | None:
    """The figures of a program and of the reference on a board; None if that came to no end."""
    if not its.is_done:
        return None
    figures = (its.answers.rules, round(its.outcome.cpu, 3))
    return Cost(mine.size, mine.answers.rules, round(mine.outcome.cpu, 3), *figures)


def summary(
    done: Sequence[ExampleRun], its: ExampleRun, stopped: ExampleRun | None, ends: str = "unique"
) -> str:
    """How far the program came, and at what cost; no times, so that it is the same each time."""
    mine = done[-1]
    words = (
        f"{count_noun(len(done), 'example')} up to {mine.size}, each {ends}; "
        f"there {mine.answers.rules:,} ground rules"
    )
    if its.is_done:
        words += f", the reference {its.answers.rules:,}"
    return words + (f"; {limit(stopped)}" if stopped else "")
