"""Whether encode.py keeps the contract: the facts that it writes, beside the kit's."""

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from lab import sandbox
from lab.check.subject import Subject
from lab.common.findings import Finding, Remark
from lab.runner.copies import Copies
from lab.runner.pool import Task, TaskPool
from lab.sandbox import Limits
from lab.syntax import messages, tokens

STAGE = "contract"
SECONDS, WALL = 2.0, 4.0  # of computing, and on the wall
SLOW = 1.0  # seconds of computing that are worth a remark
PROBE = 2  # grids: if there is trouble with both, there would be with all
LONG, LONG_ERROR = 100, 200  # characters of a line that encode.py writes, of an error
DENIED = ("Read-only file system", "Permission denied")  # which is what writing a file ends with
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
    """What encode.py wrote for a grid: atoms in their order, and the constants.

    With `trouble`, and a code for it, there are no atoms.  `text` is all that was written, if
    encode.py did not fail.
    """

    cells: tuple[str, ...] = ()
    dims: tuple[str, ...] = ()
    constants: Mapping[str, str] = {}  # those of the contract, by name
    others: tuple[str, ...] = ()
    trouble: str = ""
    detail: str = ""  # of the trouble with this grid
    code: str = STAGE
    text: str = ""
    seconds: float = 0.0  # of computing

    @property
    def statements(self) -> list[str]:
        """The facts that the contract has, as lines of a program."""
        constants = [f"#const {name}={value}." for name, value in self.constants.items()]
        return [f"{atom}." for atom in (*self.cells, *self.dims)] + constants

    @property
    def complaint(self) -> str:
        """The trouble with its detail."""
        return f"{self.trouble}: {self.detail}" if self.detail else self.trouble


Written = Mapping[str, WrittenFacts]  # by the text of the grid


