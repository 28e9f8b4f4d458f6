"""hint --rate: how hard puzzles are, by the tactics that they need."""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import decode
from lab import Unusable, notations, puzzles
from lab.files import INDEX, write
from lab.lightup.hint.attempt import Attempt
from lab.lightup.hint.reasoning import TACTICS, Rating
from lab.lightup.rules import Board
from lab.terminal import progress
from lab.words import counted
from lab.worker import Worker


def rate(options: argparse.Namespace) -> int:
    """Print a line for each puzzle.

    Returns 0 if all have exactly one solution, 1 if not, 3 if the time limit came.
    """
    if options.tactics is not None or options.picture:
        raise Unusable("--rate goes without --tactics, as it uses all of them, and --picture")
    limit, start = options.time_limit, time.monotonic()
    all_unique = True
    for name, board in named_boards([options.file, *options.others], options.notation):
        progress(name)
        attempt = Attempt(board, "".join(TACTICS))
        left = None if limit is None else limit - (time.monotonic() - start)
        Worker(attempt.work).finish(attempt.stage, left)
        found = attempt.rating()
        progress()
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
            yield from notations.source(path, puzzles.default()).named(notation)


def described(found: Rating) -> str:
    """The rating of one puzzle in words."""
    if found.contradiction:
        return f"no solution: {found.contradiction}"
    return f"{found.label or 'several solutions'}, {needs(found)}"


def needs(found: Rating) -> str:
    """The tactics and the number of steps."""
    return f"{found.tactics or 'no tactic'}, {counted(found.steps, 'step')}"
