"""A pool of processes that do jobs for visitors: a fair share for each, a limit of time for all.

A visitor has one worker at a time.  Visitors who wait get one in the order in which they came,
and after each job go to the end of the queue.  A worker whose job nobody waits for any more, or
whose time is over, is ended, and a new one takes its place.
"""

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator
from typing import Any
from weakref import WeakValueDictionary

from lab import ROOT, Unusable
from lab.common import processes

LONGEST = 1 << 24  # bytes of a part of an answer
GRACE = 5.0  # seconds for a worker to remove its files when it is ended
DIED = "the kit broke down over this: out of memory?"
Part = dict[str, Any]  # of an answer, as JSON


class JobWorker:
    """A process that does one job after another: python3 -m lab.web.worker MODULE"""

    def __init__(self, module: str) -> None:
        """`module` is the one with the jobs."""
        self.is_busy = False
        self._command = [sys.executable, "-m", "lab.web.worker", module]
        self._process: Process | None = None

    async def start(self) -> Process:
        """Start the process, unless it runs."""
        if not self._process:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, cwd=ROOT, limit=LONGEST
            )
        return self._process

    async def answer(self, request: Part, limit: float) -> AsyncGenerator[Part, None]:
        """Yield the parts of the answer to a request; raise Unusable where there is none.

        `is_busy` stays True if the caller stops before the end, or after `limit` seconds.
        """
        self.is_busy = True
        process = await self.start()
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps(request).encode() + b"\n")
        clock = asyncio.get_running_loop().time
        deadline = clock() + limit
        while True:
            try:
                line = await asyncio.wait_for(process.stdout.readline(), deadline - clock())
            except asyncio.TimeoutError:
                raise Unusable(f"no answer within {limit:g} s") from None
            except (ConnectionError, ValueError):  # it died, or the part is too long
                line = b""
            if not line:
                raise Unusable(DIED)
            part = json.loads(line)
            end = part.pop("end", None)
            self.is_busy = not end
            if end == "fault":
                raise Unusable(part["fault"])
            yield part
            if end:
                return

    async def end(self) -> None:
        """End the process and all its descendants, after GRACE seconds to remove files."""
        process, self._process, self.is_busy = self._process, None, False
        if process and process.returncode is None:
            await asyncio.to_thread(processes.end_process_tree, process.pid, GRACE)
            await process.wait()


class WorkerPool:
    """Workers that do the same jobs."""

    def __init__(self, module: str, size: int, limit: float) -> None:
        """`module` has the jobs; `limit` is in seconds, without the time in the queue."""
        self._limit = limit
        self._workers = [JobWorker(module) for _ in range(size)]
        self._idle: asyncio.Queue[JobWorker] = asyncio.Queue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._renewals: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start all processes; those that are not started here start with their first job."""
        await asyncio.gather(*(worker.start() for worker in self._workers))

    async def end(self) -> None:
        """End all processes."""
        await asyncio.gather(*self._renewals)
        await asyncio.gather(*(worker.end() for worker in self._workers))

    async def answer(self, visitor: str, request: Part) -> AsyncGenerator[Part, None]:
        """Yield the parts of the answer to a visitor's request; raise Unusable where there is none.

        The job ends when the caller stops listening.
        """
        async with self._locks.setdefault(visitor, asyncio.Lock()):
            worker = await self._idle.get()
            try:
                async with contextlib.aclosing(worker.answer(request, self._limit)) as parts:
                    async for part in parts:
                        yield part
            finally:
                if worker.is_busy:
                    renewal = asyncio.create_task(self._renew(worker))
                    self._renewals.add(renewal)
                    renewal.add_done_callback(self._renewals.discard)
                else:
                    self._idle.put_nowait(worker)

    async def _renew(self, worker: JobWorker) -> None:
        """End a worker's process, start another, and let it take the next job."""
        await worker.end()
        await worker.start()
        self._idle.put_nowait(worker)
