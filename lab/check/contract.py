"""Compares the facts that encode.py writes, for fixed and for random grids, with the contract."""

import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
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
SECONDS, WALL = 2.0, 4.0  # of computing, and on the clock
SLOW = 1.0  # seconds of computing that are worth a remark
PROBE = 2  # grids: if there is trouble with both, there would be with all
LONG = 100  # characters of a line that encode.py writes, or of an error
LINES = 6  # statements that are listed
DENIED = ("Read-only file system", "Permission denied")  # ends of an error when writing a file
TROUBLE = {
    "computing": "computes for more than {seconds:g} s",
    "time": "does not end within {wall:g} s",
    "memory": "takes more memory than the judge allows",
    "output": "writes without end",
    "processes": "starts processes without end",
    "disk": f"writes more than {Limits().disk >> 20} MB into files",
    "files": f"makes more than {Limits().files:,} files",
}


class WrittenFacts(NamedTuple):
    """The facts that encode.py wrote for a grid, or the trouble in place of them."""

    statements: Sequence[str] = ()  # those of the contract, as lines: cells in their order, others
    extra_atoms: Sequence[str] = ()
    trouble: str = ""
    detail: str = ""  # of the trouble with this grid
    code: str = STAGE  # of the trouble
    text: str = ""  # all that was written, if encode.py did not fail
    seconds: float = 0.0  # of computing

    @property
    def complaint(self) -> str:
        """The trouble with its detail."""
        return f"{self.trouble}: {self.detail}" if self.detail else self.trouble


class EncodeCheck:
    """Runs encode.py with the grids of a puzzle, and finds what is wrong with its facts."""

    def __init__(
        self, pool: TaskPool, subject: Subject, copies: FolderCopies, grids: Sequence[str] = ()
    ) -> None:
        """`grids` are well-formed ones beside the fixed ones of the puzzle."""
        self._pool, self._copies, self._script = pool, copies, subject.script
        self._bank, self._samples = subject.bank, subject.bank.samples
        self._well_formed = [*self._samples.well_formed, *grids]
        self._facts: dict[str, WrittenFacts] = {}  # by the text of the grid

    def findings(self) -> Iterator[Finding]:
        """Yield each kind of fault once, with the first grid that shows it, while grids are tried.

        Ends at trouble that comes with every grid, or at the first grid that takes too long.
        """
        briefs: set[str] = set()
        for grids in (self._well_formed[:PROBE], self._well_formed[PROBE:]):
            self._run(grids)
            late = [grid for grid in grids if self._facts[grid].code != STAGE]
            if late or all(facts.trouble for facts in self._facts.values()):
                grid = next(iter(late), self._well_formed[0])
                yield compare_facts(self._facts[grid], grid, self._bank.expected_lines(grid))
                return
            for grid in grids:
                expected = self._bank.expected_lines(grid)
                if has_other_facts(self._facts[grid], expected):
                    finding = compare_facts(self._facts[grid], grid, expected)
                    if finding.brief not in briefs:
                        yield finding
                    briefs.add(finding.brief)

    def remarks(self) -> Iterator[Remark]:
        """Yield the remarks on an encode.py without findings: other grids, order, time."""
        samples = self._samples
        self._run([*samples.tolerated.values(), *samples.malformed.values()])
        for name, grid in samples.tolerated.items():
            facts, code = self._facts[grid], "tolerance"
            written, expected = facts.statements, self._bank.expected_lines(grid)
            if name == RECTANGLE:  # its size may be written in any way
                code, written, expected = "square-only", pick_cells(written), pick_cells(expected)
            if sorted(written) != sorted(expected):
                complaint = facts.complaint or "encode.py writes other facts"
                yield Remark(STAGE, code, f"{complaint}, when given {name}")
        for name, grid in samples.malformed.items():
            facts = self._facts[grid]
            if facts.code != STAGE:
                yield Remark(STAGE, "malformed", f"{facts.complaint}, when given {name}")
            elif text := " ".join(facts.text.split()):
                text = f"given {name}, encode.py writes {text[:LONG]}, expected a complaint instead"
                yield Remark(STAGE, "malformed", text)
        slowest = max(facts.seconds for facts in self._facts.values())
        if slowest > SLOW:
            yield Remark(STAGE, "time", f"encode.py computes for {slowest:.1f} s on a small grid")
        if any(
            pick_cells(self._facts[grid].statements) != pick_cells(self._bank.expected_lines(grid))
            for grid in samples.well_formed
        ):
            yield Remark(STAGE, "order", "encode.py does not write the cells row by row")
        extra_atoms = sorted({atom for facts in self._facts.values() for atom in facts.extra_atoms})
        if extra_atoms:
            text = f"encode.py writes more than the contract has: {extra_atoms[0]}."
            yield Remark(STAGE, "others", text)

    def _run(self, grids: Sequence[str]) -> None:
        """Run encode.py with grids, in as many sandboxes as tasks are done at a time."""
        number = min(self._pool.number, len(grids))
        shares = [grids[start::number] for start in range(number)]
        arguments = self._pool, self._copies, self._script
        for facts in self._pool.map(lambda share: run_encode(*arguments, share), shares):
            self._facts |= facts


