"""What check says of a program, as it finds it out; an example solved by it; how it grows.

The module of the desks that examine.  Programs run in the sandbox of lab/check alone.
"""

import atexit
import contextlib
import functools
import random
import signal
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from encode import GridError
from lab import Unusable, puzzles
from lab.check import breaches, growth
from lab.check.answers import (
    Answer,
    ProgramAnswers,
    cells_outside,
    fill_board,
    format_size,
    read_answers,
)
from lab.check.examine import Examination
from lab.check.folder_bank import FolderBank
from lab.check.report import GRIDS
from lab.check.subject import Subject
from lab.common.findings import STAGES, Finding, Report
from lab.common.words import Place, escape_controls
from lab.delivery import deliveries
from lab.delivery.deliveries import Delivery, DeliveryOptions
from lab.puzzles import Rows
from lab.runner.pool import SECONDS, Outcome, Task, TaskPool
from lab.sandbox.folders import remove
from lab.syntax import messages, tokens

TICK = 0.1  # seconds between two looks at a report that grows
MOST = 20  # answer sets that are shown one by one
LARGEST = 25  # rows of the boards in the plot
LONG = 1 << 18  # characters of a file that are shown
Data = dict[str, Any]


def examine(
    puzzle: str, example: str, folder: str | None = None, program: str | None = None
) -> Iterator[Data]:
    """The report on a folder, or on the text of a program, again and again while it grows.

    After it, or when it is known, what the program makes of an example, and how it grows.
    """
    subject, pool = subject_of(puzzle), opened()
    with contextlib.ExitStack() as stack:
        stack.enter_context(tidied(pool))
        path = Path(folder) if folder else Path(stack.enter_context(scratch()))
        if program is not None:
            path = path / subject.program
            path.write_text(program, "utf-8", "surrogatepass")
        work = stack.enter_context(
            deliveries.open_delivery(subject.puzzle.name, path, asked(subject, path))
        )
        yield {"sources": sources(work)}
        examination = Examination(pool, subject, work, random.randrange(10**6))
        worker = threading.Thread(target=examination.run, daemon=True)
        worker.start()
        copy = copied(pool, work)
        if copy:
            yield {"example": answered(pool, subject, copy, example)}
        told: Data = {}
        while True:
            is_over = not worker.is_alive()
            if (report := as_data(subject, examination.report, is_over)) != told:
                told = report
                yield {"report": report}
            if is_over:
                break
            worker.join(TICK)
        if copy and not any(one.stage == "reads" for one in examination.report.findings):
            yield from grown(pool, subject, copy)


QUESTIONS = {"examine": examine}


def asked(subject: Subject, path: Path) -> DeliveryOptions:
    """What is asked of a folder in which somebody works: a part alone, if there is no other yet."""
    kinds = {deliveries.ENCODE: "*.py", subject.puzzle.name: "*.lp"}
    there = [part for part, kind in kinds.items() if path.is_dir() and any(path.glob(kind))]
    part = there[0] if len(there) == 1 else None
    return DeliveryOptions(part, is_delivery=False, is_at_work=True)


def scratch() -> "tempfile.TemporaryDirectory[str]":
    """A folder for a program that is typed in the page."""
    return tempfile.TemporaryDirectory(prefix="scratch-")


def prepare() -> None:
    """Start the sandbox before the first question."""
    opened()


