"""Examines a delivery, and makes a Report; STAGES of lab/common/findings.py has the questions.

A stage is left out if a finding of an earlier one makes it meaningless.
"""

import codecs
import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import decode
from lab.check import breaches, contract, fresh, growth, mistakes, optimum, proof
from lab.check.subject import REFUSES, Subject
from lab.common.findings import DELIVERY, PROGRAM, SCRIPT, Finding, Remark, Report
from lab.common.language import translate
from lab.common.words import Place, count_noun, join_and, join_clauses
from lab.delivery.deliveries import Delivery
from lab.puzzles import LEAST_COST, UNIQUE
from lab.runner.copies import FolderCopies, explain_missing
from lab.runner.pool import Task, TaskPool
from lab.runner.tasks import TERMS
from lab.syntax import causes, messages, tokens

UNREADABLE = "this cannot be read"
UTF16 = "found UTF-16, expected UTF-8: save the file so"
MINIMISES = "nothing has to be minimised: a puzzle has one solution, and #minimize hides if not"
FRESH_BOARD = "this board was made for this check: --seed {seed} repeats it"
STEP = "{term} grows with each step, and nothing in this rule bounds it"
ROUND = "{term} grows with each round through this rule and {rules}, and nothing in them bounds it"
UNPROVEN = "no search of all boards can judge {part}: the verdict rests on the boards tried"
SQUARES_ONLY = "the program is for square boards only, which is what the assignment asks"


