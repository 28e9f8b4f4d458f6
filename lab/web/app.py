"""The pages and what they ask for; every verdict comes from the kit."""

import asyncio
import contextlib
import functools
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.templating import Jinja2Templates
from watchfiles import Change, awatch

from lab import Unusable, notations, puzzles
from lab.puzzles import Puzzle
from lab.web import tasks
from lab.web.desks import Desks, Part
from lab.web.playable import Playable

T = TypeVar("T")

HERE = Path(__file__).parent
SHORT, LONG = 10.0, 60.0  # seconds for a hint and its like, for what may take its time
PATIENCE = 180.0  # seconds for an examination
ASKED = ("count", "soluble", "hint", "explain", "rate", "replay", "make")
PATIENT = ("count", "explain", "replay", "make")  # questions that may take their time
TICK = 0.25  # seconds between two looks whether somebody still waits
TASKS = "lab.web.tasks"


class Page(NamedTuple):
    """What a page is about: its puzzles, the folder it watches, whether it is for many."""

    puzzles: list[Puzzle]  # the first one is open at first
    folder: Path | None
    is_public: bool


class Site:
    """The routes of a page, and the desks behind it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.playable = {puzzle.spelt: Playable(puzzle) for puzzle in page.puzzles}
        self.templates = Jinja2Templates(HERE / "templates")
        self.quick, self.slow = Desks(TASKS, 2, SHORT), Desks(TASKS, 2, LONG)
        patience = PATIENCE / 3 if page.is_public else PATIENCE
        self.examining = Desks("lab.web.examining", 2, patience)
        self.is_closing: Callable[[], bool] = lambda: False  # after Ctrl-C no answer goes on
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.app = Starlette(
            routes=[
                Route("/", self.play),
                Route("/write", self.beside),
                Route("/picture/{puzzle:path}", self.picture),
                Route("/api/puzzles", self.puzzles),
                Route("/api/example", self.example, methods=["POST"]),
                Route("/api/read", self.read, methods=["POST"]),
                Route("/api/write", self.write, methods=["POST"]),
                Route("/api/state", self.state, methods=["POST"]),
                Route("/api/ask", self.ask, methods=["POST"]),
                Route("/api/program", self.program, methods=["POST"]),
                Route("/api/watch", self.watch, methods=["POST"]),
                Mount("/static", StaticFiles(directory=HERE / "static")),
            ],
            exception_handlers={
                Unusable: unusable,
                KeyError: malformed,
                TypeError: malformed,
                ValueError: malformed,
                Exception: broken,
            },
            lifespan=self.lifespan,
        )

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Start the desks, and end them."""
        kinds = (self.quick, self.slow, self.examining)
        await asyncio.gather(self.quick.start(), self.slow.start())
        try:
            yield
        finally:
            await asyncio.gather(*(desks.end() for desks in kinds))

    # ------------------------------------------------------------ pages

    async def play(self, request: Request) -> Response:
        """The page to play on."""
        return self.templates.TemplateResponse(request, "play.html", {"page": self.page})

    async def beside(self, request: Request) -> Response:
        """The page to write programs beside; its desks start while it is drawn."""
        self._starting = asyncio.create_task(self.examining.start())
        return self.templates.TemplateResponse(request, "write.html", {"page": self.page})

    async def picture(self, request: Request) -> Response:
        """The picture of a value: /picture/PUZZLE?value=b"""
        looks = self.of(request.path_params["puzzle"]).own("LOOKS")
        look = looks.get(request.query_params.get("value", ""))
        if not look or not look.image:
            return Response(status_code=404)
        return FileResponse(look.image, headers={"cache-control": "max-age=3600"})

    # ------------------------------------------------------------ puzzles

    async def puzzles(self, request: Request) -> Response:
        """All puzzles with what the page needs of them."""
        return JSONResponse([one.table() for one in self.playable.values()])

    async def example(self, request: Request) -> Response:
        """An example by its name."""
        words = await request.json()
        table = self.of(words["puzzle"])
        if words["name"] not in table.examples:
            raise Unusable(f"{table.puzzle.title} has no example {words['name']!r}")
        path = table.puzzle.examples / f"{words['name']}.txt"
        boards = notations.source(str(path), table.puzzle).boards()
        return JSONResponse(tasks.opened(table, boards))

    async def read(self, request: Request) -> Response:
        """The puzzles in a text in any notation, or in an address."""
        words = await request.json()
        table, text = self.of(words["puzzle"]), str(words["text"])
        claiming = puzzles.choose_puzzle(None, text.encode())
        if claiming.spelt in self.playable and claiming.claims(text.encode()):
            table = self.of(claiming.spelt)
        question = {
            "question": "read",
            "puzzle": table.puzzle.spelt,
            "text": text,
            "name": str(words.get("name") or "the text"),
            "is_address": bool(words.get("is_address")),
        }
        return self.events(request, self.quick.ask(visitor(request), question))

    async def write(self, request: Request) -> Response:
        """A board in a notation."""
        words = await request.json()
        table = self.of(words["puzzle"])
        board = table.board(words["board"])
        text = notations.write(table.puzzle, board, words["notation"])
        return JSONResponse({"text": text})

    async def state(self, request: Request) -> Response:
        """What is to be shown of a board while it is played."""
        words = await request.json()
        table = self.of(words["puzzle"])
        given, board = table.board(words["given"], solved=False), table.board(words["board"])
        return JSONResponse(await self.computed(request, table.state, given, board))

    async def ask(self, request: Request) -> Response:
        """The answer of a desk to a question, as server-sent events."""
        words = await request.json()
        self.of(words["puzzle"])
        if words["question"] not in ASKED:
            raise Unusable(f"found the question {words['question']!r}, which is unknown")
        desks = self.slow if words["question"] in PATIENT else self.quick
        return self.events(request, desks.ask(visitor(request), words))

    # ------------------------------------------------------------ programs

    async def program(self, request: Request) -> Response:
        """What check says of a program that is typed in the page, and what it answers."""
        words = await request.json()
        table = self.of(words["puzzle"])
        question = {
            "question": "examine",
            "puzzle": table.puzzle.spelt,
            "example": str(words["example"]),
            "program": str(words["program"]),
        }
        return self.events(request, self.examining.ask(visitor(request), question))

    async def watch(self, request: Request) -> Response:
        """The same of the folder, now and whenever a file in it is saved."""
        words = await request.json()
        table = self.of(words["puzzle"])
        if not self.page.folder:
            raise Unusable("no folder is watched: python3 -m lab web FOLDER")
        question = {
            "question": "examine",
            "puzzle": table.puzzle.spelt,
            "example": str(words["example"]),
            "folder": str(self.page.folder),
        }
        ask = functools.partial(self.examining.ask, visitor(request), question)
        return self.events(request, whenever_saved(self.page.folder, ask))

    async def computed(self, request: Request, function: Callable[..., T], *words: Any) -> T:
        """What a function returns, in a thread; a visitor has one at a time."""
        turn = self._turns.setdefault(visitor(request), asyncio.Lock())
        async with turn:
            result: T = await run_in_threadpool(function, *words)
        return result

    def events(self, request: Request, parts: AsyncIterator[Part]) -> Response:
        """Parts as server-sent events, as long as the visitor listens."""

        async def is_gone() -> bool:
            return self.is_closing() or await request.is_disconnected()

        async def lines() -> AsyncIterator[str]:
            try:
                async for part in wanted(parts, is_gone):
                    yield f"data: {json.dumps(part)}\n\n"
                yield 'data: {"end": true}\n\n'
            except Unusable as error:
                yield f"data: {json.dumps({'fault': str(error)})}\n\n"

        return StreamingResponse(lines(), media_type="text/event-stream")

    def of(self, name: str) -> Playable:
        """A puzzle of the page; no other folder is looked into."""
        if name not in self.playable:
            raise Unusable(f"found the puzzle {name!r}, expected one of {', '.join(self.playable)}")
        return self.playable[name]


