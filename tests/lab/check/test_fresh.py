"""Boards that are made for one check."""

import dataclasses

import pytest

from lab.check.bank.answers import TrialBoard
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.programs import fresh_boards
from lab.puzzles import Board
from lab.runner.task_pool import TaskPool
from tests import kit
from tests.lab.check.kit import ASSIGNMENT, compare_with_sat, copy_to_pool


@pytest.mark.long
def test_right_programs_are_right_on_fresh_boards(pool: TaskPool) -> None:
    boards = fresh_boards.make_trial_boards(pool, ASSIGNMENT, 1)
    assert {len(trial.board) for trial in boards} >= set(ASSIGNMENT.settings.sizes)
    for path in [*kit.RIGHT_PROGRAMS.values(), kit.ROOT / "lightup.lp"]:
        run = copy_to_pool(pool, path).run_trials(boards, fresh_boards.MOST_SOLUTIONS + 1)
        assert not any(run.differences), path


def make_small_boards(pool: TaskPool, seed: int) -> list[TrialBoard]:
    """Return the boards of 5 to 10 rows that are made for a check."""
    assignment = Assignment(FolderBank(kit.LIGHT_UP))  # a new one remembers no boards
    assignment.settings = dataclasses.replace(assignment.settings, sizes=range(5, 11))
    return fresh_boards.make_trial_boards(pool, assignment, seed)


def test_a_seed_makes_the_same_boards_again(pool: TaskPool) -> None:
    def make_boards(seed: int) -> list[Board]:
        return [trial.board for trial in make_small_boards(pool, seed)]

    assert make_boards(5) == make_boards(5) != make_boards(6)
    assert fresh_boards.make_grids(ASSIGNMENT, 5) == fresh_boards.make_grids(ASSIGNMENT, 5)


def test_fresh_boards_have_all_their_solutions(pool: TaskPool) -> None:
    for trial in make_small_boards(pool, 2):
        compare_with_sat(trial)
