"""The job of the page Write: examine a program, solve an example with it, show how it grows.

Programs run in the sandbox alone, as in lab check, whose report this is.
"""

import atexit
import contextlib
import functools
import random
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
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
from lab.check.subject import Subject
from lab.common.findings import GRIDS, STAGES, Finding, Grid, Report
from lab.common.words import Place, escape_controls
from lab.delivery import deliveries
from lab.delivery.deliveries import Delivery, DeliveryOptions
from lab.puzzles import Rows
from lab.runner.pool import SECONDS, Outcome, Task, TaskPool
from lab.sandbox.folders import remove_tree
from lab.syntax import messages, tokens

TICK = 0.1  # seconds between two looks at a report that grows
MOST = 20  # answers that are shown one by one
LARGEST = 25  # rows of the boards in the plot
LONG = 1 << 18  # characters of a file that are shown
Part = dict[str, Any]  # of the answer, as JSON


def examine(
    puzzle: str, example: str, folder: str | None = None, program: str | None = None
) -> Iterator[Part]:
    """Yield the report on a folder, or on the text of a program, again whenever it has grown.

    Before it come the texts of the files, meanwhile the answers to an example, and at the end
    the number of ground rules for boards of growing size.
    """
    subject, pool = load_subject(puzzle), open_pool()
    with contextlib.ExitStack() as stack:
        stack.enter_context(remove_copies(pool))
        if folder is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="scratch-"))
        path = Path(folder)
        if program is not None:
            path = path / subject.program
            path.write_text(program, "utf-8", "surrogatepass")
        options = choose_options(subject, path)
        delivery = stack.enter_context(deliveries.open_delivery(subject.puzzle.name, path, options))
        yield {"sources": read_sources(delivery)}
        examination = Examination(pool, subject, delivery, random.randrange(10**6))
        thread = threading.Thread(target=examination.run, daemon=True)
        thread.start()
        copy = copy_for_sandbox(pool, delivery)
        if copy:
            yield {"example": solve_example(pool, subject, copy, example)}
        last_report: Part = {}
        is_over = False
        while not is_over:
            thread.join(TICK)
            is_over = not thread.is_alive()
            report = describe_report(examination.report, is_over)
            if report != last_report:
                last_report = report
                yield {"report": report}
        if copy and all(finding.stage != "reads" for finding in examination.report.findings):
            yield from measure_growth(pool, subject, copy)


JOBS = {"examine": examine}


def prepare() -> None:
    """Start the sandbox before the first request."""
    open_pool()


