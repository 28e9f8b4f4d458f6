"""The job of the page Write: examine a program, and solve an example with it.

Programs run in the sandbox alone, as in lab check, whose report this is.
"""

import contextlib
import functools
import random
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from lab import notations, puzzles
from lab.check.bank.answers import Answer, fill_board, find_cells_outside, read_answers
from lab.check.bank.assignment import Assignment
from lab.check.judges import run_judges, wrong_answers
from lab.check.judges.examination import Examination
from lab.check.programs.program import SubmittedProgram
from lab.check.report import format_verdict
from lab.common.background import BackgroundWork
from lab.common.files import decode_any_text, read_at_most
from lab.common.language import translate
from lab.common.processes import exit_at_sigterm
from lab.common.words import count_noun, cut_lines
from lab.delivery import deliveries
from lab.delivery.deliveries import DeliveryOptions
from lab.findings import ENCODE, GRIDS, STAGES, Finding, Remark, Report
from lab.puzzles import Board
from lab.runner.task_pool import TASK_SECONDS, TaskPool
from lab.sandbox.folders import open_temporary_folder
from lab.syntax import tokens
from lab.web.playable import JsonObject, PlayablePuzzle

POLL_SECONDS = 0.1  # seconds after which a report may have grown
MAX_SENTENCES = 6  # sentences about an answer
MAX_ANSWERS = 20  # answers that are shown one by one
ANSWERS = {  # whether these are all, and whether some are wrong
    True: ("{answers}, none of them wrong", "{answers}, {wrong} of them wrong"),
    False: ("{answers} or more, none of them wrong", "{answers} or more, {wrong} of them wrong"),
}


def examine(
    puzzle: str, example: str, folder: str | None = None, program: str | None = None
) -> Iterator[JsonObject]:
    """Yield the texts of the files, the answers to an example, and reports, each as JSON.

    Examine a folder, or the text of a program.  The report comes again whenever it has grown.
    """
    assignment = load_assignment(puzzle)
    playable = PlayablePuzzle(assignment.puzzle)
    with contextlib.ExitStack() as stack:
        path = Path(folder or stack.enter_context(open_temporary_folder("scratch-")))
        patterns = {ENCODE: "*.py", assignment.puzzle.name: "*.lp"}
        begun = [part for part, pattern in patterns.items() if any(path.glob(pattern))]
        if program is not None:
            path = path / assignment.program_name
            path.write_text(program, "utf-8", "surrogatepass")
        part = begun[0] if len(begun) == 1 else None  # the other part may come later
        options = DeliveryOptions(part, is_draft=True)
        delivery = stack.enter_context(
            deliveries.open_delivery(assignment.puzzle.name, path, options)
        )
        files = [file for file in (delivery.program, delivery.script) if file and file.is_file()]
        beginnings = {file.name: read_at_most(file, tokens.MOST_BYTES) for file in files}
        yield {"sources": {name: decode_any_text(data)[0] for name, data in beginnings.items()}}
        pool = stack.enter_context(TaskPool())
        examination = Examination(pool, assignment, delivery, random.randrange(10**6))
        judging = BackgroundWork(lambda: run_judges(examination))
        judging.start()
        if delivery.program:
            with contextlib.suppress(tokens.ProgramRefused):  # the report says why
                copy = Path(tempfile.mkdtemp(dir=pool.programs))
                copied_program = tokens.copy_program(delivery.program, delivery.folder, copy)
                board = notations.open_source(example, assignment.puzzle).read_board()
                submitted = SubmittedProgram(pool, assignment, copied_program)
                answers = describe_example(submitted, board, playable)
                yield {"example": {"name": Path(example).stem, **answers}}
        last_report: JsonObject = {}
        is_over = False
        while not is_over:
            is_over = judging.wait(POLL_SECONDS)
            report = describe_report(examination.report, is_over)
            if report != last_report:
                last_report = report
                yield {"report": add_drawn_cells(playable, report)}


answer_request = examine  # as do_job of worker_pool.py calls it


@functools.cache
def load_assignment(puzzle: str) -> Assignment:
    """Return what check knows of a puzzle."""
    from lab.check.bank.folder_bank import FolderBank  # a module that a browser does not have

    return Assignment(FolderBank(puzzles.find_puzzle(puzzle)))


