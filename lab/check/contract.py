"""Compares the facts that encode.py writes, for grids of all kinds, with the contract."""

import functools
import itertools
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from lab.check.settings import RECTANGLE
from lab.check.subject import Subject
from lab.common.findings import Finding, Remark
from lab.runner.copies import FolderCopies
from lab.runner.pool import Task, TaskPool
from lab.sandbox import CommandResult, Limits
from lab.syntax import messages, tokens

STAGE = "contract"
LIMITS = Limits(cpu=2.0, wall=4.0)  # of encode.py with a grid
SLOW_RATIO = 40.0  # more computing than so many times that of the quickest run is a remark
PROBED_GRIDS = 2  # trouble with so many grids is reported without trying others,
MORE_GRIDS = 8, 32  # and so are faults with so many: to read wrong facts of large grids takes long
SHOWN_LENGTH = 100  # characters of a line that encode.py writes, or of an error, that are shown
SHOWN_STATEMENTS = 6
UNSTABLE = "encode.py does not write the same when it gets a grid again"
WORD = re.compile(r"#?\w+|\S")
DENIED = ("Read-only file system", "Permission denied")  # ends of an error when writing a file
TROUBLE = {
    "computing": "computes for more than {limits.cpu:g} s",
    "time": "does not end within {limits.wall:g} s",
    "memory": "takes more memory than the judge allows",
    "output": "writes without end",
    "processes": "starts processes without end",
    "disk": f"writes more than {LIMITS.disk >> 20} MB into files",
    "files": f"makes more than {LIMITS.files:,} files",
}


class WrittenFacts(NamedTuple):
    """The facts that encode.py wrote for a grid, or the trouble in place of them."""

    trouble: str = ""
    detail: str = ""  # of the trouble with this grid
    code: str = STAGE  # of the trouble: that of the contract, or "time"
    statements: Sequence[str] = ()  # facts and #const of the contract; cells as they were written
    extra_atoms: Sequence[str] = ()  # facts that the contract does not have
    text: str = ""  # all that was written, if encode.py did not fail
    seconds: float = 0.0  # of computing

    @property
    def is_late(self) -> bool:
        """Whether encode.py or its facts exceeded a limit."""
        return self.code != STAGE

    @property
    def complaint(self) -> str:
        """The trouble with its detail."""
        return f"{self.trouble}: {self.detail}" if self.detail else self.trouble


