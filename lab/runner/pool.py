"""A pool that does tasks: those with a submission's work in the sandbox, those of the kit outside.

Servers, see server.py, hold clingo ready and do tasks one after another, each in a fork of its
own.  encode.py is run in a sandbox of its own.  A submission's logic program and its encode.py
never share one, nor a copy that either can write.
"""

import contextlib
import json
import os
import queue
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import SourceFileLoader
from importlib.util import cache_from_source
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

from lab import ROOT, Unusable, sandbox
from lab.common import processes
from lab.runner import replies
from lab.sandbox import Ended, Limits, Runner, Sandbox
from lab.sandbox.folders import remove
from lab.sandbox.interpreter import python
from lab.sandbox.levels import IsolationLevel

CODE = (  # all of the kit that a server gets to see
    "decode.py",
    "lab/common/processes.py",
    "lab/runner/outline.py",
    "lab/runner/server.py",
    "lab/runner/solving.py",
    "lab/runner/tasks.py",
)
PACKAGES = ("lab", "lab/common", "lab/runner")  # their own __init__.py would import more
GRACE = 5.0  # seconds more for a server to end a task that does not end by itself
MEMORY = 1 << 30  # bytes
SECONDS = 2.0  # of computing
SERVER = Limits(cpu=1e6, memory=MEMORY + (256 << 20), processes=16, output=replies.MOST)
NEARLY = 0.9  # of the computing time: what got less when the clock ended it is run once more
NO_FORK = "this system starts no process as a fork; Linux and macOS do, and Windows in its WSL"
T = TypeVar("T")
R = TypeVar("R")


class Task(NamedTuple):
    """One of tasks.TASKS by its name, with its arguments and its limits in seconds and bytes.

    The limit on the clock is higher than that on computing, as other processes compute too.
    Programs of a submission lie in TaskPool.programs; only those of the kit are trusted.
    """

    name: str
    arguments: dict[str, Any]
    cpu: float = SECONDS
    wall: float = 10.0
    memory: int = MEMORY
    is_trusted: bool = False


class Outcome(NamedTuple):
    """The result of a task.

    `end`: done, with a value; error, with its words; time, memory, output: the limit that it
    exceeded; crash.
    """

    end: str
    value: Any = None
    seconds: float = 0.0
    cpu: float = 0.0

    @property
    def is_done(self) -> bool:
        return self.end == "done"


