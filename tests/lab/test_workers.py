"""Work in processes of its own: its results, its errors, its death, its memory."""

import multiprocessing
import os
import resource
import signal
import threading
import time
from collections.abc import Callable
from math import inf

import pytest

from lab import Unusable
from lab.common import pool


def test_what_a_process_raises_or_its_death_is_raised_here() -> None:
    def work(thing: str, report: Callable[[str], None]) -> str:
        report(f"at {thing}")
        if thing == "c":
            time.sleep(0.5)
            raise KeyError(thing)
        if thing == "d":
            os.kill(os.getpid(), signal.SIGKILL)
        return thing * 2

    shown = set()
    results = pool.shared_out(work, "abca", inf, lambda *report: shown.add(report))
    assert [next(results), next(results)] == ["aa", "bb"]
    with pytest.raises(KeyError):
        next(results)
    assert shown == {(2, "at c")}
    with pytest.raises(Unusable, match="died"):
        list(pool.shared_out(work, "dd", inf, lambda turn, report: None))
    with pytest.raises(TimeoutError):
        list(pool.shared_out(work, "c", time.monotonic() + 0.1, lambda turn, report: None))
    end = time.monotonic() + 2
    results = pool.shared_out(work, "ab", end, lambda turn, report: None)
    assert next(results) == "aa"
    time.sleep(max(0, end - time.monotonic()))  # the next one is there, but late
    with pytest.raises(TimeoutError):
        next(results)
    assert multiprocessing.active_children() == []


def test_work_apart_has_a_process_and_memory_of_its_own() -> None:
    def work(thing: str) -> tuple[str, int]:
        return thing * 3, os.getpid() + 0 * len(bytearray(100 << 20))

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found, process = pool.apart(work, "a")
    assert found == "aaa"
    assert process != os.getpid()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50 << 10  # KiB
    others: list[tuple[str, int]] = []
    thread = threading.Thread(target=lambda: others.append(pool.apart(work, "b")))
    thread.start()
    thread.join()
    assert others == [("bbb", os.getpid())]  # a fork of a thread would not be safe


def test_what_work_apart_raises_or_its_death_is_raised_here() -> None:
    with pytest.raises(ZeroDivisionError):
        pool.apart(lambda number: 1 // number, 0)
    with pytest.raises(Unusable, match="died"):
        pool.apart(lambda number: os.kill(os.getpid(), number), signal.SIGKILL)
    assert multiprocessing.active_children() == []
