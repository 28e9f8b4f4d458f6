"""The stages in which a submission is examined, each unless one before makes it meaningless."""

import contextlib
import itertools
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lab import Unusable
from lab.check import contract, growth, mistakes, rules, source, syntax, trials
from lab.check.findings import Finding, Remark, Report
from lab.check.judge import Judges, Task
from lab.check.trials import Trial

EXPECTED = "a folder with encode.py or lightup.lp, or a .lp file"
UNREADABLE = "this cannot be read"
FILES, LARGE = 100, 100_000  # of a student's folder: files copied at most, bytes of each
RECTANGLES = ([".."], [".", "."], [".x.", "1.."])
FEWEST = "nothing has to be minimised: a puzzle has one solution, and #minimize hides if not"
SQUARE = "the program is for square boards only, which is what the assignment asks"


class Submission(NamedTuple):
    """A folder and what is judged of it."""

    name: str
    folder: Path
    script: Path | None
    program: Path | None


def submission(path: Path) -> Submission:
    """What there is to judge at a path."""
    try:
        if path.is_dir():
            return of_folder(path)
        if path.suffix == ".lp" and path.is_file():
            return Submission(path.name, path.resolve().parent, None, path)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None
    found = "no logic program" if path.exists() else "no such file or folder"
    raise Unusable(f"{path}: {found}, expected {EXPECTED}")


def of_folder(path: Path) -> Submission:
    script, program = path / "encode.py", path / "lightup.lp"
    if not script.exists() and not program.exists():
        raise Unusable(f"{path}: found neither encode.py nor lightup.lp")
    return Submission(
        path.resolve().name,
        path.resolve(),
        script if script.exists() else None,
        program if program.exists() else None,
    )


class Examination:
    """The stages of a submission, told to a report."""

    def __init__(self, judges: Judges, work: Submission) -> None:
        self.judges, self.work, self.report = judges, work, Report(work.name)
        self.copy = Path(tempfile.mkdtemp(dir=judges.folder))
        self.suspicions: list[str] = []

    def run(self) -> Report:
        program = self.read(self.work.program) if self.work.program else None
        if self.work.script:
            self.encode(self.work.script)
        if program:
            self.judge(program)
        self.suspect()
        return self.report

    def read(self, path: Path) -> Path | None:
        """The copy of a program that can be judged; None if it cannot be."""
        self.report.reached.add("reads")
        try:
            program = source.gather(path, self.work.folder, self.copy)
        except source.Refused as refusal:
            self.report.find(Finding("reads", "contract", str(refusal)))
            return None
        self.parse(program)
        if not self.report.findings:
            self.ground(program)
        return None if self.report.findings else program

    def parse(self, program: Path) -> None:
        """What clingo's parser says; and, once more, that nothing came from elsewhere."""
        outcome = self.judges.one(Task("outline", {"path": str(program)}))
        if outcome.end != "done":
            message = f"{program.name}: {UNREADABLE}: {outcome.end}"
            self.report.find(Finding("reads", "syntax", message))
            return
        outline = outcome.value
        if outline["script"] or not all(self.inside(file) for file in outline["files"]):
            message = f"{program.name}: found #script or a file from elsewhere, expected logic only"
            self.report.find(Finding("reads", "contract", message))
        for complaint in syntax.complaints(outline["errors"], self.copy):
            self.report.find(Finding("reads", "syntax", complaint))
        if not outline["errors"]:
            self.suspicions = syntax.undefined(outline, self.copy)

    def inside(self, file: str) -> bool:
        return Path(file).is_relative_to(self.copy)

    def ground(self, program: Path) -> None:
        """What clingo's grounder says to the smallest facts."""
        trial = trials.trials()[0]
        arguments = {"path": str(program), "facts": trial.facts}
        outcome = self.judges.one(task := Task("answers", arguments, cpu=1))
        if outcome.end == "error":
            for message in outcome.value.splitlines():
                stage, code = syntax.kind(message)
                for complaint in syntax.complaints([message], self.copy):
                    self.report.find(Finding(stage, code, complaint))
        elif outcome.end != "done":
            self.report.find(rules.trouble(trial.board, outcome, task.cpu))

    def encode(self, script: Path) -> None:
        """encode.py, in a copy of its folder."""
        self.report.reached.add("contract")
        folder = Path(tempfile.mkdtemp(dir=self.judges.folder))
        copied(self.work.folder, folder)
        if not (folder / script.name).exists():
            self.report.find(Finding("contract", "contract", f"{script.name}: {UNREADABLE}"))
            return
        findings, remarks = contract.judged(self.judges, folder, script.name)
        self.report.find(*findings)
        self.report.remarks += remarks

    def judge(self, program: Path) -> None:
        """The rules, then the examples."""
        self.report.reached.add("contract")
        seen = rules.tried(self.judges, program)
        if findings := rules.findings(self.judges, seen):
            names = mistakes.named(self.judges, seen)
            for finding in findings:
                finding.mistake = names.get(finding.code)
            self.report.find(*findings)
            return
        self.report.reached |= {"rules", "solves"}
        findings, remarks, self.report.summary = growth.judged(self.judges, program)
        self.report.find(*findings)
        self.report.remarks += remarks
        if any(found["optimises"] for found in seen.answers):
            self.remark("rules", "fewest-bulbs", FEWEST)
        if rules.findings(self.judges, rules.tried(self.judges, program, rectangles())):
            self.remark("rules", "square-only", SQUARE)

    def suspect(self) -> None:
        """Undefined predicates: a reason to fail only where something is wrong."""
        wrong = self.report.reached >= {"reads", "rules"} and "solves" not in self.report.reached
        for message in self.suspicions:
            if wrong:
                self.report.find(Finding("reads", "syntax", message))
            else:
                self.remark("reads", "undefined", message)

    def remark(self, stage: str, code: str, message: str) -> None:
        self.report.remarks.append(Remark(stage, code, message))


def rectangles() -> list[Trial]:
    return [trials.solved(board) for board in RECTANGLES]


def copied(folder: Path, to: Path) -> None:
    """A student's folder: its plain files, hidden and large ones left out."""
    for file in itertools.islice(plain(folder), FILES):
        copy = to / file.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(OSError):  # it may not be readable; then it is not there
            shutil.copyfile(file, copy)


def plain(folder: Path) -> Iterator[Path]:
    """Those of the folder itself come first."""
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        for file in (Path(root, name) for name in sorted(names)):
            if file.is_file() and not file.is_symlink() and file.stat().st_size <= LARGE:
                yield file
