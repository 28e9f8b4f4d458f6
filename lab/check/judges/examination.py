"""Examination: a delivery that is judged, what the judges know of it, and its growing report."""

import functools
import math
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lab.check.bank.answers import Exercise, ProgramAnswers, TrialBoard, find_added_cells
from lab.check.bank.assignment import DISPLAY, REFUSES, Assignment
from lab.check.judges import wrong_answers
from lab.check.judges.display import CELLS_SHOWN
from lab.check.programs.program import SubmittedProgram, TrialRun
from lab.common.language import format_integer, translate
from lab.common.words import join_clauses
from lab.delivery.deliveries import Delivery
from lab.findings import (
    CONTRACT,
    ENCODE,
    PROGRAM,
    READS,
    RULES,
    SOLVES,
    Beliefs,
    Finding,
    Remark,
    Report,
)
from lab.puzzles import Board
from lab.runner.task_pool import TaskPool
from lab.syntax import causes
from lab.syntax.messages import Message

MOST_ROWS = 10  # rows of the largest boards on which beliefs are found
MOST_OF_A_KIND = 10  # findings, and remarks, with one code
LEFT_OUT = "more of this kind, which are left out: {number}"
FRESH_BOARD = "this board was made for this check: --seed {seed} repeats it"
MOST_TRIALS_TEXT = 8_000_000  # characters of a program that small trial boards may read in all
Entry = Finding | Remark  # what a report consists of


