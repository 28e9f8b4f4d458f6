"""Processes measured, and the roads of lab.roads travelled in such processes."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import encode
from lab import confine
from lab.grid import Board

ROOT = Path(encode.__file__).parent
GRACE = 1.0  # seconds from the polite end of a process to the other one
KILOBYTE = 1 if sys.platform == "darwin" else 1024  # the unit in which memory is told


class Process(NamedTuple):
    """A process that has ended."""

    stdout: str
    stderr: str
    status: int  # negative: the number of the signal that ended it
    in_time: bool
    seconds: float  # of the clock on the wall
    memory: int  # bytes in RAM, the most that it or a program it called and waited for ever had


class Trip(NamedTuple):
    """What came of a puzzle on one road."""

    road: str
    missing: str  # the tool that is not installed, or
    verdict: str  # unique, several or optimum, none, undecided
    found: list[Any]  # boards, not yet checked: two at most, or ever better ones
    size: dict[str, int]  # of what the solver saw
    translate: float | None  # seconds to make that,
    solve: float | None  # and to solve it; None: not finished
    note: str  # why it is undecided
    process: Process


def travelled(road: str, board: Board, limit: float) -> Trip:
    """The puzzle on a road, for so many seconds at most."""
    return trip(road, "".join(f"{row}\n" for row in board), limit, verdict)


def trip(road: str, grid: str, limit: float, verdict: Callable[[int, bool], str]) -> Trip:
    """What comes of a grid in a process of lab.roads, judged by how many boards it found."""
    process = measured([sys.executable, "-m", "lab.roads", road], grid, limit)
    facts: dict[str, Any] = {}
    found: list[Any] = []
    for line in process.stdout.splitlines():
        with contextlib.suppress(ValueError):  # cut off, as the process was
            facts |= json.loads(line)
            found += [facts.pop("solution")] if "solution" in facts else []
    judged = verdict(len(found), facts.get("complete", False))
    return Trip(
        road.rpartition(".")[2],
        facts.get("missing", ""),
        judged,
        found,
        facts.get("size", {}),
        facts.get("translate"),
        facts.get("solve") if process.in_time else None,
        (excuse(process, limit) or facts.get("note", "")) if judged == "undecided" else "",
        process,
    )


def verdict(found: int, complete: bool) -> str:
    if found > 1:
        return "several"
    if complete:
        return "unique" if found else "none"
    return "undecided"


def unsound(trips: Iterable[Trip], faults: Callable[[Any], list[str]]) -> list[str]:
    """What is wrong with the first wrong solution of each road, in words."""
    return [
        f"{trip.road}: no solution: {fault}"
        for trip in trips
        for fault in next(filter(None, map(faults, trip.found)), [])[:1]
    ]


def excuse(process: Process, limit: float) -> str:
    """Why a process did not come to its end."""
    if not process.in_time:
        return f"over {limit:g} s"
    if process.status < 0:
        return f"ended by {signal.Signals(-process.status).name}"
    return process.stderr.strip().splitlines()[-1] if process.status and process.stderr else ""


# ---------------------------------------------------------------- processes


def measured(command: Sequence[str], stdin: str, limit: float) -> Process:
    """Run a program in the folder of the kit, for so many seconds at most.

    Of the memory, no less can be seen than this process has: every process begins as its copy.
    """
    with (
        tempfile.TemporaryFile("w+") as given,
        tempfile.TemporaryFile("w+") as stdout,
        tempfile.TemporaryFile("w+") as stderr,
    ):
        given.write(stdin)
        given.seek(0)
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdin=given, stdout=stdout, stderr=stderr, cwd=ROOT, start_new_session=True
        )
        in_time, memory = ended(process, limit)
        seconds = time.perf_counter() - start
        stdout.seek(0)
        stderr.seek(0)
        return Process(stdout.read(), stderr.read(), process.returncode, in_time, seconds, memory)


def ended(process: "subprocess.Popen[bytes]", limit: float) -> tuple[bool, int]:
    """Wait for the end, or bring it about: whether it came in time, and the memory used."""
    late, called = threading.Event(), set[int]()

    def end(number: int) -> None:
        late.set()
        called.update(confine.descendants(process.pid))  # some are in a group of their own
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        confine.tell(called, number)

    times = ((limit, signal.SIGTERM), (limit + GRACE, signal.SIGKILL))
    timers = [threading.Timer(seconds, end, [number]) for seconds, number in times]
    for timer in timers:
        timer.daemon = True
        timer.start()
    try:
        _, status, usage = os.wait4(process.pid, 0)
    except BaseException:
        end(signal.SIGTERM)
        raise
    finally:
        for timer in timers:
            timer.cancel()
        confine.kill(called)
    process.returncode = os.waitstatus_to_exitcode(status)
    return not late.is_set(), usage.ru_maxrss * KILOBYTE
