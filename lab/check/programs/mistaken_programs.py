"""Runs the programs of the known mistakes: how they behave, and why they refuse solutions."""

import tempfile
from pathlib import Path

from lab import Unusable
from lab.check.bank.answers import read_answers
from lab.check.bank.assignment import SEVERAL, Assignment
from lab.check.bank.mistake_table import (
    Behaviour,
    KnownMistake,
    MistakeTable,
    digest_answers,
    read_mistake_id,
)
from lab.check.programs.program import SubmittedProgram, TrialRun, make_run
from lab.puzzles import LEAST_COST
from lab.runner.task_pool import TaskPool

TOO_MANY = ("many",)  # in place of codes: there are too many answers to see them all
PROGRAM_SECONDS = 60.0  # seconds of computing for a program on all trial boards


def complete_table(pool: TaskPool, assignment: Assignment) -> MistakeTable:
    """Return the table of mistakes; run the programs first that are missing in the table."""
    table, programs = assignment.bank.mistake_table, assignment.bank.mistake_programs
    missing = [name for name in programs if name not in table]
    if not missing:
        return table

    def find_behaviour(name: str) -> Behaviour:
        program = write_program(pool, assignment, programs[name])
        return describe_behaviour(run_known_program(pool, assignment, program.path))

    behaviours = {name: mistake.behaviour for name, mistake in table.items()}
    behaviours |= zip(missing, pool.map(find_behaviour, missing))

    def find_known_mistake(name: str) -> KnownMistake:
        behaviour = behaviours[name]
        equal_mistakes = {read_mistake_id(n) for n in behaviours if behaviours[n] == behaviour}
        if len(equal_mistakes) == 1:
            return KnownMistake(behaviour)
        cause = table[name].cause if name in table else None
        if cause is None:
            cause = find_cause(write_program(pool, assignment, programs[name]))
        return KnownMistake(behaviour, cause)

    table = dict(zip(behaviours, pool.map(find_known_mistake, behaviours)))
    assignment.bank.mistake_table = table
    return table


def describe_behaviour(run: TrialRun) -> Behaviour:
    """Return the behaviour of a program in a run, without SEVERAL, as any mistake may have that."""
    behaviour: Behaviour = []
    for answers, difference in zip(run.answers, run.differences):
        digests = {codes: digest_answers(wrong) for codes, wrong in difference.items()}
        digests.pop((SEVERAL,), None)
        behaviour.append(digests if answers.is_complete else {TOO_MANY: ""})
    return behaviour


def run_known_program(pool: TaskPool, assignment: Assignment, path: Path) -> TrialRun:
    """Run a trusted program on all small trial boards; raise Unusable if that is not done."""
    program = SubmittedProgram(pool, assignment, path, is_trusted=True)
    outcome = program.find_answers(assignment.small_trials, cpu=PROGRAM_SECONDS)
    if not outcome.is_done:
        text, reason = path.read_text("utf-8"), outcome.value or outcome.end
        files = sorted(assignment.puzzle.folder.glob("mistakes*.lp"))
        file = next(file for file in files if text.startswith(file.read_text("utf-8", "replace")))
        reason = reason.replace(path.name, file.name)
        raise Unusable(f"{file}:1: not all mistakes can be solved: {reason}")
    return make_run(program, assignment.small_trials, list(map(read_answers, outcome.value)))


def write_program(pool: TaskPool, assignment: Assignment, text: str) -> SubmittedProgram:
    """Write a program of the kit into a folder of its own, and return it."""
    path = Path(tempfile.mkdtemp(dir=pool.programs), "mistaken.lp")
    path.write_text(text, "utf-8")
    return SubmittedProgram(pool, assignment, path, is_trusted=True)


def find_cause(program: SubmittedProgram) -> list[str]:
    """Find a change of a program that makes it accept the solutions of the cause_board.

    Return the method that changes the program, and a digest of the answers of the changed program.
    Return [] if no change helps, or checking.py has no cause_board; raise Unusable if this board
    has no solution.
    """
    assignment = program.assignment
    if not assignment.settings.cause_board:
        return []
    trial = assignment.bank.make_solved_trial(assignment.settings.cause_board)
    if not trial.solutions:
        place = f"{assignment.puzzle.folder}/checking.py: cause_board"
        raise Unusable(f"{place}: found a board without a solution, expected one that has some")

    if assignment.puzzle.best == LEAST_COST:
        change = "answer_without_minimising"
        answers = program.answer_without_minimising(trial.facts)
    elif answers := program.answer_with_cells_apart(trial.facts):
        change = "answer_with_cells_apart"
    else:
        solution = min(trial.solutions, key=sorted)
        change = "find_forbidding_rules"
        _, answers = program.find_forbidding_rules(trial.facts, solution)
    return [change, digest_answers(answers)] if answers else []
