"""Read a program: copy it, parse it, ground it with the first trial board."""

import codecs
import contextlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lab.check.judges import wrong_answers
from lab.check.judges.examination import Entry, Examination, make_finding, make_remarks
from lab.check.programs.program import SubmittedProgram
from lab.common.language import translate
from lab.common.words import Place, join_and, read_places
from lab.findings import CONTRACT, PROGRAM, READS, Finding
from lab.syntax import messages, tokens

EMPTY = "empty"  # code of a finding
GROUND_SECONDS = 1.0  # of computing, to ground the program and solve the first trial board
UNREADABLE = "this cannot be read"
UTF16 = "found UTF-16, expected UTF-8: save the file so"
GROWING = "{term} grows with each step, and nothing in this rule bounds it"
CIRCLING = (
    "{term} grows with each round through this rule and {rules}, and nothing in them bounds it"
)


def take_out_untouched(examination: Examination) -> Iterator[Entry]:
    """Take out the files that are empty, or as they were handed out; yield their findings."""
    for part, path in list(examination.files.items()):
        is_empty, advice = False, examination.assignment.bank.starts.find_advice(path)
        with contextlib.suppress(OSError):
            is_empty = path.is_file() and not path.read_bytes().strip()
        if is_empty:
            yield Finding(READS, EMPTY, translate("{file} is empty", file=path.name), part=part)
        elif advice:
            yield Finding(READS, "start", advice, part=part, place=Place(path.name))
        if is_empty or advice:
            del examination.files[part]


def read_program(examination: Examination) -> Iterator[Entry]:
    """Set the program and its outline, or yield findings if it does not read."""
    path = examination.files.get(PROGRAM)
    if not path:
        return
    examination.report.reached.add(READS)
    try:
        copy = tokens.copy_program(path, examination.delivery.folder, examination.folder)
    except tokens.ProgramRefused as error:
        yield Finding(READS, CONTRACT, error.message, place=error.place)
        return
    program = SubmittedProgram(examination.pool, examination.assignment, copy)
    findings = list(parse_program(examination, program)) or list(ground_program(program))
    yield from findings
    if not findings:
        examination.program = program


def parse_program(examination: Examination, program: SubmittedProgram) -> Iterator[Finding]:
    """Yield the findings of a program's errors; set the outline of a program without them."""
    assignment, path = program.assignment, program.path
    is_utf16 = path.read_bytes().startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    given_values = assignment.given_values
    outcome = None if is_utf16 else program.run_task("outline_program", given_values=given_values)
    if not outcome or not outcome.is_done:
        text = f"{path.name}: {translate(UTF16 if is_utf16 else UNREADABLE)}"
        yield Finding(READS, "syntax", text)
        return
    outline = outcome.value
    files = (os.path.abspath(path.parent / file) for file in outline["files"])
    is_inside = all(Path(file).is_relative_to(examination.folder) for file in files)
    if not is_inside or outline["script"]:
        text = translate("found #script or a file from elsewhere, expected logic only")
        yield Finding(READS, CONTRACT, f"{path.name}: {text}")
    errors = messages.explain_errors(outline["errors"], path.parent, assignment.constants)
    yield from map(make_finding, errors)
    if not errors:
        examination.outline = outline


def ground_program(program: SubmittedProgram) -> Iterator[Finding]:
    """Ground a program with the first trial board; yield findings of clingo's errors."""
    assignment = program.assignment
    trial = assignment.small_trials[0]
    outcome = program.find_answers([trial], cpu=GROUND_SECONDS)
    if outcome.end == "error":
        errors = outcome.value.splitlines()
        explained = messages.explain_errors(errors, program.path.parent, assignment.constants)
        yield from map(make_finding, explained)
    elif not outcome.is_done:
        finding = wrong_answers.make_stop_finding(trial.board, outcome, GROUND_SECONDS)
        rules = program.run_task("find_growing_rules")
        term, places = rules.value if rules.is_done else ("", [])
        if places:
            first, *later_places = read_places(places)
            names = join_and(map(str, later_places))
            detail = translate(CIRCLING if later_places else GROWING, term=term, rules=names)
            finding = replace(finding, place=first, detail=detail)
        yield finding


def remark_on_undefined(examination: Examination) -> Iterator[Entry]:
    """Yield remarks on predicates without a rule, unless they are findings already."""
    reported = {(finding.brief, finding.place) for finding in examination.report.findings}
    messages_left = (message for message in examination.undefined if message[:2] not in reported)
    yield from make_remarks("undefined", messages_left)
