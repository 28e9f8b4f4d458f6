"""Runs each task in a fork of this process: python3 -I server.py PATH...

PATH... is where modules are looked for first.  A request is a line of JSON on standard input, a
judge.Task; the reply is a line of JSON on standard output, a judge.Outcome.  clingo is imported
once, here, and no program of a submission is run in this process itself.
"""

import gc
import json
import os
import select
import signal
import sys
import time
from typing import Any, NoReturn

if __name__ == "__main__":
    sys.path[:0] = sys.argv[1:]

import decode
from lab.common import processes
from lab.runner.tasks import TASKS

REPLY = 3 << 20  # bytes of a task's result, at most
FATAL: dict[int, str] = {
    signal.SIGXCPU: "time",
    signal.SIGPROF: "time",
    signal.SIGABRT: "memory",
    signal.SIGKILL: "memory",
}


def main() -> None:
    """Answer requests until there are no more."""
    decode.read_all_messages()
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asks decides
    processes.die_with_parent()
    processes.adopt_orphans()
    gc.disable()  # short lives; and what is collected would have to be copied first
    for line in requests:
        replies.write(json.dumps(outcome(json.loads(line))).encode() + b"\n")
        replies.flush()


def outcome(request: dict[str, Any]) -> dict[str, Any]:
    """The Outcome of a Task."""
    start = time.perf_counter()
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        perform(request, writer)
    os.close(writer)
    data, end = read(reader, request["wall"])
    os.close(reader)
    status, usage = buried(child)
    reply = ended(data, end, status)
    return {**reply, "seconds": time.perf_counter() - start, "cpu": usage}


def perform(request: dict[str, Any], writer: int) -> NoReturn:
    """In the child: do the task, write the result into the pipe, end."""
    os.setsid()
    processes.die_with_parent()
    processes.limit_process(request["cpu"], request["memory"])
    try:
        result = {"value": TASKS[request["name"]](**request["arguments"])}
    except MemoryError:
        result = {"end": "memory"}
    except Exception as error:
        out_of_memory = "bad_alloc" in str(error)
        result = {"end": "memory"} if out_of_memory else {"end": "error", "value": str(error)}
    with os.fdopen(writer, "w") as pipe:
        json.dump(result, pipe)
    os._exit(0)


def read(reader: int, seconds: float) -> tuple[bytes, str]:
    """The bytes of a result, and why there are no more: "", time or output."""
    give_up = time.monotonic() + seconds
    chunks: list[bytes] = []
    size = 0
    while time.monotonic() < give_up:
        if select.select([reader], [], [], max(0.0, give_up - time.monotonic()))[0]:
            chunk = os.read(reader, 1 << 20)
            size += len(chunk)
            if not chunk:
                return b"".join(chunks), ""
            if size > REPLY:
                return b"", "output"
            chunks.append(chunk)
    return b"", "time"


def buried(child: int) -> tuple[int, float]:
    """Kill a child; return its wait status and the seconds that it computed."""
    try:
        os.killpg(child, signal.SIGKILL)
    except OSError:
        os.kill(child, signal.SIGKILL)
    _, status, usage = os.wait4(child, 0)
    return status, usage.ru_utime + usage.ru_stime


def ended(data: bytes, end: str, status: int) -> dict[str, Any]:
    """What a child wrote, or why it did not."""
    if data:
        try:
            return {"end": "done", **json.loads(data)}
        except ValueError:
            pass
    if end:
        return {"end": end}
    fatal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    return {"end": FATAL.get(fatal, "crash")}


if __name__ == "__main__":
    main()
