"""The process pool for the kit's own work; programs of students run in lab/runner instead.

Each process, a Worker, has a pipe of its own and one item at a time.  A process that dies, perhaps
for lack of memory, costs exactly its own item; the others go on.  ProcessPool serves commands;
lab/web/worker_pool.py shares workers among visitors of the page.
"""

import gc
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from math import inf
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

from lab import Unusable
from lab.common import processes
from lab.common.background import BackgroundWork
from lab.common.command import describe_error
from lab.common.terminal import show_progress

WorkItem = TypeVar("WorkItem")
Result = TypeVar("Result")
AHEAD = 4  # items for each process that may start while an earlier item has no result
DIED = "a worker process ended unexpectedly; perhaps the memory was used up"
TICK_SECONDS = 1.0  # seconds between two status lines while no item ends
TERM_SECONDS = 5.0  # seconds from SIGTERM to SIGKILL
NEW_OBJECTS = 10_000  # new objects after which Python looks for cycles: many, as cycles are rare
SPAWN = multiprocessing.get_context("spawn")
CONTEXT: Any = multiprocessing.get_context("fork") if processes.LINUX else SPAWN


class WorkFailed(Unusable):
    """The work on an item raised an exception other than Unusable."""


class WorkerDied(WorkFailed):
    """A process ended in the middle of its work on an item."""


class DeadlinePassed(Exception):
    """An item was not done at the deadline."""


class ProcessPool(Generic[WorkItem, Result]):
    """Processes that apply one function to items, and that end when the context is left.

    A pool serves one call of map() or collect_outcomes().  If the parent itself ends, for any
    reason, its processes end at once on Linux, and after their items elsewhere.  The processes
    ignore Ctrl-C; the parent handles it.  Other systems have no forks, so `work` and `prepare` must
    be functions of a module, or partial ones.
    """

    def __init__(
        self,
        work: Callable[[WorkItem], Result],
        size: int,
        *,
        prepare: Callable[[], object] | None = None,
        describe_stage: Callable[[], str] | None = None,
        items_per_process: float = inf,
    ) -> None:
        """Set up a pool of `size` processes at most; each is started when it is needed.

        prepare: is called at the beginning of each process.
        describe_stage: returns the text of the status line that is shown while no item ends.
        items_per_process: after this number of items a new process replaces a process, which
        gives memory back: clingo keeps each symbol that it has met until its process ends.  A
        process is also replaced if the work on an item has left background work that still goes on.
        """
        self._work, self._prepare, self._describe_stage = work, prepare, describe_stage
        self._size = size
        self._items_per_process = items_per_process
        self._idle: list[Worker] = []
        self._busy: dict[Connection, Worker] = {}

    def __enter__(self) -> "ProcessPool[WorkItem, Result]":
        return self

    def __exit__(self, *_: object) -> None:
        """End all processes, whatever they do."""
        workers = [*self._idle, *self._busy.values()]
        self._idle, self._busy = [], {}
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.end()

    def map(self, items: Iterable[WorkItem], deadline: float = inf) -> Iterator[Result]:
        """Yield the results in the order of the items, which may be endless.

        Raises the error of an item when its turn comes, see collect_outcomes(), and DeadlinePassed
        at the deadline, a time of time.monotonic().
        """
        turn = 0
        waiting: dict[int, Result | Unusable] = {}  # for the outcome of an earlier item
        for index, outcome in self.collect_outcomes(items, deadline, AHEAD * self._size):
            waiting[index] = outcome
            while turn in waiting:
                result = waiting.pop(turn)
                turn += 1
                if isinstance(result, Unusable):
                    raise result
                if time.monotonic() >= deadline:
                    raise DeadlinePassed
                yield result

    def collect_outcomes(
        self, items: Iterable[WorkItem], deadline: float = inf, ahead: float = inf
    ) -> Iterator[tuple[int, Result | Unusable]]:
        """Yield the index of each item and its result or error, as soon as it is done.

        The error is WorkFailed for an exception other than Unusable, and WorkerDied if the process
        died.  Item i + `ahead` starts only after item i is done: so map() keeps few outcomes.
        Raises DeadlinePassed at the deadline.
        """
        remaining, next_index, start = iter(items), 0, time.monotonic()
        while True:
            while len(self._busy) < self._size:
                oldest = min((worker.index for worker in self._busy.values()), default=next_index)
                if next_index >= oldest + ahead:
                    break
                try:
                    item = next(remaining)
                except StopIteration:
                    break
                with processes.defer_signals():  # each process that starts will be ended
                    worker = self._idle.pop() if self._idle else Worker(self._work, self._prepare)
                    self._busy[worker.connection] = worker
                worker.begin(item, next_index)
                next_index += 1
            if not self._busy:
                return
            if time.monotonic() >= deadline:
                raise DeadlinePassed
            ready = wait(list(self._busy), min(TICK_SECONDS, deadline - time.monotonic()))
            if self._describe_stage and not ready:
                show_progress(f"{time.monotonic() - start:.0f} s: {self._describe_stage()}")
            for connection in ready:
                worker = self._busy[connection]  # type: ignore[index]
                yield worker.index, self._take_outcome(worker)

    def _take_outcome(self, worker: "Worker") -> Result | Unusable:
        """Return the outcome of a worker's item; the worker ends, or waits for another item."""
        outcome: Result | Unusable = worker.receive()
        del self._busy[worker.connection]
        if worker.is_spent or worker.items_begun >= self._items_per_process:
            worker.end()
        else:
            self._idle.append(worker)
        return outcome


