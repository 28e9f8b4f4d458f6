"""Run a program and measure its time and memory; a time limit ends all that it started."""

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
    seconds: float  # from start to end
    memory: int  # bytes in RAM, the most that it or a program that it waited for ever had


def measure(command: Sequence[str], stdin: str, limit: float) -> Process:
    """Run a program in the folder of the kit; after `limit` seconds end it and its descendants.

    They end at an exception too, such as KeyboardInterrupt.  The memory of this process is the
    least that is reported, as every new process begins as a copy of it.
    """
    with (
        tempfile.TemporaryFile("w+") as source,
        tempfile.TemporaryFile("w+") as stdout,
        tempfile.TemporaryFile("w+") as stderr,
        futures.ThreadPoolExecutor(1) as waiter,
    ):
        source.write(stdin)
        source.seek(0)
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdin=source, stdout=stdout, stderr=stderr, cwd=ROOT, start_new_session=True
        )
        end = waiter.submit(os.wait4, process.pid, 0)  # only this reports the memory
        try:
            futures.wait([end], limit)
            in_time = end.done()
        finally:
            if not end.done():
                end_process_tree(process.pid, GRACE)
        _, status, usage = end.result()
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - start
        stdout.seek(0)
        stderr.seek(0)
        memory = usage.ru_maxrss * KILOBYTE
        return Process(stdout.read(), stderr.read(), process.returncode, in_time, seconds, memory)
