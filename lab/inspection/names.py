"""Faults of names: of the folder, its files, and the names in puzzle.py and handout.toml."""

import filecmp
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import decode
from lab import ROOT
from lab.common.language import LANGUAGES
from lab.course.texts import PUZZLE_TEXTS, read_handout_file
from lab.inspection import Fault, find_line
from lab.puzzles import (
    BOARDS_FILE,
    OPTIONAL,
    REQUIRED,
    Puzzle,
    find_puzzle,
    list_example_files,
    list_puzzles,
)

EXAMPLE_NAMES = ("generate", "keep")  # the names in the part [examples] of handout.toml
LANGUAGE_NAMES = (*PUZZLE_TEXTS, "title", "rules", "rule", "cell")
BOARDS_INPUT = "#defined given/3.\n#defined dim/1.\n#defined dim/2.\n"  # the input of boards.lp
MODEL_FOLDER = ROOT / "lab" / "new" / "latin"  # the puzzle that new copies
LEFTOVERS = {  # files of a copy without a comment TO DO, and what to do with each
    "trials.txt": "make it with new --trials --force, or write your own boards",
    "mistakes.txt": "write your own mistakes, in mistakes.lp too, or remove both files",
}
TO_DO = "TO DO"  # begins a comment where the copy of a puzzle has to differ


def find_file_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """Yield the files that the folder lacks, and a NAME that is not the folder's."""
    record, folder = puzzle.folder / "puzzle.py", puzzle.folder.resolve().name
    if folder != puzzle.name:
        line = find_line(record, r"\bNAME\b")
        yield Fault(record, line, f"found NAME {puzzle.name}, expected {folder}, as the folder")
    for path, user in ((puzzle.encoding, "check"), (puzzle.viz, "show")):
        if not path.is_file():
            yield Fault(record, 1, f"found no {path.name}, which {user} needs")
    if not list_example_files(puzzle.examples_folder):
        yield Fault(record, 1, "found no examples/dom01.txt, which check and handout need")


def find_text_faults(path: Path) -> Iterator[Fault]:
    """Yield lines that are not text, and comments TO DO; raise a ProgramError for a bad program."""
    for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), start=1):
        if "\ufffd" in line:
            yield Fault(path, number, "found bytes that are not UTF-8")
        if comment := re.match(rf"[#%] {TO_DO}: (.*)", line):
            yield Fault(path, number, f"to do: {comment[1]}")
    if path.suffix == ".lp":
        decode.Program([str(path)], text=BOARDS_INPUT if path.name == BOARDS_FILE else "")


def find_leftovers(puzzle: Puzzle) -> Iterator[Fault]:
    """Yield the trial boards and mistakes that are those of another puzzle, with other rules."""
    models = [*list_puzzles(), find_puzzle(str(MODEL_FOLDER))]
    for model in models:
        if model.folder.samefile(puzzle.folder) or model.rules.RULES == puzzle.rules.RULES:
            continue
        for name, remedy in LEFTOVERS.items():
            files = puzzle.folder / name, model.folder / name
            if all(map(Path.is_file, files)) and filecmp.cmp(*files, shallow=False):
                yield Fault(files[0], 1, f"is that of {model.title}, with other rules: {remedy}")


def find_record_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """Yield the names in puzzle.py that mean nothing to the kit and are used nowhere."""
    path = puzzle.folder / "puzzle.py"
    texts = [file.read_text("utf-8", "replace") for file in puzzle.folder.rglob("*.py")]
    counts = Counter(re.findall(r"\w+", "\n".join(texts)))
    expected = [*REQUIRED, *OPTIONAL]
    for name in vars(puzzle.record):
        pattern = rf"^(def )?{name}\b"
        if counts[name] == 1 and name not in expected and (line := find_line(path, pattern)) > 1:
            text = f"found {name}, which nothing uses, expected names out of {', '.join(expected)}"
            yield Fault(path, line, text)


def find_handout_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """Yield the unknown names in handout.toml, and the texts missing in each language."""
    path, data = puzzle.folder / "handout.toml", read_handout_file(puzzle)
    expected = {"examples": EXAMPLE_NAMES, **dict.fromkeys(LANGUAGES, LANGUAGE_NAMES)}
    for part, names in data.items():
        if part not in expected:
            line = find_line(path, rf"^\[?{re.escape(part)}(?!\w)")
            yield Fault(path, line, f"found {part}, expected one of {', '.join(expected)}")
            continue
        line = find_line(path, rf"^\[{part}\]")
        codes = {f"rule.{code}" for code in names.get("rule", {})}
        rules = {f"rule.{code}" for code in puzzle.rules.RULES}
        for name in sorted({*names} - {*expected[part]} | (codes - rules)):
            listed = ", ".join(sorted(rules) if name in codes else expected[part])
            text = f"[{part}] has {name}, expected one of {listed}"
            yield Fault(path, find_line(path, rf"^{re.escape(name)}(?!\w)", line), text)
        missing = [name for name in PUZZLE_TEXTS if name not in names]
        if part in LANGUAGES and missing:
            yield Fault(path, line, f"[{part}] has no {', '.join(missing)}")
