"""Work in a thread of its own, for which a command can stop waiting."""

import threading
import time
from collections.abc import Callable
from math import inf
from typing import Generic, TypeVar

from lab.common.terminal import show_progress

Result = TypeVar("Result")

TICK_SECONDS = 0.01  # seconds between two looks at the work
SILENT_SECONDS = 1.0  # seconds before the status line appears


class BackgroundWork(threading.Thread, Generic[Result]):
    """A thread that does some work once; it ends with the process."""

    result: Result  # the result of the work, once it is done

    def __init__(self, work: Callable[[], Result]) -> None:
        super().__init__(daemon=True)
        self._work = work
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            self.result = self._work()
        except BaseException as error:  # raised again by the thread that waits
            self._error = error

    def wait(self, seconds: float) -> bool:
        """Wait for the work up to a time; return whether it is done, or raise its error."""
        self.join(seconds)
        is_done = not self.is_alive()
        if self._error:
            raise self._error
        return is_done

    def start_and_wait(
        self,
        stage: Callable[[], str],
        limit: float | None = None,
        may_stop: Callable[[float], bool] = lambda seconds: False,
    ) -> bool:
        """Do the work in the background and wait; return whether it is done, or raise its error.

        The wait ends at the time limit, or when `may_stop`, called again and again with the seconds
        since the start, returns True.  After a second the status line shows seconds and stage.
        """
        self.start()
        start, shown = time.monotonic(), ""
        try:
            while not self.wait(TICK_SECONDS):
                seconds = time.monotonic() - start
                if seconds > (limit or inf) or may_stop(seconds):
                    break
                line = f"{seconds:.0f} s: {stage()}"
                if seconds > SILENT_SECONDS and line != shown:
                    show_progress(line)
                    shown = line
        finally:
            if shown:
                show_progress()
        return self.wait(0)