class Worker:
    """A process that applies a function of its parent to items, one after another."""

    def __init__(
        self,
        work: Callable[[Any], Any],
        prepare: Callable[[], object] | None = None,
        context: Any = CONTEXT,
    ) -> None:
        """Start the process; raises Unusable if the system has no room for it.

        work: returns the result of an item, or an iterator over its parts
        context: of multiprocessing; SPAWN where the parent has threads, which no fork survives
        """
        self.index = -1  # the index of its item
        self.items_begun = 0
        self.is_spent = False  # whether it must be replaced
        try:
            self.connection, far_end = context.Pipe()
            self.process = context.Process(target=serve, args=(work, prepare, far_end), daemon=True)
            with processes.start_without_ctrl_c():
                self.process.start()
        except OSError as error:
            raise Unusable(f"found no room for another process: {error.strerror}") from None
        far_end.close()

    def begin(self, item: object, index: int = 0) -> None:
        """Give the process an item; a dead process is noticed when its answer is read."""
        self.index = index
        self.items_begun += 1
        with suppress(BrokenPipeError, ConnectionResetError):
            self.connection.send(item)

    def receive(self, seconds: float | None = None) -> Any:
        """Return the result of the item, its next part or its error; WorkerDied after a death.

        Raises DeadlinePassed after `seconds`.
        """
        try:
            if not self.connection.poll(seconds):
                raise DeadlinePassed
            outcome, self.is_spent = self.connection.recv()
            return outcome
        except (EOFError, OSError):
            self.is_spent = True
            return WorkerDied(DIED)

    def end(self) -> None:
        """End the process and all that it has started: ask by SIGTERM, then kill."""
        processes.end_process_tree(self.process.pid, TERM_SECONDS)
        self.process.join()
        self.connection.close()


def count_processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # Windows, macOS
        return os.cpu_count() or 1


# ---------------------------------------------------------------- in the processes


def serve(
    work: Callable[[Any], Any], prepare: Callable[[], object] | None, connection: Connection
) -> None:
    """Answer each item with a result, parts or an error until the parent process has gone."""
    processes.die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
    if prepare:
        prepare()
    with suppress(EOFError):
        while True:
            item = connection.recv()
            try:
                result = work(item)
                for part in result if isinstance(result, Iterator) else [result]:
                    send_outcome(connection, part)
            except Unusable as error:
                send_outcome(connection, error)
            except Exception as error:
                send_outcome(connection, WorkFailed(describe_failure(error)))


def send_outcome(connection: Connection, outcome: object) -> None:
    """Send an outcome or a part of it, and whether background work still goes on."""
    is_spent = any(isinstance(thread, BackgroundWork) for thread in threading.enumerate())
    connection.send((outcome, is_spent))


def describe_failure(error: Exception) -> str:
    """Return the text of an error; a traceback, which no pipe carries, for a bug of the kit.

    The error itself is not sent: not every exception can be pickled and built again.
    """
    try:
        return describe_error(error)
    except Exception:
        return traceback.format_exc()
