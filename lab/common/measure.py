"""Runs a program and measures its time and memory; whatever it started ends with it."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent import futures
from typing import NamedTuple

from lab import ROOT
from lab.common.processes import end_process_tree

GRACE = 1.0  # seconds from SIGTERM to SIGKILL
KILOBYTE = 1 if sys.platform == "darwin" else 1024  # the unit of ru_maxrss, in bytes


class Process(NamedTuple):
    """A process that has ended."""

    stdout: str
    stderr: str
    status: int  # negative: the number of the signal that ended it
    in_time: bool
    seconds: float  # of the clock on the wall
    memory: int  # bytes in RAM, the most that it or a program that it waited for ever had


def measure(command: Sequence[str], stdin: str, limit: float) -> Process:
    """Run a program in the folder of the kit, for `limit` seconds at most.

    Memory has a floor: that of this process, as every new process begins as a copy of it.
    """
    with (
        tempfile.TemporaryFile("w+") as source,
        tempfile.TemporaryFile("w+") as stdout,
        tempfile.TemporaryFile("w+") as stderr,
    ):
        source.write(stdin)
        source.seek(0)
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdin=source, stdout=stdout, stderr=stderr, cwd=ROOT, start_new_session=True
        )
        in_time, memory = wait_for(process, limit)
        seconds = time.perf_counter() - start
        stdout.seek(0)
        stderr.seek(0)
        return Process(stdout.read(), stderr.read(), process.returncode, in_time, seconds, memory)


def wait_for(process: "subprocess.Popen[bytes]", limit: float) -> tuple[bool, int]:
    """Wait until a process ends; end it and its descendants after `limit` seconds.

    Returns whether it ended in time, and the memory that it used, in bytes.  An exception that
    comes meanwhile, such as KeyboardInterrupt, ends the processes too.
    """
    with futures.ThreadPoolExecutor(1) as waiter:
        end = waiter.submit(os.wait4, process.pid, 0)  # only this reports the memory
        try:
            futures.wait([end], limit)
            in_time = end.done()
        finally:
            if not end.done():
                end_process_tree(process.pid, GRACE)
    _, status, usage = end.result()
    process.returncode = os.waitstatus_to_exitcode(status)
    return in_time, usage.ru_maxrss * KILOBYTE
