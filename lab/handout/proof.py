"""Proves that a handout has no solution in it: every program and text found there is tried."""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from lab import ROOT, Unusable, puzzles
from lab.check import breaches, contract
from lab.check.starts import strip_program
from lab.check.subject import Subject
from lab.handout.hidden import is_python, statements, texts
from lab.handout.target import File
from lab.puzzles import Puzzle
from lab.runner.copies import Copies
from lab.runner.pool import TaskPool

FIRST = 2  # trials on which most texts are found to be no solution
RULE = ":-"
VIZ = "viz-*.lp"  # what is handed out of the kit's logic programs
LONG = 40  # characters: nothing shorter is one of the kit's programs


class Solved(Unusable):
    """A solution in a handout."""


def prove(pool: TaskPool, subject: Subject, files: Mapping[str, File]) -> int:
    """The number of programs and texts that were tried; raises Solved if one passes check.

    Solved is raised for any logic program of the kit, too, except those that draw.
    """
    home = Path(tempfile.mkdtemp(dir=pool.folder))
    known = kept(subject.puzzle)
    seen: set[str] = set()
    tried = 0
    copies = None
    for name, text in found(files):
        if text in seen:
            continue
        seen.add(text)
        if (own := same(text)) and own in known:
            raise Solved(f"{name}: found {known[own]}, which stays at home")
        for program in statements(text):
            tried += 1
            if solves(pool, subject, program):
                raise Solved(f"{name}: found a logic program in it that passes check")
        if is_python(text):
            tried += 1
            copies = copies or beside(files, home)
            if encodes(pool, subject, copies, home, text):
                raise Solved(f"{name}: found a program in it that writes the facts of a grid")
    return tried


def found(files: Mapping[str, File]) -> Iterator[tuple[str, str]]:
    """All texts in the files, each with the path of its file; the same file is looked at once."""
    seen: set[bytes] = set()
    for name, file in files.items():
        if file.data not in seen:
            seen.add(file.data)
            yield from ((name, text) for text in texts(file.data))


def kept(puzzle: Puzzle) -> dict[str, str]:
    """The logic programs of the kit and of the puzzle that are never handed out, by what is `same`.

    Facts of a grid are none, wherever they lie.
    """
    folders = {ROOT / "lab", puzzle.folder, *(one.folder for one in puzzles.list_puzzles())}
    inside = (path for folder in folders for path in folder.rglob("*.lp"))
    found: dict[str, str] = {}
    for path in {*ROOT.glob("*.lp"), *inside}:
        text = path.read_text("utf-8", "replace")
        if RULE in text and not path.match(VIZ):
            found[same(text)] = str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)
    return found


def same(text: str) -> str:
    """What is the same in two writings of a program that differ in comments and blanks only."""
    short = "".join("".join(strip_program(text)).split())
    return short if len(short) >= LONG else ""


def solves(pool: TaskPool, subject: Subject, text: str) -> bool:
    """Whether a logic program answers all small boards as it should."""
    path = Path(tempfile.mkdtemp(dir=pool.programs), subject.program)
    path.write_text(text, "utf-8")
    for trials in (subject.trials[:FIRST], subject.trials[FIRST:]):
        seen = breaches.run_trials(pool, subject, path, trials)
        if seen.trouble or not seen.is_whole or any(seen.differences):
            return False
    return True


def beside(files: Mapping[str, File], home: Path) -> Path:
    """A folder with the files of the handout, where programs that are found in it are tried."""
    for name, file in files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)
    return home


def encodes(pool: TaskPool, subject: Subject, folder: Path, home: Path, text: str) -> bool:
    """Whether a program writes the facts of grids as encode.py has to."""
    (home / subject.script).write_text(text, "utf-8")
    copies = Copies(folder, pool.folder)
    for grid in subject.bank.samples.well_formed[:FIRST]:  # one by one: most fail with the first
        facts = contract.run_encode(pool, copies, subject.script, [grid])
        if contract.differs(facts[grid], subject.bank.expected_lines(grid)):
            return False
    return True
