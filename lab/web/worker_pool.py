"""A pool of processes that do jobs for visitors: a fair share for each, a limit of time for all.

A visitor has one worker at a time.  Visitors who wait get one in the order in which they came,
and after each job go to the end of the queue.  A job has the pool's limit of time, but
no more than TURN_SECONDS while another visitor waits.  A worker whose time is over, or whose job
nobody waits for any more, is ended, and another one takes its place.
"""

import asyncio
import contextlib
import importlib
import os
from collections.abc import AsyncGenerator, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import decode
from encode import GridError
from lab import Unusable, puzzles
from lab.common.language import use_language
from lab.common.process_pool import SPAWN, DeadlinePassed, Worker, WorkerDied
from lab.web.playable import JsonObject

TURN_SECONDS = 15.0  # seconds before which no job ends because another visitor waits
POLL_SECONDS = 0.5  # seconds after which another visitor may wait
DIED = "no answer: this takes more memory than there is"


class WorkerPool:
    """Workers that do the jobs of a module, see do_job; each is started when it is needed."""

    def __init__(self, module: str, size: int, limit: float) -> None:
        """`limit` is in seconds for each job, without the time in the queue."""
        self._module, self._size, self._limit = module, size, limit
        self._idle: asyncio.Queue[Worker | None] = asyncio.Queue()  # None: not started
        for _ in range(size):
            self._idle.put_nowait(None)
        self._running: set[Worker] = set()
        self._threads = ThreadPoolExecutor(2 * size)  # threads that wait for workers
        self._ending: set[asyncio.Task[None]] = set()  # each ends a worker
        self._locks = WeakValueDictionary[str, asyncio.Lock]()  # by visitors with a request

    async def end(self) -> None:
        await asyncio.gather(*(self._end_worker(worker) for worker in self._running))

    async def answer(self, visitor: str, request: JsonObject) -> AsyncGenerator[JsonObject, None]:
        """Yield the parts of the answer to a visitor's request.

        The job ends when the caller stops listening.
        """
        async with self._locks.setdefault(visitor, asyncio.Lock()):
            worker, is_over = await self._idle.get(), False
            loop = asyncio.get_running_loop()
            start = loop.time()
            try:
                worker = worker or self._start_worker()
                loop.run_in_executor(self._threads, worker.begin, request)
                while not is_over:
                    part = await self._wait_for_part(worker, start)
                    if isinstance(part, WorkerDied):
                        yield {"fault": DIED}
                        break
                    is_over = "end" in part or "fault" in part
                    yield part
            except (asyncio.TimeoutError, Unusable) as error:
                yield {"fault": str(error)}
            finally:
                if worker and (not is_over or worker.is_spent):
                    task = asyncio.create_task(self._end_worker(worker))  # others need not wait
                    self._ending.add(task)
                    task.add_done_callback(self._ending.discard)
                else:
                    self._idle.put_nowait(worker)

    async def _wait_for_part(self, worker: Worker, start: float) -> Any:
        """Return the next part of an answer to a job that began at `start`, or WorkerDied.

        Raises TimeoutError, with a sentence, when the time of the job is over.
        """
        loop = asyncio.get_running_loop()
        while True:
            limit, advice = self._limit, ""
            if limit > TURN_SECONDS and len(self._locks) > self._size:
                limit, advice = TURN_SECONDS, ", and others wait: try again"
            if loop.time() - start > limit:
                raise asyncio.TimeoutError(f"no answer within {limit:g} s{advice}")
            with contextlib.suppress(DeadlinePassed):
                seconds = min(POLL_SECONDS, limit)
                return await loop.run_in_executor(self._threads, worker.receive, seconds)

    def _start_worker(self) -> Worker:
        worker = Worker(partial(do_job, self._module), partial(prepare, self._module), SPAWN)
        self._running.add(worker)
        return worker

    async def _end_worker(self, worker: Worker) -> None:
        await asyncio.to_thread(worker.end)
        self._running.discard(worker)
        self._idle.put_nowait(None)


# ---------------------------------------------------------------- in the processes


def prepare(module: str) -> None:
    """Call prepare() of the module; what a job prints goes nowhere."""
    decode.read_all_messages()
    with open(os.devnull, "w") as nowhere:
        for stream in (1, 2):
            os.dup2(nowhere.fileno(), stream)
    importlib.import_module(module).prepare()


def do_job(module: str, request: JsonObject) -> Iterator[Any]:
    """Yield the parts of the answer to a request, by answer_request(**request) of a module.

    This returns a single part or yields some.  A request has the name of a puzzle and the language
    of the answer.  At the end comes {"end": true}, or a sentence {"fault": ...} in its place.
    """
    try:
        if language := request.pop("language", None):
            use_language(language, puzzles.find_puzzle(request["puzzle"]).folder)
        answer = importlib.import_module(module).answer_request(**request)
        yield from answer if isinstance(answer, Iterator) else [answer]
        yield {"end": True}
    except (Unusable, GridError, decode.ProgramError) as error:
        yield {"fault": str(error)}
    except Exception as error:  # a defect, too little memory, a request that the page does not send
        yield {"fault": f"the kit broke down: {type(error).__name__}: {error}"}
