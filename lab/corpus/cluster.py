"""Makes the rows on a Dask cluster, whose workers are started in a folder with this kit.

If a worker ends in the middle of its work, Dask gives the item to another one.  The scheduler, the
workers and TLS are configured as Dask's pages describe.
Source: distributed.dask.org, pages "Client", "Resilience" and "TLS/SSL".
"""

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from lab import Unusable
from lab.common.process_pool import AHEAD
from lab.corpus.extra import import_extra

CONNECT_SECONDS = 30  # seconds until a scheduler has to answer


def map_on_cluster(
    work: Callable[[Any], Any], items: Iterable[object], address: str
) -> Iterator[Any]:
    """Yield the results of the items, in their order, from the cluster with this scheduler.

    Raises Unusable without Dask or a scheduler, or if several workers have ended at one item.
    """
    distributed = import_extra("distributed", "--scheduler")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are reported as Unusable
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        if not client.nthreads():
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
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
            for item in items:
                futures.append(client.submit(work, item, pure=False))
                if len(futures) >= most:
                    yield futures.popleft().result()
            while futures:
                yield futures.popleft().result()
        except lost as error:
            raise Unusable(f"{address}: {' '.join(str(error).split())}") from None
