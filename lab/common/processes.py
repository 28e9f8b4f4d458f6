"""Limits and signals of a process of the kit's own, and the end of all that it started.

Outside Linux, adopt_orphans and die_with_parent do nothing.  Windows has no forks either, and of
all signals only those that end a process.  Strangers' programs are run in lab/sandbox.
/proc is read here, not by psutil, which takes three times as long: a program that starts processes
without end must not win the race.
Sources: setrlimit(2), prctl(2), proc(5).
"""

import contextlib
import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

# Also in lab/sandbox/launch.py, which runs alone before each command.
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
LINUX = sys.platform == "linux"
CAN_FORK = hasattr(os, "fork")  # not on Windows
SIGSTOP = getattr(signal, "SIGSTOP", signal.SIGTERM)  # on Windows, where it ends a process
SIGKILL = getattr(signal, "SIGKILL", signal.SIGTERM)
SIGTERM_STATUS = 128 + signal.SIGTERM  # the exit status of a command that gets SIGTERM
LARGEST_FILE = 1 << 20  # bytes that a process may write into a file
KILL_SECONDS = 5.0  # seconds for killed processes to end
CROWDED_PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)  # seconds until a start is tried again
RUN_MODULE = """import runpy, sys
sys.path.insert(0, sys.argv.pop(1))
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)"""
T = TypeVar("T")


def make_module_command(name: str) -> list[str]:
    """Return the command that runs a module of the kit, without arguments.

    Unlike python3 -m, it also finds the kit with an embedded Python of Windows.
    """
    return [sys.executable, "-c", RUN_MODULE, str(Path(__file__).parents[2]), name]


def start_patiently(start: Callable[[], T]) -> T:
    """Return what `start` returns, tried again while this user may start nothing more."""
    for pause in CROWDED_PAUSES:
        try:
            return start()
        except (BlockingIOError, RuntimeError) as error:
            if not is_crowded(error):
                raise
        time.sleep(pause)
    return start()


def is_crowded(error: Exception) -> bool:
    """Return whether an error says that this user may start no more processes or threads."""
    return isinstance(error, BlockingIOError) or str(error) == "can't start new thread"


@contextlib.contextmanager
def defer_signals() -> Iterator[None]:
    """Let SIGINT and SIGTERM wait; in other threads, which can have no handlers, do nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    arrived: list[int] = []
    numbers = (signal.SIGINT, signal.SIGTERM)
    handlers = [signal.signal(number, lambda *args: arrived.append(args[0])) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, handlers):
            signal.signal(number, handler or signal.SIG_DFL)
        for arrival in arrived[:1]:
            signal.raise_signal(arrival)


@contextlib.contextmanager
def start_without_ctrl_c() -> Iterator[None]:
    """Let processes that start meanwhile ignore Ctrl-C from their first moment, on Windows.

    There a console sends Ctrl-C to all its processes, and a Python that is still importing then
    writes a traceback.  Elsewhere, do nothing.  multiprocessing takes no flags, so they are added
    to its call.  Source: CREATE_NEW_PROCESS_GROUP in Microsoft's Process Creation Flags.
    """
    if sys.platform != "win32":
        yield
        return
    import _winapi

    create = _winapi.CreateProcess

    def create_in_group(*arguments: Any) -> Any:
        *first_arguments, flags, environment, folder, startup = arguments
        return create(
            *first_arguments, flags | _winapi.CREATE_NEW_PROCESS_GROUP, environment, folder, startup
        )

    _winapi.CreateProcess = create_in_group
    try:
        yield
    finally:
        _winapi.CreateProcess = create


def limit_process(cpu: float, memory: int) -> None:
    """Limit the CPU seconds, memory bytes and file size of this process and its children.

    The system's limit is `cpu` rounded to whole seconds, at least 1.  If that is more than `cpu`, a
    timer ends this process, not its children, after `cpu` seconds by SIGPROF.  A file may have
    LARGEST_FILE bytes; no core is dumped.  Nothing is limited on a system without such limits.
    """
    if resource is None:
        return
    seconds = max(1, round(cpu))
    if cpu < seconds:
        signal.setitimer(signal.ITIMER_PROF, cpu)
    bounds = {
        resource.RLIMIT_CPU: (seconds, seconds + 1),
        resource.RLIMIT_AS: (memory, memory),
        resource.RLIMIT_FSIZE: (LARGEST_FILE, LARGEST_FILE),
        resource.RLIMIT_CORE: (0, 0),
    }
    for kind, (soft, hard) in bounds.items():
        with contextlib.suppress(ValueError, OSError):  # stricter already, or not to be had
            resource.setrlimit(kind, (soft, hard))


def exit_at_sigterm() -> None:
    """Let SIGTERM raise SystemExit, so that child processes end and files are removed first."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(SIGTERM_STATUS))


