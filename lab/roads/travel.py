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
from collections.abc import Sequence
from typing import Any, NamedTuple

import decode
from lab import ROOT, confine
from lab.puzzles import LEAST_COST, UNIQUE, Puzzle, Rows

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


def travelled(puzzle: Puzzle, road: str, board: Rows, limit: float) -> Trip:
    """What comes of a board on a road, in a process of lab.roads that has so many seconds."""
    words = [sys.executable, "-m", "lab.roads", puzzle.spelt, road]
    process = measured(words, decode.aligned(board), limit)
    facts: dict[str, Any] = {}
    found: list[Any] = []
    for line in process.stdout.splitlines():
        with contextlib.suppress(ValueError):  # cut off, as the process was
            facts |= json.loads(line)
            found += [facts.pop("solution")] if "solution" in facts else []
    verdict = VERDICTS[puzzle.best](len(found), facts.get("complete", False))
    return Trip(
        road,
        facts.get("missing", ""),
        verdict,
        found,
        facts.get("size", {}),
        facts.get("translate"),
        facts.get("solve") if process.in_time else None,
        (excuse(process, limit) or facts.get("note", "")) if verdict == "undecided" else "",
        process,
    )


def uniqueness(found: int, complete: bool) -> str:
    """The verdict from the number of solutions found, and whether these are all."""
    if found > 1:
        return "several"
    if complete:
        return "unique" if found else "none"
    return "undecided"


def optimality(found: int, complete: bool) -> str:
    """The verdict where ever better boards are found, and the last may be proven best."""
    if not complete:
        return "undecided"
    return "optimum" if found else "none"


VERDICTS = {UNIQUE: uniqueness, LEAST_COST: optimality}


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
