"""TaskPool: does tasks, in the sandbox for a submission's programs, outside for the kit's own.

Servers, see server.py, hold clingo ready and do tasks one after another, each in a fork of their
process.  On Windows a server does a task itself, is watched, and is ended at a limit.  encode.py
runs in other sandboxes.  A submission's logic program and its encode.py never share a sandbox, nor
a copy that either can write.
"""

import compileall
import contextlib
import errno
import json
import os
import queue
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent import futures
from functools import partial
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from lab import ROOT, Unusable
from lab.common import processes
from lab.common.files import list_matching_paths
from lab.common.processes import CAN_FORK
from lab.common.shapes import has_shape
from lab.runner.server.tasks import TASKS
from lab.sandbox import Command, CommandEnded, CommandResult, Limits, RunningCommand, Sandbox
from lab.sandbox.calls import make_filter
from lab.sandbox.folders import open_temporary_folder, remove_tree
from lab.sandbox.interpreter import find_python
from lab.sandbox.levels import IsolationLevel
from lab.sandbox.running import reap_orphans

SERVER_FILES = (  # all of the kit that a server gets to see; __init__.py of lab would import more
    "decode.py",
    "lab/common/processes.py",
    "lab/sandbox/launch.py",
    "lab/runner/server/*.*",
)
INPUTS_SCRIPT = Path(__file__).with_name("inputs.py")
REPLY_GRACE = 5.0  # seconds more for a server to end a task that does not end by itself
TASK_MEMORY = 1 << 30  # bytes
TASK_SECONDS = 2.0  # seconds of computing
TASK_WALL = 10.0  # seconds by the clock
LEFT_MEMORY = 256 << 20  # bytes that a server may keep after tasks that it did itself
LARGEST_REPLY = 4 << 20  # bytes of a reply
LEAST_ROOM = 8 << 20  # bytes for temporary files
SERVER_LIMITS = Limits(
    cpu=1e6, memory=TASK_MEMORY + (256 << 20), processes=16, output=LARGEST_REPLY
)
# limits that the first input alone would exceed, too, if a run with all inputs has no result yet
FINAL_LIMITS = ("computing",) if CAN_FORK else ("computing", "time")
TASK_LIMITS = ("time", "memory", "output")  # limits of a task
SIGNAL_SECONDS = 0.5  # seconds after which a waiting thread looks for signals
START_CPU, START_WALL = (0.0, 0.0) if CAN_FORK else (3.0, 10.0)  # seconds more to start Python
REPEATED_SHARES = (0.1, 0.9)  # shares of the limit on computing, see was_late
Item = TypeVar("Item")
Result = TypeVar("Result")


class Task(NamedTuple):
    """A function of tasks.TASKS by name, with its arguments and its limits in seconds.

    The limit on the clock is higher than that on computing, as other processes compute too.
    Programs of a submission lie in TaskPool.programs; only those of the kit are trusted.
    """

    name: str
    arguments: dict[str, Any]
    cpu: float = TASK_SECONDS
    wall: float = TASK_WALL
    is_trusted: bool = False


class Outcome(NamedTuple):
    """The result of a task.

    `end`: done, with a value; error, with its message; time, memory, output: the limit that it
    exceeded; crash.
    """

    end: str
    value: Any = None
    cpu: float = 0.0  # seconds of computing

    @property
    def is_done(self) -> bool:
        return self.end == "done"


