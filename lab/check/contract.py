"""Whether encode.py keeps the contract: the facts that it writes, beside ours."""

import re
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import encode
from lab import confine
from lab.check import source, syntax
from lab.check.findings import Finding, Remark
from lab.check.judge import Judges, Outcome, Task

STAGE = "contract"
SECONDS, WALL = 2.0, 4.0  # of computing, and on the wall
SLOW = 1.0  # seconds of computing that are worth a remark
PROBE = 2  # grids: if there is trouble with both, there would be with all
LONG = 100  # characters of a line that encode.py writes
WELL_FORMED = {  # grids, which every encode.py has to read
    "one white cell": ".\n",
    "one black cell": "x\n",
    "white cells only": "..\n..\n",
    "every kind of cell": "x0.\n1.2\n.34\n",
    "the first example": "x...x.x\n..0....\n2....3.\n.......\n.x....2\n....0..\n0.x...x\n",
    "twelve rows and columns": "............\n" * 10 + "x..........1\n2..........x\n",
}
RECTANGLE = "a rectangle"
TOLERATED = {  # grids that it may refuse, with what is then said of it
    "the last line without its end": "x.\n.1",
    "lines that end as on Windows": "x.\r\n.1\r\n",
    RECTANGLE: "x.1\n...\n",
}
MALFORMED = {
    "an empty input": "",
    "a row that is too short": "x..\n..\n...\n",
    "a row that is too long": "x.\n...\n",
    "a strange character": "x.\n?.\n",
}
OVERDUE = {signal.SIGXCPU, signal.SIGKILL}  # end what has computed for too long
COMPUTES = "encode.py computes for more than {seconds:g} s"
TROUBLE = {
    "time": "does not end within {wall:g} s",
    "memory": "takes more memory than the judge allows",
    "output": "writes without end",
    "processes": "starts processes without end",
    "crash": "ends the process that watches it",
}


class Facts(NamedTuple):
    """What was written for a grid: `cells` and `dims` as atoms in their order, the constant n,
    the `others`; or the `trouble` with it, and its code.  `text` is all that was written, if
    encode.py did not fail, in so many `seconds` of computing."""

    cells: tuple[str, ...] = ()
    dims: tuple[str, ...] = ()
    n: str | None = None
    others: tuple[str, ...] = ()
    trouble: str = ""
    code: str = STAGE
    text: str = ""
    seconds: float = 0.0

    @property
    def statements(self) -> list[str]:
        constant = [f"#const n={self.n}."] if self.n is not None else []
        return [f"{atom}." for atom in (*self.cells, *self.dims)] + constant


def judged(judges: Judges, folder: Path, name: str) -> tuple[list[Finding], list[Remark]]:
    """What is wrong with the encode.py of a folder, and what is to be remarked."""
    good = list(WELL_FORMED.values())
    facts: dict[str, Facts] = {}
    for now in (good[:PROBE], good[PROBE:], [*TOLERATED.values(), *MALFORMED.values()]):
        facts |= zip(now, judges.map(lambda grid: written(judges, folder, name, grid), now))
        late = [grid for grid in good if grid in facts and facts[grid].code != STAGE]
        if late or all(one.trouble for one in facts.values()):
            grid = next(iter(late), good[0])
            return [differing(grid, facts[grid])], []
    wrong = [differing(grid, facts[grid]) for grid in good if differs(grid, facts)]
    return (distinct(wrong), []) if wrong else ([], list(remarks(facts)))


def written(judges: Judges, folder: Path, name: str, grid: str) -> Facts:
    """The facts that encode.py, in a copy of its folder, writes for a grid."""
    home = shutil.copytree(folder, Path(tempfile.mkdtemp(dir=judges.folder), "home"))
    arguments = {"script": str(home / name), "grid": grid, "folder": str(judges.nowhere)}
    outcome = judges.one(Task("encoded", arguments, SECONDS, WALL, processes=True))
    facts = troubled(outcome) or read(judges, outcome.value["stdout"])
    return facts._replace(seconds=outcome.cpu)


def troubled(outcome: Outcome) -> Facts | None:
    """Why a run of encode.py wrote nothing of use."""
    if outcome.end in TROUBLE:
        said = TROUBLE[outcome.end].format(wall=WALL)
        return Facts(trouble=f"encode.py {said}", code="time")
    if outcome.end != "done":
        return Facts(trouble=f"encode.py could not be run: {outcome.value}")
    value = outcome.value
    if max(len(value["stdout"]), len(value["stderr"])) >= confine.OUTPUT:
        return Facts(trouble=f"encode.py {TROUBLE['output']}", code="time")
    if -value["status"] in OVERDUE:
        return Facts(trouble=COMPUTES.format(seconds=SECONDS), code="time")
    if value["status"]:
        return Facts(trouble=failed(value["status"], value["stderr"]))
    return None if value["stdout"].strip() else Facts(trouble="encode.py writes nothing")


def failed(status: int, words: str) -> str:
    """The last line of a traceback, or of what else was said."""
    said = f": {words.strip().splitlines()[-1][:200]}" if words.strip() else ""
    hint = "; the grid comes on standard input" if "argv" in words else ""
    return f"encode.py ends with status {status}{said}{hint}"


