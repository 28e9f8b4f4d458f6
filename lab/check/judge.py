"""Two clean processes that fork a confined one for each task, and what came of the tasks."""

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
    """A function of lab.check.tasks, and its limits in seconds and bytes.

    Of the clock on the wall more is allowed than of computing: others compute too.
    """

    name: str
    arguments: dict[str, Any]
    cpu: float = SECONDS
    wall: float = 10.0
    memory: int = MEMORY
    processes: bool = False  # whether it may leave some behind


class Outcome(NamedTuple):
    """What came of it.  `end`: done, with a value; error, with its words; time, memory, output,
    processes: the limit that it exceeded; crash."""

    end: str
    value: Any = None
    seconds: float = 0.0
    cpu: float = 0.0


class Judges:
    """A context in which tasks are done, two at a time; nothing is left of them after it."""

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
        """What came of the tasks, in their order."""
        return self.map(self.one, tasks)

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> list[R]:
        """What a function, which may ask for tasks itself, makes of the items."""
        return list(self._threads.map(function, items))

    def one(self, task: Task) -> Outcome:
        server = self._idle.get()
        try:
            outcome = server.perform(task)
        except (OSError, ValueError):  # a task has ended its server
            server.end()
            server, outcome = Server(self.nowhere), Outcome("crash")
        self._idle.put(server)
        return outcome


class Server:
    """A process that runs server.py."""

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
        """Raises an OSError or ValueError if no answer comes."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(task._asdict()).encode() + b"\n")
        self.process.stdin.flush()
        return Outcome(**json.loads(self._line(time.monotonic() + task.wall + GRACE)))

    def _line(self, give_up: float) -> bytes:
        """The reply; what there is of it, when the time is up."""
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
        with contextlib.suppress(OSError):
            self.process.kill()
        self.process.wait()