class Examination:
    """The examination of one delivery; `report` grows while it runs."""

    def __init__(self, pool: TaskPool, subject: Subject, delivery: Delivery, seed: int = 0) -> None:
        """`seed` decides on the boards that are made for this examination."""
        self.pool, self.subject, self.delivery = pool, subject, delivery
        self.report = Report(
            delivery.name, seed, uncontained=pool.sandbox.leaks, given_path=delivery.given_path
        )
        parts = {SCRIPT: delivery.script, PROGRAM: delivery.program}
        self.report.files = {part: path.name for part, path in parts.items() if path}
        self.on_finding: Callable[[Finding], None] = lambda finding: None
        self._folder = Path(tempfile.mkdtemp(dir=pool.programs))  # for a copy of the program
        self._undefined: list[messages.Complaint] = []  # predicates that occur in no head
        self._outline: dict[str, Any] = {}  # of the program, see lab/runner/outline.py

    def run(self) -> Report:
        """Run all stages; return the report."""
        report, script, program = self.report, self.delivery.script, self.delivery.program
        if not self.delivery.is_lone_program:
            report.reached.add(DELIVERY)
            report.authors = list(self.delivery.authors)
            report.unjudged = list(self.delivery.unjudged)
            self.add_findings(*self.delivery.findings)
            report.remarks += self.delivery.remarks
        copy = run = None
        if program and self.require_begun(program, PROGRAM):
            copy = self.read_program(program)
            run = self.judge_small_boards(copy) if copy else None
        if script and self.require_begun(script, SCRIPT):  # before the boards that take longer
            self.judge_script(script)
        if run:
            self.judge_larger_boards(run)
        is_without_end = any(finding.code == "time" for finding in report.findings)
        if copy and not (report.solved or report.is_silent or is_without_end):
            growth.measure_examples(self.pool, self.subject, copy, report)
            report.summary, report.cost = "", None  # of programs that keep all rules
        self.add_remarks("undefined", self._undefined)
        return report

    def add_findings(self, *findings: Finding) -> None:
        """Add findings to the report, with the sentences of their mistakes."""
        for finding in findings:
            sentence = self.subject.bank.sentences.get(finding.mistake or "", "")
            finding.sentence = translate(sentence)
            self.on_finding(finding)
        self.report.add_findings(*findings)

    def add_complaints(self, complaints: Iterable[messages.Complaint]) -> None:
        """Add a finding for each complaint about a line of the program."""
        for complaint in complaints:
            code, stage = complaint.code, "contract" if complaint.code == "contract" else "reads"
            self.add_findings(Finding(stage, code, complaint.message, place=complaint.place))

    def add_remarks(self, code: str, complaints: Iterable[messages.Complaint]) -> None:
        """Add a remark for each complaint about a line of the program."""
        for complaint in complaints:
            self.report.remarks.append(Remark("reads", code, complaint.message, complaint.place))

    def require_begun(self, path: Path, part: str) -> bool:
        """Return whether a file differs from what was handed out; if not, add a finding."""
        first_step = self.subject.bank.starts.first_step(path)
        if first_step:
            place = Place(path.name)
            self.add_findings(Finding("reads", "start", first_step, part=part, place=place))
        return not first_step

    def read_program(self, path: Path) -> Path | None:
        """Copy, parse and ground a program; return the copy, or None if there are findings."""
        self.report.reached.add("reads")
        try:
            program = tokens.copy_program(path, self.delivery.folder, self._folder)
        except tokens.ProgramRefused as refusal:
            self.add_findings(Finding("reads", "contract", refusal.message, place=refusal.place))
            return None
        if self.parse(program):
            self.ground(program)
        is_legible = all(finding.stage == DELIVERY for finding in self.report.findings)
        return program if is_legible else None

    def parse(self, program: Path) -> bool:
        """Parse a program, and add findings of its errors; return whether there is none."""
        is_utf16 = program.read_bytes().startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        arguments = {"path": str(program), "given": self.subject.given_values}
        outcome = None if is_utf16 else self.pool.run(Task("outline_program", arguments))
        if not outcome or not outcome.is_done:
            text = f"{program.name}: {translate(UTF16 if is_utf16 else UNREADABLE)}"
            self.add_findings(Finding("reads", "syntax", text))
            return False
        outline = outcome.value
        files = (os.path.abspath(program.parent / file) for file in outline["files"])
        is_inside = all(Path(file).is_relative_to(self._folder) for file in files)
        is_alone = is_inside and not outline["script"]
        if not is_alone:
            text = translate("found #script or a file from elsewhere, expected logic only")
            self.add_findings(Finding("reads", "contract", f"{program.name}: {text}"))
        constants = self.subject.constants
        errors = messages.explain_errors(outline["errors"], program.parent, constants)
        self.add_complaints(errors)
        if not errors:
            self._undefined = list(causes.find_undefined(outline))
            self._outline = outline
        return is_alone and not errors

    def ground(self, program: Path) -> None:
        """Ground a program with the first trial board; add findings of clingo's errors."""
        trial = self.subject.small_trials[0]
        task = breaches.answers_task(self.subject, program, [trial])._replace(cpu=1)
        outcome = self.pool.run(task)
        if outcome.end == "error":
            errors, constants = outcome.value.splitlines(), self.subject.constants
            self.add_complaints(messages.explain_errors(errors, program.parent, constants))
        elif not outcome.is_done:
            finding = breaches.report_trouble(trial.board, outcome, task.cpu)
            growth_outcome = self.pool.run(Task("find_growing_rules", {"path": str(program)}))
            term, places = growth_outcome.value if growth_outcome.is_done else ("", [])
            if places:
                first, *others = (Place(Path(file).name, line) for file, line in places)
                finding.place = first
                finding.detail = translate(
                    ROUND if others else STEP, term=term, rules=join_and(map(str, others))
                )
            self.add_findings(finding)

    def judge_script(self, script: Path) -> None:
        """Run encode.py in copies of its folder; add findings, or else remarks."""
        self.report.reached.add("contract")
        copies = FolderCopies(self.delivery.folder, self.pool.folder)
        if not copies.has(script.name):
            text = f"{script.name}: {explain_missing(script) or translate(UNREADABLE)}"
            self.add_findings(Finding("contract", "contract", text, part=SCRIPT))
            return
        grids = list(map(decode.format_grid, self.subject.examples))
        grids += fresh.make_grids(self.subject, self.report.seed)
        check = contract.EncodeCheck(self.pool, self.subject, copies, grids)
        is_right = True
        for finding in check.findings():
            finding.part, is_right = SCRIPT, False
            self.add_findings(finding)
        if is_right:
            self.report.remarks += check.remarks()
        elif not copies.is_whole:
            self.report.remarks.append(Remark("contract", "folder", copies.explain_omission()))

    def judge_small_boards(self, program: Path) -> breaches.TrialRun | None:
        """Add a finding for each rule broken on small boards; return the answers if none is."""
        self.report.reached.add("contract")
        run = breaches.run_trials(self.pool, self.subject, program, self.subject.small_trials)
        pairs = zip(run.trials, run.answers)
        self.report.is_silent = not any(trial.solutions and a.found for trial, a in pairs)
        findings = breaches.find_broken_rules(self.pool, self.subject, run)
        if not findings:
            return run
        names = mistakes.explain_findings(self.pool, self.subject, run)
        for finding in findings:
            finding.mistake = names.get(finding.code)
            is_without_cells = finding.code == self.subject.empty_code and not finding.mistake
            if is_without_cells and "cell/3" not in dict(self._outline["defines"]):
                finding.detail = translate("no rule has one in its head")
        self.report_with_causes(program, findings)
        return None

    def judge_larger_boards(self, run: breaches.TrialRun) -> None:
        """Judge the larger trial boards, then fresh ones, then the examples; then add remarks."""
        pool, subject, report, program = self.pool, self.subject, self.report, run.path
        if findings := self.judge_every_board(program):
            self.report_with_causes(program, findings)
            return
        larger = breaches.run_trials(pool, subject, program, subject.larger_trials)
        if findings := self.find_wrong_answers(larger):
            self.report_with_causes(program, findings)
            return
        boards = fresh.make_trial_boards(pool, subject, report.seed)
        fresh_run = breaches.run_trials(pool, subject, program, boards, fresh.MOST_SOLUTIONS + 1)
        report.fresh = len(fresh_run.answers)
        if findings := self.find_wrong_answers(fresh_run):
            self.remark_on_seed(breaches.STAGE)
            self.report_with_causes(program, findings)
            return
        findings = growth.judge_examples(pool, subject, program, report)
        if not findings:
            large_boards = list(fresh.make_large_boards(subject, report.seed))
            runs = growth.run_boards(pool, subject, program, large_boards)
            name = translate("a board")
            findings = growth.judge_runs(pool, subject, program, runs, name)
            report.fresh += sum(large_run.outcome.is_done for large_run in runs)
            if findings:
                self.remark_on_seed(growth.STAGE)
        if findings:
            report.summary, report.cost = "", None
        elif report.summary and report.fresh:
            number = count_noun(report.fresh, "more board")
            if not subject.bank.fresh:
                number = translate("{boards}, made for this check", boards=number)
            report.summary = join_clauses([report.summary, number])
        if all(finding.stage == growth.STAGE for finding in findings):
            self.add_findings(*findings)
            report.reached |= {breaches.STAGE, growth.STAGE}
        else:  # small parts of an example show a broken rule
            self.report_with_causes(program, findings)
        if subject.puzzle.best == UNIQUE and any(answers.optimises for answers in run.answers):
            code = subject.settings.optimises_code
            report.remarks.append(Remark(breaches.STAGE, code, translate(MINIMISES)))
        if subject.puzzle.best == LEAST_COST:
            report.remarks += optimum.make_remarks(pool, subject, run)
        oblong = list(map(subject.bank.solve, subject.settings.oblong))
        oblong_run = breaches.run_trials(pool, subject, program, oblong)
        if breaches.find_broken_rules(pool, subject, oblong_run):
            report.remarks.append(Remark(breaches.STAGE, "square-only", translate(SQUARES_ONLY)))

    def judge_every_board(self, program: Path) -> list[Finding]:
        """Search all boards of small sizes; return the findings, note what is proven."""
        if not self.subject.bank.reference:
            return []
        judge = proof.ProofJudge(self.pool, self.subject, program)
        findings = judge.judge(self.report.seed)
        self.report.proven, self.report.searched = judge.result.proven, judge.result.searched
        for text, place in judge.result.obstacles:
            message = translate(UNPROVEN, part=text)
            self.report.remarks.append(Remark(breaches.STAGE, "unproven", message, place))
        return findings

    def find_wrong_answers(self, run: breaches.TrialRun) -> list[Finding]:
        """Return findings, none of a stop: the examples show whether a program is too slow."""
        if run.trouble and run.trouble.end != "error":
            run = run._replace(trouble=None)
        return breaches.find_broken_rules(self.pool, self.subject, run)

    def remark_on_seed(self, stage: str) -> None:
        """Add a remark with the seed of fresh boards, unless they come from a handout."""
        if not self.subject.bank.fresh:
            text = translate(FRESH_BOARD, seed=self.report.seed)
            self.report.remarks.append(Remark(stage, "seed", text))

    def report_with_causes(self, program: Path, findings: list[Finding]) -> None:
        """Add findings of broken rules, and of lines of the program that may be the cause."""
        terms = self.pool.run(Task("find_confusing_terms", {"path": str(program)}, cpu=1))
        none: dict[str, Any] = {name: [] for name in TERMS}
        outline = {**self._outline, **(terms.value if terms.is_done else none)}
        constants = self.subject.constants
        confusions = list(causes.find_meanings(self._outline["files"], program.parent))
        confusions += causes.find_confusions(outline, constants)
        valueless = causes.find_valueless(outline)
        grid_facts = causes.find_grid_facts(self._outline)
        for finding in findings:
            if finding.code == REFUSES and (self._undefined or confusions):  # these are the cause
                finding.mistake = None
        self.add_findings(*findings)
        self.add_complaints([*grid_facts, *valueless, *self._undefined])
        self._undefined = []
        self.add_remarks("confusion", confusions)
