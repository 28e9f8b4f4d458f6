"""Boards made for one check, from a seed: no program can have their answers in a table.

The solutions of such a board are the answers of the kit's own program, judged by rules.py of the
puzzle.
"""

import functools
import itertools
import random
from collections.abc import Callable, Sequence

import decode
from lab.check.bank.answers import TrialBoard, read_answers
from lab.check.bank.assignment import Assignment
from lab.check.programs.program import make_groups, open_reference
from lab.puzzles import LEAST_COST, Board
from lab.runner.task_pool import TaskPool

MOST_SOLUTIONS = 40  # a board with more is dropped
MOST_TRIES = 8  # boards of a size that are made at most, until one is not dropped
SMALL_GRID_ROWS = 20  # rows: up to this number, a grid of each size is made
LARGER_GRIDS = 8  # number of larger sizes, chosen at random, of which a grid is made


@functools.lru_cache(maxsize=128)  # a class has one seed
def make_random_board(
    make_board: Callable[[int, random.Random], Board], size: int, seed: str
) -> Board:
    """Return the random board that a function makes for a number of rows and a seed."""
    return make_board(size, random.Random(seed))


def make_grids(assignment: Assignment, seed: int) -> list[str]:
    """Return a grid text for encode.py of each small grid size and of some larger ones."""
    settings = assignment.settings
    if not (make_grid := settings.make_grid):
        return list(assignment.bank.grids)
    small = [size for size in settings.grid_sizes if size <= SMALL_GRID_ROWS]
    large = settings.grid_sizes[len(small) :]
    chance = random.Random(f"sizes {seed}")
    larger = sorted(chance.sample(large, min(LARGER_GRIDS, len(large))))
    grids = (make_random_board(make_grid, n, f"grid {seed} {n}") for n in (*small, *larger))
    return list(map(decode.format_grid, grids))


def make_large_boards(assignment: Assignment, seed: int) -> list[Board]:
    """Return a board of one of the sizes in each of the ranges of large sizes."""
    boards: list[Board] = []
    if make_board := assignment.settings.make_board:
        for number, sizes in enumerate(assignment.settings.large_sizes):
            text = f"large {seed} {number}"
            boards.append(make_random_board(make_board, random.Random(text).choice(sizes), text))
    return boards


def make_trial_boards(
    pool: TaskPool, assignment: Assignment, seed: int, covered_rows: int = 0
) -> list[TrialBoard]:
    """Return a board of each size with its solutions, made once for each seed in this process.

    A size is left out if all its boards are dropped, and if it has `covered_rows` rows at most.
    Without make_board, return the boards of the bank: those of a handout, or none.
    """
    settings, make_board = assignment.settings, assignment.settings.make_board
    if not make_board:
        return list(assignment.bank.fresh_boards)
    sizes = [size for size in settings.sizes if size > covered_rows]
    key = (seed, *sizes)
    if key not in assignment.made_boards:
        chances = [random.Random(f"{seed} {index}") for index in range(len(sizes))]
        trials: dict[int, TrialBoard] = {}
        for _ in range(MOST_TRIES):
            drawn: dict[int, TrialBoard] = {}
            for index in range(len(sizes)):
                if index not in trials and (board := make_board(sizes[index], chances[index])):
                    drawn[index] = assignment.bank.make_trial(board)
            groups = make_groups(drawn.values())
            solved = pool.map(lambda group: solve_boards(pool, assignment, group), groups)
            are_kept = itertools.chain.from_iterable(solved)
            trials |= itertools.compress(drawn.items(), are_kept)
        assignment.made_boards[key] = [trials[index] for index in sorted(trials)]
    return assignment.made_boards[key]


def solve_boards(
    pool: TaskPool, assignment: Assignment, trials: Sequence[TrialBoard]
) -> list[bool]:
    """Set the solutions of boards; return for each board whether it is kept.

    A board is dropped if it has no solution or too many, or if rules.py finds an offence in one.
    """
    outcome = open_reference(pool, assignment).find_answers(trials, MOST_SOLUTIONS + 1)
    if not outcome.is_done:
        return [False] * len(trials)
    are_kept = []
    for trial, answers in zip(trials, map(read_answers, outcome.value)):
        is_wrong = any(
            assignment.list_broken_codes(trial.board, answer) for answer in answers.found
        )
        is_kept = bool(answers.found) and answers.is_complete and not is_wrong
        trial.solutions = frozenset(answers.found)
        if is_kept and assignment.puzzle.best == LEAST_COST:
            trial.least = assignment.compute_cost(trial.board, answers.found[0])
        are_kept.append(is_kept)
    return are_kept
