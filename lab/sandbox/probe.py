"""Whether a sandbox keeps what it promises here: attempts.py is run in it, once."""

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

from lab.sandbox.levels import variables
from lab.sandbox.limits import CommandResult

ATTEMPTS = Path(__file__).with_name("attempts.py")
WORDS = {  # attempts, and what is the case if they fail, and if they go through
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
    "shared": (
        "no memory that belongs to no process",
        "memory can be taken that belongs to no process, and is not counted",
    ),
}
SERIOUS = ("read", "write", "signal", "survive")  # why a stranger's work is not to be run


class Containment(NamedTuple):
    """A thing that is kept away from a submission, or not."""

    name: str
    holds: bool
    words: str


def tried(run: Callable[..., CommandResult]) -> list[Containment] | None:
    """What a sandbox contains; None if nothing can be run in it."""
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp,
        targets(udp) as given,
    ):
        command = [sys.executable, str(ATTEMPTS), json.dumps(given)]
        outcome = run(command, folder=Path(given["folder"]) / "own", readable=[ATTEMPTS])
        try:
            went = json.loads(outcome.stdout)
        except ValueError:
            return None
        went["survive"] = lives(given["token"])
        went["udp"] = went["udp"] and has_news(udp)
    return [Containment(name, not went[name], WORDS[name][went[name]]) for name in WORDS]


@contextlib.contextmanager
def targets(udp: socket.socket) -> Iterator[dict[str, Any]]:
    """What the attempts aim at, beside an own folder."""
    token = os.urandom(8).hex()
    with (
        tempfile.TemporaryDirectory(prefix="probe-") as folder,
        socket.create_server(("127.0.0.1", 0)) as tcp,
        listening(f"{folder}/socket") as path,
        listening(f"\0{token}") as abstract,
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
            "variables": sorted(os.environ.keys() - {"PWD", *variables("")}),
        }


@contextlib.contextmanager
def listening(name: str) -> Iterator[socket.socket | None]:
    """A socket of this machine; None where there are none of the kind."""
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


def has_news(udp: socket.socket) -> bool:
    """Whether something has come; what comes from this machine comes at once."""
    return bool(select.select([udp], [], [], 0)[0])


def lives(token: str) -> bool:
    """Whether a process with a word in its command line is there, or that cannot be seen.

    It is then ended.
    """
    try:
        found = [
            one
            for one in psutil.process_iter(["cmdline"])
            if one.pid != os.getpid() and token in (one.info["cmdline"] or [])
        ]
    except (psutil.Error, OSError, IndexError):  # the last where there is no /proc
        return True
    for one in found:
        with contextlib.suppress(psutil.Error):
            one.kill()
    return bool(found)
