"""Measure what ASP costs and what others cost beside it; README.txt quotes the ratios.

A puzzle with bench.py has chapters of its own, which are explained below.
"""

import argparse
from collections.abc import Callable, Iterable

from lab import Unusable, puzzles
from lab.common.files import write
from lab.puzzles import Puzzle

Chapter = Callable[[bool], None]  # measures, with large boards or without, and prints tables


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = puzzles.describe_modules("bench")
    add = parser.add_argument
    names = ", ".join(collect_chapters(puzzles.list_puzzles()))
    add("chapters", nargs="*", metavar="CHAPTER", help=f"{names}; all without it")
    add("--large", action="store_true", help="also the largest boards, which take minutes")
    puzzles.add_argument(parser, "whose chapters; without it, those of all puzzles of the kit")


def run(options: argparse.Namespace) -> int:
    chapters = collect_chapters([options.puzzle] if options.puzzle else puzzles.list_puzzles())
    if not chapters:
        raise Unusable(
            f"{options.puzzle.title} has no chapters: there is no bench.py in its folder"
        )
    if unknown := [name for name in options.chapters if name not in chapters]:
        raise Unusable(f"found {unknown[0]!r}, expected {', '.join(chapters)}")
    for number, name in enumerate(options.chapters or chapters):
        if number:
            write("\n")
        chapters[name](options.large)
    return 0


def collect_chapters(chosen_puzzles: Iterable[Puzzle]) -> dict[str, Chapter]:
    return {
        name: chapter
        for puzzle in chosen_puzzles
        if puzzle.has("bench")
        for name, chapter in puzzle.load_module("bench").CHAPTERS.items()
    }
