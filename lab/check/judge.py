"""A pool of servers; each runs every task in a sandboxed fork, and returns its outcome."""

import contextlib
import json
import os
import queue
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

from lab import confine

SERVER = Path(__file__).with_name("server.py")
GRACE = 5.0  # seconds more for a server to end a task that does not end by itself
MEMORY = 1 << 30  # bytes
SECONDS = 2.0  # of computing
T = TypeVar("T")
R = TypeVar("R")
ENVIRONMENT = {"PATH": os.defpath, "LANG": "C.UTF-8"}


class Task(NamedTuple):
    """One of tasks.TASKS by its name, with its arguments and its limits in seconds and bytes.

    The limit on the clock is higher than that on computing, as other processes compute too.
    """

    name: str
    arguments: dict[str, Any]
    cpu: float = SECONDS
    wall: float = 10.0
    memory: int = MEMORY
    processes: bool = False  # whether it may leave processes behind


class Outcome(NamedTuple):
    """The result of a task.

    `end`: done, with a value; error, with its words; time, memory, output, processes: the limit
    that it exceeded; crash.
    """

    end: str
    value: Any = None
    seconds: float = 0.0
    cpu: float = 0.0

    @property
    def is_done(self) -> bool:
        return self.end == "done"


class Judges:
    """A context that does tasks, `number` at a time; when it ends, no process or file is left."""

    def __init__(self, number: int = 2) -> None:
        self.number = number

    def __enter__(self) -> "Judges":
        confine.adopt_orphans()
        self._folder = tempfile.TemporaryDirectory(prefix="check-", ignore_cleanup_errors=True)
        self.folder = Path(self._folder.name)
        self.nowhere = self.folder / "empty"
        self.nowhere.mkdir()
        self._threads = ThreadPoolExecutor(self.number)
        self._idle: queue.SimpleQueue[Server] = queue.SimpleQueue()
        for _ in range(self.number):
            self._idle.put(Server(self.nowhere))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._threads.shutdown(wait=error is None, cancel_futures=True)
        confine.end_descendants()
        self._folder.cleanup()

    def all(self, tasks: Iterable[Task]) -> list[Outcome]:
        """The outcomes of tasks, in their order."""
        return self.map(self.one, tasks)

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> list[R]:
        """The results of a function, which may ask for tasks itself, for each of the items."""
        return list(self._threads.map(function, items))

    def one(self, task: Task) -> Outcome:
        """The outcome of a task."""
        server = self._idle.get()
        try:
            outcome = server.perform(task)
        except (OSError, ValueError):  # a task has ended its server
            server.end()
            server, outcome = Server(self.nowhere), Outcome("crash")
        self._idle.put(server)
        return outcome


class Server:
    """A process that runs server.py, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-I", str(SERVER), *map(os.path.abspath, sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            env=ENVIRONMENT,
            start_new_session=True,
        )

    def perform(self, task: Task) -> Outcome:
        """The outcome of a task; raises an OSError or ValueError if the server does not reply."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(task._asdict()).encode() + b"\n")
        self.process.stdin.flush()
        return Outcome(**json.loads(self._line(time.monotonic() + task.wall + GRACE)))

    def _line(self, give_up: float) -> bytes:
        """The reply, or as much of it as there is when the time is up."""
        assert self.process.stdout
        data = b""
        while not data.endswith(b"\n") and (left := give_up - time.monotonic()) > 0:
            if select.select([self.process.stdout], [], [], left)[0]:
                chunk = os.read(self.process.stdout.fileno(), 1 << 20)
                if not chunk:
                    break
                data += chunk
        return data

    def end(self) -> None:
        """Kill the server."""
        with contextlib.suppress(OSError):
            self.process.kill()
        self.process.wait()
