"""Tries what a submission could try: python3 attempts.py TARGETS

TARGETS is JSON with things outside the sandbox: "token" (a word that marks them), "secret" (a
file), "folder", "tcp", "udp" (ports of this machine), "abstract", "path" (names of sockets),
"process" (its number), "variables" (names).
Prints a JSON object: for each attempt whether it succeeded.
The sandbox that is tried can read nothing of the kit but this file and, in a namespace, launch.py.
"""

import contextlib
import json
import mmap
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

LOCALHOST = "127.0.0.1"


def leave_process(targets: dict[str, Any]) -> bool:
    """Leave a process behind; isolation.py finds out whether it lives on."""
    if not os.fork():
        with contextlib.suppress(OSError):
            os.setsid()
        if os.fork():
            os._exit(0)
        stay = "import time; time.sleep(60)"
        os.execv(sys.executable, [sys.executable, "-c", stay, targets["token"]])
    os.wait()
    return False


def change_file(targets: dict[str, Any]) -> bool:
    """Change the mode, owner, time, attributes or length of a file."""
    path = targets["secret"]
    changes: list[Callable[[], object]] = [
        lambda: os.chmod(path, 0o600),
        lambda: os.chown(path, os.getuid(), os.getgid()),
        lambda: os.utime(path),
        lambda: os.setxattr(path, "user.attempt", b""),
        lambda: os.truncate(path, os.stat(path).st_size),
    ]
    return any(map(succeeds, changes))


def succeeds(attempt: Callable[[], object]) -> bool:
    """Return whether something can be done without an error."""
    with contextlib.suppress(OSError):
        attempt()
        return True
    return False


def take_shared_memory(_: dict[str, Any]) -> bool:
    """Take shared memory that no process maps, or that leaves this process by a socket."""
    makers: list[Callable[[], object]] = [
        lambda: os.memfd_create("attempt"),
        lambda: list(socket.socketpair()),
        lambda: mmap.mmap(-1, 4096),
    ]
    return any(map(succeeds, makers))


# an attempt that raises, or returns False, has failed
ATTEMPTS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "read": lambda t: os.read(os.open(t["secret"], os.O_RDONLY), 100) == t["token"].encode(),
    "write": lambda t: os.open(os.path.join(t["folder"], "written"), os.O_WRONLY | os.O_CREAT),
    "change": change_file,
    "root": lambda _: any(map(succeeds, (lambda: os.chroot("/"), lambda: os.setgroups([])))),
    "look": lambda t: os.stat(t["secret"]),
    "tcp": lambda t: socket.create_connection((LOCALHOST, t["tcp"]), timeout=1),
    "udp": lambda t: socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", (LOCALHOST, t["udp"])),
    "abstract": lambda t: socket.socket(socket.AF_UNIX).connect("\0" + t["abstract"]),
    "path": lambda t: socket.socket(socket.AF_UNIX).connect(t["path"]),
    "signal": lambda t: os.kill(t["process"], 0),
    "processes": lambda t: os.path.exists(f"/proc/{t['process']}/environ"),
    "environment": lambda t: not os.environ.keys().isdisjoint(t["variables"]),
    "survive": leave_process,
    "share": take_shared_memory,
}


if __name__ == "__main__":
    try:
        given_targets = dict(json.loads(sys.argv[1]))
    except (IndexError, TypeError, ValueError):
        sys.stderr.write("attempts.py: started by the sandbox, not by hand\n")
        sys.exit(2)
    results = dict.fromkeys(ATTEMPTS, False)
    for name, attempt in ATTEMPTS.items():
        with contextlib.suppress(Exception):
            results[name] = attempt(given_targets) is not False
    print(json.dumps(results))
