"""Fixtures of the tests of check."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lab.check.judges import example_runs, wrong_answers
from lab.findings import Report
from lab.runner.task_pool import TaskPool
from tests.lab.check.kit import ASSIGNMENT, Judge, examine


@pytest.fixture(scope="package")
def pool() -> Iterator[TaskPool]:
    with TaskPool() as pool:
        yield pool


@pytest.fixture
def few_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """One square example of each size up to 14 rows, no boards made for the check."""
    none: dict[str, Any] = {"sizes": (), "large_sizes": ()}
    few_settings = dataclasses.replace(ASSIGNMENT.settings, **none, grid_sizes=(6, 11, 14))
    monkeypatch.setattr(ASSIGNMENT, "settings", few_settings)
    few = {len(board): board for board in ASSIGNMENT.examples if len(board) <= 14}
    monkeypatch.setitem(vars(ASSIGNMENT), "examples", list(few.values()))


@pytest.fixture
def judge(pool: TaskPool, tmp_path: Path) -> Judge:
    """Return a function that reports on a text as a program, mine.lp: judge(text)."""

    def report_on(text: str | bytes) -> Report:
        (tmp_path / "mine.lp").write_bytes(text if isinstance(text, bytes) else text.encode())
        return examine(pool, tmp_path / "mine.lp")

    return report_on


@pytest.fixture
def judge_few(judge: Judge, few_examples: None) -> Judge:
    """Return what `judge` returns, for reports on few examples."""
    return judge


@pytest.fixture
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second of computing for a program on a board."""
    monkeypatch.setattr(wrong_answers, "TASK_SECONDS", 0.5)
    monkeypatch.setattr("lab.check.programs.program.TASK_SECONDS", 0.5)
    monkeypatch.setitem(example_runs.TIME_LIMITS, example_runs.REQUIRED_ROWS, 0.5)
