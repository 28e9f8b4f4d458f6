"""The same work on a Dask cluster, whose workers run in folders with this kit.

When a worker ends in the middle of its work, Dask gives that to another one.  The scheduler, the
workers and TLS are set up as Dask has it; its configuration is read here, too.
Source: distributed.dask.org, pages "Client", "Resilience" and "TLS/SSL".
"""

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from lab import Unusable
from lab.common.pool import AHEAD
from lab.corpus.extra import import_extra

Task = TypeVar("Task")
Result = TypeVar("Result")
PATIENCE = 30  # seconds until a scheduler has to answer


def map_on_cluster(
    work: Callable[[Task], Result], tasks: Iterable[Task], address: str
) -> Iterator[Result]:
    """Yield the result of each task in their order, from the cluster of this scheduler.

    Raises Unusable without Dask or a scheduler, or if a task has ended several workers.
    """
    distributed = import_extra("distributed", "--scheduler")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are reported as Unusable
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        if not client.nthreads():
            client.wait_for_workers(1, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError, TypeError) as error:
        raise Unusable(f"--scheduler {address}: {' '.join(str(error).split())}") from None
    lost = (
        distributed.KilledWorker,
        distributed.client.FutureCancelledError,
        distributed.comm.core.CommClosedError,
    )
    with client:
        most = AHEAD * max(1, sum(client.nthreads().values()))
        futures: deque[Any] = deque()
        try:
            for task in tasks:
                futures.append(client.submit(work, task, pure=False))
                if len(futures) >= most:
                    yield futures.popleft().result()
            while futures:
                yield futures.popleft().result()
        except lost as error:
            raise Unusable(f"{address}: {' '.join(str(error).split())}") from None
