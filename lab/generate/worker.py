"""What takes its time, in a thread, so that the main thread hears of the clock and of Ctrl-C."""

import queue
import threading
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Thing = TypeVar("Thing")
END = None


def within(seconds: float | None, things: Iterable[Thing]) -> Iterator[Thing]:
    """The things as they come; a TimeoutError when the time is up.

    Then the thread goes on, and ends with the process.
    """
    made: queue.Queue[Thing | BaseException | None] = queue.Queue(maxsize=1)

    def work() -> None:
        try:
            for thing in things:
                made.put(thing)
            made.put(END)
        except BaseException as error:  # for the thread that waits
            made.put(error)

    end = None if seconds is None else time.monotonic() + seconds
    threading.Thread(target=work, daemon=True).start()
    while (thing := taken(made, end)) is not END:
        if isinstance(thing, BaseException):
            raise thing
        yield thing


def taken(made: "queue.Queue[Thing]", end: float | None) -> Thing:
    """The next thing, if it comes before the end."""
    try:
        return made.get(timeout=None if end is None else max(0, end - time.monotonic()))
    except queue.Empty:
        raise TimeoutError from None
