"""Faults of names: of the folder, its files, and the names in handout.toml."""

from collections.abc import Iterator

from lab.common.language import LANGUAGES
from lab.handout.texts import PUZZLE_TEXTS, read_handout_file
from lab.inspection import Fault, find_line
from lab.puzzles import Puzzle

EXAMPLE_NAMES = ("generate", "keep")  # in the part [examples] of handout.toml
LANGUAGE_NAMES = (*PUZZLE_TEXTS, "title", "rules", "rule", "cell")


def find_file_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """Yield the files that the folder lacks, and a NAME that is not the folder's."""
    record = puzzle.folder / "puzzle.py"
    if puzzle.folder.resolve().name != puzzle.name:
        folder = puzzle.folder.resolve().name
        line = find_line(record, r"\bNAME\b")
        yield Fault(record, line, f"found NAME {puzzle.name}, expected {folder}, as the folder")
    for path, user in ((puzzle.encoding, "check"), (puzzle.viz, "show")):
        if not path.is_file():
            yield Fault(record, 1, f"found no {path.name}, which {user} needs")
    if not any(puzzle.examples.glob("dom*.txt")):
        yield Fault(record, 1, "found no examples/dom01.txt, which check and handout need")


def find_handout_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """Yield the names in handout.toml that have no meaning, and those that a language lacks."""
    path, data = puzzle.folder / "handout.toml", read_handout_file(puzzle)
    expected = {"examples": EXAMPLE_NAMES, **dict.fromkeys(LANGUAGES, LANGUAGE_NAMES)}
    for part, names in data.items():
        if part not in expected:
            line = find_line(path, rf"^\[?{part}\b")
            yield Fault(path, line, f"found {part}, expected one of {', '.join(expected)}")
            continue
        line = find_line(path, rf"^\[{part}\]")
        codes = {f"rule.{code}" for code in names.get("rule", {})}
        rules = {f"rule.{code}" for code in puzzle.rules.RULES}
        for name in sorted({*names} - {*expected[part]} | (codes - rules)):
            listed = ", ".join(sorted(rules) if name in codes else expected[part])
            text = f"[{part}] has {name}, expected one of {listed}"
            yield Fault(path, find_line(path, rf"^{name}\b", line), text)
        missing = [name for name in PUZZLE_TEXTS if name not in names]
        if part in LANGUAGES and missing:
            yield Fault(path, line, f"[{part}] has no {', '.join(missing)}")
