"""Fixtures of the tests of check."""

import dataclasses
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.judges import example_runs, wrong_answers
from lab.findings import Report
from lab.puzzles import Board, find_puzzle
from lab.runner.task_pool import TaskPool
from tests import kit
from tests.lab.check.kit import ASSIGNMENT, Judge, examine

NO_FRESH_BOARDS: dict[str, Any] = {"sizes": (), "large_sizes": (), "grid_sizes": (6, 11, 14)}


@pytest.fixture(scope="package")
def pool() -> Iterator[TaskPool]:
    with TaskPool() as pool:
        yield pool


@pytest.fixture
def few_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """One square example of each size up to 14 rows, no boards made for the check."""
    few_settings = dataclasses.replace(ASSIGNMENT.settings, **NO_FRESH_BOARDS)
    monkeypatch.setattr(ASSIGNMENT, "settings", few_settings)
    monkeypatch.setitem(vars(ASSIGNMENT), "examples", pick_examples(ASSIGNMENT))


def pick_examples(assignment: Assignment) -> list[Board]:
    """Return an example of each size up to 14 rows."""
    few = {len(board): board for board in assignment.examples if len(board) <= 14}
    return list(few.values())


@pytest.fixture(scope="package")
def unsearched(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    """Light Up with few examples, and without rules.lp, so that no boards are searched for it."""
    folder = tmp_path_factory.mktemp("unsearched") / "lightup"
    kit.copy_without_checker(kit.LIGHT_UP.folder, folder)
    shutil.copytree(kit.LIGHT_UP.examples_folder, folder / "examples")
    shutil.copy(kit.LIGHT_UP.encoding, folder)
    assignment = Assignment(FolderBank(find_puzzle(str(folder))))
    assignment.settings = dataclasses.replace(assignment.settings, **NO_FRESH_BOARDS)
    vars(assignment)["examples"] = pick_examples(assignment)
    return assignment


@pytest.fixture
def judge(pool: TaskPool, tmp_path: Path) -> Judge:
    """Return a function that reports on a text as a program, mine.lp: judge(text)."""

    def report_on(text: str | bytes) -> Report:
        (tmp_path / "mine.lp").write_bytes(text if isinstance(text, bytes) else text.encode())
        return examine(pool, tmp_path / "mine.lp")

    return report_on


@pytest.fixture
def judge_and_search(judge: Judge, few_examples: None) -> Judge:
    """Return what `judge` returns, for reports on few examples."""
    return judge


@pytest.fixture
def judge_few(pool: TaskPool, unsearched: Assignment, tmp_path: Path) -> Judge:
    """Return what `judge` returns, for reports on few examples without a search of all boards."""

    def report_on(text: str | bytes) -> Report:
        (tmp_path / "mine.lp").write_bytes(text if isinstance(text, bytes) else text.encode())
        return kit.examine_path(pool, unsearched, tmp_path / "mine.lp")

    return report_on


@pytest.fixture
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second of computing for a program on a board."""
    monkeypatch.setattr(wrong_answers, "TASK_SECONDS", 0.5)
    monkeypatch.setattr("lab.check.programs.program.TASK_SECONDS", 0.5)
    monkeypatch.setitem(example_runs.TIME_LIMITS, example_runs.REQUIRED_ROWS, 0.5)
