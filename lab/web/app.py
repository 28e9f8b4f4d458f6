"""The page with Play and Write, and the requests that it sends; every verdict is the kit's."""

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from lab import Unusable, notations
from lab.check.watch import POLL_SECONDS, read_state
from lab.common.language import LANGUAGES, OWN_NAMES, use_language
from lab.puzzles import Puzzle
from lab.web import jobs
from lab.web.guard import ADDRESSES
from lab.web.pages import render_page
from lab.web.playable import JsonObject, PlayablePuzzle
from lab.web.worker_pool import WorkerPool

HERE = Path(__file__).parent
BOARD_SECONDS = 5.0  # seconds for a verdict on a board, or its text
JOB_SECONDS = 10.0  # seconds for another job
LONG_JOB_SECONDS = 60.0  # seconds for one of LONG_JOBS
LONG_JOBS = ("count", "explain", "replay", "make")
EXAMINATION_SECONDS = 180.0  # seconds on the machine of one user
PUBLIC_EXAMINATION_SECONDS = 60.0  # seconds on a machine that many share


class PageServer:
    """The routes of the page, and the pools of workers behind them."""

    def __init__(self, served_puzzles: list[Puzzle], folder: Path | None, is_public: bool) -> None:
        """Serve puzzles, the first is opened; `folder` is the student's folder to watch, if any."""
        self.puzzles = {puzzle.name_or_path: PlayablePuzzle(puzzle) for puzzle in served_puzzles}
        self.folder = folder
        seconds = PUBLIC_EXAMINATION_SECONDS if is_public else EXAMINATION_SECONDS
        self.board_pool = WorkerPool("lab.web.jobs", 2, BOARD_SECONDS)
        self.short_pool = WorkerPool("lab.web.jobs", 2, JOB_SECONDS)
        self.long_pool = WorkerPool("lab.web.jobs", 2, LONG_JOB_SECONDS)
        self.examining_pool = WorkerPool("lab.web.program_check", 2, seconds)
        self.app = Starlette(
            routes=[
                *(Route(path, partial(self.send_page, view)) for view, path in ADDRESSES.items()),
                Route("/picture/{puzzle:path}", self.send_picture),
                Route("/api/puzzles", self.list_puzzles),
                Route("/api/example", self.open_example, methods=["POST"]),
                Route("/api/write", partial(self.answer_whole, "write"), methods=["POST"]),
                Route("/api/state", partial(self.answer_whole, "verdict"), methods=["POST"]),
                Route("/api/ask", self.stream_answer, methods=["POST"]),
                Route("/api/program", self.examine, methods=["POST"]),
                Route("/api/watch", self.watch, methods=["POST"]),
                Mount("/static", StaticFiles(directory=HERE / "static")),
            ],
            exception_handlers={Unusable: send_fault, Exception: send_fault},
            lifespan=self.end_pools,
        )

    @contextlib.asynccontextmanager
    async def end_pools(self, app: Starlette) -> AsyncIterator[None]:
        yield
        pools = (self.board_pool, self.short_pool, self.long_pool, self.examining_pool)
        await asyncio.gather(*(pool.end() for pool in pools))

    def get_playable(self, name: str) -> PlayablePuzzle:
        """Return a puzzle of the site; raise Unusable for any other name or folder."""
        if name not in self.puzzles:
            expected = ", ".join(self.puzzles)
            raise Unusable(f"found the puzzle {name[:40]!r}, expected one of {expected}")
        return self.puzzles[name]

    # ------------------------------------------------------------ the page

    async def send_page(self, view: str, request: Request) -> Response:
        """Send the page in the language of the visitor, with a part of ADDRESSES shown."""
        code = choose_language(request)
        use_language(code)
        values = {"root": "/", "languages": OWN_NAMES, "folder": self.folder}
        return HTMLResponse(render_page(view, code, ADDRESSES, **values))

    async def send_picture(self, request: Request) -> Response:
        """Send the picture of a value of a cell: /picture/PUZZLE?value=b"""
        looks = self.get_playable(request.path_params["puzzle"]).settings.looks
        look = looks.get(request.query_params.get("value", ""))
        if not look or not look.image:
            return Response(status_code=404)
        return FileResponse(look.image, headers={"cache-control": "max-age=3600"})

    # ------------------------------------------------------------ puzzles

    async def list_puzzles(self, request: Request) -> Response:
        """Send the description of each puzzle."""
        code = choose_language(request)
        return JSONResponse([puzzle.describe(code) for puzzle in self.puzzles.values()])

    async def open_example(self, request: Request) -> Response:
        data = await read_json(request, "puzzle", "name")
        puzzle = self.get_playable(data["puzzle"])
        path = puzzle.find_example(data["name"])
        boards = notations.open_source(str(path), puzzle.puzzle).read_boards()
        return JSONResponse(jobs.describe_puzzles(puzzle, boards))

    async def answer_whole(self, job: str, request: Request) -> Response:
        """Send the answer of a quick job of lab.web.jobs at once; raise Unusable for its fault."""
        data = await read_json(request, "puzzle")
        worker_request = self.prepare_job(request, job, data)
        answer = self.board_pool.answer(get_visitor(request), worker_request)
        parts = [part async for part in answer]
        if "fault" in parts[-1]:
            raise Unusable(parts[-1]["fault"])
        return JSONResponse(parts[0])

    async def stream_answer(self, request: Request) -> Response:
        """Send the answer of any job of lab.web.jobs, part by part, as soon as each is there."""
        data = await read_json(request, "puzzle", "job")
        worker_request = self.prepare_job(request, data["job"], data)
        pool = self.long_pool if data["job"] in LONG_JOBS else self.short_pool
        return stream_parts(pool.answer(get_visitor(request), worker_request))

    def prepare_job(self, request: Request, job: str, data: JsonObject) -> JsonObject:
        """Return the request for a worker, with the visitor's language; raise Unusable.

        No other folder's code is run: get_playable refuses it.
        """
        arguments = jobs.check_arguments(self.get_playable(data["puzzle"]), job, data)
        language = choose_language(request)
        return {"job": job, "puzzle": data["puzzle"], **arguments, "language": language}

    # ------------------------------------------------------------ programs

    async def examine(self, request: Request) -> Response:
        """Send the report on a program and its answers to an example.

        The program is the one in the request, else the one in the folder that is watched.
        """
        data = await read_json(request, "puzzle", "example")
        puzzle = self.get_playable(data["puzzle"])
        worker_request = {
            "puzzle": puzzle.name,
            "example": str(puzzle.find_example(data["example"])),
            "program": str(data["program"]) if "program" in data else None,
            "folder": None if "program" in data else str(self.get_folder()),
            "language": choose_language(request),
        }
        return stream_parts(self.examining_pool.answer(get_visitor(request), worker_request))

    async def watch(self, request: Request) -> Response:
        """Send an event at once, and whenever a program in the folder is saved."""
        return stream_parts(watch_folder(self.get_folder()))

    def get_folder(self) -> Path:
        """Return the folder that is watched; raise Unusable if there is none."""
        if not self.folder:
            raise Unusable("no folder is watched: python3 -m lab web FOLDER")
        return self.folder


