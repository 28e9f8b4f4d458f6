"""How the tests are run."""

import importlib
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from hypothesis import settings

from lab.common.background import BackgroundWork
from lab.common.language import use_language

# Interrupts reach the programs that tests start, also where a shell in the background has them
# ignored: what a process ignores, its children ignore too.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The programs that tests start find bytecode of the kit, and need not compile it each time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# pytest -m hypothesis --hypothesis-profile=thorough: many times as many examples, see kit.budget
settings.register_profile("brief", max_examples=20)
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


def pytest_collection(session: pytest.Session) -> None:
    """Let each process of pytest-xdist import other test files first, of all that are collected.

    What pytest makes of a file is stored, so that the others find it: a third of the work for each.
    """
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    if number and session.config.args == ["tests"]:
        paths = sorted(Path(__file__).parent.rglob("test_*.py"))
        workers = int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        for path in paths[len(paths) * number // workers :]:
            module = path.relative_to(session.config.rootpath).with_suffix("")
            with suppress(Exception, pytest.skip.Exception):  # which collection will report
                importlib.import_module(".".join(module.parts))


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Let a test that chooses a language leave no traces in the next one."""
    yield
    use_language("en")


@pytest.fixture(autouse=True)
def idle_background() -> Iterator[None]:
    """Let no test leave work in a thread, which would take a core from all later tests."""
    yield
    for thread in threading.enumerate():
        if isinstance(thread, BackgroundWork):
            thread.join(30)
            assert not thread.is_alive(), "run a command whose grounding does not end as a process"
