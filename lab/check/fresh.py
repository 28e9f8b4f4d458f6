"""Boards made for one check, from a seed: no program can have their answers in a table.

The solutions of such a board are the answers of the kit's own program, judged by rules.py of the
puzzle.
"""

import random
from collections.abc import Iterator

import decode
from lab.check import breaches
from lab.check.answers import TrialBoard, read_answers
from lab.check.subject import Subject
from lab.puzzles import LEAST_COST, Rows
from lab.runner.pool import TaskPool

MOST_SOLUTIONS = 40  # a board with more is dropped
MOST_TRIES = 8  # boards of a size that are made at most, until one is not dropped


def make_grids(subject: Subject, seed: int) -> Iterator[str]:
    """Yield grid texts for encode.py; none if the puzzle has no way to make boards."""
    yield from subject.bank.grids
    if make_board := subject.settings.make_board:
        for size in subject.settings.grid_sizes:
            yield decode.format_grid(make_board(size, random.Random(f"grid {seed} {size}")))


def make_large_board(subject: Subject, seed: int) -> Rows | None:
    """Make a board of one of the large sizes; return None if the puzzle has none."""
    sizes, make_board = subject.settings.large_sizes, subject.settings.make_board
    if subject.bank.fresh or not sizes or not make_board:
        return None
    chance = random.Random(f"large {seed}")
    return make_board(chance.choice(sizes), chance)


def make_trial_boards(pool: TaskPool, subject: Subject, seed: int) -> list[TrialBoard]:
    """Return a board of each size with its solutions, made once for each seed in this process.

    A size is left out if all its boards are dropped.  Empty if the puzzle has no make_board.
    """
    if subject.bank.fresh or not subject.settings.make_board:
        return list(subject.bank.fresh)
    sizes = tuple(subject.settings.sizes)

    def make_all() -> list[TrialBoard]:
        seeds = [(size, f"{seed} {n}") for n, size in enumerate(sizes)]
        boards = pool.map(lambda pair: make_trial_board(pool, subject, *pair), seeds)
        return [board for board in boards if board]

    return subject.remember(("fresh", seed, sizes), make_all)


def make_trial_board(pool: TaskPool, subject: Subject, size: int, seed: str) -> TrialBoard | None:
    """Make a board of `size` rows with its solutions; return None if MOST_TRIES are dropped.

    A board is dropped if it has no solution or too many, or if rules.py finds an offence in one.
    """
    assert subject.settings.make_board
    chance = random.Random(seed)
    for _ in range(MOST_TRIES):
        board = subject.settings.make_board(size, chance)
        trial = TrialBoard(board, frozenset(), subject.bank.format_facts(board))
        task = breaches.answers_task(subject, subject.puzzle.encoding, trial, MOST_SOLUTIONS + 1)
        outcome = pool.run(task._replace(is_trusted=True))
        if not outcome.is_done or not outcome.value["found"]:
            continue
        answers = read_answers(outcome.value)
        if answers.is_complete and not any(subject.broken_codes(board, a) for a in answers.found):
            trial.solutions = frozenset(answers.found)
            if subject.puzzle.best == LEAST_COST:
                trial.least = subject.cost(board, answers.found[0])
            return trial
    return None