def run_encode(
    pool: TaskPool, copies: FolderCopies, name: str, grids: Sequence[str]
) -> dict[str, WrittenFacts]:
    """Run a script with each of some grids; return the facts by the text of the grid."""
    with copies.make_copy() as home:
        limits, inputs = Limits(cpu=SECONDS, wall=WALL), [grid.encode() for grid in grids]
        results = pool.run_script(home, name, inputs, limits)
    return {
        grid: read_result(pool, result)._replace(seconds=result.cpu)
        for grid, result in zip(grids, results)
    }


def read_result(pool: TaskPool, result: CommandResult) -> WrittenFacts:
    """Return the facts that a run of encode.py wrote, or its trouble."""
    if result.over:
        trouble = TROUBLE[result.over].format(seconds=SECONDS, wall=WALL)
        return WrittenFacts(trouble=f"encode.py {trouble}", code="time")
    if result.status:
        trouble = f"encode.py ends with status {result.status}"
        detail = explain_failure(result.stderr.decode(errors="replace"))
        return WrittenFacts(trouble=trouble, detail=detail)
    text = result.stdout.decode(errors="replace")
    if not text.strip():
        return WrittenFacts(trouble="encode.py writes nothing")
    return read_facts(pool, text)


def explain_failure(stderr: str) -> str:
    """Return the last line on stderr, usually that of a traceback, with a hint."""
    if not stderr.strip():
        return ""
    last = stderr.strip().splitlines()[-1][:LONG]
    if "argv" in stderr:
        return f"{last}; the grid comes on standard input"
    is_denied = any(error in last for error in DENIED)
    return f"{last}; the facts go to standard output" if is_denied else last


def read_facts(pool: TaskPool, text: str) -> WrittenFacts:
    """Return the facts in a text, which clingo parses; #script and #include are trouble."""
    if any(token.kind in {"script", "include"} for token in tokens.read_tokens(text)):
        trouble = "encode.py writes #script or #include instead of facts"
        return WrittenFacts(trouble=trouble, text=text)
    lines = text.split("\n")
    file = Path(tempfile.mkdtemp(dir=pool.programs), "domain.lp")
    file.write_text(text)
    outcome = pool.run(Task("facts", {"path": str(file)}))
    trouble, detail = "", ""
    if outcome.end == "error":
        complaint = messages.explain_errors(outcome.value.splitlines(), file.parent)[0]
        line, detail = complaint.place.line, complaint.message
        is_at_end = complaint.is_unended or not any(map(str.strip, lines[line - 1 :]))
        if line and not is_at_end:
            detail = f"line {line} is {lines[line - 1][:LONG]}"
        trouble = "what encode.py writes does not read"
    elif not outcome.is_done:
        trouble = f"clingo comes to no end with what encode.py writes: {outcome.end}"
        return WrittenFacts(trouble=trouble, code="time")
    elif outcome.value["lines"]:
        line = outcome.value["lines"][0]
        trouble = "encode.py writes what is neither a fact nor #const n"
        detail = f"line {line} is {lines[line - 1][:LONG]}"
    if trouble:
        return WrittenFacts(trouble=trouble, detail=detail, text=text)
    atoms: list[str] = outcome.value["atoms"]
    statements = [f"{atom}." for atom in atoms if atom.startswith(("cell(", "dim("))]
    statements += [f"#const {name}={value}." for name, value in outcome.value["constants"]]
    extra_atoms = [atom for atom in atoms if not atom.startswith(("cell(", "dim("))]
    return WrittenFacts(statements, extra_atoms, text=text)


def pick_cells(statements: Iterable[str]) -> list[str]:
    """Return the facts of cells."""
    return [statement for statement in statements if statement.startswith("cell(")]


def has_other_facts(facts: WrittenFacts, expected: Sequence[str]) -> bool:
    """Return whether the statements differ from those expected, in whatever order."""
    return sorted(facts.statements) != sorted(expected)


def compare_facts(facts: WrittenFacts, grid: str, expected: Sequence[str]) -> Finding:
    """Return the finding of trouble, or of statements that are missing, superfluous or wrong."""
    rows = [line.split() if " " in grid else list(line) for line in grid.splitlines()]
    brief, code, missing, extra = facts.trouble, facts.code, expected, facts.text.splitlines()
    if not facts.trouble:
        missing = [line for line in expected if line not in facts.statements]
        extra = [line for line in facts.statements if line not in expected]
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
    """Return the first statements, a line each."""
    left = len(statements) - LINES
    lines = [line[:LONG] for line in statements[:LINES]]
    return "\n".join(lines + [f"... and {left} more"] * (left > 0)) or "(nothing)"
