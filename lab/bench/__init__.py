"""What things cost: the ratios that README.txt quotes, measured side by side in one run.

The chapters are roads (ASP and the other roads of race on Light Up, and how ASP grows with the
board), amaze (the same roads on Amaze) and generator (generate beside another program).  There
are no verdicts, only figures.
"""

import argparse
import signal
import sys
from collections.abc import Iterable, Iterator

from lab import Unusable
from lab.bench import amaze, generator, roads
from lab.output import write

CHAPTERS = ("roads", "amaze", "generator")


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("chapters", nargs="*", metavar="CHAPTER", help=f"{', '.join(CHAPTERS)}; all without it")
    add("--large", action="store_true", help=f"roads: also {roads.LARGE}x{roads.LARGE}")


def run(options: argparse.Namespace) -> int:
    if unknown := [name for name in options.chapters if name not in CHAPTERS]:
        raise Unusable(f"found {unknown[0]!r}, expected {', '.join(CHAPTERS)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # which ends what is measured too
    for line in figures(options.chapters or CHAPTERS, options.large):
        write(f"{line}\n")
    return 0


def figures(chapters: Iterable[str], large: bool) -> Iterator[str]:
    """The lines of the chapters, a blank one between them."""
    lines = {"roads": roads.lines(large), "amaze": amaze.lines(), "generator": generator.lines()}
    for number, chapter in enumerate(chapters):
        yield from [""] * bool(number)
        yield from lines[chapter]
