"""Read a program: copy it, parse it, ground it with the first trial board."""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lab.check.judges import wrong_answers
from lab.check.judges.examination import Entry, Examination, make_finding, make_remarks
from lab.check.programs.program import SubmittedProgram
from lab.common.file_kinds import explain_file_kind
from lab.common.files import decode_any_text, read_at_most
from lab.common.language import translate
from lab.common.words import Place, join_and, read_places
from lab.findings import CONTRACT, PROGRAM, READS, Finding, Remark
from lab.syntax import messages, tokens
from lab.syntax.growth import find_growing_rules

EMPTY = "empty"  # code of a finding
GROUND_SECONDS = 1.0  # seconds of computing to ground the program and solve the first trial board
UNREADABLE = "this cannot be read"
ENCODING = "found {encoding}, expected UTF-8: save the file so"
LINE_ENDS = (
    "found lines that end with CR alone, expected LF or CRLF: clingo takes what follows this "
    "comment for a part of it"
)
HIDING_COMMENT = re.compile(r'^(?:[^"%\n]|"[^"\n]*")*(%(?!\*)[^\r\n]*\r[^\S\n]*\S)', re.M)
GROWING = "{term} grows with each step, and nothing in this rule bounds it"
CIRCLING = (
    "{term} grows with each round through this rule and {rules}, and nothing in them bounds it"
)


def remove_untouched_files(examination: Examination) -> Iterator[Entry]:
    """Remove files that are empty, no text, or as handed out; yield a finding for each."""
    for part, path in list(examination.files.items()):
        code, place, is_empty = "start", Place(path.name), False
        advice = examination.assignment.bank.starts.find_advice(path)
        with contextlib.suppress(OSError):
            data = read_at_most(path, tokens.MOST_BYTES + 1) if path.is_file() else b"?"
            is_empty = len(data) <= tokens.MOST_BYTES and not decode_any_text(data)[0].strip()
            if fault := explain_file_kind(data):
                code, advice, place = "syntax", fault, Place(path.name, 1, 1)
        if is_empty:
            yield Finding(READS, EMPTY, translate("{file} is empty", file=path.name), part=part)
        elif advice:
            yield Finding(READS, code, advice, part=part, place=place)
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
    yield from remark_on_encoding(path, READS)
    program = SubmittedProgram(examination.pool, examination.assignment, copy)
    yield from (hidden := list(find_hidden_lines(program)))
    if any(isinstance(entry, Finding) for entry in hidden):
        return
    findings = list(parse_program(examination, program)) or list(ground_program(program))
    yield from findings
    if not findings:
        examination.program = program


def remark_on_encoding(path: Path, stage: str) -> Iterator[Remark]:
    """Yield a remark on a file that is not plain UTF-8; it is judged all the same."""
    with contextlib.suppress(OSError):
        if encoding := decode_any_text(path.read_bytes())[1]:
            text = translate(ENCODING, encoding=encoding)
            yield Remark(stage, "encoding", f"{path.name}: {text}", Place(path.name))


def find_hidden_lines(program: SubmittedProgram) -> Iterator[Entry]:
    """Yield a finding if all lines end with CR alone, and a comment hides those that follow.

    If only some lines end so, this is a remark.
    """
    text = program.path.read_bytes().decode(errors="replace")
    if match := HIDING_COMMENT.search(text):
        line = tokens.find_line_number(text, match.start(1))
        place = Place(program.path.name, line, match.start(1) - text.rfind("\n", 0, match.start(1)))
        if "\n" in text:
            yield Remark(READS, "line-ends", translate(LINE_ENDS), place)
        else:
            yield Finding(READS, "syntax", translate(LINE_ENDS), place=place)


def parse_program(examination: Examination, program: SubmittedProgram) -> Iterator[Finding]:
    """Yield the findings of a program's errors; set the outline of a program without them."""
    assignment, path = program.assignment, program.path
    outcome = program.run_task("find_errors")
    if not outcome.is_done:
        yield Finding(READS, "syntax", f"{path.name}: {translate(UNREADABLE)}")
        return
    errors = messages.explain_errors(outcome.value, path.parent, assignment.constants)
    yield from map(make_finding, errors)
    if not errors:
        examination.outline = program.text.outline(assignment.given_pattern)


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
        term, places = find_growing_rules(program.text)
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
