"""Tries what a submission could try: python3 attempts.py TARGETS

TARGETS is JSON with things outside the sandbox: "token" (a word to be recognised by),
"secret" (a file), "folder", "tcp", "udp" (ports of this machine), "abstract", "path" (names of
sockets), "process" (a number), "variables" (names).
Prints a JSON object: for each attempt whether it went through.
This file is seen by the sandbox that is tried, and imports nothing of the kit.
"""

import contextlib
import ctypes
import json
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

HERE = "127.0.0.1"
PRIVATE, CREATE, REMOVE = 0, 0o1600, 0  # of shmget(2) and shmctl(2)


def survive(targets: dict[str, Any]) -> bool:
    """Leave a process behind; isolation.py looks whether it lives on."""
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
    number = libc.shmget(PRIVATE, 4096, CREATE)
    libc.shmctl(number, REMOVE, None)
    return bool(number != -1 or os.memfd_create("attempt"))


ATTEMPTS: dict[
    str, Callable[[dict[str, Any]], Any]
] = {  # one that raises, or returns False, does not go through
    "read": lambda t: os.read(os.open(t["secret"], os.O_RDONLY), 100) == t["token"].encode(),
    "write": lambda t: os.open(os.path.join(t["folder"], "written"), os.O_WRONLY | os.O_CREAT),
    "look": lambda t: os.stat(t["secret"]),
    "tcp": lambda t: socket.create_connection((HERE, t["tcp"]), timeout=1),
    "udp": lambda t: socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", (HERE, t["udp"])),
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
