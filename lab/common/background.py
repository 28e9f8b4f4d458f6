"""Work in a thread of its own, so that a command can stop waiting for it."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from lab.common.terminal import show_progress

Result = TypeVar("Result")

TICK_SECONDS = 0.01  # between two looks at the work
SILENT_SECONDS = 1.0  # before the status line appears


class BackgroundTask(threading.Thread, Generic[Result]):
    """A thread that does some work once; the work ends with the process, at the latest."""

    result: Result  # of the work, once it is done

    def __init__(self, work: Callable[[], Result]) -> None:
        super().__init__(daemon=True)
        self._work = work
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            self.result = self._work()
        except BaseException as error:  # raised again by the thread that waits
            self._error = error

    @property
    def is_done(self) -> bool:
        """Whether the work is done; raises the exception that ended it."""
        is_over = not self.is_alive()
        if self._error:
            raise self._error
        return is_over

    def finish(self, stage: Callable[[], str], limit: float | None = None) -> bool:
        """Start the work, wait for it up to the time limit, and return whether it is done."""
        return any(self.is_done for _ in self.ticks(stage, limit))

    def ticks(self, stage: Callable[[], str], limit: float | None = None) -> Iterator[float]:
        """Start the work and yield the seconds since then, again and again up to the time limit.

        After the first second the status line shows the seconds and the stage.  The generator
        does not end when the work is done: the caller stops, or waits for something else, too.
        """
        self.start()
        start, shown = time.monotonic(), ""
        try:
            while limit is None or time.monotonic() - start < limit:
                if self.is_done:
                    time.sleep(TICK_SECONDS)  # join() returns at once now
                self.join(TICK_SECONDS)
                seconds = time.monotonic() - start
                yield seconds
                line = f"{seconds:.0f} s: {stage()}"
                if seconds > SILENT_SECONDS and line != shown:
                    show_progress(line)
                    shown = line
        finally:
            if shown:
                show_progress()
