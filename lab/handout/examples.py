"""The examples of a handout: those of the kit, or new ones from a seed, or a set for each name."""

import re
import shlex
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import decode
from lab import Unusable
from lab.check.subject import Subject
from lab.common import command
from lab.common.terminal import show_progress
from lab.handout.sheet import Example
from lab.handout.words import described
from lab.puzzles import Puzzle

EVERYBODY = ""  # in place of a name, where all get the same
FIRST = "dom01"
Set = list[Example]


def sets(subject: Subject, seed: int | None, names: str | None) -> dict[str, Set]:
    """The examples by the name of who gets them, named dom01, dom02 and so on.

    The first is always that of the kit.  Raises Unusable if new ones cannot be made.
    """
    puzzle = subject.puzzle
    own = [one for one in examples(puzzle) if subject.is_fit(one.board)]
    if not own:
        raise Unusable(f"{puzzle.examples}: found no example with its solution that check takes")
    if seed is None and names is None:
        return {EVERYBODY: own}
    wishes = described(puzzle).get("examples", {})
    if "generate" not in puzzle.commands or not wishes.get("generate"):
        raise Unusable(f"{puzzle.title} has no way to make examples: --seed and --for need one")
    first = [one for one in own if one.name == FIRST]
    last = [one for one in own if one.name in wishes.get("keep", ())]
    made = generated(puzzle, wishes["generate"], 0 if seed is None else seed, names)
    return {who: renamed([*first, *some, *last]) for who, some in made.items()}


def examples(puzzle: Puzzle) -> Iterator[Example]:
    """The examples of the kit that have a solution."""
    for path in sorted(puzzle.examples.glob("dom*.txt")):
        solution = path.with_name(path.name.replace("dom", "sol"))
        if solution.exists():
            yield Example(path.stem, read(puzzle, path), read(puzzle, solution, is_solved=True))


def generated(
    puzzle: Puzzle, orders: Sequence[str], seed: int, names: str | None
) -> dict[str, Set]:
    """New examples by the name of who gets them, one for each order.

    An order has options of the puzzle's command `generate`, which writes dom01.txt and sol01.txt
    into a folder, or with --for dom-NAME.txt and sol-NAME.txt.
    """
    found: dict[str, Set] = {}
    for number, order in enumerate(orders, start=1):
        show_progress(f"example {number} of {len(orders)}")
        with tempfile.TemporaryDirectory() as folder:
            words = [*shlex.split(order), f"--seed={seed}{number:02}", f"-o={folder}/new"]
            generate(puzzle, [*words, f"--for={names}"] if names else words)
            for path in sorted(Path(folder, "new").glob("dom*.txt")):
                solution = path.with_name(path.name.replace("dom", "sol", 1))
                example = Example("", read(puzzle, path), read(puzzle, solution, is_solved=True))
                name = path.stem.removeprefix("dom-") if names else EVERYBODY
                found.setdefault(name, []).append(example)
    show_progress()
    return found


def generate(puzzle: Puzzle, words: list[str]) -> None:
    """Do what the puzzle's command `generate` does; raises Unusable if it fails."""
    module: Any = puzzle.module("generate")
    if module.run(command.parse_options("lab generate", module, words)):
        raise Unusable(f"lab generate {shlex.join(words)}: made no puzzle")


def read(puzzle: Puzzle, path: Path, is_solved: bool = False) -> Any:
    """The board in a file, or the solved board."""
    return puzzle.record.read(path.read_bytes(), is_solved)


def renamed(some: Set) -> Set:
    """The examples with the names dom01, dom02 and so on."""
    return [Example(f"dom{n:02}", one.board, one.solved) for n, one in enumerate(some, start=1)]


def files(some: Set) -> dict[str, str]:
    """The files of examples: each puzzle, and its solution under the same number."""
    texts: dict[str, str] = {}
    for one in some:
        texts[f"{one.name}.txt"] = decode.format_grid(one.board)
        texts[re.sub("^dom", "sol", one.name) + ".txt"] = decode.format_grid(one.solved)
    return texts
