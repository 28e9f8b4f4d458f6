"""The stages in which a submission is examined, each unless one before makes it meaningless."""

import codecs
import tempfile
from pathlib import Path

from lab.check import breaches, contract, fresh, growth, harmless, mistakes
from lab.check.subject import Subject
from lab.common.findings import DELIVERY, PROGRAM, SCRIPT, Finding, Remark, Report
from lab.common.words import Place
from lab.delivery.deliveries import Delivery
from lab.puzzles import LEAST_COST, UNIQUE
from lab.runner.copies import ALL, FILES, LARGE, Copies, obstacle
from lab.runner.pool import Task, TaskPool
from lab.syntax import messages, tokens

UNREADABLE = "this cannot be read"
LEFT_OUT = (
    f"some files of the folder were left out: encode.py gets {FILES} at most, of {LARGE >> 20} MB "
    f"each and {ALL >> 20} MB in all"
)
FEWEST = "nothing has to be minimised: a puzzle has one solution, and #minimize hides if not"
SQUARE = "the program is for square boards only, which is what the assignment asks"


class Examination:
    """The stages of a submission; `report` collects what is found."""

    def __init__(self, pool: TaskPool, subject: Subject, work: Delivery, seed: int = 0) -> None:
        """`seed` decides on the boards that are made for this examination."""
        self.pool, self.subject, self.work = pool, subject, work
        self.report = Report(work.name, seed, uncontained=pool.sandbox.leaks, where=work.where)
        self.report.files = {
            part: path.name
            for part, path in ((SCRIPT, work.script), (PROGRAM, work.program))
            if path
        }
        self.copy = Path(tempfile.mkdtemp(dir=pool.programs))
        self.grid: list[messages.Complaint] = []  # facts of one, where rules alone are expected
        self.undefined: list[messages.Complaint] = []  # predicates

    def run(self) -> Report:
        """Examine all that there is."""
        if self.work.is_delivery:
            self.deliver()
        script, program = self.work.script, self.work.program
        program = self.read(program) if program and self.is_begun(program, PROGRAM) else None
        seen = self.judge(program) if program else None  # sooner done than encode
        if script and self.is_begun(script, SCRIPT):
            self.encode(script)
        if seen:
            self.judge_further(seen)
        self.report.remark(
            *(Remark("reads", "undefined", str(one), one.place) for one in self.undefined)
        )
        return self.report

    def deliver(self) -> None:
        """Report what a delivery lacks."""
        self.report.reached.add(DELIVERY)
        self.report.authors, self.report.unjudged = (
            list(self.work.authors),
            list(self.work.unjudged),
        )
        self.report.find(*self.work.findings)
        self.report.remark(*self.work.remarks)

    def is_begun(self, path: Path, part: str) -> bool:
        """Whether a file is another than was handed out; if not, report what to do first."""
        first = self.subject.bank.starts.first_step(path)
        if first:
            self.report.find(Finding("reads", "start", first, part=part, place=Place(path.name)))
        return not first

    def read(self, path: Path) -> Path | None:
        """The copy of a program that can be judged; None if it cannot be."""
        self.report.reached.add("reads")
        try:
            program = tokens.copy_program(path, self.work.folder, self.copy)
        except tokens.ProgramRefused as refusal:
            self.report.find(Finding("reads", "contract", str(refusal), place=refusal.place))
            return None
        self.parse(program)
        if self.is_legible:
            self.ground(program)
        return program if self.is_legible else None

    @property
    def is_legible(self) -> bool:
        """Whether nothing was found in the program so far."""
        return all(one.stage == DELIVERY for one in self.report.findings)

    def parse(self, program: Path) -> None:
        """Report what clingo's parser says; and if, after all, something came from elsewhere."""
        arguments = {"path": str(program), "given": self.subject.given_values}
        outcome = None if is_utf16(program) else self.pool.one(Task("outline", arguments))
        if not outcome or not outcome.is_done:
            message = f"{program.name}: {illegible(program)}"
            self.report.find(Finding("reads", "syntax", message))
            return
        outline = outcome.value
        if outline["script"] or not all(self.is_inside(file) for file in outline["files"]):
            message = f"{program.name}: found #script or a file from elsewhere, expected logic only"
            self.report.find(Finding("reads", "contract", message))
        self.complain("reads", "syntax", outline["errors"])
        if not outline["errors"]:
            self.undefined = messages.find_undefined(outline, self.copy)
            self.grid = messages.find_grid_facts(outline, self.copy)

    def is_inside(self, file: str) -> bool:
        """Whether a file is one of those that were copied."""
        return Path(file).is_relative_to(self.copy)

    def ground(self, program: Path) -> None:
        """Report what clingo's grounder says to the smallest facts."""
        trial = self.subject.trials[0]
        task = breaches.answers_task(self.subject, program, trial)._replace(cpu=1)
        outcome = self.pool.one(task)
        if outcome.end == "error":
            lines = outcome.value.splitlines()
            for stage, code in dict.fromkeys(map(messages.classify_error, lines)):
                same = [one for one in lines if messages.classify_error(one) == (stage, code)]
                self.complain(stage, code, same)
        elif not outcome.is_done:
            self.report.find(breaches.report_trouble(trial.board, outcome, task.cpu))

    def complain(self, stage: str, code: str, lines: list[str]) -> None:
        """Report errors of clingo."""
        complaints = messages.explain_errors(lines, self.copy, self.subject.constants)
        self.report.find(*(Finding(stage, code, str(one), place=one.place) for one in complaints))

    def encode(self, script: Path) -> None:
        """Report what is wrong with encode.py, run in copies of its folder."""
        self.report.reached.add("contract")
        copies = Copies(self.work.folder, self.pool.folder)
        if not copies.has(script.name):
            message = f"{script.name}: {obstacle(script) or UNREADABLE}"
            self.report.find(Finding("contract", "contract", message, part=SCRIPT))
            return
        grids = list(fresh.make_grids(self.subject, self.report.seed))
        judged = contract.EncodeCheck(self.pool, self.subject, copies, script.name, grids)
        is_right = True
        for finding in judged.findings():
            finding.part, is_right = SCRIPT, False
            self.report.find(finding)
        if is_right:
            self.report.remark(*judged.remarks())
        elif not copies.is_whole:
            self.report.remark(Remark("contract", "folder", LEFT_OUT))

    def judge(self, program: Path) -> breaches.TrialRun | None:
        """Report on the rules, as small boards show them; the answers if they break none."""
        self.report.reached.add("contract")
        seen = breaches.run_trials(self.pool, self.subject, program)
        answered = zip(seen.trials, seen.answers)
        self.report.is_silent = not any(one.solutions and its.found for one, its in answered)
        findings = breaches.find_broken_rules(self.pool, self.subject, seen)
        if not findings:
            return seen
        names = mistakes.explain_findings(self.pool, self.subject, seen)
        for finding in findings:
            finding.mistake = names.get(finding.code)
        self.accuse(program, findings)
        return None

    def judge_further(self, seen: breaches.TrialRun) -> None:
        """Report on the rules, as other boards show them, then on the examples."""
        program = seen.path
        if findings := self.broken_on_others(program):
            self.accuse(program, findings)
            return
        findings, remarks, summary, self.report.cost = growth.judge_examples(
            self.pool, self.subject, program
        )
        findings = findings or self.broken_on_a_large_one(program)
        new = "" if self.subject.bank.fresh else ", made for this check"
        more = f"; {self.report.fresh} more boards{new}" if self.report.fresh else ""
        self.report.summary = summary + more if summary and not findings else ""
        self.report.find(*self.explained(findings))
        if all(one.stage == growth.STAGE for one in findings):
            self.report.reached |= {breaches.STAGE, growth.STAGE}
        else:  # small parts of an example show it
            self.suspect(program)
        self.report.remark(*remarks)
        if self.subject.puzzle.best == UNIQUE and any(one.optimises for one in seen.answers):
            self.report.remark(Remark("rules", self.subject.settings.optimises_code, FEWEST))
        if self.subject.puzzle.best == LEAST_COST:
            self.report.remark(*harmless.remarks(self.pool, self.subject, seen))
        oblong = breaches.run_trials(self.pool, self.subject, program, self.subject.bank.oblong)
        if breaches.find_broken_rules(self.pool, self.subject, oblong):
            self.report.remark(Remark("rules", "square-only", SQUARE))

    def broken_on_others(self, program: Path) -> list[Finding]:
        """The rules that are broken on larger boards, and on those that nobody has seen before."""
        larger = breaches.run_trials(self.pool, self.subject, program, self.subject.larger)
        answered = larger._replace(trouble=None)  # the examples show whether it is too slow
        found = breaches.find_broken_rules(self.pool, self.subject, answered)
        return found or self.broken_on_fresh(program)

    def broken_on_fresh(self, program: Path) -> list[Finding]:
        """The rules that are broken on boards that nobody has seen before."""
        boards = fresh.make_trial_boards(self.pool, self.subject, self.report.seed)
        seen = breaches.run_trials(self.pool, self.subject, program, boards, fresh.MOST + 1)
        answered = seen._replace(trouble=None)
        findings = breaches.find_broken_rules(self.pool, self.subject, answered)
        if findings:
            self.report.remark(*self.repeated(breaches.STAGE))
        self.report.fresh = len(answered.answers)
        return findings

    def broken_on_a_large_one(self, program: Path) -> list[Finding]:
        """What is wrong with answers to a board that is too large to know all its solutions."""
        board = fresh.make_large_board(self.subject, self.report.seed)
        if not board:
            return []
        findings = growth.on_board(self.pool, self.subject, program, board)
        if findings:
            self.report.remark(*self.repeated(growth.STAGE))
        self.report.fresh += 1
        return findings

    def repeated(self, stage: str) -> list[Remark]:
        """The remark that a seed makes a board again, if it does."""
        message = f"this board was made for this check: --seed {self.report.seed} repeats it"
        return [] if self.subject.bank.fresh else [Remark(stage, "seed", message)]

    def accuse(self, program: Path, findings: list[Finding]) -> None:
        """Report broken rules, and what in the program may be the cause."""
        self.report.find(*self.explained(findings))
        self.suspect(program)

    def explained(self, findings: list[Finding]) -> list[Finding]:
        """The findings, those with a mistake with its sentence."""
        sentences = self.subject.bank.sentences
        for finding in findings:
            finding.sentence = sentences.get(finding.mistake or "", "")
        return findings

    def suspect(self, program: Path) -> None:
        """Report what may be the cause of wrong answers, and is no fault where all is right."""
        arguments = {"path": str(program), "facts": self.subject.trials[0].facts}
        outcome = self.pool.one(Task("valueless", arguments, cpu=1))
        remarks = outcome.value if outcome.is_done else []
        causes = [*self.grid, *messages.explain_valueless(remarks, self.copy), *self.undefined]
        self.report.find(*(Finding("reads", "syntax", str(one), place=one.place) for one in causes))
        self.undefined = []


def illegible(program: Path) -> str:
    """Why clingo's parser came to no end with a program, in words."""
    return "found UTF-16, expected UTF-8: save the file so" if is_utf16(program) else UNREADABLE


def is_utf16(program: Path) -> bool:
    """Whether a file begins as text in UTF-16 does."""
    return program.read_bytes().startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
