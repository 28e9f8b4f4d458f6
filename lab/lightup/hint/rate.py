"""hint --rate: how hard puzzles are, by the tactics that they need; on all processors."""

import argparse
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path

from lab import Unusable, notations, puzzles
from lab.common.files import INDEX, write
from lab.common.pool import ProcessPool, count_processors
from lab.common.terminal import print_message, show_progress
from lab.common.words import count_noun
from lab.lightup.hint.reasoning import PuzzleRating, rate_board
from lab.lightup.rules import Board

BOARDS_PER_PROCESS = 200  # clingo keeps all symbols that it has met until its process ends


def rate_files(options: argparse.Namespace) -> int:
    """Print a line for each puzzle.

    Returns 0 if all have exactly one solution, 1 if not, 3 if the time limit came.
    """
    if options.tactics is not None or options.picture:
        raise Unusable("--rate goes without --tactics, as it uses all of them, and --picture")
    limit = options.time_limit
    deadline = inf if limit is None else time.monotonic() + limit
    boards = list(read_boards([options.file, *options.others], options.notation))
    pool = ProcessPool(rate_board, count_processors(), tasks_per_process=BOARDS_PER_PROCESS)
    ratings: list[PuzzleRating] = []
    try:
        with pool:
            for rating in pool.map([board for _, board in boards], deadline):
                show_progress()
                write(f"{boards[len(ratings)][0]}: {describe_rating(rating)}\n")
                ratings.append(rating)
                show_progress(f"{len(ratings)} of {count_noun(len(boards), 'puzzle')}")
    except TimeoutError:
        show_progress()
        write(f"{boards[len(ratings)][0]}: undecided\n")
        print_message(f"the time limit of {limit:g} s came")
        return 3
    show_progress()
    return 0 if all(rating.label for rating in ratings) else 1


def read_boards(paths: list[str], notation: str | None) -> Iterator[tuple[str, Board]]:
    """Yield all boards with their names; among several files, an index is skipped."""
    for path in paths:
        if Path(path).name == INDEX and len(paths) > 1:
            print_message(f"lab hint: {path}: skipped, as it lists puzzles and holds none")
        else:
            yield from notations.open_source(path, puzzles.default_puzzle()).named_boards(notation)


def describe_rating(rating: PuzzleRating) -> str:
    if rating.contradiction:
        return f"no solution: {rating.contradiction}"
    steps = count_noun(rating.steps, "step")
    return f"{rating.label or 'several solutions'}, {rating.tactics or 'no tactic'}, {steps}"