def prepare() -> None:
    """Let SIGTERM end this process only after it has removed its files."""
    exit_at_sigterm()


# ---------------------------------------------------------------- the report


def describe_report(report: Report, is_over: bool) -> JsonObject:
    """Return a report, which may grow meanwhile, as JSON.

    Findings that do not fail the delivery, as they cost only points, are remarks on a page.
    """

    def describe_message(message: Finding | Remark) -> JsonObject:
        place = {"file": message.place.file, "line": message.place.line}
        return {**asdict(message), **place, "message": message.text}

    findings = [
        {**describe_message(finding), "judged_board_name": finding.judged_board_name}
        for finding in report.failures
    ]
    faults: list[Finding | Remark] = [f for f in report.findings if f not in report.failures]
    faulty = {finding.stage for finding in report.failures}
    return {
        "is_over": is_over,
        "verdict": report.verdict if is_over or report.failures else "",
        "sentence": format_verdict(report),
        "stages": [
            {
                "stage": stage,
                "question": translate(STAGES[stage]),
                "answer": answer if answer == "yes" or stage in faulty else "remark",
                "word": translate(answer),
            }
            for stage, answer in report.answers.items()
        ],
        "findings": findings,
        "remarks": list(map(describe_message, [*faults, *report.remarks])),
        "has_faults": bool(faults),
        "summary": report.summary,
        "uncontained": report.uncontained,
    }


def add_drawn_cells(playable: PlayablePuzzle, report: JsonObject) -> JsonObject:
    """Return a report whose findings have the drawn cells of their boards, by GRIDS."""
    findings = []
    for finding in report["findings"]:
        boards = {name: finding[name] for name in GRIDS if isinstance(finding[name], list)}
        grid = boards.get("grid")
        drawn = {
            name: playable.list_drawn_cells(board, grid) for name, board in boards.items() if grid
        }
        findings.append({**finding, "drawn": drawn})
    return {**report, "findings": findings}


# ---------------------------------------------------------------- an example


def describe_example(
    program: SubmittedProgram, board: Board, playable: PlayablePuzzle
) -> JsonObject:
    """Return the answers of a program to an example, and a summary."""
    assignment = program.assignment
    trial = assignment.bank.make_trial(board)
    outcome = program.find_answers([trial], MAX_ANSWERS)
    answers = []
    if outcome.is_done:
        results = read_answers(outcome.value[0])
        answers = [judge_answer(assignment, board, answer, playable) for answer in results.found]
        wrong = sum(bool(answer["sentences"]) for answer in answers)
        summary = translate(
            ANSWERS[results.is_complete][wrong > 0],
            answers=count_noun(len(answers), "answer"),
            wrong=wrong,
        )
        if not answers:
            summary = translate("no answer set: your program finds no solution")
    elif outcome.end == "error":
        summary = translate("clingo rejects the program")  # the report says why
    else:
        summary = wrong_answers.make_stop_finding(board, outcome, TASK_SECONDS).text
    example = {"board": board, "drawn": playable.list_drawn_cells(board, board)}
    return {"given": example, "answers": answers, "summary": summary}


def judge_answer(
    assignment: Assignment, board: Board, answer: Answer, playable: PlayablePuzzle
) -> JsonObject:
    """Return the board with an answer, what is wrong with it as sentences, and the wrong cells."""
    offences = assignment.list_offences(board, answer)
    sentences = [offence.sentence for offence in offences]
    if outside := find_cells_outside(board, answer):
        cells = ", ".join(map(str, outside[:MAX_SENTENCES]))
        sentences.append(translate("not on the board: {cells}", cells=cells))
    least = assignment.find_least_cost(board)
    if (
        not sentences
        and least is not None
        and (cost := assignment.compute_cost(board, answer)) > least
    ):
        sentences.append(translate("it costs {cost}, the best {least}", cost=cost, least=least))
    filled = fill_board(board, answer)
    return {
        "board": filled,
        "drawn": playable.list_drawn_cells(filled, board),
        "cells": sorted({cell for offence in offences for cell in offence.cells}),
        "sentences": cut_lines(sentences, MAX_SENTENCES).splitlines(),
    }