class EncodeCheck:
    """What a script writes for the grids of a puzzle, and what is wrong with it.

    Further `grids` are well formed.
    """

    def __init__(
        self,
        pool: TaskPool,
        subject: Subject,
        copies: Copies,
        name: str,
        grids: Sequence[str] = (),
    ) -> None:
        self._pool, self._subject, self._copies, self._name = pool, subject, copies, name
        self._good = [*subject.bank.samples.well_formed, *grids]
        self._facts: dict[str, WrittenFacts] = {}

    def findings(self) -> Iterator[Finding]:
        """Each kind of difference once, on the first grid that shows it, as soon as it is known.

        The last of them may be trouble that comes with every grid.
        """
        briefs: set[str] = set()
        for now in (self._good[:PROBE], self._good[PROBE:]):
            self._write(now)
            late = [grid for grid in now if self._facts[grid].code != STAGE]
            if late or all(one.trouble for one in self._facts.values()):
                yield self._differing(next(iter(late), self._good[0]))
                return
            for grid in filter(self._is_wrong, now):
                finding = self._differing(grid)
                if finding.brief not in briefs:
                    yield finding
                briefs.add(finding.brief)

    def remarks(self) -> list[Remark]:
        """What is to be remarked where there is no finding."""
        samples = self._subject.bank.samples
        self._write([*samples.tolerated.values(), *samples.malformed.values()])
        return list(remarks(self._subject, self._facts))

    def _write(self, grids: Sequence[str]) -> None:
        """Run the script with grids, in as many sandboxes as tasks are done at a time."""
        share = max(1, -(-len(grids) // self._pool.number))
        shares = [grids[start : start + share] for start in range(0, len(grids), share)]
        arguments = self._pool, self._copies, self._name
        for found in self._pool.map(lambda grids: run_encode(*arguments, grids), shares):
            self._facts |= found

    def _is_wrong(self, grid: str) -> bool:
        return differs(self._facts[grid], self._subject.bank.expected_lines(grid))

    def _differing(self, grid: str) -> Finding:
        return differing(self._facts[grid], grid, self._subject.bank.expected_lines(grid))


def run_encode(pool: TaskPool, copies: Copies, name: str, grids: Sequence[str]) -> Written:
    """The facts that a script writes for each of some grids."""
    with copies.lent() as home:
        limits, inputs = Limits(cpu=SECONDS, wall=WALL), [grid.encode() for grid in grids]
        outcomes = pool.scripts(home, name, inputs, limits)
    return {grid: stated(pool, outcome) for grid, outcome in zip(grids, outcomes)}


def stated(pool: TaskPool, outcome: sandbox.Outcome) -> WrittenFacts:
    """The facts that a run of a script wrote."""
    facts = troubled(outcome) or read(pool, outcome.stdout.decode(errors="replace"))
    return facts._replace(seconds=outcome.cpu)


def troubled(outcome: sandbox.Outcome) -> WrittenFacts | None:
    """WrittenFacts with the trouble, if a run of encode.py wrote nothing of use."""
    if outcome.over:
        trouble = TROUBLE[outcome.over].format(seconds=SECONDS, wall=WALL)
        return WrittenFacts(trouble=f"encode.py {trouble}", code="time")
    if outcome.status:
        trouble = f"encode.py ends with status {outcome.status}"
        return WrittenFacts(
            trouble=trouble, detail=last_words(outcome.stderr.decode(errors="replace"))
        )
    return None if outcome.stdout.strip() else WrittenFacts(trouble="encode.py writes nothing")


def last_words(stderr: str) -> str:
    """The last line of a traceback, or of what else was written, with a hint."""
    if not stderr.strip():
        return ""
    last = stderr.strip().splitlines()[-1][:LONG_ERROR]
    if "argv" in stderr:
        return f"{last}; the grid comes on standard input"
    is_denied = any(word in last for word in DENIED)
    return f"{last}; the facts go to standard output" if is_denied else last


def read(pool: TaskPool, text: str) -> WrittenFacts:
    """The facts in a text, in whatever way they are written."""
    if any(token.kind in {"script", "include"} for token in tokens.read_tokens(text)):
        trouble = "encode.py writes #script or #include instead of facts"
        return WrittenFacts(trouble=trouble, text=text)
    file = Path(tempfile.mkdtemp(dir=pool.programs), "domain.lp")
    file.write_text(text)
    outcome = pool.one(Task("facts", {"path": str(file)}))
    if outcome.end == "error":
        complaint = messages.explain_errors(outcome.value.splitlines(), file.parent)[0]
        trouble = "what encode.py writes does not read"
        return WrittenFacts(trouble=trouble, detail=placed(complaint, text), text=text)
    if not outcome.is_done:
        trouble = f"clingo comes to no end with what encode.py writes: {outcome.end}"
        return WrittenFacts(trouble=trouble, code="time")
    if outcome.value["lines"]:
        trouble = "encode.py writes what is neither a fact nor #const n"
        return WrittenFacts(
            trouble=trouble, detail=quoted(text, outcome.value["lines"][0]), text=text
        )
    atoms, constants = outcome.value["atoms"], dict(outcome.value["constants"])
    cells = tuple(atom for atom in atoms if atom.startswith("cell("))
    dims = tuple(atom for atom in atoms if atom.startswith("dim("))
    others = tuple(atom for atom in atoms if atom not in {*cells, *dims})
    return WrittenFacts(cells, dims, constants, others, text=text)


def placed(complaint: messages.Complaint, text: str) -> str:
    """The line that does not read; in words, if something is missing before it."""
    if not complaint.line:
        return str(complaint)
    rest = text.split("\n")[complaint.line - 1 :]
    is_at_end = not any(line.strip() for line in rest)
    return complaint.words if complaint.is_unended or is_at_end else quoted(text, complaint.line)


def quoted(text: str, number: int) -> str:
    """A line of a text."""
    line = text.split("\n")[number - 1]
    return f"line {number} is {line[:LONG]}"


# ---------------------------------------------------------------- differences


def differs(facts: WrittenFacts, wanted: list[str]) -> bool:
    """Whether the statements are others, in whatever order."""
    return sorted(facts.statements) != sorted(wanted)


def differing(facts: WrittenFacts, grid: str, wanted: list[str]) -> Finding:
    """The finding of statements that are missing, and those in their place."""
    if facts.trouble:
        wrote = facts.text.splitlines()
        return Finding(
            STAGE,
            facts.code,
            facts.trouble,
            facts.detail,
            grid=grid.rstrip("\n"),
            expected=some(wanted) if wrote else None,
            got=some([line[:LONG] for line in wrote]) if wrote else None,
        )
    got = facts.statements
    missing = [one for one in wanted if one not in got]
    extra = [one for one in got if one not in wanted]
    gone, new = kinds(missing), kinds(extra)
    changes = {"wrong": gone & new, "missing": gone - new, "superfluous": new - gone}
    words = (f"{how} {' and '.join(sorted(names))}" for how, names in changes.items() if names)
    return Finding(
        STAGE,
        STAGE,
        f"encode.py: {'; '.join(words)}",
        grid=grid.rstrip("\n"),
        expected=some(missing),
        got=some(extra),
    )


def kinds(statements: list[str]) -> set[str]:
    """cell, dim and n, those that are stated."""
    return {re.split(r"[(=]", one.removeprefix("#const "))[0] for one in statements}


def some(statements: list[str], most: int = 6) -> str:
    """The first of them, a line each."""
    more = [f"... and {len(statements) - most} more"] if len(statements) > most else []
    return "\n".join(statements[:most] + more) or "(nothing)"


# ---------------------------------------------------------------- remarks


def remarks(subject: Subject, facts: Written) -> Iterator[Remark]:
    """What is no difference on grids that the assignment has."""
    samples = subject.bank.samples
    for name, grid in samples.tolerated.items():
        if is_other(subject, grid, facts):
            code = "square-only" if name == samples.rectangle else "tolerance"
            trouble = facts[grid].complaint or "encode.py writes other facts"
            yield Remark(STAGE, code, f"{trouble}, when given {name}")
    for name, grid in samples.malformed.items():
        if facts[grid].code != STAGE:
            yield Remark(STAGE, "malformed", f"{facts[grid].complaint}, when given {name}")
        elif text := " ".join(facts[grid].text.split()):
            message = f"given {name}, encode.py writes {text[:LONG]}, expected a complaint instead"
            yield Remark(STAGE, "malformed", message)
    slowest = max(one.seconds for one in facts.values())
    if slowest > SLOW:
        yield Remark(STAGE, "time", f"encode.py computes for {slowest:.1f} s on a small grid")
    if any(is_other(subject, grid, facts) for grid in samples.well_formed):
        yield Remark(STAGE, "order", "encode.py does not write the cells row by row")
    if others := sorted({atom for one in facts.values() for atom in one.others}):
        yield Remark(STAGE, "others", f"encode.py writes more than the contract has: {others[0]}.")


def is_other(subject: Subject, grid: str, facts: Written) -> bool:
    """Whether the cells written are others than those of the grid, or in another order."""
    atoms = [
        fact.rstrip(".") for fact in subject.bank.expected_lines(grid) if fact.startswith("cell(")
    ]
    return list(facts[grid].cells) != atoms
