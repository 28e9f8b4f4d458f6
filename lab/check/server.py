"""A clean process that forks a confined one for each task: python3 -I server.py PATH...

PATH... is where modules are looked for.  A request is a line of JSON on standard input:
{"name", "arguments", "cpu", "wall", "memory", "processes"}, a Task; so is the reply on standard
output, an Outcome.  clingo is imported once, here, and no program of a student is run here.
"""

import gc
import json
import os
import select
import signal
import sys
import time
from typing import Any

REPLY = 32 << 20  # bytes of a task's result, at most
TICK = 0.02  # seconds between two looks at what a task is doing
FATAL: dict[int, str] = {signal.SIGXCPU: "time", signal.SIGABRT: "memory", signal.SIGKILL: "memory"}


def main() -> None:
    sys.path[:] = sys.argv[1:]
    from lab import confine
    from lab.check import outline, tasks

    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the judge decides
    confine.die_with_parent()
    confine.adopt_orphans()
    gc.disable()  # short lives; and what is collected would have to be copied first
    for line in requests:
        reply = json.dumps(outcome(json.loads(line), {**vars(outline), **vars(tasks)}, confine))
        replies.write(reply.encode() + b"\n")
        replies.flush()


def outcome(request: dict[str, Any], tasks: dict[str, Any], confine: Any) -> dict[str, Any]:
    """What came of a task: `end` is done, error, time, memory, output, processes or crash."""
    start = time.perf_counter()
    before = confine.number_of_processes() if request.get("processes") else 0
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        perform(request, tasks[request["name"]], confine, writer)
    os.close(writer)
    data, end = read(
        reader, request["wall"], lambda: before and confine.has_many_descendants(before)
    )
    os.close(reader)
    status, usage = buried(child)
    if request.get("processes"):
        confine.end_descendants()
    reply = ended(data, end, status)
    return {**reply, "seconds": time.perf_counter() - start, "cpu": usage}


def perform(request: dict[str, Any], task: Any, confine: Any, writer: int) -> None:
    """In the child: the task, its result into the pipe, the end."""
    os.setsid()
    confine.die_with_parent()
    confine.limit(request["cpu"], request["memory"])
    try:
        result = {"value": task(**request["arguments"])}
    except MemoryError:
        result = {"end": "memory"}
    except Exception as error:
        out_of_memory = "bad_alloc" in str(error)
        result = {"end": "memory"} if out_of_memory else {"end": "error", "value": str(error)}
    with os.fdopen(writer, "w") as pipe:
        json.dump(result, pipe)
    os._exit(0)


def read(reader: int, seconds: float, too_much: Any) -> tuple[bytes, str]:
    """The bytes of a result, and why they end: nothing, time, output or processes."""
    give_up = time.monotonic() + seconds
    chunks: list[bytes] = []
    size = 0
    while time.monotonic() < give_up:
        if too_much():
            return b"", "processes"
        if select.select([reader], [], [], TICK)[0]:
            chunk = os.read(reader, 1 << 20)
            size += len(chunk)
            if not chunk:
                return b"".join(chunks), ""
            if size > REPLY:
                return b"", "output"
            chunks.append(chunk)
    return b"", "time"


def buried(child: int) -> tuple[int, float]:
    """The wait status of a child, which ends now, and the seconds that it computed."""
    try:
        os.killpg(child, signal.SIGKILL)
    except OSError:
        os.kill(child, signal.SIGKILL)
    _, status, usage = os.wait4(child, 0)
    return status, usage.ru_utime + usage.ru_stime


def ended(data: bytes, end: str, status: int) -> dict[str, Any]:
    """The reply that the child gave, or what happened to it instead."""
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
