"""Does each task in a fork of this process: python3 -I server.py FILTER FOLDER...

Modules are searched in FOLDER... first.  FILTER is for the forks, see lab/sandbox/calls.py: they
start no process and send no signal.  A request is a line of JSON on standard input, a
pool.Task; the reply is a line of JSON on standard output, a pool.Outcome.  clingo is imported
once, here, and no program of a submission is run in this process itself.
"""

import contextlib
import gc
import json
import os
import select
import signal
import sys
import time
from typing import Any, NoReturn

if __name__ == "__main__":
    sys.path[:0] = sys.argv[2:]

import decode
from lab.common import processes
from lab.runner.tasks import TASKS
from lab.sandbox import launch

LARGEST_RESULT = 3 << 20  # bytes of a task's result
MOST_DESCRIPTORS = 256  # that a server may have open
PR_SET_DUMPABLE = 4  # see prctl(2)
LIMIT_OF_SIGNAL: dict[int, str] = {
    signal.SIGXCPU: "time",
    signal.SIGPROF: "time",
    signal.SIGABRT: "memory",
    signal.SIGKILL: "memory",
}


def main() -> None:
    """Answer requests until there are no more."""
    decode.read_all_messages()
    launch.prctl(PR_SET_DUMPABLE, 0)  # no fork can open the files of this process by /proc
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asks decides
    processes.die_with_parent()
    processes.adopt_orphans()
    gc.disable()  # a child lives briefly, and collecting would copy the pages that it shares
    for line in requests:
        replies.write(json.dumps(run_task(json.loads(line))).encode() + b"\n")
        replies.flush()


def run_task(request: dict[str, Any]) -> dict[str, Any]:
    """Do a task in a child; return the fields of its Outcome."""
    start = time.perf_counter()
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        do_task(request, writer)
    os.close(writer)
    data, limit = read_all(reader, request["wall"])
    os.close(reader)
    os.kill(child, signal.SIGKILL)
    _, status, usage = os.wait4(child, 0)
    fatal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    result = {"end": limit or LIMIT_OF_SIGNAL.get(fatal, "crash")}
    with contextlib.suppress(ValueError, TypeError, RecursionError):
        result = {**json.loads(data)}  # a program with a script may have written anything
    cpu = usage.ru_utime + usage.ru_stime
    return {**result, "seconds": time.perf_counter() - start, "cpu": cpu}


def do_task(request: dict[str, Any], writer: int) -> NoReturn:
    """In the child: close all other files, do the task, write the result into the pipe, end."""
    writer = os.dup2(writer, 3)
    os.closerange(4, MOST_DESCRIPTORS)
    launch.prctl(PR_SET_DUMPABLE, 1)
    processes.die_with_parent()
    processes.limit_process(request["cpu"], request["memory"])
    if sys.argv[1]:
        launch.refuse(bytes.fromhex(sys.argv[1]))
    try:
        value = TASKS[request["name"]].function(**request["arguments"])
        result = {"end": "done", "value": value}
    except MemoryError:
        result = {"end": "memory"}
    except Exception as error:
        out_of_memory = "bad_alloc" in str(error)
        result = {"end": "memory"} if out_of_memory else {"end": "error", "value": str(error)}
    with os.fdopen(writer, "w") as pipe:
        json.dump(result, pipe)
    os._exit(0)


def read_all(reader: int, seconds: float) -> tuple[bytes, str]:
    """Return what a child wrote and "", or b"" and the limit that it exceeded."""
    deadline = time.monotonic() + seconds
    data = bytearray()
    while (left := deadline - time.monotonic()) > 0:
        if select.select([reader], [], [], left)[0]:
            chunk = os.read(reader, 1 << 20)
            if not chunk:
                return bytes(data), ""
            data += chunk
            if len(data) > LARGEST_RESULT:
                return b"", "output"
    return b"", "time"


if __name__ == "__main__":
    main()
