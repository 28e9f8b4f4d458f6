"""Limits for a process of the kit's own, and the end of all processes that it started.

The adoption of orphans needs Linux; elsewhere these functions do nothing.  What strangers wrote
is run in lab/sandbox.
/proc is read here, not by psutil, which takes three times as long: a program that starts
processes without end must not be faster than the one that ends them.
Sources: setrlimit(2), prctl(2), proc(5).
"""

import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterator

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
LINUX = sys.platform == "linux"
OUTPUT = 1 << 20  # bytes that a process may write into a file


def limit_process(cpu: float, memory: int) -> None:
    """Limit this process and those that it starts: seconds of computing, bytes of memory.

    The system counts whole seconds; a timer ends this process after less than one (SIGPROF).
    Where the system has no such limits, nothing is limited.
    """
    if resource is None:
        return
    seconds = max(1, round(cpu))
    if cpu < seconds:
        signal.setitimer(signal.ITIMER_PROF, cpu)
    bounds = {
        resource.RLIMIT_CPU: (seconds, seconds + 1),
        resource.RLIMIT_AS: (memory, memory),
        resource.RLIMIT_FSIZE: (OUTPUT, OUTPUT),
        resource.RLIMIT_CORE: (0, 0),
    }
    for kind, (soft, hard) in bounds.items():
        with contextlib.suppress(ValueError, OSError):  # stricter already, or not to be had
            resource.setrlimit(kind, (soft, hard))


def die_with_parent() -> None:
    """Have this process killed when its parent ends."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Make this process the parent of whatever its descendants leave behind."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)


def prctl(option: int, value: int) -> None:
    """Call prctl(2), on Linux only."""
    if LINUX:
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


# ---------------------------------------------------------------- other processes


def end_descendants(patience: float = 5.0) -> None:
    """Kill all descendants of this process and wait for them, `patience` seconds at most.

    They are stopped first, as some might start new processes faster than they are killed.  One
    look may miss a process that has just been started, so two must find nothing.
    """
    give_up = time.monotonic() + patience
    while (found := descendants() or descendants()) and time.monotonic() < give_up:
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in found:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)
        wait_for_children()
    wait_for_children()


def wait_for_children() -> None:
    """Take the exit status of all children that have ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def descendants() -> list[int]:
    """The numbers of the children of this process, of their children, and so on.

    Without those that have ended.
    """
    children: dict[int, list[int]] = {}
    for pid in pids():
        with contextlib.suppress(OSError), open(f"/proc/{pid}/stat", "rb") as stat:
            state, parent = stat.read().rpartition(b")")[2].split()[:2]
            if state not in b"ZX":  # zombie, dead
                children.setdefault(int(parent), []).append(pid)
    found, parents = [], [os.getpid()]
    while parents:
        below = children.get(parents.pop(), [])
        found += below
        parents += below
    return found


def pids() -> Iterator[int]:
    """The numbers of all processes; none without /proc."""
    with contextlib.suppress(FileNotFoundError):
        yield from map(int, filter(str.isdecimal, os.listdir("/proc")))
