"""Does one task after another: python3 -I server.py FILTER FOLDER...

Each task is done in a fork of this process.  Without forks, on Windows, this process does the task
itself, and the process that asks ends this one at a limit.

Modules are searched in FOLDER... first.  FILTER is for the forks, see lab/sandbox/calls.py: they
start no process and send no signal.  A request is a line of JSON on standard input, a Task of
task_pool.py; the reply is a line of JSON on standard output, an Outcome.  clingo is imported once,
here, and no program of a submission is run in this process itself.
"""

import contextlib
import gc
import importlib.util
import json
import os
import queue
import select
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

if __name__ == "__main__":
    sys.path[:0] = sys.argv[2:]
    if not importlib.util.find_spec("decode"):
        sys.stderr.write("server.py: started by lab check and others, not by hand\n")
        sys.exit(2)

import decode
from lab.common import processes
from lab.runner.server.tasks import load_module
from lab.sandbox import launch

LARGEST_RESULT = 3 << 20  # bytes of a task's result
MOST_DESCRIPTORS = 256  # files that a server may have open
LIMIT_OF_SIGNAL = {"SIGXCPU": "time", "SIGPROF": "time", "SIGABRT": "memory", "SIGKILL": "memory"}


def main() -> None:
    decode.read_all_messages()
    decode.Program([]).solve(lambda _: None)  # else clingo is set up anew in each fork
    launch.prctl(launch.PR_SET_DUMPABLE, 0)  # no fork can open the files of this process by /proc
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asks decides
    processes.die_with_parent()
    processes.adopt_orphans()
    gc.disable()  # a child lives briefly, and collecting would copy the pages that it shares
    run_task = do_task_in_fork if processes.CAN_FORK else do_task_here
    for line in requests if processes.CAN_FORK else read_until_end(requests):
        replies.write(json.dumps(run_task(json.loads(line))).encode() + b"\n")
        replies.flush()


def do_task_in_fork(request: dict[str, Any]) -> dict[str, Any]:
    """Do a task in a child; return the fields of its Outcome."""
    with contextlib.suppress(Exception):  # the child meets it, too, and reports it
        module = load_module(request["name"])  # here, so that the next forks have it, too
        if hasattr(module, "prepare"):
            module.prepare(request["arguments"])
    reader, writer = os.pipe()
    child = processes.start_patiently(os.fork)
    if not child:
        os.close(reader)
        run_child(request, writer)
    os.close(writer)
    data, limit = read_all(reader, request["wall"])
    os.close(reader)
    os.kill(child, signal.SIGKILL)
    _, status, usage = os.wait4(child, 0)
    fatal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    name = signal.Signals(fatal).name if fatal in list(signal.Signals) else ""
    result = {"end": limit or LIMIT_OF_SIGNAL.get(name, "crash")}
    with contextlib.suppress(ValueError, TypeError, RecursionError):
        result = {**json.loads(data)}  # a program with a script may have written anything
    cpu = usage.ru_utime + usage.ru_stime
    return {**result, "cpu": cpu}


def run_child(request: dict[str, Any], writer: int) -> NoReturn:
    """Close all other files, do the task, write the result into the pipe, and end this child."""
    writer = os.dup2(writer, 3)
    os.closerange(4, MOST_DESCRIPTORS)
    launch.prctl(launch.PR_SET_DUMPABLE, 1)
    processes.die_with_parent()
    processes.limit_process(request["cpu"], request["memory"])
    if sys.argv[1]:
        launch.install_filter(bytes.fromhex(sys.argv[1]))
    with os.fdopen(writer, "w") as pipe:
        json.dump(do_task(request), pipe)
    os._exit(0)


def do_task(request: dict[str, Any]) -> dict[str, Any]:
    """Do a task; return how it ended, with its value or the message of an error.

    The folder of a program becomes the current one: on Windows clingo opens ASCII paths alone.
    """
    arguments = request["arguments"]
    try:
        if "path" in arguments:
            folder, arguments["path"] = os.path.split(arguments["path"])
            os.chdir(folder)
        function = getattr(load_module(request["name"]), request["name"])
        return {"end": "done", "value": function(**arguments)}
    except MemoryError:
        return {"end": "memory"}
    except Exception as error:
        out_of_memory = "bad_alloc" in str(error)
        return {"end": "memory"} if out_of_memory else {"end": "error", "value": str(error)}


def read_all(reader: int, seconds: float) -> tuple[bytes, str]:
    """Return the output of a child and "", or b"" and the name of the limit that ended it."""
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


# ---------------------------------------------------------------- without forks


def do_task_here(request: dict[str, Any]) -> dict[str, Any]:
    """Do a task in this process; return the fields of its Outcome."""
    start = time.process_time()
    result = do_task(request)
    if len(json.dumps(result)) > LARGEST_RESULT:
        result = {"end": "output"}
    gc.collect()
    return {**result, "cpu": time.process_time() - start}


def read_until_end(requests: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the requests; end this process, even in the middle of a task, when there are no more.

    Elsewhere the system ends it with the process that asks.
    """
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def read() -> None:
        for line in requests:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield lines.get()


if __name__ == "__main__":
    main()
