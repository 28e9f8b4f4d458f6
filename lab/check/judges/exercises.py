"""Judges the exercises before an assignment, each with a logic program of its own."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lab import Unusable
from lab.check.bank.answers import Exercise, ExerciseBoard, fill_board, point_out_cells
from lab.check.bank.assignment import Assignment
from lab.check.bank.start_files import list_code_lines
from lab.check.judges import reading, wrong_answers
from lab.check.judges.examination import Entry, Examination, make_remarks
from lab.common.files import read_at_most
from lab.common.language import translate
from lab.common.words import cut_lines, join_clauses
from lab.findings import READS, STEP, Finding
from lab.runner.task_pool import TASK_SECONDS
from lab.syntax import causes
from lab.syntax.tokens import MOST_BYTES

MOST_ATOMS = 4  # atoms that a sentence names
NO_RULE_YET = "{file} has no rule yet"
ATOM_FAULTS = {"expected": "missing on this board: {atoms}", "got": "wrong on this board: {atoms}"}
COUNTS = "answer sets: {number}, expected {expected}"
SET_FAULTS = {"expected": "this one is missing: {atoms}", "got": "this one is wrong: {atoms}"}
NO_SET = "no answer set: the rules forbid everything"
CELL_ATOM = re.compile(r"\w+\((\d+),(\d+)\)")
MARKED_CELLS = "* marks the cells of {name}"

Atoms = frozenset[str]


def open_exercise(number: int, path: Path, assignment: Assignment) -> tuple[Exercise, Path]:
    """Return an exercise and its program: the file `path`, or a file in steps/ of this folder.

    Raise Unusable if there is no such exercise, or no such file.
    """
    title, exercises = assignment.puzzle.title, assignment.bank.exercises
    if not exercises:
        raise Unusable(f"--step: {title} has no exercises")
    if not 1 <= number <= len(exercises):
        raise Unusable(f"--step: found {number}, expected a number from 1 to {len(exercises)}")
    file = path / "steps" / f"step{number}.lp" if path.is_dir() else path
    if not file.is_file():
        raise Unusable(f"{file}: found no such file, expected your program of exercise {number}")
    return exercises[number - 1], file


def judge_exercise(examination: Examination) -> Iterator[Entry]:
    """Yield the first finding on an exercise: in reading it, or on its boards."""
    program, exercise = examination.delivery.program, examination.exercise
    assert program and exercise
    data = read_at_most(program, MOST_BYTES + 1)
    has_code = list_code_lines(program.suffix, data.decode(errors="replace"))
    if not has_code and len(data) <= MOST_BYTES:
        brief = translate(NO_RULE_YET, file=program.name)
        yield Finding(READS, reading.EMPTY, brief)
        return
    yield from reading.remove_untouched_files(examination)
    yield from reading.read_program(examination)
    if not examination.is_read():
        return
    examination.report.reached.add(STEP)
    for board in exercise.boards:
        arguments: dict[str, Any] = {"facts": board.facts, "names": exercise.names}
        outcome = examination.program.run_task("find_atoms", **arguments)
        if not outcome.is_done:
            stop = wrong_answers.make_stop_finding(board.board, outcome, TASK_SECONDS)
            yield replace(stop, stage=STEP)
            return
        if finding := compare_answer_sets(exercise, board, outcome.value):
            yield finding
            uses = [use for use in examination.outline["uses"] if use[0] not in board.signatures]
            outline = {**examination.outline, "uses": uses}
            yield from make_remarks("undefined", causes.find_undefined(outline))
            misreadings = causes.find_misreadings(examination.program.text.files)
            yield from make_remarks("confusion", misreadings)
            return


def compare_answer_sets(
    exercise: Exercise, board: ExerciseBoard, answer_sets: Sequence[Sequence[str]]
) -> Finding | None:
    """Return the finding of a program with these answer sets on a board, None if all are right."""
    expected, got = (set(map(frozenset, sets)) for sets in (board.answers, answer_sets))
    if expected == got:
        return None
    drawn: dict[str, Atoms] = {}
    clauses: list[str] = []

    def order_atoms(atoms: Atoms) -> tuple[int, list[str]]:
        return len(atoms), sorted(atoms)  # the smallest first

    if not got:
        clauses, drawn["expected"] = [translate(NO_SET)], min(expected, key=order_atoms)
    elif len(expected) == len(got) == 1:
        (drawn["expected"],), (drawn["got"],) = expected, got
        common = drawn["expected"] & drawn["got"]
        for kind, atoms in drawn.items():
            if surplus := name_atoms(atoms - common):
                clauses.append(translate(ATOM_FAULTS[kind], atoms=surplus))
    else:
        kind = "got" if got - expected else "expected"
        drawn[kind] = min(got - expected or expected - got, key=order_atoms)
        clauses.append(translate(COUNTS, number=len(got), expected=len(expected)))
        clauses.append(translate(SET_FAULTS[kind], atoms=f"{{{name_atoms(drawn[kind])}}}"))
    if not board.board or len(exercise.names) > 1:
        return Finding(STEP, STEP, join_clauses(clauses))
    name = exercise.names[0].replace("/2", "(R,C)")
    brief = join_clauses([*clauses, translate(MARKED_CELLS, name=name)])
    grids: dict[str, Any] = {"grid": fill_board(board.board, ())}
    for kind, atoms in drawn.items():
        places = [match.groups() for atom in atoms if (match := CELL_ATOM.fullmatch(atom))]
        grids[kind] = point_out_cells(board.board, [(int(r), int(c)) for r, c in places])
    return replace(Finding(STEP, STEP, brief), **grids)


def name_atoms(atoms: Atoms) -> str:
    """Return the first atoms of a set, and how many others there are."""
    return cut_lines(sorted(atoms), MOST_ATOMS).replace("\n", ", ")
