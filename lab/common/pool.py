"""Shares work out to as many processes as there are processors."""

import gc
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from ctypes import Array, c_char
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawArray
from typing import Any, TypeVar

from lab import Unusable
from lab.common import processes

Thing = TypeVar("Thing")
Result = TypeVar("Result")
Work = Callable[[Thing, Callable[[str], None]], Result]  # the second argument reports how far it is
Show = Callable[[int, str], None]  # called with the index of a thing, and how far that is
LONGEST = 100  # bytes of a report
GARBAGE = 10_000  # new objects after which Python looks for cycles, and frees what is in them
TICK = 0.1  # seconds
METHODS = multiprocessing.get_all_start_methods()
CONTEXT: Any = multiprocessing.get_context("fork" if "fork" in METHODS else None)


def shared_out(
    work: Work[Thing, Result], things: Sequence[Thing], end: float, show: Show
) -> Iterator[Result]:
    """What work makes of things, in their order; a TimeoutError at the end by time.monotonic().

    The processes take turns and are killed when no more results are wanted.  An exception ends
    the process in which it was raised, and is raised again here when its turn comes.
    """
    number = min(processors(), len(things))
    workers: list[tuple[Any, Connection, Array[c_char]]] = []
    try:
        for first in range(number):
            report, (receiver, sender) = RawArray(c_char, LONGEST), CONTEXT.Pipe(duplex=False)
            words = (work, things[first::number], sender, report)
            process = CONTEXT.Process(target=serve, args=words, daemon=True)
            process.start()
            sender.close()
            workers.append((process, receiver, report))
        for turn in range(len(things)):
            _, receiver, report = workers[turn % number]
            while time.monotonic() < end and not receiver.poll(TICK):
                show(turn, report.value.decode(errors="ignore"))
            if time.monotonic() >= end:
                raise TimeoutError
            found: Result = received(receiver)
            yield found
    finally:
        for process, receiver, _ in workers:
            end_of(process, receiver)


def received(receiver: Connection) -> Any:
    """The next result of a process.

    Raises the exception that it sends in place of one, or Unusable if the process has died.
    """
    try:
        result = receiver.recv()
    except EOFError:
        raise Unusable("a process that worked for this one has died: out of memory?") from None
    if isinstance(result, BaseException):
        raise result
    return result


def end_of(process: Any, receiver: Connection) -> None:
    """End a process now, whatever it does, and the pipe of its results."""
    process.kill()
    process.join()
    receiver.close()


def apart(work: Callable[[Thing], Result], thing: Thing) -> Result:
    """What work makes of a thing, in a process of its own, so that all its memory comes back.

    clingo keeps each symbol that it has seen until its process ends.  Where a fork may not be
    had, or not be safe, this process does it itself.  An exception of work is raised here.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if "fork" not in METHODS or not is_main or multiprocessing.current_process().daemon:
        return work(thing)
    receiver, sender = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=send, args=(work, thing, sender))
    process.start()
    sender.close()
    try:
        found: Result = received(receiver)
        return found
    finally:
        end_of(process, receiver)


def send(work: Callable[[Thing], Result], thing: Thing, sender: Connection) -> None:
    """Run in a process of its own: send what work makes of a thing, or its exception."""
    begin()
    try:
        sender.send(work(thing))
    except Exception as error:
        sender.send(error)


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def begin() -> None:
    """What a process does first: it leaves Ctrl-C to its parent, and ends with it."""
    processes.die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    look_less_for_cycles()


def look_less_for_cycles() -> None:
    """Let Python look for cycles seldom: among many small objects, few are in one."""
    gc.freeze()
    gc.set_threshold(GARBAGE)


def serve(
    work: Work[Thing, Result], things: Sequence[Thing], sender: Connection, last: Array[c_char]
) -> None:
    """Run in a process of its own: send what work makes of the things, up to an exception."""
    begin()

    def report(text: str) -> None:
        last.value = text.encode()[: LONGEST - 1]

    try:
        for thing in things:
            sender.send(work(thing, report))
    except Exception as error:
        sender.send(error)