class TaskPool:
    """A context that does tasks, `number` at a time; its end leaves no process and no file behind.

    programs: a folder that the servers can read, with programs of submissions
    folder: the folder for all temporary files
    """

    def __init__(self, number: int = 2) -> None:
        self.number = number
        self.seconds = 0.0  # seconds of computing by all tasks of submissions
        self._commands: set[RunningCommand] = set()  # all that it has started, and not ended
        self._lock, self._is_closed = threading.Lock(), False  # once closed, it starts no more

    def __enter__(self) -> "TaskPool":
        processes.adopt_orphans()
        with contextlib.ExitStack() as stack:
            try:
                self.folder = stack.enter_context(open_temporary_folder())
                stack.callback(self._end_commands)
                self.programs, self._code = self.folder / "programs", self.folder / "code"
                self._scratch = self.folder / "scratch"  # of the commands, see IsolationLevel.start
                self.programs.mkdir()
                self._scratch.mkdir()
                for name in list_matching_paths(ROOT, SERVER_FILES):
                    copy_module(ROOT / name, self._code / name)
                self.sandbox = Sandbox()
            except BlockingIOError:  # no room for one more process
                raise
            except OSError as error:
                place = f"the folder for temporary files, {tempfile.gettempdir()}"
                raise Unusable(f"{place}: {error.strerror or error}") from None
            self._threads = futures.ThreadPoolExecutor(self.number)
            self._second_run = threading.Lock()
            # by whether it is trusted; the last that was in use comes first, others may never start
            self._idle: dict[bool, queue.LifoQueue[Server]] = {}
            for is_trusted, level in ((False, self.sandbox.level), (True, IsolationLevel())):
                self._idle[is_trusted] = queue.LifoQueue()
                for _ in range(self.number):
                    self._idle[is_trusted].put(Server(self, level, self._code))
            if not CAN_FORK:  # one level for all, and a start of Python takes long
                self._idle[True] = self._idle[False]
            stack.push(self._close)
            for _ in range(self.number):  # they start while other things are read
                begin = partial(self._threads.submit, self.run, Task("do_nothing", {}))
                processes.start_patiently(begin)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *details: Any) -> None:
        self._stack.__exit__(*details)

    def _close(self, _: object, error: BaseException | None, __: object) -> None:
        """End the servers; after an error at once, whatever they do."""
        self._is_closed = True
        self._threads.shutdown(wait=error is None, cancel_futures=True)
        for servers in self._idle.values():
            with contextlib.suppress(queue.Empty):
                while True:
                    servers.get_nowait().end()

    def _end_commands(self) -> None:
        """End all commands that run, whatever they do; others are started no more."""
        with self._lock:
            self._is_closed = True
            commands = list(self._commands)
        for command in commands:
            command.end_processes()
        deadline = time.monotonic() + processes.KILL_SECONDS
        while reap_orphans() and time.monotonic() < deadline:
            time.sleep(0.001)

    @contextlib.contextmanager
    def start(self, level: IsolationLevel, command: Command) -> Iterator[RunningCommand]:
        """Start a command on a level and yield it; raise OSError if the pool is closed."""
        with contextlib.ExitStack() as stack:
            with self._lock:
                if self._is_closed:
                    raise OSError(errno.ECANCELED, os.strerror(errno.ECANCELED))
                running = stack.enter_context(level.start(command, self._scratch))
                self._commands.add(running)
            stack.callback(self._commands.discard, running)
            yield running

    def forget_submission(self) -> None:
        """End the servers that saw a submission and remove its files; no task may be under way."""
        servers = [self._idle[False].get() for _ in range(self.number)]
        for server in servers:
            server.end()
            self._idle[False].put(server)
        kept = (self.programs, self._code, self._scratch)
        for path in (*self.programs.iterdir(), *self.folder.iterdir()):
            if path not in kept:
                remove_tree(path)

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """Return the results of a function, which may run tasks itself, for each of the items."""
        results, tasks = [], [self._threads.submit(function, item) for item in items]
        for task in tasks:
            while not task.done():  # a wait without an end may miss Ctrl-C
                futures.wait([task], SIGNAL_SECONDS)
            results.append(task.result())
        return results

    def run(self, task: Task) -> Outcome:
        """Return the outcome of a task.

        A task that was late is run a second time.  There is one second run at a time, beside any
        number of first ones.
        """
        if self._is_closed:
            return Outcome("crash")
        servers = self._idle[task.is_trusted]
        server = servers.get()
        try:
            outcome = server.run(task)
            if was_late(outcome.end, outcome.cpu, task.cpu):
                with self._second_run:
                    outcome = server.run(task)
            with self._lock:
                self.seconds += 0 if task.is_trusted else outcome.cpu
            return outcome
        finally:
            servers.put(server)

    def run_script(
        self, folder: Path, name: str, inputs: Sequence[bytes], limits: Limits
    ) -> list[CommandResult]:
        """Run a Python program with each input, until a run is killed.

        As many inputs as possible share a sandbox, with the limits of one run; if these end it, the
        next input starts another.  Raises OSError if there is no room for what the program writes,
        as the program is not to blame.
        """
        if shutil.disk_usage(self.folder).free < LEAST_ROOM:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.folder))
        limits = limits._replace(cpu=limits.cpu + START_CPU, wall=limits.wall + START_WALL)
        command = Command([sys.executable, name], folder, limits)
        results: list[CommandResult] = []
        while len(results) < len(inputs) and not (results and results[-1].is_killed):
            left = inputs[len(results) :]
            runs = self._run_together(command, left) if len(left) > 1 else []
            if not runs:
                runs = [self._run_command(command, left[0])]
                if was_late(runs[0].limit, runs[0].cpu, limits.cpu):
                    with self._second_run:
                        runs = [self._run_command(command, left[0])]
            results += runs
        return results

    def _run_command(self, command: Command, stdin: bytes) -> CommandResult:
        with self.start(self.sandbox.level, command) as running:
            return running.finish(stdin)

    def _run_together(self, command: Command, inputs: Sequence[bytes]) -> list[CommandResult]:
        """Run a program with inputs in one sandbox; return the results before the first failure.

        If the first input takes all the time, this is its result.
        """
        python, name = command.argv
        argv = [python, str(INPUTS_SCRIPT), name]
        texts = json.dumps([stdin.decode("latin-1") for stdin in inputs]).encode()
        command = command._replace(argv=argv, readable=(INPUTS_SCRIPT,))
        result = self._run_command(command, texts)
        results = []
        with contextlib.suppress(ValueError, RecursionError):  # the command may write there
            for line in result.stdout.splitlines()[: len(inputs)]:
                reply = json.loads(line)
                if not has_shape(reply, (int, str, str, float)):
                    break
                out, err = (text.encode("latin-1") for text in reply[1:3])
                results.append(CommandResult(reply[0], out, err, "", reply[3]))
        if not results and result.limit in FINAL_LIMITS:
            return [result]
        return results