async def watch_folder(folder: Path) -> AsyncGenerator[JsonObject, None]:
    """Yield a part at once, and whenever a file of the folder that check reads is saved."""
    reported = state = await asyncio.to_thread(read_state, folder)
    yield {"saved": True}
    while True:
        await asyncio.sleep(POLL_SECONDS)
        earlier, state = state, await asyncio.to_thread(read_state, folder)
        if earlier == state != reported:  # nothing has changed since: all is saved
            reported = state
            yield {"saved": True}


async def read_json(request: Request, *names: str) -> JsonObject:
    """Return the object in a request, with texts of these names; raise Unusable for any other."""
    try:
        data = await request.json()
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise Unusable("the request: found no JSON, or no object")
    for name in names:
        if not isinstance(data.get(name), str):
            raise Unusable(f"the request: found no text {name!r}")
    return data


def stream_parts(parts: AsyncGenerator[JsonObject, None]) -> Response:
    """Return the parts of an answer as server-sent events; it ends when the visitor leaves."""

    async def format_events() -> AsyncIterator[str]:
        async with contextlib.aclosing(parts):
            async for part in parts:
                yield f"data: {json.dumps(part)}\n\n"

    return StreamingResponse(format_events(), media_type="text/event-stream")


def choose_language(request: Request) -> str:
    """Return the chosen language, or the first of the browser that the kit has, or en."""
    codes = [request.cookies.get("language", "")]
    codes += re.findall(r"\b[a-z]{2}\b", request.headers.get("accept-language", ""))
    return next((code for code in codes if code in LANGUAGES), "en")


def get_visitor(request: Request) -> str:
    """Return who sends a request: the address of the machine."""
    return request.client.host if request.client else ""


async def send_fault(request: Request, error: Exception) -> Response:
    """Send one line about an error, with status 400 for a wrong request, 500 for a defect."""
    if isinstance(error, Unusable):
        return JSONResponse({"fault": str(error)}, 400)
    return JSONResponse({"fault": f"the kit broke down: {type(error).__name__}: {error}"}, 500)
