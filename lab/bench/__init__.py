"""What things cost: the ratios that README.txt quotes, measured side by side in one run.

Every puzzle has chapters of its own; those of Light Up are roads (ASP and the other roads of
race, and how ASP grows with the board) and generator (generate beside another program).  There
are no verdicts, only figures.
"""

import argparse
import signal
import sys
from collections.abc import Callable, Iterable, Iterator

from lab import Unusable, puzzles
from lab.files import write
from lab.puzzles import Puzzle

Chapter = Callable[[bool], Iterator[str]]  # its lines as they are measured; with large boards?


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    names = ", ".join(chapters(puzzles.known()))
    add("chapters", nargs="*", metavar="CHAPTER", help=f"{names}; all without it")
    add("--large", action="store_true", help="also the largest boards, which take minutes")
    puzzles.add_argument(parser, "whose chapters; without it, those of all puzzles of the kit")


def run(options: argparse.Namespace) -> int:
    there = chapters([options.puzzle] if options.puzzle else puzzles.known())
    if unknown := [name for name in options.chapters if name not in there]:
        raise Unusable(f"found {unknown[0]!r}, expected {', '.join(there)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # which ends what is measured too
    for line in figures([there[name] for name in options.chapters or there], options.large):
        write(f"{line}\n")
    return 0


def chapters(found: Iterable[Puzzle]) -> dict[str, Chapter]:
    """The chapters of puzzles, by their names."""
    return {
        name: chapter
        for puzzle in found
        if puzzle.has("bench")
        for name, chapter in puzzle.module("bench").CHAPTERS.items()
    }


def figures(wanted: Iterable[Chapter], large: bool) -> Iterator[str]:
    """The lines of chapters, a blank one between them."""
    for number, chapter in enumerate(wanted):
        yield from [""] * bool(number)
        yield from chapter(large)
