"""The same work on a Dask cluster, whose workers run in folders with this kit.

A worker that ends on the way loses nothing: Dask gives what it had to another.  The scheduler,
the workers and TLS are set up as Dask has it; its configuration is read here, too.
Source: distributed.dask.org, pages "Client", "Resilience" and "TLS/SSL".
"""

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from lab import Unusable
from lab.common.pool import AHEAD
from lab.corpus.extra import lacking

Thing = TypeVar("Thing")
Result = TypeVar("Result")
PATIENCE = 30  # seconds until a scheduler has to answer


def shared(
    work: Callable[[Thing], Result], things: Iterable[Thing], address: str
) -> Iterator[Result]:
    """What `work` makes of things, in their order, on the cluster of this scheduler."""
    with connected(address) as client:
        ahead = AHEAD * max(1, sum(client.nthreads().values()))
        futures: deque[Any] = deque()
        try:
            for thing in things:
                futures.append(client.submit(work, thing, pure=False))
                if len(futures) >= ahead:
                    yield futures.popleft().result()
            while futures:
                yield futures.popleft().result()
        except failures() as error:
            raise Unusable(f"{address}: {' '.join(str(error).split())}") from None


def connected(address: str) -> Any:
    """The client of a scheduler; raises Unusable if there is none, or no Dask."""
    try:
        import distributed
    except ImportError:
        raise lacking("--scheduler", "Dask") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # the messages are ours
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        if not client.nthreads():
            client.wait_for_workers(1, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError, TypeError) as error:
        raise Unusable(f"--scheduler {address}: {' '.join(str(error).split())}") from None
    return client


def failures() -> tuple[type[BaseException], ...]:
    """What Dask raises if the cluster is gone, or if a thing has killed several workers."""
    from distributed import KilledWorker
    from distributed.client import FutureCancelledError
    from distributed.comm.core import CommClosedError

    return KilledWorker, FutureCancelledError, CommClosedError