@functools.cache
def opened() -> TaskPool:
    """The pool, as long as this process lives."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    pool = TaskPool()
    pool.__enter__()
    atexit.register(pool.__exit__, SystemExit, SystemExit(), None)
    return pool


@functools.cache
def subject_of(puzzle: str) -> Subject:
    """What check knows of a puzzle."""
    return Subject(FolderBank(puzzles.find_puzzle(puzzle)))


@contextlib.contextmanager
def tidied(pool: TaskPool) -> Iterator[None]:
    """Remove the copies that an examination leaves in the folders of the pool."""
    places = (pool.programs, pool.folder)
    before = {path for place in places for path in place.iterdir()}
    try:
        yield
    finally:
        for place in places:
            for path in {*place.iterdir()} - before:
                remove(path)


# ---------------------------------------------------------------- the files


def sources(work: Delivery) -> dict[str, str]:
    """The texts of what is judged, by name; those that cannot be read are left out."""
    texts = {}
    for path in filter(None, (work.program, work.script)):
        with contextlib.suppress(OSError):
            if path.is_file():
                texts[path.name] = path.read_text("utf-8", "replace")[:LONG]
    return texts


def copied(pool: TaskPool, work: Delivery) -> Path | None:
    """A copy of the program for the sandbox; None if clingo does not get to see it."""
    if not work.program:
        return None
    try:
        place = Path(tempfile.mkdtemp(dir=pool.programs))
        return tokens.copy_program(work.program, work.folder, place)
    except tokens.ProgramRefused:
        return None


# ---------------------------------------------------------------- the report


def as_data(subject: Subject, report: Report, is_over: bool) -> Data:
    """A report as the page shows it; a mistake is explained once."""
    explained: set[str] = set()
    findings = []
    for one in list(report.findings):
        sentence = "" if one.mistake in explained else one.sentence
        explained |= {one.mistake} if one.mistake else set()
        findings.append(finding(subject, one, sentence))
    failed = {one.stage for one in report.findings}
    return {
        "is_over": is_over,
        "verdict": report.verdict if is_over or report.findings else "",
        "stages": [
            {"stage": name, "words": STAGES[name], "is_kept": name not in failed}
            for name in report.stages
        ],
        "findings": findings,
        "remarks": [
            {"stage": one.stage, **placed(one.message, one.place)} for one in list(report.remarks)
        ],
        "summary": report.summary,
        "uncontained": report.uncontained,
    }


def finding(subject: Subject, one: Finding, sentence: str) -> Data:
    """A finding with its boards; a text that is no board stays a text."""
    grids = [(name, grid) for name in GRIDS if (grid := getattr(one, name)) is not None]
    boards = [[name, board_of(subject, grid)] for name, grid in grids]
    return {
        "stage": one.stage,
        "sentence": sentence,
        "boards": boards,
        **placed(one.message, one.place),
    }


def placed(message: str, place: Place) -> Data:
    """A message; with the line that it begins with, if there is one, and the rest of it."""
    words = escape_controls(message)
    if not place.line:
        return {"words": words}
    rest = words.removeprefix(f"{place}: ")
    return {"words": words, "rest": rest, "file": place.file, "line": place.line}


def board_of(subject: Subject, words: str) -> Rows | str:
    """The board that a text is, else the text."""
    try:
        rows: Rows = subject.puzzle.record.read(words.encode(), True)
        return rows
    except GridError:
        return escape_controls(words)


# ---------------------------------------------------------------- an example


def answered(pool: TaskPool, subject: Subject, program: Path, example: str) -> Data:
    """The answer sets of a program on an example, or why there are none."""
    name = Path(example).name
    path = subject.puzzle.examples / f"{name}.txt"
    try:
        board = subject.puzzle.record.read(path.read_bytes())
    except (OSError, GridError) as error:
        raise Unusable(f"the example {name!r}: {error}") from None
    arguments = {"facts": subject.bank.format_facts(board), "values": subject.values, "most": MOST}
    outcome = pool.one(Task("answers", {"paths": [str(program)], **arguments}, SECONDS))
    data: Data = {"name": name, "given": board, "answers": [], "words": ""}
    if not outcome.is_done:
        return {**data, "words": trouble(outcome, program, subject)}
    found = read_answers(outcome.value)
    answers = [judged(subject, board, one) for one in found.found]
    return {**data, "answers": answers, "words": verdict(found, answers)}


def trouble(outcome: Outcome, program: Path, subject: Subject) -> str:
    """Why there is no answer, in words."""
    words = str(outcome.value or "")
    if outcome.end == "error":
        complaints = messages.explain_errors(words.splitlines(), program.parent, subject.constants)
        words = "; ".join(map(str, complaints))
    return escape_controls(breaches.TROUBLE[outcome.end].format(words=words, seconds=SECONDS))


def judged(subject: Subject, board: Rows, answer: Answer) -> Data:
    """An answer on its board, and what is wrong with it by the rules of the puzzle."""
    wrong = subject.offences(board, answer)
    words = [one.words for one in wrong]
    if strange := cells_outside(board, answer):
        words.append(f"not on the board: {', '.join(map(str, strange))}")
    least = subject.bank.least_cost(board)
    if not words and least is not None and (cost := subject.cost(board, answer)) > least:
        words.append(f"it costs {cost}, the best {least}")
    cells = sorted({cell for one in wrong for cell in one.cells})
    return {
        "board": fill_board(board, answer),
        "wrong": cells,
        "words": list(map(escape_controls, words)),
    }


def verdict(found: ProgramAnswers, answers: list[Data]) -> str:
    """How many answers there are, in words."""
    if not answers:
        return "no answer set: your program finds no solution"
    number = len(answers)
    wrong = sum(bool(one["words"]) for one in answers)
    if found.is_complete and number == 1:
        return "one answer, " + ("which is wrong" if wrong else "which is a solution")
    kind = f"{wrong} of them wrong" if wrong else "all of them solutions"
    return f"{number} answers{'' if found.is_complete else ' or more'}, {kind}"


# ---------------------------------------------------------------- growth


def grown(pool: TaskPool, subject: Subject, program: Path) -> Iterator[Data]:
    """How many rules a program and the reference ground, for examples of growing size."""
    points: list[Data] = []
    for board in distinct(subject.examples):
        outcome = pool.one(growth.solve_task(subject, program, board))
        its = growth.run_reference(pool, subject, board)
        if not (outcome.is_done and its.is_done):
            break
        rules = read_answers(outcome.value).rules
        cells = len(board) * len(board[0])
        point = {
            "size": format_size(board),
            "cells": cells,
            "rules": rules,
            "its": its.answers.rules,
        }
        points.append(point)
        yield {"growth": points}


def distinct(boards: Iterable[Rows]) -> Iterator[Rows]:
    """The boards up to LARGEST rows, one of each size."""
    sizes = set()
    for board in boards:
        if len(board) <= LARGEST and format_size(board) not in sizes:
            sizes.add(format_size(board))
            yield board
