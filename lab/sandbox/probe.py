"""Tries whether a sandbox keeps what it promises here: runs attempts.py in it, once."""

import contextlib
import json
import os
import select
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from lab.sandbox.levels import make_environment
from lab.sandbox.limits import CommandResult

ATTEMPTS = Path(__file__).with_name("attempts.py")
SENTENCES = {  # for each attempt: what is true if it fails, and if it goes through
    "read": (
        "no other file can be read",
        "other files of this machine can be read",
    ),
    "write": (
        "no other file can be changed",
        "other files of this machine can be changed",
    ),
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
SERIOUS = ("read", "write", "signal", "survive")  # why a stranger's work is not to be run


class Containment(NamedTuple):
    """A thing that is kept away from a submission if it holds."""

    name: str
    holds: bool
    sentence: str


def try_attempts(run: Callable[..., CommandResult]) -> list[Containment] | None:
    """Return what a sandbox contains; None if nothing can be run in it."""
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp,
        make_targets(udp) as targets,
    ):
        command = [sys.executable, str(ATTEMPTS), json.dumps(targets)]
        result = run(command, folder=Path(targets["folder"]) / "own", readable=[ATTEMPTS])
        try:
            succeeded = json.loads(result.stdout)
        except ValueError:
            return None
        succeeded["survive"] = end_survivors(targets["token"])
        # what comes from this machine comes at once
        succeeded["udp"] = succeeded["udp"] and bool(select.select([udp], [], [], 0)[0])
    return [
        Containment(name, not succeeded[name], sentences[succeeded[name]])
        for name, sentences in SENTENCES.items()
    ]


@contextlib.contextmanager
def make_targets(udp: socket.socket) -> Iterator[dict[str, Any]]:
    """Yield the TARGETS of attempts.py, with sockets that listen and a folder for the attempts."""
    token = os.urandom(8).hex()
    with (
        tempfile.TemporaryDirectory(prefix="probe-") as folder,
        socket.create_server(("127.0.0.1", 0)) as tcp,
        open_socket(f"{folder}/socket") as path,
        open_socket(f"\0{token}") as abstract,
    ):
        Path(folder, "own").mkdir()
        secret = Path(folder, "secret")
        secret.write_text(token)
        udp.bind(("127.0.0.1", 0))
        yield {
            "token": token,
            "secret": str(secret),
            "folder": folder,
            "tcp": tcp.getsockname()[1],
            "udp": udp.getsockname()[1],
            "abstract": token if abstract else "",
            "path": f"{folder}/socket" if path else "",
            "process": os.getpid(),
            "variables": sorted(os.environ.keys() - {"PWD", *make_environment("")}),
        }


@contextlib.contextmanager
def open_socket(name: str) -> Iterator[socket.socket | None]:
    """Yield a socket of this machine that listens; None where there are none of the kind."""
    if not hasattr(socket, "AF_UNIX"):
        yield None
        return
    with socket.socket(socket.AF_UNIX) as server:
        try:
            server.bind(name)
            server.listen()
        except OSError:
            yield None
        else:
            yield server


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
