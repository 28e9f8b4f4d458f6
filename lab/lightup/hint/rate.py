"""hint --rate: how hard puzzles are, by the tactics that they need.

They are rated many at once, on all processors; with a time limit one after another, as then what
is known of a puzzle is printed when the time is up.
"""

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import decode
from lab import Unusable, notations, puzzles
from lab.common.background import BackgroundTask
from lab.common.files import INDEX, write
from lab.common.pool import ProcessPool, count_processors
from lab.common.terminal import show_progress
from lab.common.words import count_noun
from lab.lightup.hint.attempt import Attempt
from lab.lightup.hint.reasoning import TACTICS, Rating
from lab.lightup.hint.together import ratings
from lab.lightup.rules import Board

TOGETHER = 64  # boards that a process rates at once


def rate(options: argparse.Namespace) -> int:
    """Print a line for each puzzle.

    Returns 0 if all have exactly one solution, 1 if not, 3 if the time limit came.
    """
    if options.tactics is not None or options.picture:
        raise Unusable("--rate goes without --tactics, as it uses all of them, and --picture")
    named = named_boards([options.file, *options.others], options.notation)
    if options.time_limit is not None:
        return rate_until(options.time_limit, named)
    all_unique = True
    for name, found in rated(list(named)):
        write(f"{name}: {described(found)}\n")
        all_unique = all_unique and bool(found.label)
    return 0 if all_unique else 1


def rated(named: Sequence[tuple[str, Board]]) -> Iterator[tuple[str, Rating]]:
    """The rating of each board, with its name, in their order."""
    names, boards = [name for name, _ in named], [board for _, board in named]
    jobs = count_processors()
    size = min(TOGETHER, len(boards) // (2 * jobs) + 1)
    groups = [boards[first : first + size] for first in range(0, len(boards), size)]
    with ProcessPool(ratings, jobs, tasks_per_process=1) as pool:
        found = (rating for group in pool.map(groups) for rating in group)
        for number, pair in enumerate(zip(names, found), start=1):
            show_progress()
            yield pair
            show_progress(f"{number} of {count_noun(len(names), 'puzzle')}")
    show_progress()


def rate_until(limit: float, named: Iterable[tuple[str, Board]]) -> int:
    """Print a line for each puzzle until so many seconds have gone; returns the exit status."""
    start = time.monotonic()
    all_unique = True
    for name, board in named:
        show_progress(name)
        attempt = Attempt(board, "".join(TACTICS))
        BackgroundTask(attempt.work).finish(attempt.stage, limit - (time.monotonic() - start))
        found = attempt.rating()
        show_progress()
        if not attempt.is_over:
            write(f"{name}: undecided, {needs(found)} so far\n")
            decode.report(f"the time limit of {limit:g} s came")
            return 3
        write(f"{name}: {described(found)}\n")
        all_unique = all_unique and bool(found.label)
    return 0 if all_unique else 1


def named_boards(paths: list[str], notation: str | None) -> Iterator[tuple[str, Board]]:
    """The boards of all files with their names; among several files, an index is skipped."""
    for path in paths:
        if Path(path).name == INDEX and len(paths) > 1:
            decode.report(f"lab hint: {path}: skipped, as it lists puzzles and holds none")
        else:
            yield from notations.source(path, puzzles.default_puzzle()).named(notation)


def described(found: Rating) -> str:
    """The rating of one puzzle in words."""
    if found.contradiction:
        return f"no solution: {found.contradiction}"
    return f"{found.label or 'several solutions'}, {needs(found)}"


def needs(found: Rating) -> str:
    """The tactics and the number of steps."""
    return f"{found.tactics or 'no tactic'}, {count_noun(found.steps, 'step')}"
