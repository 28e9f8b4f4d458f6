"""Shares work out and returns the results in the order of the work, whoever was done first.

Only so much is under way at once as keeps everybody busy: the work may be without end.
"""

import contextlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from typing import Any, Protocol, TypeVar

from lab import Unusable
from lab.common.pool import CONTEXT, begin

Thing = TypeVar("Thing")
Result = TypeVar("Result")
AHEAD = 4  # things for each process: one is worked on, the others wait, or their results do


class Future(Protocol):
    """A result that will come: of concurrent.futures, or of Dask."""

    def result(self) -> Any:
        """Wait for the result, and return it."""


def ordered(
    submit: Callable[[Thing], Future], things: Iterable[Thing], ahead: int
) -> Iterator[Any]:
    """The results of things in their order, `ahead` of which are under way at most."""
    waiting: deque[Future] = deque()
    for thing in things:
        waiting.append(submit(thing))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def shared(work: Callable[[Thing], Result], things: Iterable[Thing], jobs: int) -> Iterator[Result]:
    """What `work` makes of things, in their order, by so many processes; by this one if it is 1.

    The processes end when no more results are wanted.
    """
    if jobs == 1:
        yield from map(work, things)
        return
    pool = futures.ProcessPoolExecutor(jobs, mp_context=CONTEXT, initializer=begin)
    try:
        yield from ordered(lambda thing: pool.submit(work, thing), things, AHEAD * jobs)
    except futures.process.BrokenProcessPool:
        raise Unusable("a process that worked for this one has died: out of memory?") from None
    except OSError as error:
        raise Unusable(f"found no room for {jobs} processes: {error.strerror}") from None
    finally:
        end(pool)


def end(pool: futures.ProcessPoolExecutor) -> None:
    """End the processes now, whatever they do."""
    processes: dict[int, Any] = getattr(pool, "_processes", None) or {}
    alive = list(processes.values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in alive:
        with contextlib.suppress(OSError, ValueError):
            process.kill()
    for process in alive:
        process.join()