class EncodeCheck:
    """Runs encode.py with the grids of a puzzle, and finds what is wrong with its facts."""

    def __init__(
        self, pool: TaskPool, subject: Subject, copies: FolderCopies, grids: Sequence[str] = ()
    ) -> None:
        """`grids` are well-formed; they are tried after the fixed ones, the smallest first."""
        self._pool, self._copies, self._script = pool, copies, subject.script_name
        self._samples = subject.bank.samples
        self._expected_lines = functools.cache(subject.bank.expected_lines)
        self._well_formed = [*self._samples.well_formed, *sorted(grids, key=len)]
        self._facts: dict[str, WrittenFacts] = {}  # by the text of the grid

    def findings(self) -> Iterator[Finding]:
        """Try the well-formed grids; yield each kind of fault once, with its first grid.

        Ends at a grid that takes too long, or if encode.py has failed with every grid so far, or
        after some grids if there was a fault.
        """
        briefs: set[str] = set()
        for start, end in itertools.pairwise((0, PROBED_GRIDS, *MORE_GRIDS, None)):
            grids = self._well_formed[start:end]
            if briefs or not grids:
                return
            self._facts |= self._run(self._expect(grids))
            late = [grid for grid in grids if grid in self._facts and self._facts[grid].is_late]
            if late or all(facts.trouble for facts in self._facts.values()):
                grid = next(iter(late), self._well_formed[0])
                yield compare_facts(self._facts[grid], grid, self._expected_lines(grid))
                return
            for grid in grids:
                facts, expected = self._facts[grid], self._expected_lines(grid)
                if not has_other_facts(facts, expected):
                    continue
                finding = compare_facts(facts, grid, expected)
                if finding.brief not in briefs:
                    again = self._run({grid: expected})[grid]
                    if again._replace(seconds=0.0) != facts._replace(seconds=0.0):
                        finding.code, finding.brief = "unstable", UNSTABLE
                    if finding.brief not in briefs:
                        yield finding
                    briefs.add(finding.brief)

    def remarks(self) -> Iterator[Remark]:
        """Yield the remarks on an encode.py without findings: other grids, order, time."""
        expected_facts = self._expect(self._samples.tolerated.values())
        malformed = dict.fromkeys(self._samples.malformed.values(), ())
        self._facts |= self._run({**expected_facts, **malformed})
        for name, grid in self._samples.tolerated.items():
            facts, code = self._facts[grid], "tolerance"
            written, expected = facts.statements, self._expected_lines(grid)
            if name == RECTANGLE:  # its size may be written in any way
                code, written, expected = "square-only", pick_cells(written), pick_cells(expected)
            if sorted(written) != sorted(expected):
                complaint = facts.complaint or "encode.py writes other facts"
                yield Remark(STAGE, code, f"{complaint}, when given {name}")
        for name, grid in self._samples.malformed.items():
            facts = self._facts[grid]
            if facts.is_late:
                yield Remark(STAGE, "malformed", f"{facts.complaint}, when given {name}")
            elif text := " ".join(facts.text.split())[:SHOWN_LENGTH]:
                text = f"given {name}, encode.py writes {text}, expected a complaint instead"
                yield Remark(STAGE, "malformed", text)
        seconds = sorted(max(facts.seconds, 0.01) for facts in self._facts.values())  # or unseen
        if seconds[-1] > SLOW_RATIO * seconds[0]:
            ratio = f"{seconds[-1] / seconds[0]:.0f} times as long"
            text = f"encode.py computes {ratio} for one grid as for another"
            yield Remark(STAGE, "time", text)
        for grid in self._samples.well_formed:
            cells = pick_cells(self._expected_lines(grid))
            if pick_cells(self._facts[grid].statements) != cells:
                yield Remark(STAGE, "order", "encode.py does not write the cells row by row")
                break
        extra_atoms = sorted({atom for facts in self._facts.values() for atom in facts.extra_atoms})
        if extra_atoms:
            text = f"encode.py writes more than the contract has: {extra_atoms[0]}."
            yield Remark(STAGE, "others", text)

    def _expect(self, grids: Iterable[str]) -> dict[str, Sequence[str]]:
        """Return the facts expected for each of the grids."""
        return {grid: self._expected_lines(grid) for grid in grids}

    def _run(self, expected: Mapping[str, Sequence[str]]) -> dict[str, WrittenFacts]:
        """Run encode.py with grids, given with the facts expected, in parallel, see run_encode."""
        number, pairs = min(self._pool.number, len(expected)), list(expected.items())
        shares = [dict(pairs[start::number]) for start in range(number)]
        arguments = self._pool, self._copies, self._script
        parts = self._pool.map(lambda share: run_encode(*arguments, share), shares)
        return dict(itertools.chain.from_iterable(part.items() for part in parts))


def run_encode(
    pool: TaskPool, copies: FolderCopies, name: str, expected: Mapping[str, Sequence[str]]
) -> dict[str, WrittenFacts]:
    """Run a script with grids, given with the facts expected; return the facts by grid.

    Grids after one that takes too long are left out.
    """
    with copies.make_copy() as home:
        results = pool.run_script(home, name, [grid.encode() for grid in expected], LIMITS)
    return {
        grid: read_result(pool, result, expected[grid])._replace(seconds=result.cpu)
        for grid, result in zip(expected, results)
    }


def read_result(pool: TaskPool, result: CommandResult, expected: Sequence[str]) -> WrittenFacts:
    """Return the facts that a run of encode.py wrote, or its trouble."""
    if result.limit:
        trouble = TROUBLE[result.limit].format(limits=LIMITS)
        return WrittenFacts(f"encode.py {trouble}", code="time")
    if result.status:
        detail = explain_failure(result.stderr.decode(errors="replace"))
        return WrittenFacts(f"encode.py ends with status {result.status}", detail)
    text = result.stdout.decode(errors="replace")
    if not text.strip():
        return WrittenFacts("encode.py writes nothing")
    lines = dict(zip(split_statements("\n".join(expected)), expected))
    statements = split_statements(text)
    if sorted(statements) == sorted([*lines, ""]):  # clingo takes longer, by far
        return WrittenFacts(statements=[lines[key] for key in statements[:-1]], text=text)
    return read_facts(pool, text)


