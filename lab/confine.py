"""Limits and namespaces for a process, and the end of all processes that it started.

Namespaces and the adoption of orphans need Linux; elsewhere these functions do nothing.  Where
namespaces are forbidden, a program can end other processes of its user.
Sources: setrlimit(2), prctl(2), unshare(2), pid_namespaces(7).
"""

import contextlib
import ctypes
import os
import resource
import signal
import sys
import time
from collections.abc import Collection, Iterable

import psutil

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 1 << 27, 1 << 28, 1 << 29, 1 << 30
LINUX = sys.platform == "linux"
OUTPUT = 1 << 20  # bytes that a process may write into a file
PROCESSES = 64  # descendants that a process may have at a time


def limit(cpu: float, memory: int) -> None:
    """Limit this process and those that it starts: seconds of computing, bytes of memory."""
    seconds = max(1, round(cpu))
    bounds = {
        resource.RLIMIT_CPU: (seconds, seconds + 1),
        resource.RLIMIT_AS: (memory, memory),
        resource.RLIMIT_FSIZE: (OUTPUT, OUTPUT),
        resource.RLIMIT_CORE: (0, 0),
    }
    for kind, (soft, hard) in bounds.items():
        with contextlib.suppress(ValueError, OSError):  # stricter already, or not to be had
            resource.setrlimit(kind, (soft, hard))


def end_when_overdue() -> None:
    """Kill this process when its computing time is over, also if it ignores SIGXCPU.

    The first process of a namespace ignores that signal.
    """
    soft, _ = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, soft))


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


def leave_the_world() -> bool:
    """Give the next child namespaces of its own; return whether the system allowed that.

    That child sees no network and no other process.  When it ends, so does all that it started.
    """
    spaces = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC
    return LINUX and ctypes.CDLL(None).unshare(spaces) == 0


# ---------------------------------------------------------------- other processes


def descendants(pid: int | None = None) -> list[psutil.Process]:
    """The children of a process (of this one without `pid`), their children, and so on.

    Empty if there is no such process.  A process that has ended is listed until its parent
    has waited for it.
    """
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def send(number: int, processes: Iterable[psutil.Process]) -> None:
    """Send a signal to those of the processes that still exist."""
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.send_signal(number)


def is_alive(process: psutil.Process) -> bool:
    """Whether a process has not ended yet."""
    try:
        return process.status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    except psutil.NoSuchProcess:
        return False


def kill(processes: Collection[psutil.Process], patience: float = 5.0) -> None:
    """Kill processes, which need not be children of this one, and wait until they have ended.

    Waits `patience` seconds at most.
    """
    give_up = time.monotonic() + patience
    while (alive := list(filter(is_alive, processes))) and time.monotonic() < give_up:
        send(signal.SIGKILL, alive)
        time.sleep(0.001)


def end_descendants(patience: float = 5.0) -> None:
    """Kill all descendants of this process and wait for them, `patience` seconds at most.

    They are stopped first, as some might start new processes faster than they are killed.
    """
    give_up = time.monotonic() + patience
    while (found := descendants()) and time.monotonic() < give_up:
        send(signal.SIGSTOP, found)
        send(signal.SIGKILL, found)
        wait_for_children()
    wait_for_children()


def wait_for_children() -> None:
    """Take the exit status of all children that have ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def number_of_processes() -> int:
    """The number of processes on this machine."""
    return len(psutil.pids())


def many(before: int) -> bool:
    """Whether this process has more than PROCESSES descendants.

    Cheap while the machine has hardly more processes than `before`.
    """
    return number_of_processes() - before > PROCESSES and len(descendants()) > PROCESSES
