"""Measures the page of `lab web`: hints, and many visitors at once.

A server is started for it, on this machine.  Each visitor comes from an address of its own, as
the server gives every address a fair share; a visitor plays: the verdict on a board, a hint,
whether it can be solved.
"""

import http.client
import importlib.util
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from statistics import median
from typing import Any, NamedTuple

import decode
import encode
from lab import ROOT, puzzles
from lab.common.terminal import Table, show_progress
from lab.lightup.hint.tactics import REASONED
from lab.lightup.rules import Board

PUZZLE = puzzles.default_puzzle()
EXAMPLES = {"10x10": "dom05", "25x25": "dom08"}
VISITORS, TURNS, TIMES = 30, 3, 15
HINT_LIMIT, VISITOR_LIMIT = 0.3, 1.0  # seconds that are promised


class Server(NamedTuple):
    """The address of a page that is served, and its token."""

    host: str
    port: int
    token: str


def run(large: bool) -> None:
    """Print the table; there are no larger boards."""
    if not importlib.util.find_spec("starlette"):
        decode.report("lab bench: web: python3 -m pip install -r lab/web/requirements.txt")
        return
    with (
        start_server() as server,
        Table("{:32}{:>10}{:>10}{:>10}", "", "median", "worst", "promised") as table,
    ):
        for size, name in EXAMPLES.items():
            question = ask_hint(read_example(name))
            times = [post(server, 1, "/api/ask", question) for _ in range(TIMES)]
            table.add(f"{size}, a hint", *format_times(times, HINT_LIMIT))
        show_progress(f"{VISITORS} visitors")
        times = measure_visitors(server)
        show_progress()
        table.add(f"{VISITORS} visitors at once, an answer", *format_times(times, VISITOR_LIMIT))


def format_times(times: list[float], limit: float) -> list[str]:
    """Return median, worst and promised time in milliseconds."""
    return [f"{1000 * seconds:.0f} ms" for seconds in (median(times), max(times), limit)]


@contextmanager
def start_server() -> Iterator[Server]:
    """Serve the page as long as the context lasts."""
    command = [sys.executable, "-m", "lab", "web", "--no-open", "--port=0"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout
            address = process.stdout.readline().strip()
            match = re.match(r"http://([^/]*):(\d+)/\?token=(.*)", address)
            assert match
            server = Server(match[1], int(match[2]), match[3])
            post(server, 1, "/api/ask", ask_hint(read_example("dom05")))  # its workers are ready
            yield server
        finally:
            process.send_signal(signal.SIGINT)


def measure_visitors(server: Server) -> list[float]:
    """Return the seconds for each answer while many visitors play at once."""
    board = read_example("dom05")
    state = {"puzzle": PUZZLE.name, "given": board, "board": board}
    requests = [
        ("/api/state", state),
        ("/api/ask", ask_hint(board)),
        ("/api/ask", {**state, "question": "soluble"}),
    ]

    def play(visitor: int) -> list[float]:
        return [post(server, visitor, path, body) for _ in range(TURNS) for path, body in requests]

    with ThreadPoolExecutor(VISITORS) as threads:
        return [time for times in threads.map(play, range(1, VISITORS + 1)) for time in times]


def post(server: Server, visitor: int, path: str, body: dict[str, Any]) -> float:
    """Return the seconds for the answer to a visitor, who has an address of its own."""
    start = time.perf_counter()
    connection = http.client.HTTPConnection(
        server.host, server.port, timeout=60, source_address=(f"127.0.0.{visitor}", 0)
    )
    headers = {"cookie": f"lab-{server.port}={server.token}", "content-type": "application/json"}
    connection.request("POST", path, json.dumps(body), headers)
    reply = connection.getresponse().read()
    connection.close()
    assert b'"fault"' not in reply, reply
    return time.perf_counter() - start


def ask_hint(board: Board) -> dict[str, Any]:
    """Return the body of a request for a hint."""
    request = {"puzzle": PUZZLE.name, "question": "hint", "given": board, "board": board}
    return {**request, "tactics": REASONED}


def read_example(name: str) -> Board:
    """Return the board of an example."""
    return encode.read_grid((PUZZLE.examples / f"{name}.txt").read_bytes())
