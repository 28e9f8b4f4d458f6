"""A process confined: limits on what it takes, namespaces of its own, and its end.

Namespaces and orphans are looked after on Linux; elsewhere the limits and the end of the
process group are all there is.  Without namespaces (some systems forbid them) a program can
end other processes of its user.  Sources: setrlimit(2), prctl(2), unshare(2), pid_namespaces(7).
"""

import contextlib
import ctypes
import os
import resource
import signal
import sys
import time
from collections.abc import Iterable

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 1 << 27, 1 << 28, 1 << 29, 1 << 30
LINUX = sys.platform == "linux"
OUTPUT = 1 << 20  # bytes that a process may write into a file
PROCESSES = 64  # that a process may have started, all told


def limit(cpu: float, memory: int) -> None:
    """For this process and those it starts: seconds of computing, bytes of memory."""
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
    """What ignores the signal of its limit on computing, as the first process of a namespace
    does, is killed then."""
    soft, _ = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, soft))


def die_with_parent() -> None:
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Whatever a descendant leaves behind becomes a child of this process."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)


def prctl(option: int, value: int) -> None:
    if LINUX:
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def leave_the_world() -> bool:
    """Whether the next child sees no other processes and no network: it is the first of its
    kind, and when it ends, so do all that it started."""
    spaces = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC
    return LINUX and ctypes.CDLL(None).unshare(spaces) == 0


# ---------------------------------------------------------------- the end


def end_descendants(patience: float = 5.0) -> None:
    """Kill and bury all that this process started, and what that started.

    Those who fork faster than they are killed are stopped before.
    """
    give_up = time.monotonic() + patience
    while (found := descendants()) and time.monotonic() < give_up:
        for number in (signal.SIGSTOP, signal.SIGKILL):
            tell(found, number)
        bury()
    bury()


def kill(condemned: set[int], patience: float = 5.0) -> None:
    """Kill processes that need not be children of this one, and see them dead."""
    give_up = time.monotonic() + patience
    while condemned & {pid for pid, _ in processes()} and time.monotonic() < give_up:
        tell(condemned, signal.SIGKILL)
        time.sleep(0.001)


def tell(processes: Iterable[int], number: int) -> None:
    """Send a signal to those of the processes that are still there."""
    for pid in processes:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def bury() -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def descendants(ancestor: int | None = None) -> list[int]:
    """The children of a process (of this one without it), theirs, and so on.

    Dead ones are left out if they have none.
    """
    children: dict[int, list[int]] = {}
    for pid, parent in processes():
        children.setdefault(parent, []).append(pid)
    found, open_ones = [], [ancestor or os.getpid()]
    while open_ones:
        below = children.pop(open_ones.pop(), [])
        found += below
        open_ones += below
    return found


def processes() -> list[tuple[int, int]]:
    """All processes that are not dead, each with its parent; none where there is no /proc."""
    found = []
    with contextlib.suppress(FileNotFoundError):
        for name in filter(str.isdecimal, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as stat:
                state, parent = stat.read().rpartition(b")")[2].split()[:2]
                if state not in b"ZX":
                    found.append((int(name), int(parent)))
    return found


def many(before: int) -> bool:
    """Whether descendants are too many; cheap as long as few processes are new at all."""
    return number_of_processes() - before > PROCESSES and len(descendants()) > PROCESSES


def number_of_processes() -> int:
    """All that there are on this machine, nearly; 0 where there is no /proc."""
    try:
        return sum(name.isdecimal() for name in os.listdir("/proc"))
    except FileNotFoundError:
        return 0
