"""Tries what a submission could try: python3 attempts.py TARGETS

TARGETS is JSON with things outside the sandbox: "token" (a word to be recognised by),
"secret" (a file), "folder", "tcp", "udp" (ports of this machine), "abstract", "path" (names of
sockets), "process" (a number), "variables" (names).
Prints a JSON object: for each attempt whether it went through.
This file is seen by the sandbox that is tried, and imports nothing of the kit.
"""

import contextlib
import json
import os
import socket
import sys
from typing import Any

Targets = dict[str, Any]


def read(targets: Targets) -> bool:
    with open(targets["secret"]) as file:
        return bool(file.read() == targets["token"])


def write(targets: Targets) -> bool:
    with open(os.path.join(targets["folder"], "written"), "w") as file:
        file.write("here")
    return True


def look(targets: Targets) -> bool:
    return os.stat(targets["secret"]).st_size > 0


def tcp(targets: Targets) -> bool:
    with socket.create_connection(("127.0.0.1", targets["tcp"]), timeout=1):
        return True


def udp(targets: Targets) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        return sender.sendto(b"x", ("127.0.0.1", targets["udp"])) == 1


def abstract(targets: Targets) -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect("\0" + targets["abstract"])
    return True


def path(targets: Targets) -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(targets["path"])
    return True


def signal(targets: Targets) -> bool:
    os.kill(targets["process"], 0)
    return True


def processes(targets: Targets) -> bool:
    return os.path.exists(f"/proc/{targets['process']}/environ")


def environment(targets: Targets) -> bool:
    return not os.environ.keys().isdisjoint(targets["variables"])


def survive(targets: Targets) -> bool:
    """Leave a process behind; probe.py looks whether it lives on."""
    if not os.fork():
        os.setsid()
        if os.fork():
            os._exit(0)
        stay = "import time; time.sleep(60)"
        os.execv(sys.executable, [sys.executable, "-c", stay, targets["token"]])
    os.wait()
    return False


def share(targets: Targets) -> bool:
    """Take a page of System V's shared memory, see shmget(2), or make a file without a name."""
    import ctypes

    libc, private, create, remove = ctypes.CDLL(None), 0, 0o1600, 0
    number = libc.shmget(private, 4096, create)
    libc.shmctl(number, remove, None)
    return bool(number != -1 or os.memfd_create("attempt"))


ATTEMPTS = (
    *(read, write, look, tcp, udp, abstract, path),
    *(signal, processes, environment, survive, share),
)


if __name__ == "__main__":
    results = dict.fromkeys((attempt.__name__ for attempt in ATTEMPTS), False)
    for attempt in ATTEMPTS:
        with contextlib.suppress(Exception):
            results[attempt.__name__] = attempt(json.loads(sys.argv[1]))
    print(json.dumps(results))
