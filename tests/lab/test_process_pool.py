"""The process pool: order of results, exceptions, deaths, deadlines, memory, the end of all."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count, islice
from math import inf
from multiprocessing import active_children
from pathlib import Path

import psutil
import pytest

from lab import Unusable
from lab.common.background import BackgroundWork
from lab.common.process_pool import (
    AHEAD,
    SPAWN,
    DeadlinePassed,
    ProcessPool,
    Worker,
    WorkerDied,
    WorkFailed,
)
from lab.common.processes import read_parents
from tests.kit import ROOT, long


def double(item: str) -> str:
    """Double a letter; "c" takes long and fails, "d" kills its process, "e" is slow."""
    if item == "c":
        time.sleep(0.5)
        raise KeyError(item)
    if item == "d":
        os.kill(os.getpid(), signal.SIGKILL)
    if item == "e":
        time.sleep(0.5)
    return item * 2


def test_results_come_in_the_order_of_the_items() -> None:
    with ProcessPool(double, 2) as pool:
        assert list(pool.map("aebab")) == ["aa", "ee", "bb", "aa", "bb"]
    assert active_children() == []


def test_an_exception_is_raised_at_its_turn_with_its_place() -> None:
    with ProcessPool(double, 2) as pool:
        results = pool.map("abca")
        assert [next(results), next(results)] == ["aa", "bb"]
        with pytest.raises(WorkFailed, match=r"Traceback(.|\n)*KeyError: 'c'"):
            next(results)
    assert active_children() == []


def test_a_timeout_within_a_item_is_no_deadline() -> None:
    def wait(item: str) -> None:
        raise TimeoutError(f"no answer to {item}")

    with ProcessPool(wait, 1) as pool, pytest.raises(WorkFailed, match="no answer to a"):
        list(pool.map("a", time.monotonic() + 60))


def leave_work(seconds: float) -> int:
    """Begin to wait in the background; return the number of the process."""
    BackgroundWork(lambda: time.sleep(seconds)).start()
    return os.getpid()


def test_a_process_with_work_left_behind_is_replaced() -> None:
    with ProcessPool(leave_work, 1) as pool:
        assert len({*pool.map([60, 60, 60])}) == 3


def test_the_death_of_a_process_is_reported() -> None:
    with ProcessPool(double, 2) as pool, pytest.raises(Unusable, match="a worker process ended"):
        list(pool.map("dd"))
    assert active_children() == []


def test_a_death_costs_one_item_and_outcomes_come_as_soon_as_they_can(tmp_path: Path) -> None:
    gate = tmp_path / "gate"

    def wait_or_double(item: str) -> str:
        while item == "w" and not gate.exists():
            time.sleep(0.01)
        return double(item)

    outcomes: dict[int, str | Unusable] = {}
    with ProcessPool(wait_or_double, 2) as pool:
        for index, outcome in pool.collect_outcomes("wdab"):
            outcomes[index] = outcome
            if len(outcomes) == 3:
                gate.touch()
    assert list(outcomes) == [1, 2, 3, 0]
    assert isinstance(outcomes.pop(1), WorkerDied)
    assert outcomes == {0: "ww", 2: "aa", 3: "bb"}


@pytest.mark.long
def test_no_result_comes_after_the_deadline() -> None:
    with ProcessPool(double, 2) as pool, pytest.raises(DeadlinePassed):
        list(pool.map("c", time.monotonic() + 0.1))
    deadline = time.monotonic() + 3
    with ProcessPool(double, 2) as pool:
        results = pool.map("ab", deadline)
        assert next(results) == "aa"
        time.sleep(max(0, deadline - time.monotonic()))  # the next one is there, but late
        with pytest.raises(DeadlinePassed):
            next(results)
    assert active_children() == []


def test_endless_items_are_taken_as_far_as_results_are_read() -> None:
    taken = []

    def items() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    with ProcessPool[int, int](abs, 2) as pool:
        assert list(islice(pool.map(items()), 100)) == list(range(100))
    assert len(taken) <= 100 + 2 * AHEAD


@pytest.mark.parametrize(("items_per_process", "processes"), [(1, 6), (3, 2), (inf, 1)])
def test_a_process_is_replaced_after_its_items(items_per_process: float, processes: int) -> None:
    def work(item: int) -> int:
        return os.getpid()

    with ProcessPool(work, 1, items_per_process=items_per_process) as pool:
        process_ids = list(pool.map(range(6)))
    assert len(set(process_ids)) == processes
    assert os.getpid() not in process_ids


def test_large_items_and_results() -> None:
    large = b"x" * (4 << 20)
    with ProcessPool(len, 2) as pool:
        assert list(pool.map([large] * 9)) == [len(large)] * 9
    with ProcessPool(bytes, 2) as pool:
        assert list(pool.map([1 << 22] * 9)) == [bytes(1 << 22)] * 9


def sleep_in_child(seconds: float) -> Iterator[int]:
    """Yield the number of a process that sleeps, then wait for it."""
    child = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({seconds})"])
    yield child.pid
    child.wait()


def test_a_worker_sends_parts_and_all_that_it_has_started_ends_with_it() -> None:
    worker = Worker(sleep_in_child, context=SPAWN)
    worker.begin(60)
    child = worker.receive()
    assert read_parents()[child] == worker.process.pid
    with pytest.raises(DeadlinePassed):
        worker.receive(0.01)
    worker.end()
    assert child not in read_parents()
    assert active_children() == []


PARENT = """
import sys, time
from lab.common.process_pool import ProcessPool
def work(seconds):
    print("begun\\n", end="", flush=True)
    time.sleep(seconds)
with ProcessPool(work, 2) as pool:
    list(pool.map([60, 60]))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, long(signal.SIGTERM), signal.SIGKILL])
def test_all_processes_end_with_their_parent(number: signal.Signals, tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as parent:
        assert parent.stdout
        assert [parent.stdout.readline() for _ in range(2)] == [b"begun\n"] * 2
        workers = psutil.Process(parent.pid).children()
        assert workers
        parent.send_signal(number)
        assert parent.wait(120)
    gone, alive = psutil.wait_procs(workers, 30)
    assert gone
    assert not alive
