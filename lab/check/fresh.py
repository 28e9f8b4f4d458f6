"""Boards made for one check, from a seed: no program can have their answers in a table.

All solutions of such a board are found by the kit's own program, and each is checked by the
judge of the puzzle.
"""

import random
from collections.abc import Iterator

import decode
from lab.check import breaches
from lab.check.answers import ProgramAnswers, read_answers
from lab.check.subject import Subject, TrialBoard
from lab.puzzles import LEAST_COST, Rows
from lab.runner.pool import TaskPool

SIZES = (*range(5, 13), 15, 20, 25, 30)  # rows
OF_GRIDS = (6, 11, 13)  # rows of those for encode.py
MOST = 40  # solutions of a board
TRIES = 8  # boards among which there is one with so few


def make_grids(subject: Subject, seed: int) -> Iterator[str]:
    """Grid texts; none if the puzzle has no way to make boards."""
    yield from subject.known_grids()
    if make := subject.own("fresh"):
        for size in subject.own("OF_GRIDS") or OF_GRIDS:
            yield decode.format_grid(make(size, random.Random(f"grid {seed} {size}")))


def make_large_board(subject: Subject, seed: int) -> Rows | None:
    """A board of any size in LARGE, which has solutions; None if the puzzle has no such boards."""
    sizes, make = subject.own("LARGE"), subject.own("fresh")
    if subject.known_boards() or not sizes or not make:
        return None
    chance = random.Random(f"large {seed}")
    board: Rows = make(chance.choice(sizes), chance)
    return board


def make_trial_boards(pool: TaskPool, subject: Subject, seed: int) -> list[TrialBoard]:
    """The boards of a seed, made once for all examinations of this process."""
    return subject.remembered(("fresh", seed, SIZES), lambda: made(pool, subject, seed))


def made(pool: TaskPool, subject: Subject, seed: int) -> list[TrialBoard]:
    """A board of each size with its solutions; none if the puzzle has no way to make boards."""
    if known := subject.known_boards():
        return list(known)
    if not subject.own("fresh"):
        return []
    numbered = enumerate(subject.own("SIZES") or SIZES)
    found = pool.map(lambda one: trial(pool, subject, one[1], f"{seed} {one[0]}"), numbered)
    return [one for one in found if one]


def trial(pool: TaskPool, subject: Subject, size: int, seed: str) -> TrialBoard | None:
    """A board with few solutions; None if no such board was found."""
    chance = random.Random(seed)
    for _ in range(TRIES):
        board = subject.own("fresh")(size, chance)
        found = solutions(pool, subject, TrialBoard(subject, board, []))
        if found and found.is_complete and not any(subject.broken(board, one) for one in found[0]):
            return TrialBoard(subject, board, found.found, least(subject, board, found))
    return None


def least(subject: Subject, board: Rows, answers: ProgramAnswers) -> int | None:
    """What the best boards cost, where solutions have a cost."""
    return subject.cost(board, answers.found[0]) if subject.puzzle.best == LEAST_COST else None


def solutions(pool: TaskPool, subject: Subject, blank: TrialBoard) -> ProgramAnswers | None:
    """The answers of the kit's own program; None if there are none, or not in time."""
    task = breaches.answers_task(subject, subject.puzzle.encoding, blank, MOST + 1)
    outcome = pool.one(task._replace(is_trusted=True))
    return read_answers(outcome.value) if outcome.is_done and outcome.value["found"] else None
