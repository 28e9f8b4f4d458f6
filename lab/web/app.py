"""The two pages, Play and Write, and the requests that they send; every verdict is the kit's."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path
from typing import NamedTuple
from weakref import WeakValueDictionary

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.templating import Jinja2Templates
from starlette.types import Receive, Scope, Send
from watchfiles import Change, awatch

from lab import Unusable, notations, puzzles
from lab.puzzles import Puzzle
from lab.web import jobs
from lab.web.playable import PlayablePuzzle
from lab.web.pool import Part, WorkerPool

HERE = Path(__file__).parent
SHORT, LONG = 10.0, 60.0  # seconds for a job, for one of LONG_JOBS
PATIENCE = 180.0  # seconds for an examination; a third of it where many share the machine
PLAYER_JOBS = ("count", "soluble", "hint", "explain", "rate", "replay", "make")  # at /api/ask
LONG_JOBS = ("count", "explain", "replay", "make")


class Site(NamedTuple):
    """What the pages show, and to whom."""

    puzzles: list[Puzzle]  # the first one is open at first
    folder: Path | None  # a student's, which is watched
    is_public: bool  # other machines may open the page


class EventStream(StreamingResponse):
    """Parts of an answer as server-sent events; the answer ends when the visitor leaves."""

    def __init__(self, parts: AsyncGenerator[Part, None]) -> None:
        super().__init__(format_events(parts), media_type="text/event-stream")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until the last one, until the visitor leaves or the server ends."""
        sending = asyncio.ensure_future(self.stream_response(send))
        leaving = asyncio.ensure_future(self.listen_for_disconnect(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sending.cancel()
            leaving.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)


async def format_events(parts: AsyncGenerator[Part, None]) -> AsyncIterator[str]:
    """Yield each part as an event, then the event `end`, or `fault` in its place."""
    try:
        async with contextlib.aclosing(parts):
            async for part in parts:
                yield f"data: {json.dumps(part)}\n\n"
        yield 'data: {"end": true}\n\n'
    except Unusable as error:
        yield f"data: {json.dumps({'fault': str(error)})}\n\n"


class PageServer:
    """The routes of a site, and the pools of workers behind them."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.puzzles = {puzzle.spelt: PlayablePuzzle(puzzle) for puzzle in site.puzzles}
        self.templates = Jinja2Templates(HERE / "templates")
        patience = PATIENCE / 3 if site.is_public else PATIENCE
        self.short_pool = WorkerPool("lab.web.jobs", 2, SHORT)
        self.long_pool = WorkerPool("lab.web.jobs", 2, LONG)
        self.examining_pool = WorkerPool("lab.web.examination", 2, patience)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.app = Starlette(
            routes=[
                Route("/", self.send_play_page),
                Route("/write", self.send_write_page),
                Route("/picture/{puzzle:path}", self.send_picture),
                Route("/api/puzzles", self.list_puzzles),
                Route("/api/example", self.open_example, methods=["POST"]),
                Route("/api/read", self.read_puzzles, methods=["POST"]),
                Route("/api/write", self.write_board, methods=["POST"]),
                Route("/api/state", self.judge_board, methods=["POST"]),
                Route("/api/ask", self.ask, methods=["POST"]),
                Route("/api/program", self.examine, methods=["POST"]),
                Route("/api/watch", self.watch, methods=["POST"]),
                Mount("/static", StaticFiles(directory=HERE / "static")),
            ],
            exception_handlers={
                Unusable: send_fault,
                KeyError: send_fault,
                TypeError: send_fault,
                ValueError: send_fault,
                Exception: send_fault,
            },
            lifespan=self.run_pools,
        )

    @contextlib.asynccontextmanager
    async def run_pools(self, app: Starlette) -> AsyncIterator[None]:
        """Start the workers of the page Play; end all workers at the end."""
        await asyncio.gather(self.short_pool.start(), self.long_pool.start())
        try:
            yield
        finally:
            pools = (self.short_pool, self.long_pool, self.examining_pool)
            await asyncio.gather(*(pool.end() for pool in pools))

    def find_puzzle(self, name: str) -> PlayablePuzzle:
        """Return a puzzle of the site; raise Unusable for any other name or folder."""
        if name not in self.puzzles:
            raise Unusable(f"found the puzzle {name!r}, expected one of {', '.join(self.puzzles)}")
        return self.puzzles[name]

    # ------------------------------------------------------------ pages

    async def send_play_page(self, request: Request) -> Response:
        """Send the page Play."""
        return self.templates.TemplateResponse(request, "play.html", {"site": self.site})

    async def send_write_page(self, request: Request) -> Response:
        """Send the page Write; the workers that examine programs start meanwhile."""
        self._starting = asyncio.create_task(self.examining_pool.start())
        return self.templates.TemplateResponse(request, "write.html", {"site": self.site})

    async def send_picture(self, request: Request) -> Response:
        """Send the picture of a value of a cell: /picture/PUZZLE?value=b"""
        looks = self.find_puzzle(request.path_params["puzzle"]).settings.looks
        look = looks.get(request.query_params.get("value", ""))
        if not look or not look.image:
            return Response(status_code=404)
        return FileResponse(look.image, headers={"cache-control": "max-age=3600"})

    # ------------------------------------------------------------ puzzles

    async def list_puzzles(self, request: Request) -> Response:
        """Send the description of each puzzle."""
        return JSONResponse([puzzle.describe() for puzzle in self.puzzles.values()])

    async def open_example(self, request: Request) -> Response:
        """Send an example."""
        data = await request.json()
        puzzle = self.find_puzzle(data["puzzle"])
        if data["name"] not in puzzle.examples:
            raise Unusable(f"{puzzle.title} has no example {data['name']!r}")
        path = puzzle.puzzle.examples / f"{data['name']}.txt"
        boards = notations.open_source(str(path), puzzle.puzzle).boards()
        return JSONResponse(jobs.describe_puzzles(puzzle, boards))

    async def read_puzzles(self, request: Request) -> Response:
        """Send the puzzles in a text in any notation, or the one in an address."""
        data = await request.json()
        puzzle, text = self.find_puzzle(data["puzzle"]), str(data["text"])
        claiming = puzzles.choose_puzzle(None, text.encode())
        if claiming.spelt in self.puzzles and claiming.claims(text.encode()):
            puzzle = self.find_puzzle(claiming.spelt)
        job = {
            "job": "read",
            "puzzle": puzzle.name,
            "text": text,
            "name": str(data.get("name") or "the text"),
            "is_address": bool(data.get("is_address")),
        }
        return EventStream(self.short_pool.answer(get_visitor(request), job))

    async def write_board(self, request: Request) -> Response:
        """Send a board in a notation."""
        data = await request.json()
        puzzle = self.find_puzzle(data["puzzle"])
        board = puzzle.read_rows(data["board"])
        return JSONResponse(
            {"text": notations.format_board(puzzle.puzzle, board, data["notation"])}
        )

    async def judge_board(self, request: Request) -> Response:
        """Send the verdict on a board that is being played; a visitor's boards come in turn."""
        data = await request.json()
        puzzle = self.find_puzzle(data["puzzle"])
        puzzle_board = puzzle.read_rows(data["puzzle_rows"], is_solved=False)
        board = puzzle.read_rows(data["board"])
        async with self._locks.setdefault(get_visitor(request), asyncio.Lock()):
            return JSONResponse(await run_in_threadpool(puzzle.judge, puzzle_board, board))

    async def ask(self, request: Request) -> Response:
        """Send the answer of one of the jobs in PLAYER_JOBS."""
        data = await request.json()
        self.find_puzzle(data["puzzle"])
        if data["job"] not in PLAYER_JOBS:
            raise Unusable(
                f"found the job {data['job']!r}, expected one of {', '.join(PLAYER_JOBS)}"
            )
        pool = self.long_pool if data["job"] in LONG_JOBS else self.short_pool
        return EventStream(pool.answer(get_visitor(request), data))

    # ------------------------------------------------------------ programs

    async def examine(self, request: Request) -> Response:
        """Send the report on a program and its answers to an example.

        The program is the one in the request, else the one in the folder of the site.
        """
        data = await request.json()
        job = {
            "job": "examine",
            "puzzle": self.find_puzzle(data["puzzle"]).name,
            "example": str(data["example"]),
        }
        if "program" in data:
            job["program"] = str(data["program"])
        else:
            job["folder"] = str(self.get_folder())
        return EventStream(self.examining_pool.answer(get_visitor(request), job))

    async def watch(self, request: Request) -> Response:
        """Send an event at once, and whenever a program in the folder of the site is saved."""
        return EventStream(watch_folder(self.get_folder()))

    def get_folder(self) -> Path:
        """Return the folder of the site; raise Unusable if it has none."""
        if not self.site.folder:
            raise Unusable("no folder is watched: python3 -m lab web FOLDER")
        return self.site.folder


async def watch_folder(folder: Path) -> AsyncGenerator[Part, None]:
    """Yield a part at once, and whenever a program in the folder is saved."""
    yield {"saved": True}
    async for _ in awatch(folder, watch_filter=is_program, debounce=200, step=50):
        yield {"saved": True}


def is_program(change: Change, path: str) -> bool:
    """Return whether a file that was saved may be a program, by its name."""
    return path.endswith((".lp", ".py")) and not Path(path).name.startswith(".")


def get_visitor(request: Request) -> str:
    """Return who sends a request: the address of the machine."""
    return request.client.host if request.client else ""


async def send_fault(request: Request, error: Exception) -> Response:
    """Send one line about an error, with status 400 for a wrong request, 500 for a defect."""
    if isinstance(error, Unusable):
        return JSONResponse({"fault": str(error)}, status_code=400)
    if isinstance(error, (KeyError, TypeError, ValueError)):  # the page sends no such request
        return JSONResponse({"fault": f"the request cannot be read: {error}"}, status_code=400)
    fault = f"the kit broke down: {type(error).__name__}: {error}"
    return JSONResponse({"fault": fault}, status_code=500)
