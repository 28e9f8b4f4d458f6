"""Work shared out to as many processes as there are processors."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from ctypes import Array, c_char
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawArray
from typing import Any, TypeVar

from lab import Unusable, confine

Thing = TypeVar("Thing")
Result = TypeVar("Result")
Work = Callable[[Thing, Callable[[str], None]], Result]  # it may tell how far it is
Show = Callable[[int, str], None]  # of which thing, and how far that is
TOLD = 100  # bytes of what is told
TICK = 0.1  # seconds
METHODS = multiprocessing.get_all_start_methods()
CONTEXT: Any = multiprocessing.get_context("fork" if "fork" in METHODS else None)


def shared_out(
    work: Work[Thing, Result], things: Sequence[Thing], end: float, show: Show
) -> Iterator[Result]:
    """What work makes of things, in their order; a TimeoutError at the end by time.monotonic().

    The processes take turns and are killed when nobody wants more of them.  An exception ends
    the one in which it was raised, and is raised here when its turn comes.
    """
    number = min(processors(), len(things))
    workers: list[tuple[Any, Connection, Array[c_char]]] = []
    try:
        for first in range(number):
            told, (receiver, sender) = RawArray(c_char, TOLD), CONTEXT.Pipe(duplex=False)
            words = (work, things[first::number], sender, told)
            process = CONTEXT.Process(target=serve, args=words, daemon=True)
            process.start()
            sender.close()
            workers.append((process, receiver, told))
        for turn in range(len(things)):
            _, receiver, told = workers[turn % number]
            while time.monotonic() < end and not receiver.poll(TICK):
                show(turn, told.value.decode(errors="ignore"))
            if time.monotonic() >= end:
                raise TimeoutError
            result = received(receiver)
            if isinstance(result, BaseException):
                raise result
            yield result
    finally:
        for process, receiver, _ in workers:
            process.kill()
            process.join()
            receiver.close()


def received(receiver: Connection) -> Any:
    try:
        return receiver.recv()
    except EOFError:
        raise Unusable("a process that worked for this one has died: out of memory?") from None


def processors() -> int:
    """Those that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def serve(
    work: Work[Thing, Result], things: Sequence[Thing], sender: Connection, told: Array[c_char]
) -> None:
    """In a process of its own: send what work makes of the things, as long as that goes well."""
    confine.die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def tell(text: str) -> None:
        told.value = text.encode()[: TOLD - 1]

    try:
        for thing in things:
            sender.send(work(thing, tell))
    except Exception as error:
        sender.send(error)
