"""The stages in which a submission is examined, each unless one before makes it meaningless."""

import codecs
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
LARGE, ALL, FILES = 1 << 20, 8 << 20, 500  # of a folder: bytes of a file, of all; files copied
SEEN = 10_000  # files among which those are chosen
LEFT_OUT = (
    f"some files of the folder were left out: encode.py gets {FILES} at most, of {LARGE >> 20} MB "
    f"each and {ALL >> 20} MB in all"
)
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
        self.grid: list[str] = []  # facts of a grid, where only rules are expected
        self.undefined: list[str] = []  # predicates

    def run(self) -> Report:
        program = self.read(self.work.program) if self.work.program else None
        if self.work.script:
            self.encode(self.work.script)
        if program:
            self.judge(program)
        for message in self.undefined:
            self.remark("reads", "undefined", message)
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
            message = f"{program.name}: {illegible(program)}"
            self.report.find(Finding("reads", "syntax", message))
            return
        outline = outcome.value
        if outline["script"] or not all(self.inside(file) for file in outline["files"]):
            message = f"{program.name}: found #script or a file from elsewhere, expected logic only"
            self.report.find(Finding("reads", "contract", message))
        for complaint in syntax.complaints(outline["errors"], self.copy):
            self.report.find(Finding("reads", "syntax", complaint))
        if not outline["errors"]:
            self.undefined = syntax.undefined(outline, self.copy)
            self.grid = syntax.grid_facts(outline, self.copy)

    def inside(self, file: str) -> bool:
        return Path(file).is_relative_to(self.copy)

    def ground(self, program: Path) -> None:
        """What clingo's grounder says to the smallest facts."""
        trial = trials.trials()[0]
        arguments = {"path": str(program), "facts": trial.facts}
        outcome = self.judges.one(task := Task("answers", arguments, cpu=1))
        if outcome.end == "error":
            messages = outcome.value.splitlines()
            for stage, code in dict.fromkeys(map(syntax.kind, messages)):
                same = [one for one in messages if syntax.kind(one) == (stage, code)]
                for complaint in syntax.complaints(same, self.copy):
                    self.report.find(Finding(stage, code, complaint))
        elif outcome.end != "done":
            self.report.find(rules.trouble(trial.board, outcome, task.cpu))

    def encode(self, script: Path) -> None:
        """encode.py, in a copy of its folder."""
        self.report.reached.add("contract")
        folder = Path(tempfile.mkdtemp(dir=self.judges.folder))
        whole = copied(self.work.folder, folder)
        if not (folder / script.name).exists():
            self.report.find(Finding("contract", "contract", f"{script.name}: {flaw(script)}"))
            return
        findings, remarks = contract.judged(self.judges, folder, script.name)
        self.report.find(*findings)
        self.report.remarks += remarks
        if findings and not whole:
            self.remark("contract", "folder", LEFT_OUT)

    def judge(self, program: Path) -> None:
        """The rules, then the examples."""
        self.report.reached.add("contract")
        seen = rules.tried(self.judges, program)
        if findings := self.broken(seen):
            self.report.find(*findings)
            self.suspect(program)
            return
        findings, remarks, self.report.summary = growth.judged(self.judges, program)
        self.report.find(*findings)
        if all(one.stage == growth.STAGE for one in findings):
            self.report.reached |= {rules.STAGE, growth.STAGE}
        else:  # small parts of an example show it
            self.suspect(program)
        self.report.remarks += remarks
        if any(found["optimises"] for found in seen.answers):
            self.remark("rules", "fewest-bulbs", FEWEST)
        if rules.findings(self.judges, rules.tried(self.judges, program, rectangles())):
            self.remark("rules", "square-only", SQUARE)

    def broken(self, seen: rules.Tried) -> list[Finding]:
        """The rules that are broken, on larger boards if on no small one, with the mistakes."""
        findings = rules.findings(self.judges, seen)
        if not findings:
            larger = rules.tried(self.judges, seen.path, trials.larger())
            answered = larger._replace(trouble=None)  # the examples tell whether it is too slow
            return rules.findings(self.judges, answered)
        names = mistakes.named(self.judges, seen)
        for finding in findings:
            finding.mistake = names.get(finding.code)
        return findings

    def suspect(self, program: Path) -> None:
        """What may be the cause of wrong answers, and is no reason to fail where all is right."""
        arguments = {"path": str(program), "facts": trials.trials()[0].facts}
        outcome = self.judges.one(Task("valueless", arguments, cpu=1))
        said = outcome.value if outcome.end == "done" else []
        causes = [*self.grid, *syntax.valueless(said, self.copy), *self.undefined]
        self.report.find(*(Finding("reads", "syntax", message) for message in causes))
        self.undefined = []

    def remark(self, stage: str, code: str, message: str) -> None:
        self.report.remarks.append(Remark(stage, code, message))


def illegible(program: Path) -> str:
    """Why clingo's parser does not get on with a program."""
    utf16 = program.read_bytes().startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return "found UTF-16, expected UTF-8: save the file so" if utf16 else UNREADABLE


def rectangles() -> list[Trial]:
    return [trials.solved(board) for board in RECTANGLES]


def copied(folder: Path, to: Path) -> bool:
    """A student's folder without what is hidden, or a link: encode.py first, then other modules,
    what lies deep last.  Whether it is whole; it may be too large."""
    files = list(itertools.islice(plain(folder), SEEN))
    files.sort(key=lambda file: (file.name != "encode.py", file.suffix != ".py", len(file.parts)))
    room, whole = ALL, len(files) <= FILES
    for file in files[:FILES]:
        with contextlib.suppress(OSError):  # it may not be readable; then it is not there
            size = file.stat().st_size
            if size > min(LARGE, room):
                whole = False
                continue
            room -= size
            copy = to / file.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
    return whole


def plain(folder: Path) -> Iterator[Path]:
    """The files of a folder, and of those in it."""
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(one for one in folders if one[0] != "." and one != "__pycache__")
        for file in (Path(root, name) for name in sorted(names)):
            if file.is_file() and not file.is_symlink():
                yield file


def flaw(script: Path) -> str:
    """Why a script was not copied."""
    if script.is_symlink():
        return "this is a link, which is not followed"
    if not script.is_file():
        return "found a folder or device, expected a file"
    if script.stat().st_size > LARGE:
        return f"this is larger than {LARGE >> 20} MB"
    return UNREADABLE