class TaskPool:
    """A context that does tasks, `number` at a time; when it ends, no process or file is left."""

    def __init__(self, number: int = 2) -> None:
        self.number = number

    def __enter__(self) -> "TaskPool":
        if not hasattr(os, "fork"):
            raise Unusable(NO_FORK)
        processes.adopt_orphans()
        with contextlib.ExitStack() as stack:
            try:
                self.folder = Path(tempfile.mkdtemp(prefix="check-"))
                stack.callback(remove, self.folder)
                stack.callback(processes.end_process_tree)
                self._open()
            except OSError as error:
                place = f"the folder for temporary files, {tempfile.gettempdir()}"
                raise Unusable(f"{place}: {error.strerror or error}") from None
            stack.push(self._close)
            for _ in range(self.number):  # they start while other things are read
                self._threads.submit(self.one, Task("ready", {}))
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stack.__exit__(kind, error, traceback)

    def _open(self) -> None:
        """Prepare servers, which start when they are needed."""
        self.programs, self._code = self.folder / "programs", self.folder / "code"
        self.programs.mkdir()
        copy_code(self._code)
        self.sandbox = Sandbox()
        self._threads = ThreadPoolExecutor(self.number)
        self._alone, self._is_closed = threading.Lock(), False
        self._idle: dict[bool, queue.SimpleQueue[Server]] = {}
        for is_trusted, runner in ((False, self.sandbox), (True, Runner(IsolationLevel()))):
            self._idle[is_trusted] = queue.SimpleQueue()
            for _ in range(self.number):
                self._idle[is_trusted].put(Server(runner, self.programs, self._code))

    def _close(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the servers; after an error at once, whatever they do."""
        self._is_closed = True
        self._threads.shutdown(wait=error is None, cancel_futures=True)
        for servers in self._idle.values():
            with contextlib.suppress(queue.Empty):
                while True:
                    servers.get_nowait().end()

    def renew(self) -> None:
        """Make ready for another submission: no server has seen this one, no file of it is left.

        Nothing may be under way.
        """
        servers = [self._idle[False].get() for _ in range(self.number)]
        for server in servers:
            server.end()
            self._idle[False].put(server)
        kept = (self.programs, self._code)
        for path in (*self.programs.iterdir(), *self.folder.iterdir()):
            if path not in kept:
                remove(path)

    def all(self, tasks: Iterable[Task]) -> list[Outcome]:
        """The outcomes of tasks, in their order."""
        return self.map(self.one, tasks)

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> list[R]:
        """The results of a function, which may ask for tasks itself, for each of the items."""
        return list(self._threads.map(function, items))

    def one(self, task: Task) -> Outcome:
        """The outcome of a task."""
        if self._is_closed:
            return Outcome("crash")
        servers = self._idle[task.is_trusted]
        server = servers.get()
        try:
            outcome = server.perform(task)
            if outcome.end == "time" and outcome.cpu < NEARLY * task.cpu:
                with self._alone:  # others took the processor: once more, one at a time
                    outcome = server.perform(task)
            return outcome
        finally:
            servers.put(server)

    def script(self, folder: Path, name: str, stdin: bytes, limits: Limits) -> sandbox.Outcome:
        """What comes of a Python program in a folder, run there in a sandbox of its own."""
        command = [sys.executable, name]
        outcome = self.sandbox.run(command, folder, stdin, limits)
        if outcome.over == "time" and outcome.cpu > 0.5 * limits.cpu:
            with self._alone:
                outcome = self.sandbox.run(command, folder, stdin, limits)
        return outcome

    def scripts(
        self, folder: Path, name: str, inputs: Sequence[bytes], limits: Limits
    ) -> list[sandbox.Outcome]:
        """What comes of it with each of several inputs, if possible in one sandbox."""
        found: list[sandbox.Outcome] = []
        if len(inputs) > 1:
            found = self.sandbox.run_each([sys.executable, name], folder, inputs, limits)
        return found + [self.script(folder, name, one, limits) for one in inputs[len(found) :]]


def copy_code(folder: Path) -> None:
    """Copy what a server needs into a new folder, with its bytecode: a server cannot keep any."""
    for name in PACKAGES:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").touch()
    for name in CODE:
        source, copy = ROOT / name, folder / name
        shutil.copy2(source, copy)  # with its time, by which bytecode knows its source
        SourceFileLoader("", str(source)).get_code("")  # makes it if there is none, or an old one
        bytecode = Path(cache_from_source(str(source)))
        if bytecode.exists():
            (copy.parent / "__pycache__").mkdir(exist_ok=True)
            shutil.copyfile(bytecode, copy.parent / "__pycache__" / bytecode.name)


class Server:
    """A process that runs server.py in a folder; it starts with the first task."""

    def __init__(self, runner: Runner, folder: Path, code: Path) -> None:
        self._runner, self._folder, self._code = runner, folder, code
        self._context = contextlib.ExitStack()
        self._running: sandbox.Running | None = None

    def perform(self, task: Task) -> Outcome:
        """The outcome of a task; crash if the server does not reply, or not as it should.

        A server that ended between two tasks is started anew: the next task is not the cause.
        """
        request = json.dumps({**task._asdict(), "is_trusted": None}).encode()
        if self._running and self._running.is_over:
            self.end()
        try:
            running = self._running = self._running or self._started()
            reply = replies.read(task.name, running.ask(request, task.wall + GRACE))
        except Ended as ended:
            self.end()
            return Outcome(ended.over if ended.over in replies.LIMITS else "crash")
        except replies.Strange:
            self.end()
            return Outcome("crash")
        return Outcome(**reply)

    def _started(self) -> sandbox.Running:
        server = str(self._code / "lab" / "runner" / "server.py")
        command = [sys.executable, "-I", server, str(self._code), *python().path]
        start = self._runner.start(command, self._folder, SERVER, [self._code], may_signal=True)
        return self._context.enter_context(start)

    def end(self) -> None:
        """End the process."""
        self._running = None
        self._context.close()
