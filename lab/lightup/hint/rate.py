"""hint --rate: how hard puzzles are, by the tactics that they need.

Puzzles are rated on all processors; with a time limit one after another, as then what is known of
a puzzle is printed when the time is up.
"""

import argparse
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import decode
from lab import Unusable, notations, puzzles
from lab.common.background import BackgroundTask
from lab.common.files import INDEX, write
from lab.common.pool import ProcessPool, count_processors
from lab.common.terminal import show_progress
from lab.common.words import count_noun
from lab.lightup.hint.attempt import Attempt
from lab.lightup.hint.reasoning import PuzzleRating, rate_board
from lab.lightup.hint.tactics import TACTICS
from lab.lightup.rules import Board

BOARDS_PER_PROCESS = 200  # clingo keeps all symbols that it has met until its process ends
NamedBoard = tuple[str, Board]


def rate_files(options: argparse.Namespace) -> int:
    """Print a line for each puzzle.

    Returns 0 if all have exactly one solution, 1 if not, 3 if the time limit came.
    """
    if options.tactics is not None or options.picture:
        raise Unusable("--rate goes without --tactics, as it uses all of them, and --picture")
    boards = read_boards([options.file, *options.others], options.notation)
    if options.time_limit is not None:
        return rate_until(options.time_limit, boards)
    is_unique = True
    for name, rating in rate_all(list(boards)):
        write(f"{name}: {describe_rating(rating)}\n")
        is_unique = is_unique and bool(rating.label)
    return 0 if is_unique else 1


def rate_all(boards: list[NamedBoard]) -> Iterator[tuple[str, PuzzleRating]]:
    """Yield the name and the rating of each board, in their order."""
    pool = ProcessPool(rate_board, count_processors(), tasks_per_process=BOARDS_PER_PROCESS)
    with pool:
        ratings = pool.map(board for _, board in boards)
        for number, ((name, _), rating) in enumerate(zip(boards, ratings), start=1):
            show_progress()
            yield name, rating
            show_progress(f"{number} of {count_noun(len(boards), 'puzzle')}")
    show_progress()


def rate_until(limit: float, boards: Iterable[NamedBoard]) -> int:
    """Print a line for each puzzle until so many seconds have gone; return the exit status."""
    start = time.monotonic()
    is_unique = True
    for name, board in boards:
        show_progress(name)
        attempt = Attempt(board, "".join(TACTICS))
        BackgroundTask(attempt.work).finish(attempt.stage, limit - (time.monotonic() - start))
        rating = attempt.rating()
        show_progress()
        if not attempt.is_over:
            write(f"{name}: undecided, {describe_needs(rating)} so far\n")
            decode.report(f"the time limit of {limit:g} s came")
            return 3
        write(f"{name}: {describe_rating(rating)}\n")
        is_unique = is_unique and bool(rating.label)
    return 0 if is_unique else 1


def read_boards(paths: list[str], notation: str | None) -> Iterator[NamedBoard]:
    """Yield the boards of all files with their names; among several files, an index is skipped."""
    for path in paths:
        if Path(path).name == INDEX and len(paths) > 1:
            decode.report(f"lab hint: {path}: skipped, as it lists puzzles and holds none")
        else:
            yield from notations.open_source(path, puzzles.default_puzzle()).named_boards(notation)


def describe_rating(rating: PuzzleRating) -> str:
    """Return the rating of a puzzle in words."""
    if rating.contradiction:
        return f"no solution: {rating.contradiction}"
    return f"{rating.label or 'several solutions'}, {describe_needs(rating)}"


def describe_needs(rating: PuzzleRating) -> str:
    """Return the tactics and the number of steps that a puzzle needs."""
    return f"{rating.tactics or 'no tactic'}, {count_noun(rating.steps, 'step')}"
