"""A pool of processes that do jobs for visitors: a fair share for each, a limit of time for all.

A visitor has one worker at a time.  Visitors who wait get one in the order in which they came,
and after each job go to the end of the queue.  A job has the pool's limit of time, but
no more than TURN_SECONDS while another visitor waits.  A worker whose time is over, or whose job
nobody waits for any more, is ended, and another one takes its place.
"""

import asyncio
import json
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator
from typing import Any
from weakref import WeakValueDictionary

from lab import ROOT
from lab.common import processes

TURN_SECONDS = 15.0  # that a job has for certain
POLL_SECONDS = 0.5  # after which another visitor may wait
END_SECONDS = 5.0  # for a worker to remove its files when it is ended
LONGEST_PART = 1 << 24  # bytes
DIED = "no answer: this takes more memory than there is, or its answer is too long for a page"
JsonObject = dict[str, Any]  # a request, or a part of an answer; the last part has "end" or "fault"


class WorkerPool:
    """Workers that do the jobs of a module: processes of worker.py, started when needed."""

    def __init__(self, module: str, size: int, limit: float) -> None:
        """`limit` is in seconds for each job, without the time in the queue."""
        self._command = [*processes.make_module_command("lab.web.worker"), module]
        self._size, self._limit = size, limit
        self._idle: asyncio.Queue[Process | None] = asyncio.Queue()  # None: not started
        for _ in range(size):
            self._idle.put_nowait(None)
        self._running: set[Process] = set()
        self._ending: set[asyncio.Task[None]] = set()  # each ends a worker
        self._locks = WeakValueDictionary[str, asyncio.Lock]()  # of visitors with an open request

    async def end(self) -> None:
        await asyncio.gather(*(self._end_worker(worker) for worker in self._running))

    async def answer(self, visitor: str, request: JsonObject) -> AsyncGenerator[JsonObject, None]:
        """Yield the parts of the answer to a visitor's request.

        The job ends when the caller stops listening.
        """
        async with self._locks.setdefault(visitor, asyncio.Lock()):
            worker, is_over = await self._idle.get(), False
            start = asyncio.get_running_loop().time()
            try:
                worker = worker or await self._start_worker()
                assert worker.stdin and worker.stdout
                worker.stdin.write(json.dumps(request).encode() + b"\n")
                while not is_over:
                    part = json.loads(await self._wait_for_line(worker.stdout, start))
                    is_over = "end" in part or "fault" in part
                    yield part
            except asyncio.TimeoutError as error:
                yield {"fault": str(error)}
            except (ConnectionError, ValueError):  # it died, or the part is too long
                yield {"fault": DIED}
            finally:
                if worker and not is_over:
                    task = asyncio.create_task(self._end_worker(worker))  # others need not wait
                    self._ending.add(task)
                    task.add_done_callback(self._ending.discard)
                else:
                    self._idle.put_nowait(worker)

    async def _wait_for_line(self, answers: asyncio.StreamReader, start: float) -> bytes:
        """Return the next line of an answer to a job that began at `start`.

        Raises TimeoutError, with a sentence, when the time of the job is over.
        """
        line = asyncio.ensure_future(answers.readline())
        try:
            while not line.done():
                limit, advice = self._limit, ""
                if limit > TURN_SECONDS and len(self._locks) > self._size:
                    limit, advice = TURN_SECONDS, ", and others wait: try again"
                if asyncio.get_running_loop().time() - start > limit:
                    raise asyncio.TimeoutError(f"no answer within {limit:g} s{advice}")
                await asyncio.wait([line], timeout=min(POLL_SECONDS, limit))
            return line.result()
        finally:
            line.cancel()

    async def _start_worker(self) -> Process:
        worker = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, cwd=ROOT, limit=LONGEST_PART
        )
        self._running.add(worker)
        return worker

    async def _end_worker(self, worker: Process) -> None:
        """End a process and all its descendants, after END_SECONDS seconds to remove files."""
        if worker.returncode is None:
            await asyncio.to_thread(processes.end_process_tree, worker.pid, END_SECONDS)
            await worker.wait()
        self._running.discard(worker)
        self._idle.put_nowait(None)