class Examination:
    """The examination of one delivery; judges set its program, outline and right_run.

    files: what is judged, by part; a file that the student has not begun is taken out
    outline: what the program says, see lab/syntax/program_text.py
    right_run: its answers to the small trial boards, if they are right
    covered_rows: up to which the search of all boards has covered all boards
    rule: code of the only rule that is judged, "" for all rules
    exercise: what is judged in place of the assignment
    most_rows: of the boards on which faults are searched; 0 for the usual sizes
    """

    program: SubmittedProgram  # a copy; set once it reads

    def __init__(
        self,
        pool: TaskPool,
        assignment: Assignment,
        delivery: Delivery,
        seed: int = 0,
        *,
        rule: str = "",
        exercise: Exercise | None = None,
        most_rows: int = 0,
        on_finding: Callable[[Finding], None] = lambda finding: None,
    ) -> None:
        """`seed` decides on the boards that are made for this examination."""
        self.pool, self.assignment, self.delivery = pool, assignment, delivery
        self.rule, self.exercise, self._on_finding = rule, exercise, on_finding
        self.most_rows = most_rows
        self.report = Report(
            delivery.name, seed, uncontained=pool.sandbox.leaks, given_path=delivery.given_path
        )
        parts = {ENCODE: delivery.script, PROGRAM: delivery.program}
        self.files = {part: path for part, path in parts.items() if path}
        self.report.files = {part: path.name for part, path in self.files.items()}
        self.folder = Path(tempfile.mkdtemp(dir=pool.programs))  # for the program's copy
        self.outline: dict[str, Any] = {}
        self.right_run: TrialRun | None = None
        self._numbers = Counter[tuple[type, str]]()  # findings and remarks so far, by their codes
        self._summaries: dict[tuple[type, str], int] = {}  # the places of remarks on those left out
        self.covered_rows = 0

    def choose_small_trials(self) -> list[TrialBoard]:
        """Return the small trial boards; for a very long program only some, from all parts."""
        return self.assignment.small_trials[:: self.trial_step]

    @functools.cached_property
    def trial_step(self) -> int:
        """The distance of the small trial boards that are judged: 1, or more for long programs."""
        length = len(self.program.text.text) * len(self.assignment.small_trials)
        return max(1, math.ceil(length / MOST_TRIALS_TEXT))

    @property
    def undefined(self) -> list[Message]:
        """The predicates of the program that occur in no head."""
        return list(causes.find_undefined(self.outline)) if self.outline else []

    def is_read(self) -> bool:
        return hasattr(self, "program")

    def is_right_so_far(self) -> bool:
        """Return whether the program keeps the rules on all boards that were tried."""
        findings = (finding for finding in self.report.findings if finding.part == PROGRAM)
        stages = (CONTRACT, RULES, SOLVES)
        is_wrong = any(f.stage in stages and f.code != DISPLAY for f in findings)
        return self.right_run is not None and not is_wrong

    def can_be_proven(self) -> bool:
        """Return whether the program is right so far, and a reference is there: in no handout."""
        return bool(self.assignment.bank.reference) and self.is_right_so_far()

    def can_be_counted(self) -> bool:
        """Return whether the program is right so far, and numbers of answers are there."""
        return bool(self.assignment.bank.counts) and self.is_right_so_far()

    def add(self, entry: Entry) -> None:
        """Add a remark to the report, or a finding with the sentence of its mistake.

        After MOST_OF_A_KIND with one code, a remark counts those that are left out.
        """
        kind = (type(entry), entry.code)
        self._numbers[kind] += 1
        if (number := self._numbers[kind] - MOST_OF_A_KIND) > 0:
            text = translate(LEFT_OUT, number=format_integer(number))
            remarks = self.report.remarks
            place = self._summaries.setdefault(kind, len(remarks))
            remarks[place:] = [Remark(entry.stage, entry.code, text), *remarks[place + 1 :]]
        elif isinstance(entry, Remark):
            self.report.remarks.append(entry)
        else:
            sentence = translate(self.assignment.bank.sentences.get(entry.mistake or "", ""))
            finding = replace(entry, sentence=sentence)
            self._on_finding(finding)
            self.report.add_findings(finding)

    def remark_on_seed(self, stage: str) -> Iterator[Remark]:
        """Yield a remark with the seed of fresh boards, unless they come from a handout."""
        if not self.assignment.bank.fresh_boards:
            yield Remark(stage, "seed", translate(FRESH_BOARD, seed=self.report.seed))

    def find_undrawable(
        self, answers_to_boards: Iterable[tuple[Board, ProgramAnswers]]
    ) -> Iterator[Finding]:
        """Yield a finding for the first answer that decode.py cannot draw, once in a report."""
        if any(finding.code == DISPLAY for finding in self.report.findings):
            return
        for board, answers in answers_to_boards:
            if answers.undrawable:
                yield wrong_answers.make_display_finding(board, answers)
                return

    # ------------------------------------------------------------ causes of findings

    def explain(
        self, findings: Sequence[Finding], names: Mapping[str, str] | None = None
    ) -> Iterator[Entry]:
        """Yield findings of broken rules, and of lines of the program that may be the cause.

        `names` has the mistakes by the codes of findings.  A line that may be the cause explains a
        refusal better than a mistake does.
        """
        if not findings:
            return
        text = self.program.text
        outline = self.outline | text.find_confusing_terms()
        confusions = list(causes.find_misreadings(text.files))
        confusions += causes.find_confusions(outline, self.assignment.constants)
        has_cells = text.has_in_head("cell/3")
        has_cells |= any(CELLS_SHOWN.match(part.statement.code) for part in text.statements)
        mistakes = dict(names or {})
        if self.undefined or confusions:
            mistakes.pop(REFUSES, None)
        for finding in findings:
            mistake, detail = mistakes.get(finding.code, finding.mistake), finding.detail
            if not (mistake or has_cells or finding.culprits):
                no_head = translate("no rule has one in its head")
                if finding.code == self.assignment.empty_code:
                    detail = no_head
                elif finding.code == REFUSES:
                    no_cell = translate("no answer shows a {atom}", atom=self.assignment.atom)
                    detail = join_clauses([no_cell, no_head])
            rule = ""
            if finding.culprits and self.assignment.bank.reference:
                from lab.check.judges.every_board import find_kept_code  # is not handed out

                rule = find_kept_code(self.program, finding.culprits)
            beliefs = self._find_beliefs(finding)
            yield replace(finding, mistake=mistake, detail=detail, rule=rule, beliefs=beliefs)
        yield from map(make_finding, causes.find_grid_facts(self.outline))
        yield from map(make_finding, causes.find_valueless(outline))
        yield from map(make_finding, self.undefined)
        yield from make_remarks("confusion", confusions)

    def _find_beliefs(self, finding: Finding) -> Beliefs:
        """Return what the program takes to hold on the judged board of a finding."""
        grid, board = finding.grid, getattr(finding, finding.judged_board_name)
        if not (isinstance(grid, list) and isinstance(board, list)) or len(grid) > MOST_ROWS:
            return ()
        beliefs = self.program.find_beliefs(grid, find_added_cells(grid, board))
        return tuple((name, tuple((r, c) for r, c in cells)) for name, cells in beliefs)


def make_finding(message: Message) -> Finding:
    """Return the finding of a message about a line of the program."""
    stage = CONTRACT if message.code == CONTRACT else READS
    return Finding(stage, message.code, message.text, place=message.place)


def make_remarks(code: str, messages: Iterable[Message]) -> Iterator[Remark]:
    """Yield a remark for each message about a line of the program."""
    for message in messages:
        yield Remark(READS, code, message.text, message.place)