@functools.cache
def open_pool() -> TaskPool:
    """Return the pool of this process, which ends it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    pool = TaskPool()
    pool.__enter__()
    atexit.register(pool.__exit__, SystemExit, SystemExit(), None)
    return pool


@functools.cache
def load_subject(puzzle: str) -> Subject:
    """Return what check knows of a puzzle."""
    return Subject(FolderBank(puzzles.find_puzzle(puzzle)))


@contextlib.contextmanager
def remove_copies(pool: TaskPool) -> Iterator[None]:
    """Remove, at the end, the copies that an examination leaves in the folders of the pool."""
    folders = (pool.programs, pool.folder)
    before = {path for folder in folders for path in folder.iterdir()}
    try:
        yield
    finally:
        for folder in folders:
            for path in {*folder.iterdir()} - before:
                remove_tree(path)


# ---------------------------------------------------------------- the files


def choose_options(subject: Subject, path: Path) -> DeliveryOptions:
    """Return options for work in progress: with files of one part only, judge that part."""
    patterns = {deliveries.ENCODE: "*.py", subject.puzzle.name: "*.lp"}
    parts = [part for part, glob in patterns.items() if path.is_dir() and any(path.glob(glob))]
    return DeliveryOptions(
        parts[0] if len(parts) == 1 else None, is_delivery=False, is_at_work=True
    )


def read_sources(delivery: Delivery) -> dict[str, str]:
    """Return the texts of the files to be judged, by name, without those that cannot be read."""
    texts = {}
    for path in filter(None, (delivery.program, delivery.script)):
        with contextlib.suppress(OSError):
            if path.is_file():
                texts[path.name] = path.read_text("utf-8", "replace")[:LONG]
    return texts


def copy_for_sandbox(pool: TaskPool, delivery: Delivery) -> Path | None:
    """Copy the program for the sandbox; return None if clingo may not read it."""
    if not delivery.program:
        return None
    try:
        folder = Path(tempfile.mkdtemp(dir=pool.programs))
        return tokens.copy_program(delivery.program, delivery.folder, folder)
    except tokens.ProgramRefused:
        return None


# ---------------------------------------------------------------- the report


def describe_report(report: Report, is_over: bool) -> Part:
    """Return a report as JSON; only the first finding of a mistake has its sentence."""
    findings, explained = [], set()
    for finding in list(report.findings):  # the report may grow meanwhile
        sentence = "" if finding.mistake in explained else finding.sentence
        explained |= {finding.mistake} - {None}
        findings.append(
            {
                **describe_message(finding.text, finding.place),
                "sentence": sentence,
                "boards": describe_grids(finding),
            }
        )
    failed_stages = {finding.stage for finding in report.findings}
    return {
        "is_over": is_over,
        "verdict": report.verdict if is_over or findings else "",
        "stages": [
            {"question": STAGES[stage], "is_kept": stage not in failed_stages}
            for stage in report.stages
        ],
        "findings": findings,
        "remarks": [describe_message(remark.text, remark.place) for remark in list(report.remarks)],
        "summary": report.summary,
        "uncontained": report.uncontained,
    }


def describe_message(text: str, place: Place) -> Part:
    """Return a message and its place as JSON."""
    return {"message": escape_controls(text), "file": place.file, "line": place.line}


def describe_grids(finding: Finding) -> list[tuple[str, Grid]]:
    """Return the boards of a finding, each after its name; what cannot be drawn is a text."""
    grids = [(name, getattr(finding, name)) for name in GRIDS]
    return [
        (name, escape_controls(grid) if isinstance(grid, str) else grid)
        for name, grid in grids
        if grid is not None
    ]


# ---------------------------------------------------------------- an example


def solve_example(pool: TaskPool, subject: Subject, program: Path, example: str) -> Part:
    """Return the answers of a program to an example, and a summary; raise Unusable without it."""
    name = Path(example).name
    try:
        data = (subject.puzzle.examples / f"{name}.txt").read_bytes()
        board = subject.puzzle.record.read(data)
    except (OSError, GridError) as error:
        raise Unusable(f"the example {name!r}: {error}") from None
    arguments = {"facts": subject.bank.format_facts(board), "values": subject.values, "most": MOST}
    outcome = pool.run(Task("answers", {"paths": [str(program)], **arguments}, SECONDS))
    if outcome.is_done:
        results = read_answers(outcome.value)
        answers = [judge_answer(subject, board, answer) for answer in results.found]
        summary = summarize_answers(results, answers)
    else:
        answers, summary = [], explain_trouble(outcome, program, subject)
    return {"name": name, "given": board, "answers": answers, "summary": summary}


def explain_trouble(outcome: Outcome, program: Path, subject: Subject) -> str:
    """Return why there is no answer."""
    reason = str(outcome.value or "")
    if outcome.end == "error":
        lines = reason.splitlines()
        reason = "; ".join(
            map(str, messages.explain_errors(lines, program.parent, subject.constants))
        )
    return escape_controls(breaches.TROUBLE[outcome.end].format(words=reason, seconds=SECONDS))


def judge_answer(subject: Subject, board: Rows, answer: Answer) -> Part:
    """Return an answer on its board, its offences as sentences, and their cells."""
    offences = subject.offences(board, answer)
    sentences = [offence.words for offence in offences]
    if outside := cells_outside(board, answer):
        sentences.append(f"not on the board: {', '.join(map(str, outside))}")
    least = subject.bank.least_cost(board)
    if not sentences and least is not None and (cost := subject.cost(board, answer)) > least:
        sentences.append(f"it costs {cost}, the best {least}")
    return {
        "board": fill_board(board, answer),
        "cells": sorted({cell for offence in offences for cell in offence.cells}),
        "sentences": list(map(escape_controls, sentences)),
    }


def summarize_answers(results: ProgramAnswers, answers: list[Part]) -> str:
    """Return how many answers there are, and how many of them are wrong."""
    if not answers:
        return "no answer set: your program finds no solution"
    wrong = sum(bool(answer["sentences"]) for answer in answers)
    if results.is_complete and len(answers) == 1:
        return "one answer, " + ("which is wrong" if wrong else "which is a solution")
    more = "" if results.is_complete else " or more"
    kind = f"{wrong} of them wrong" if wrong else "all of them solutions"
    return f"{len(answers)} answers{more}, {kind}"


# ---------------------------------------------------------------- growth


def measure_growth(pool: TaskPool, subject: Subject, program: Path) -> Iterator[Part]:
    """Yield the ground rules of a program and of the reference, for one example of each size."""
    points: list[Part] = []
    boards = {
        format_size(board): board for board in subject.examples[::-1] if len(board) <= LARGEST
    }
    for size, board in sorted(boards.items(), key=lambda item: len(item[1]) * len(item[1][0])):
        outcome = pool.run(growth.solve_task(subject, program, board))
        reference = growth.run_reference(pool, subject, board)
        if not (outcome.is_done and reference.is_done):
            break
        points.append(
            {
                "size": size,
                "cells": len(board) * len(board[0]),
                "rules": read_answers(outcome.value).rules,
                "reference": reference.answers.rules,
            }
        )
        yield {"growth": points}
