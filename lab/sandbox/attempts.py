"""Tries what a submission could try: python3 attempts.py TARGETS

TARGETS is JSON with things outside the sandbox: "token" (a word that marks them), "secret" (a
file), "folder", "tcp", "udp" (ports of this machine), "abstract", "path" (names of sockets),
"process" (its number), "variables" (names).
Prints a JSON object: for each attempt whether it succeeded.
The sandbox that is tried can read this file, and nothing else of the kit.
"""

import contextlib
import ctypes
import json
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

LOCALHOST = "127.0.0.1"
IPC_PRIVATE, IPC_CREATE, IPC_REMOVE = 0, 0o1600, 0  # of shmget(2) and shmctl(2)


def survive(targets: dict[str, Any]) -> bool:
    """Leave a process behind; isolation.py finds out whether it lives on."""
    if not os.fork():
        os.setsid()
        if os.fork():
            os._exit(0)
        stay = "import time; time.sleep(60)"
        os.execv(sys.executable, [sys.executable, "-c", stay, targets["token"]])
    os.wait()
    return False


def share(_: dict[str, Any]) -> bool:
    """Take a page of System V's shared memory, or make a file without a name."""
    libc = ctypes.CDLL(None)
    number = libc.shmget(IPC_PRIVATE, 4096, IPC_CREATE)
    libc.shmctl(number, IPC_REMOVE, None)
    return bool(number != -1 or os.memfd_create("attempt"))


Attempt = Callable[[dict[str, Any]], Any]
ATTEMPTS: dict[str, Attempt] = {  # one that raises, or returns False, has failed
    "read": lambda t: os.read(os.open(t["secret"], os.O_RDONLY), 100) == t["token"].encode(),
    "write": lambda t: os.open(os.path.join(t["folder"], "written"), os.O_WRONLY | os.O_CREAT),
    "look": lambda t: os.stat(t["secret"]),
    "tcp": lambda t: socket.create_connection((LOCALHOST, t["tcp"]), timeout=1),
    "udp": lambda t: socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", (LOCALHOST, t["udp"])),
    "abstract": lambda t: socket.socket(socket.AF_UNIX).connect("\0" + t["abstract"]),
    "path": lambda t: socket.socket(socket.AF_UNIX).connect(t["path"]),
    "signal": lambda t: os.kill(t["process"], 0),
    "processes": lambda t: os.path.exists(f"/proc/{t['process']}/environ"),
    "environment": lambda t: not os.environ.keys().isdisjoint(t["variables"]),
    "survive": survive,
    "share": share,
}


if __name__ == "__main__":
    results = dict.fromkeys(ATTEMPTS, False)
    for name, attempt in ATTEMPTS.items():
        with contextlib.suppress(Exception):
            results[name] = attempt(json.loads(sys.argv[1])) is not False
    print(json.dumps(results))
