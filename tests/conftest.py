"""How the tests are run."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import psutil
import pytest
from hypothesis import settings

from lab.check.judges import every_board
from lab.common.language import use_language

# Interrupts reach the programs that tests start, also where a shell in the background has them
# ignored: what a process ignores, its children ignore too.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The programs that tests start find bytecode of the kit, and need not compile it each time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# pytest -m hypothesis --hypothesis-profile=thorough: many times as many examples, see kit.budget
settings.register_profile("brief", max_examples=30)
settings.register_profile("thorough", max_examples=400)
settings.load_profile("brief")


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_auto_num_workers() -> int:
    """With -n auto, one process more than there are cores: some tests wait for a limit on time."""
    return (psutil.cpu_count(logical=False) or os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give a process tests that follow one another: what they share is made once, not in each."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


@pytest.fixture(scope="module")
def small_boards() -> Iterator[None]:
    """No search of boards of more than four rows in this process and its forks.

    Such a search is the longest part of a check that passes; tests/lab/check has it.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(every_board, "SEARCHED_ROWS", ())
        patch.setattr(every_board, "PROVEN_ROWS", 4)
        yield


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Let a test that chooses a language leave no traces in the next one."""
    yield
    use_language("en")
