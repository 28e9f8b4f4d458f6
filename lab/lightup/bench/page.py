"""Measures the page of `lab web`: clicks in a real browser, hints, many visitors at once.

A server is started for it, on this machine.  Each visitor comes from an address of its own, as
the server gives every address a fair share; a visitor plays: the verdict on a board, a hint,
whether it can be solved.  The browser is Debian's chromium, driven by Playwright.
"""

import functools
import http.client
import importlib.util
import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from statistics import median
from typing import Any, NamedTuple

import decode
import encode
from lab import ROOT, puzzles
from lab.common.terminal import Table, show_progress
from lab.lightup.hint.tactics import REASONED
from lab.lightup.rules import OPEN, Board

PUZZLE = puzzles.default_puzzle()
SMALL, LARGE = "dom05", "dom08"  # of examples/: 10x10 and 25x25
VISITORS, TURNS, TIMES = 30, 3, 15
LIMITS = {"click": 0.05, "hint": 0.3, "visitor": 1.0}  # seconds that are promised
CHROMIUM = "chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
CLICK = """async (index) => {
  const cell = document.querySelector(`[data-index='${index}']`);
  const how = { bubbles: true, pointerId: 1, button: 0, pointerType: "mouse" };
  const start = performance.now();
  cell.dispatchEvent(new PointerEvent("pointerdown", how));
  cell.dispatchEvent(new PointerEvent("pointerup", how));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  const marked = performance.now() - start;
  while (!cell.dataset.tints && performance.now() < start + 10000) {
    await new Promise((done) => setTimeout(done, 1));
  }
  return [marked / 1000, (performance.now() - start) / 1000];
}"""


class Server(NamedTuple):
    """Where a page is served, and the token."""

    address: str
    host: str
    token: str


def run(large: bool) -> None:
    """Print the table; there are no larger boards."""
    if not importlib.util.find_spec("starlette"):
        decode.report("lab bench: web: python3 -m pip install -r lab/web/requirements.txt")
        return
    with (
        served() as server,
        Table("{:32}{:>10}{:>10}{:>10}", "", "median", "worst", "promised") as table,
    ):
        for name, limit, measured in chapters(server):
            figures = measured()
            show_progress()
            if figures:
                words = [f"{1000 * value:.0f} ms" for value in (median(figures), max(figures))]
                table.add(name, *words, limit and f"{1000 * LIMITS[limit]:.0f} ms")


def chapters(server: Server) -> Iterator[tuple[str, str, Callable[[], list[float]]]]:
    """The rows of the table: a name, the limit promised, and what measures the seconds."""
    if browser_is_missing():
        decode.report("lab bench: web: clicks need playwright and chromium")
    else:
        clicks = clicked(server)
        yield "25x25, click to mark", "click", lambda: [mark for mark, _ in clicks]
        yield "25x25, click to the verdict", "", lambda: [verdict for _, verdict in clicks]
    for name, words in ((SMALL, "10x10, a hint"), (LARGE, "25x25, a hint")):
        yield words, "hint", functools.partial(hints, server, name)
    yield f"{VISITORS} visitors at once, an answer", "visitor", lambda: crowd(server)


def browser_is_missing() -> bool:
    """Whether there is nothing to click with."""
    return not (importlib.util.find_spec("playwright") and shutil.which(CHROMIUM))


@contextmanager
def served() -> Iterator[Server]:
    """A page that is served as long as this lasts."""
    command = [sys.executable, "-m", "lab", "web", "--no-open", "--port=0"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout
            address = process.stdout.readline().strip()
            match = re.match(r"http://([^/]*)/\?token=(.*)", address)
            assert match
            server = Server(address, match[1], match[2])
            asked(server, 1, "/api/ask", hint_of(example(SMALL)))  # the desks are ready
            yield server
        finally:
            process.send_signal(signal.SIGINT)


def clicked(server: Server) -> list[tuple[float, float]]:
    """Seconds from a click to its mark, and to the verdict of the kit; the board is 25x25."""
    from playwright.sync_api import sync_playwright

    board = example(LARGE)
    width = len(board[0])
    white = [n for n in range(width * len(board)) if board[n // width][n % width] == OPEN]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which(CHROMIUM), args=FLAGS)
        page = browser.new_page()
        page.goto(server.address)
        page.wait_for_selector("body[data-ready]")
        page.select_option("#example", LARGE)
        page.wait_for_selector(f"[data-index='{width * width - 1}']")
        figures = [tuple(page.evaluate(CLICK, cell)) for cell in white[:: len(white) // TIMES]]
        browser.close()
    return figures


def hints(server: Server, name: str) -> list[float]:
    """Seconds for the first hint of an example, again and again."""
    return [asked(server, 1, "/api/ask", hint_of(example(name))) for _ in range(TIMES)]


def crowd(server: Server) -> list[float]:
    """Seconds for each answer while many visitors play at once."""
    board = example(SMALL)
    state = {"puzzle": PUZZLE.name, "puzzle_rows": board, "board": board}
    requests = [
        ("/api/state", state),
        ("/api/ask", hint_of(board)),
        ("/api/ask", {**state, "job": "soluble"}),
    ]

    def play(visitor: int) -> list[float]:
        return [asked(server, visitor, *one) for _ in range(TURNS) for one in requests]

    with ThreadPoolExecutor(VISITORS) as threads:
        return [one for some in threads.map(play, range(1, VISITORS + 1)) for one in some]


def asked(server: Server, visitor: int, path: str, words: dict[str, Any]) -> float:
    """Seconds for an answer to a visitor, who has an address of its own."""
    name, port = server.host.split(":")
    start = time.perf_counter()
    connection = http.client.HTTPConnection(
        name, int(port), timeout=60, source_address=(f"127.0.0.{visitor}", 0)
    )
    headers = {"cookie": f"lab-{port}={server.token}", "content-type": "application/json"}
    connection.request("POST", path, json.dumps(words), headers)
    reply = connection.getresponse().read()
    connection.close()
    assert b'"fault"' not in reply, reply
    return time.perf_counter() - start


def hint_of(board: Board) -> dict[str, Any]:
    """The question for a hint."""
    words = {"puzzle": PUZZLE.name, "job": "hint", "puzzle_rows": board, "board": board}
    return {**words, "tactics": REASONED}


def example(name: str) -> Board:
    """The board of an example."""
    return encode.read_grid((PUZZLE.examples / f"{name}.txt").read_bytes())
