"""Run a program and measure its time and memory; a time limit ends all that it started."""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent import futures
from typing import NamedTuple

from lab import ROOT
from lab.common.processes import CAN_FORK, end_process_tree

POLL_SECONDS = 0.02  # seconds between two readings of the memory, on Windows
GRACE = 1.0  # seconds from SIGTERM to SIGKILL
KILOBYTE = 1 if sys.platform == "darwin" else 1024  # the unit of ru_maxrss, in bytes


class EndedProcess(NamedTuple):
    """A process that has ended."""

    stdout: str
    stderr: str
    status: int  # negative: the number of the signal that ended it
    in_time: bool
    seconds: float  # from start to end
    memory: int  # bytes in RAM: its peak, or that of a program that it waited for


def measure(command: Sequence[str], stdin: str, limit: float) -> EndedProcess:
    """Run a program in the folder of the kit; after `limit` seconds end it and its descendants.

    All of them also end at an exception such as KeyboardInterrupt, and their temporary files are
    removed.  A child starts as a copy of this process, so `memory` is never below what this process
    uses.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryFile("w+") as source,
        tempfile.TemporaryFile("w+") as stdout,
        tempfile.TemporaryFile("w+") as stderr,
        futures.ThreadPoolExecutor(1) as waiter,
    ):
        source.write(stdin)
        source.seek(0)
        start = time.perf_counter()
        process = subprocess.Popen(
            command,
            stdin=source,
            stdout=stdout,
            stderr=stderr,
            cwd=ROOT,
            env={**os.environ, "TMPDIR": folder},
            start_new_session=True,
        )
        end = waiter.submit(wait_for_end if CAN_FORK else watch_to_end, process)
        try:
            futures.wait([end], limit)
            in_time = end.done()
        finally:
            if not end.done():
                end_process_tree(process.pid, GRACE)
        process.returncode, memory = end.result()
        seconds = time.perf_counter() - start
        stdout.seek(0)
        stderr.seek(0)
        return EndedProcess(
            stdout.read(), stderr.read(), process.returncode, in_time, seconds, memory
        )


def wait_for_end(process: "subprocess.Popen[bytes]") -> tuple[int, int]:
    """Wait for the end of a process; return the exit status and the peak of memory in bytes."""
    _, status, usage = os.wait4(process.pid, 0)  # only this reports the memory
    return os.waitstatus_to_exitcode(status), usage.ru_maxrss * KILOBYTE


def watch_to_end(process: "subprocess.Popen[bytes]") -> tuple[int, int]:
    """Do what wait_for_end does, on Windows."""
    import psutil

    memory = 0
    while process.poll() is None:
        with contextlib.suppress(psutil.Error, OSError):
            first = psutil.Process(process.pid)
            tree = [first, *first.children()]  # in a virtual environment the first only starts it
            memory = max(memory, *(member.memory_info().rss for member in tree))
        time.sleep(POLL_SECONDS)
    return process.wait(), memory