def copy_module(path: Path, copy: Path) -> None:
    """Copy a file; compile a module beside the file, or beside the copy if the kit is read-only."""
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, copy)
    shutil.copystat(path, copy)  # its time, by which Python knows what is compiled
    if path.suffix == ".py":
        compileall.compile_file(path, quiet=2)
        compiled, compiled_copy = (Path(cache_from_source(str(file))) for file in (path, copy))
        compiled_copy.parent.mkdir(exist_ok=True)
        with contextlib.suppress(OSError):
            shutil.copyfile(compiled, compiled_copy)
        compileall.compile_file(copy, quiet=2)


def was_late(limit: str, cpu: float, most: float) -> bool:
    """Return whether the clock ended a run that computed, though less than the limit `most`.

    Not on Windows, where the clock leaves more time.
    """
    low, high = REPEATED_SHARES
    return CAN_FORK and limit == "time" and low * most < cpu < high * most


class Server:
    """A process that runs server.py; it starts with the first task, and anew after its end."""

    def __init__(self, pool: TaskPool, level: IsolationLevel, code: Path) -> None:
        """`code` is the folder with SERVER_FILES."""
        self._pool, self._level, self._code = pool, level, code
        self._context = contextlib.ExitStack()
        self._process: RunningCommand | None = None

    def run(self, task: Task) -> Outcome:
        """Return the outcome of a task; crash if the server does not reply as it should.

        A server that ended between two tasks is started anew: the next task is not the cause.
        Raises OSError for a server that cannot be started, as no submission is the cause.
        """
        if self._process and self._process.is_over:
            self.end()
        if not self._process:
            self._start()
        return self._ask(task)

    def _start(self) -> None:
        """Start the process, and wait until it has done a first task."""
        program = str(self._code / "lab/runner/server/server.py")
        strict_filter = make_filter(may_signal=False, may_fork=False).hex()
        folders = [str(self._code), *find_python().path]
        argv = [sys.executable, "-I", "-B", program, strict_filter, *folders]
        folder = self._pool.programs
        command = Command(argv, folder, SERVER_LIMITS, (self._code,), may_signal=True)
        self._process = self._context.enter_context(self._pool.start(self._level, command))
        cpu, wall = TASK_SECONDS + START_CPU, TASK_WALL + START_WALL
        if not self._ask(Task("do_nothing", {}, cpu, wall)).is_done:
            self.end()
            raise OSError("a server of the kit does not start")

    def _ask(self, task: Task) -> Outcome:
        """Send a task to the process; return its outcome."""
        assert self._process
        request = json.dumps({**task._asdict(), "memory": TASK_MEMORY}).encode()
        wall, cpu = (task.wall + REPLY_GRACE, None) if CAN_FORK else (task.wall, task.cpu)
        try:
            outcome = read_reply(task.name, self._process.ask(request, wall, cpu))
        except CommandEnded as error:
            self.end()
            limit = "time" if error.limit == "computing" else error.limit
            end = limit if limit in TASK_LIMITS else "crash"
            return Outcome(end, None, error.cpu)
        except ValueError:
            self.end()
            return Outcome("crash")
        if not CAN_FORK and self._process.memory > LEFT_MEMORY:
            self.end()
        return outcome

    def end(self) -> None:
        self._process = None
        self._context.close()


# ---------------------------------------------------------------- replies


def read_reply(task: str, line: bytes) -> Outcome:
    """Return the outcome of a task from a line of JSON, which is a stranger's.

    Raises ValueError for anything that no server of ours would write.
    """
    try:
        reply = json.loads(line)
    except RecursionError:
        raise ValueError("nested JSON") from None
    end = reply.get("end") if isinstance(reply, dict) else None
    if end not in ("done", "error", "crash", *TASK_LIMITS):
        raise ValueError("an end that there is not")
    if end != "done":
        reply = {"value": None, **reply}
    value = {"done": TASKS[task].shape, "error": str}.get(end)
    if not has_shape(reply, {"end": str, "value": value, "cpu": float}):
        raise ValueError("another shape")
    return Outcome(**reply)
