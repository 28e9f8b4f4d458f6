"""Desks: processes that answer the questions of visitors, a fair share for each.

A visitor has one desk of a kind at a time; those who wait take turns.  What nobody waits for any
more, and what takes longer than it may, ends with its desk; a new one takes its place.
"""

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from typing import Any

from lab import ROOT, Unusable

WAITING = 8  # questions of one visitor
LONGEST = 1 << 24  # bytes of a line of an answer
GONE = 5.0  # seconds for a desk to tidy up when it is asked to end
Part = dict[str, Any]


class Late(Unusable):
    """The time limit of a question came."""


class Desk:
    """One process; it starts with its first question."""

    def __init__(self, tasks: str) -> None:
        self._command = [sys.executable, "-m", "lab.web.desk", tasks]
        self._process: Process | None = None

    async def ask(self, request: Part) -> AsyncIterator[Part]:
        """The parts of an answer; raises Unusable if the question or its end is a bad one."""
        process = self._process = self._process or await self._started()
        assert process.stdin and process.stdout
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            await process.stdin.drain()
            while line := await process.stdout.readline():
                part = json.loads(line)
                if (end := part.pop("end", None)) == "fault":
                    raise Unusable(part["words"])
                yield part
                if end:
                    return
        except (ConnectionError, ValueError):
            pass
        await self.end()
        raise Unusable("the kit broke down over this: out of memory?")

    async def start(self) -> None:
        """Start the process before it is needed."""
        self._process = self._process or await self._started()

    async def _started(self) -> Process:
        return await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, cwd=ROOT, limit=LONGEST
        )

    async def end(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            try:
                await asyncio.wait_for(process.wait(), GONE)
            except asyncio.TimeoutError:
                process.kill()
                await process.wait()


class Desks:
    """Desks of one kind, that is with the same tasks, `number` of them."""

    def __init__(self, tasks: str, number: int, limit: float) -> None:
        """`limit` is that of an answer in seconds; waiting for a desk does not count."""
        self.limit = limit
        self._all = [Desk(tasks) for _ in range(number)]
        self._idle = list(self._all)
        self._waiting: dict[str, list[asyncio.Future[Desk]]] = {}  # the next visitor first
        self._served: set[str] = set()

    async def start(self) -> None:
        """Start all processes."""
        await asyncio.gather(*(desk.start() for desk in self._all))

    async def end(self) -> None:
        """End all processes."""
        await asyncio.gather(*(desk.end() for desk in self._all))

    async def ask(self, visitor: str, request: Part) -> AsyncIterator[Part]:
        """The parts of the answer to a visitor's question; raises Unusable.

        If the caller stops listening, the work ends.
        """
        desk = await self._desk(visitor)
        is_whole = False
        end = asyncio.get_running_loop().time() + self.limit
        parts = desk.ask(request)
        try:
            with contextlib.suppress(StopAsyncIteration):
                while True:
                    left = end - asyncio.get_running_loop().time()
                    yield await asyncio.wait_for(anext(parts), left)
            is_whole = True
        except asyncio.TimeoutError:
            raise Late(f"no answer within {self.limit:g} s") from None
        except Unusable:
            is_whole = True
            raise
        finally:
            await asyncio.shield(self._returned(visitor, desk, is_whole))

    async def _desk(self, visitor: str) -> Desk:
        """A desk, when it is the visitor's turn."""
        left = [turn for turn in self._waiting.get(visitor, []) if not turn.done()]
        queue = self._waiting[visitor] = left  # without those that nobody waits for any more
        if len(queue) >= WAITING:
            raise Unusable(f"{WAITING} questions of yours are waiting: one after another, please")
        turn: asyncio.Future[Desk] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._assign()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                await self._returned(visitor, turn.result(), is_whole=True)
            raise

    def _assign(self) -> None:
        """Give idle desks to those who wait; who got one goes to the end of the line."""
        for visitor in [one for one in self._waiting if one not in self._served]:
            queue = [turn for turn in self._waiting.pop(visitor) if not turn.done()]
            if queue and self._idle:
                self._served.add(visitor)
                queue.pop(0).set_result(self._idle.pop())
            if queue:
                self._waiting[visitor] = queue

    async def _returned(self, visitor: str, desk: Desk, is_whole: bool) -> None:
        """Take a desk back; one that is not done with its answer starts anew."""
        self._served.discard(visitor)
        self._assign()
        if not is_whole:
            await desk.end()
            await desk.start()
        self._idle.append(desk)
        self._assign()
