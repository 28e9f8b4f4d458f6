"""Read a program: copy it, parse it, ground it with the first trial board."""

import codecs
import contextlib
import os
from dataclasses import replace
from pathlib import Path

from lab.check import trial_runs
from lab.check.examination import Examination
from lab.check.program import SubmittedProgram
from lab.common.findings import DELIVERY, PROGRAM, Finding
from lab.common.language import translate
from lab.common.words import Place, join_and
from lab.syntax import causes, messages, tokens

EMPTY = "empty"  # code of a finding
GROUND_SECONDS = 1.0  # of computing, to ground the program and solve the first trial board
UNREADABLE = "this cannot be read"
UTF16 = "found UTF-16, expected UTF-8: save the file so"
STEP = "{term} grows with each step, and nothing in this rule bounds it"
ROUND = "{term} grows with each round through this rule and {rules}, and nothing in them bounds it"


def read_program(examination: Examination) -> None:
    """Set the copy of the program, unless it does not read; then add findings."""
    path, report = examination.delivery.program, examination.report
    if not path or not is_begun(examination, path, PROGRAM):
        return
    report.reached.add("reads")
    try:
        copy = tokens.copy_program(path, examination.delivery.folder, examination.folder)
    except tokens.ProgramRefused as refusal:
        finding = Finding("reads", "contract", refusal.message, place=refusal.place)
        examination.add_findings(finding)
        return
    program = SubmittedProgram(examination.pool, examination.assignment, copy)
    if parse(examination, program):
        ground(examination, program)
    if all(finding.stage == DELIVERY for finding in report.findings):
        examination.program = program


def is_begun(examination: Examination, path: Path, part: str) -> bool:
    """Return whether a file is neither empty nor as it was handed out; if so, add a finding."""
    with contextlib.suppress(OSError):
        if path.is_file() and not path.read_bytes().strip():
            brief = translate("{file} is empty", file=path.name)
            examination.add_findings(Finding("reads", EMPTY, brief, part=part))
            return False
    first_step = examination.assignment.bank.starts.first_step(path)
    if first_step:
        place = Place(path.name)
        examination.add_findings(Finding("reads", "start", first_step, part=part, place=place))
    return not first_step


def parse(examination: Examination, program: SubmittedProgram) -> bool:
    """Set the outline of a program, and add findings of its errors; return whether it has none."""
    assignment, path = examination.assignment, program.path
    is_utf16 = path.read_bytes().startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    given = assignment.given_values
    outcome = None if is_utf16 else program.run_task("outline_program", given=given)
    if not outcome or not outcome.is_done:
        text = f"{path.name}: {translate(UTF16 if is_utf16 else UNREADABLE)}"
        examination.add_findings(Finding("reads", "syntax", text))
        return False
    outline = outcome.value
    files = (os.path.abspath(path.parent / file) for file in outline["files"])
    is_inside = all(Path(file).is_relative_to(examination.folder) for file in files)
    is_alone = is_inside and not outline["script"]
    if not is_alone:
        text = translate("found #script or a file from elsewhere, expected logic only")
        examination.add_findings(Finding("reads", "contract", f"{path.name}: {text}"))
    errors = messages.explain_errors(outline["errors"], path.parent, assignment.constants)
    examination.add_complaints(errors)
    if not errors:
        examination.undefined = list(causes.find_undefined(outline))
        examination.outline = outline
    return is_alone and not errors


def ground(examination: Examination, program: SubmittedProgram) -> None:
    """Ground a program with the first trial board; add findings of clingo's errors."""
    assignment = examination.assignment
    trial = assignment.small_trials[0]
    outcome = program.find_answers([trial], cpu=GROUND_SECONDS)
    if outcome.end == "error":
        errors = outcome.value.splitlines()
        complaints = messages.explain_errors(errors, program.path.parent, assignment.constants)
        examination.add_complaints(complaints)
    elif not outcome.is_done:
        finding = trial_runs.make_trouble_finding(trial.board, outcome, GROUND_SECONDS)
        rules = program.run_task("find_growing_rules")
        term, places = rules.value if rules.is_done else ("", [])
        if places:
            first, *later_places = (Place(Path(file).name, line) for file, line in places)
            names = join_and(map(str, later_places))
            detail = translate(ROUND if later_places else STEP, term=term, rules=names)
            finding = replace(finding, place=first, detail=detail)
        examination.add_findings(finding)