def die_with_parent() -> None:
    prctl(PR_SET_PDEATHSIG, SIGKILL)


def adopt_orphans() -> None:
    """Make this process the parent of whatever its descendants leave behind."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)


def prctl(option: int, value: int) -> None:
    if LINUX:
        ctypes.pythonapi.prctl(option, value, 0, 0, 0)


# ---------------------------------------------------------------- other processes


def end_process_tree(pid: int | None = None, grace: float = 0.0) -> None:
    """End a process and its descendants; without `pid`, all descendants of this process.

    With `grace` they first get SIGTERM and these seconds to end.  Then all are stopped and killed:
    a process that is not stopped might start others faster than they are killed.  Returns when none
    is left, after `grace` and KILL_SECONDS at the latest.  The exit status of `pid` is left to the
    process that started it; without `pid` the exit status of every child is taken here.
    """
    root = os.getpid() if pid is None else pid
    members: set[int] = set()

    def list_members() -> set[int]:
        """Return the tree, with processes that lost their parent after they were first listed."""
        parents = read_parents()
        members.intersection_update(parents)
        tree = {root} & parents.keys()
        while born := {child for child, parent in parents.items() if parent in tree} - tree:
            tree |= born
        members.update(tree - {os.getpid()})
        return members.copy()

    if grace:
        send_signal(signal.SIGTERM, list_members())
        deadline = time.monotonic() + grace
        while time.monotonic() < deadline and list_members():
            time.sleep(0.01)
    deadline = time.monotonic() + KILL_SECONDS
    # One look may miss a process, so there are two.
    while time.monotonic() < deadline and (list_members() or list_members()):
        stopped: set[int] = set()
        while time.monotonic() < deadline and (moving := list_members() - stopped):
            send_signal(SIGSTOP, moving)
            stopped |= moving
        send_signal(SIGKILL, members)
        if pid is None:
            reap_children()
        time.sleep(0.001)
    if pid is None:
        reap_children()
    else:
        send_signal(SIGKILL, [pid])  # all that can be ended where /proc is empty


def read_parents() -> dict[int, int]:
    """Return the number of the parent of each process that has not ended."""
    parents = {}
    if not LINUX or not os.path.isdir("/proc"):
        import psutil  # not in the sandbox, where there may be no /proc

        running = [process.info for process in psutil.process_iter(["pid", "ppid", "status"])]
        zombie = psutil.STATUS_ZOMBIE
        return {info["pid"]: info["ppid"] for info in running if info["status"] != zombie}
    for pid in filter(str.isdecimal, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/stat", "rb") as stat:
            state, parent = stat.read().rpartition(b")")[2].split()[:2]
            if state not in b"ZX":  # zombie, dead
                parents[int(pid)] = int(parent)
    return parents


def send_signal(number: int, pids: Iterable[int]) -> None:
    for pid in pids:
        with contextlib.suppress(OSError):
            os.kill(pid, number)


def reap_children() -> None:
    """Take the exit status of all children that have ended; wait for none."""
    with contextlib.suppress(ChildProcessError, AttributeError):  # AttributeError on Windows
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