async def whenever_saved(
    folder: Path, ask: Callable[[], AsyncIterator[Part]]
) -> AsyncIterator[Part]:
    """The parts of an answer, again from the beginning whenever a file of the folder is saved."""
    changes = awatch(folder, watch_filter=is_program, debounce=200, step=50)
    while True:
        change = asyncio.ensure_future(anext(changes))

        async def has_changed(change: asyncio.Future[Any] = change) -> bool:
            return change.done()

        try:
            yield {"begin": True}
            try:
                async for part in wanted(ask(), has_changed):
                    yield part
            except Unusable as error:
                yield {"said": str(error)}
            yield {"rest": True}
            try:
                await change
            except (OSError, RuntimeError, StopAsyncIteration):
                raise Unusable(f"{folder}: it is there no more") from None
        finally:
            drop(change)


def is_program(change: Change, path: str) -> bool:
    """Whether a file that changed may matter."""
    return path.endswith((".lp", ".py")) and not Path(path).name.startswith(".")


def visitor(request: Request) -> str:
    """Who asks, for a fair share: the machine."""
    return request.client.host if request.client else ""


# ---------------------------------------------------------------- answers


async def unusable(request: Request, error: Exception) -> Response:
    """One line that says why."""
    return JSONResponse({"fault": str(error)}, status_code=400)


async def malformed(request: Request, error: Exception) -> Response:
    """The same for a request that the page does not make."""
    return JSONResponse({"fault": f"the request cannot be read: {error}"}, status_code=400)


async def broken(request: Request, error: Exception) -> Response:
    """The same for a defect."""
    words = f"the kit broke down: {type(error).__name__}: {error}"
    return JSONResponse({"fault": words}, status_code=500)


async def wanted(
    parts: AsyncIterator[Part], is_gone: Callable[[], Awaitable[bool]]
) -> AsyncIterator[Part]:
    """The parts, up to the moment when nobody waits for them any more."""
    try:
        while True:
            news = asyncio.ensure_future(anext(parts))
            try:
                while not (await asyncio.wait({news}, timeout=TICK))[0]:
                    if await is_gone():
                        return
                yield news.result()
            except StopAsyncIteration:
                return
            finally:
                if drop(news):
                    with contextlib.suppress(asyncio.CancelledError, StopAsyncIteration, Unusable):
                        await news
    finally:
        if close := getattr(parts, "aclose", None):
            await close()


def drop(news: asyncio.Future[Any]) -> bool:
    """Cancel what nobody waits for any more; returns whether it has still to end.

    An error that it has ended with already counts as seen: asyncio reports all others.
    """
    is_under_way = news.cancel()
    if not is_under_way and not news.cancelled():
        news.exception()
    return is_under_way
