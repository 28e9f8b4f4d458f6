"""Runs the programs of the known mistakes: how they behave, and why they refuse solutions."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lab import Unusable
from lab.check.answers import ProgramAnswers, make_answer, read_answers
from lab.check.breaches import answers_task
from lab.check.mistake_table import (
    Behaviour,
    KnownMistake,
    MistakeTable,
    digest_answers,
    digest_behaviour,
    digest_json,
    mistake_id,
)
from lab.check.subject import SEVERAL, Difference, Subject
from lab.puzzles import LEAST_COST
from lab.runner.pool import Task, TaskPool

TOO_MANY = ("many",)  # in place of codes: there are too many answers to see them all
PROGRAM_SECONDS = 60.0  # seconds of computing for a program on all trial boards


def complete_table(pool: TaskPool, subject: Subject) -> MistakeTable:
    """Return the whole table; run the programs that the bank's table lacks, once for a subject."""
    return subject.remember("mistake table", lambda: run_missing(pool, subject))


def run_missing(pool: TaskPool, subject: Subject) -> MistakeTable:
    """Run the programs that the table of the subject's bank lacks; return the whole table."""
    table, programs = subject.bank.mistake_table, subject.bank.mistake_programs()
    missing = [name for name in programs if name not in table.mistakes]
    if not missing:
        return table
    behaviours = {name: mistake.behaviour for name, mistake in table.mistakes.items()}
    texts = [programs[name] for name in missing]
    behaviours |= dict(zip(missing, find_behaviours(pool, subject, texts)))
    ids: dict[str, set[str]] = {}  # of the mistakes with each behaviour
    for name, behaviour in behaviours.items():
        ids.setdefault(digest_behaviour(behaviour), set()).add(mistake_id(name))

    def find_known_mistake(name: str) -> KnownMistake:
        behaviour = behaviours[name]
        if len(ids[digest_behaviour(behaviour)]) == 1:
            return KnownMistake(behaviour)
        cause = table.mistakes[name].cause if name in table.mistakes else None
        if cause is None:
            path = write_program(pool, programs[name])
            cause = find_cause(pool, subject, path, is_trusted=True)
        return KnownMistake(behaviour, cause)

    rows = pool.map(find_known_mistake, behaviours)
    return MistakeTable(dict(zip(behaviours, rows)), table.pairs)


def find_behaviours(pool: TaskPool, subject: Subject, programs: Iterable[str]) -> list[Behaviour]:
    """Return the behaviour of each program, a trusted text."""

    def find_behaviour(text: str) -> Behaviour:
        return describe_behaviour(*run_program(pool, subject, write_program(pool, text)))

    return pool.map(find_behaviour, programs)


def describe_behaviour(
    answers: Iterable[ProgramAnswers], differences: Iterable[Difference]
) -> Behaviour:
    """Return the behaviour of a program from its answers and what is wrong with them.

    The code SEVERAL is left out: any mistake may come with it.
    """
    behaviour: Behaviour = []
    for board_answers, difference in zip(answers, differences):
        digests = {codes: digest_answers(wrong) for codes, wrong in difference.items()}
        digests.pop((SEVERAL,), None)
        behaviour.append(digests if board_answers.is_complete else {TOO_MANY: ""})
    return behaviour


def run_program(
    pool: TaskPool, subject: Subject, path: Path
) -> tuple[list[ProgramAnswers], list[Difference]]:
    """Return the answers of a trusted program to all small trial boards, and what is wrong.

    Raises Unusable if the program cannot be solved.
    """
    task = answers_task(subject, path, subject.small_trials)
    task = task._replace(cpu=PROGRAM_SECONDS, wall=3 * PROGRAM_SECONDS, is_trusted=True)
    outcome = pool.run(task)
    if not outcome.is_done:
        reason = outcome.value or outcome.end
        raise Unusable(f"{subject.puzzle.folder}: not all mistakes can be solved: {reason}")
    answers = list(map(read_answers, outcome.value))
    return answers, list(map(subject.difference, subject.small_trials, answers))


def write_program(pool: TaskPool, text: str) -> Path:
    """Write a program where trusted servers read it, in a file named by a digest of its text."""
    path = pool.programs / f"known-{digest_json(text, 16)}.lp"
    path.write_text(text, "utf-8")
    return path


def find_cause(pool: TaskPool, subject: Subject, path: Path, is_trusted: bool = False) -> list[str]:
    """Find a change of a program that makes it accept the solutions of the cause_board.

    Return the name of the task that changes it, see lab/runner/outline.py, and a digest of the
    answers after it.  Return [] if no change helps, or checking.py has no cause_board;
    raise Unusable if this board has no solution.
    """
    if not subject.settings.cause_board:
        return []
    trial = subject.bank.solve(subject.settings.cause_board)
    if not trial.solutions:
        place = f"{subject.puzzle.folder}/checking.py: cause_board"
        raise Unusable(f"{place}: found a board without a solution, expected one that has some")

    def run_changed(change: str, **more: Any) -> Any:
        arguments = {"path": str(path), "facts": trial.facts, "values": subject.values, **more}
        outcome = pool.run(Task(change, arguments, is_trusted=is_trusted))
        return outcome.value if outcome.is_done else None

    def describe(change: str, answers: Iterable[Any]) -> list[str]:
        return [change, digest_answers(map(make_answer, answers))]

    if subject.puzzle.best == LEAST_COST:
        answers = run_changed("answer_without_minimising")
        return [] if answers is None else describe("answer_without_minimising", answers)
    if answers := run_changed("answer_with_cells_apart"):
        return describe("answer_with_cells_apart", answers)
    blame = run_changed("blame_constraints", wanted=min(map(sorted, trial.solutions)))
    return describe("blame_constraints", blame["answers"]) if blame and blame["answers"] else []