def split_statements(text: str) -> list[str]:
    """Return what stands before, between and after the full stops, with one blank between words."""
    return [part.strip() for part in " ".join(WORD.findall(text)).split(" .")]


def explain_failure(stderr: str) -> str:
    """Return the last line on stderr, usually that of a traceback, with a hint if it is known."""
    if not stderr.strip():
        return ""
    last = stderr.strip().splitlines()[-1][:SHOWN_LENGTH]
    if "argv" in stderr:
        return f"{last}; the grid comes on standard input"
    is_denied = any(error in last for error in DENIED)
    return f"{last}; the facts go to standard output" if is_denied else last


def read_facts(pool: TaskPool, text: str) -> WrittenFacts:
    """Return the facts in a text, which clingo parses; #script and #include are trouble."""
    if any(token.kind in {"script", "include"} for token in tokens.read_tokens(text)):
        return WrittenFacts("encode.py writes #script or #include instead of facts", text=text)
    lines = text.split("\n")
    file = Path(tempfile.mkdtemp(dir=pool.programs), "domain.lp")
    file.write_text(text)
    outcome = pool.run(Task("read_facts", {"path": str(file)}))
    if outcome.end == "error":
        complaint = messages.explain_errors(outcome.value.splitlines(), file.parent)[0]
        line, detail = complaint.place.line, complaint.message
        is_at_end = complaint.is_unended or not any(map(str.strip, lines[line - 1 :]))
        if line and not is_at_end:
            detail = f"line {line} is {lines[line - 1][:SHOWN_LENGTH]}"
        return WrittenFacts("what encode.py writes does not read", detail, text=text)
    if not outcome.is_done:
        trouble = f"clingo comes to no end with what encode.py writes: {outcome.end}"
        return WrittenFacts(trouble, code="time")
    if outcome.value["lines"]:
        line = outcome.value["lines"][0]
        detail = f"line {line} is {lines[line - 1][:SHOWN_LENGTH]}"
        trouble = "encode.py writes what is neither a fact nor #const n"
        return WrittenFacts(trouble, detail, text=text)
    atoms: list[str] = outcome.value["atoms"]
    statements = [f"{atom}." for atom in atoms if atom.startswith(("cell(", "dim("))]
    statements += [f"#const {name}={value}." for name, value in outcome.value["constants"]]
    extra_atoms = [atom for atom in atoms if not atom.startswith(("cell(", "dim("))]
    return WrittenFacts(statements=statements, extra_atoms=extra_atoms, text=text)


def pick_cells(statements: Iterable[str]) -> list[str]:
    """Return the facts of cells."""
    return [statement for statement in statements if statement.startswith("cell(")]


def has_other_facts(facts: WrittenFacts, expected: Sequence[str]) -> bool:
    """Return whether the statements differ from those expected, in whatever order."""
    return sorted(facts.statements) != sorted(expected)


def compare_facts(facts: WrittenFacts, grid: str, expected: Sequence[str]) -> Finding:
    """Return the finding for trouble, or for statements that differ from those expected."""
    rows = [line.split() if " " in grid else list(line) for line in grid.splitlines()]
    brief, code, missing, extra = facts.trouble, facts.code, expected, facts.text.splitlines()
    if not facts.trouble:
        written, asked = set(facts.statements), set(expected)  # large grids have thousands
        missing = [line for line in expected if line not in written]
        extra = [line for line in facts.statements if line not in asked]
        absent, present = (
            {re.split(r"[(=]", line.removeprefix("#const "))[0] for line in statements}
            for statements in (missing, extra)
        )
        changes = {
            "wrong": absent & present,
            "missing": absent - present,
            "superfluous": present - absent,
        }
        kinds = (f"{how} {' and '.join(sorted(names))}" for how, names in changes.items() if names)
        brief = f"encode.py: {'; '.join(kinds)}"
    finding = Finding(STAGE, code, brief, facts.detail, grid=rows)
    if facts.text:
        finding.expected, finding.got = list_statements(missing), list_statements(extra)
    return finding


def list_statements(statements: Sequence[str]) -> str:
    """Return up to SHOWN_STATEMENTS statements, a line each, and the number of the others."""
    left = len(statements) - SHOWN_STATEMENTS
    lines = [line[:SHOWN_LENGTH] for line in statements[:SHOWN_STATEMENTS]]
    return "\n".join(lines + [f"... and {left} more"] * (left > 0)) or "(nothing)"