def read(judges: Judges, text: str) -> Facts:
    """Facts, in whatever way they are written."""
    if any(token.kind in {"script", "include"} for token in source.tokens(text)):
        trouble = "encode.py writes #script or #include instead of facts"
        return Facts(trouble=trouble, text=text)
    folder = Path(tempfile.mkdtemp(dir=judges.folder))
    (folder / "domain.lp").write_text(text)
    outcome = judges.one(Task("facts", {"path": str(folder / "domain.lp")}))
    if outcome.end == "error":
        where = misplaced(text, syntax.complaints(outcome.value.splitlines(), folder)[0])
        return Facts(trouble=f"what encode.py writes does not read: {where}", text=text)
    if outcome.end == "done" and outcome.value["lines"]:
        where = quoted(text, outcome.value["lines"][0])
        trouble = f"encode.py writes what is neither a fact nor #const n: {where}"
        return Facts(trouble=trouble, text=text)
    if outcome.end != "done":
        trouble = f"clingo comes to no end with what encode.py writes: {outcome.end}"
        return Facts(trouble=trouble, code="time")
    atoms, n = outcome.value["atoms"], outcome.value["n"]
    cells = [atom for atom in atoms if atom.startswith("cell(")]
    dims = [atom for atom in atoms if atom.startswith("dim(")]
    others = [atom for atom in atoms if atom not in {*cells, *dims}]
    return Facts(tuple(cells), tuple(dims), n, tuple(others), text=text)


def misplaced(text: str, complaint: str) -> str:
    """The line that does not read; in words, if what is missing is missed only later."""
    place, _, what = complaint.partition(": ")
    number = re.match(r"domain\.lp:(\d+)", place)
    if not number:
        return complaint
    rest = text.split("\n")[int(number[1]) - 1 :]
    missed = "full stop" in what or not any(line.strip() for line in rest)
    return what if missed else quoted(text, int(number[1]))


def quoted(text: str, number: int) -> str:
    """A line of a text."""
    line = text.split("\n")[number - 1]
    return f"line {number} is {line[:LONG]}"


def expected(grid: str) -> list[str]:
    """The statements that a grid becomes."""
    return encode.facts(grid.split()).splitlines()


# ---------------------------------------------------------------- differences


def differs(grid: str, facts: dict[str, Facts]) -> bool:
    return sorted(facts[grid].statements) != sorted(expected(grid))


def misread(grid: str, facts: dict[str, Facts]) -> bool:
    """Whether the cells are others, or in another order."""
    return list(facts[grid].cells) != ordered(grid)


def differing(grid: str, facts: Facts) -> Finding:
    """The statements that are missing, and those in their place."""
    if facts.trouble:
        wrote = facts.text.splitlines()
        return Finding(
            STAGE,
            facts.code,
            facts.trouble,
            grid=grid.rstrip("\n"),
            expected=some(expected(grid)) if wrote else None,
            got=some([line[:LONG] for line in wrote]) if wrote else None,
        )
    wanted, got = expected(grid), facts.statements
    missing = [one for one in wanted if one not in got]
    extra = [one for one in got if one not in wanted]
    gone, new = kinds(missing), kinds(extra)
    said = {"wrong": gone & new, "missing": gone - new, "superfluous": new - gone}
    return Finding(
        STAGE,
        STAGE,
        "encode.py: " + "; ".join(f"{how} {listed(names)}" for how, names in said.items() if names),
        grid=grid.rstrip("\n"),
        expected=some(missing),
        got=some(extra),
    )


def kinds(statements: list[str]) -> set[str]:
    """cell, dim and n, those that are stated."""
    return {re.split(r"[(=]", one.removeprefix("#const "))[0] for one in statements}


def listed(names: set[str]) -> str:
    return " and ".join(sorted(names))


def some(statements: list[str], most: int = 6) -> str:
    """The first of them, a line each."""
    more = [f"... and {len(statements) - most} more"] if len(statements) > most else []
    return "\n".join(statements[:most] + more) or "(nothing)"


def distinct(findings: list[Finding]) -> list[Finding]:
    """Each kind of difference once, on the smallest grid that shows it."""
    first: dict[str, Finding] = {}
    for finding in findings:
        first.setdefault(re.sub(r"\d+", "", finding.message), finding)
    return list(first.values())


def remarks(facts: dict[str, Facts]) -> Iterator[Remark]:
    """What is no difference on grids that the assignment has."""
    for name, grid in TOLERATED.items():
        if misread(grid, facts):
            code = "square-only" if name == RECTANGLE else "tolerance"
            said = facts[grid].trouble or "encode.py writes other facts"
            yield Remark(STAGE, code, f"{said}, when given {name}")
    for name, grid in MALFORMED.items():
        if facts[grid].code != STAGE:
            yield Remark(STAGE, "malformed", f"{facts[grid].trouble}, when given {name}")
        elif text := " ".join(facts[grid].text.split()):
            message = f"given {name}, encode.py writes {text[:LONG]}, expected a complaint instead"
            yield Remark(STAGE, "malformed", message)
    slowest = max(one.seconds for one in facts.values())
    if slowest > SLOW:
        yield Remark(STAGE, "time", f"encode.py computes for {slowest:.1f} s on a small grid")
    if any(misread(grid, facts) for grid in WELL_FORMED.values()):
        yield Remark(STAGE, "order", "encode.py does not write the cells row by row")
    if others := sorted({atom for one in facts.values() for atom in one.others}):
        yield Remark(STAGE, "others", f"encode.py writes more than the contract has: {others[0]}.")


def ordered(grid: str) -> list[str]:
    return [one.rstrip(".") for one in expected(grid) if one.startswith("cell(")]
