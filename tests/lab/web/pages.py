"""What tests of the page in a real browser do: serve it, find cells, act, wait for a text.

The tests that are not marked as long use each way to play, to ask and to write once.
"""

import http.client
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests.kit import ROOT
from tests.lab.web.chromium import NEEDS_CHROMIUM, TIMEOUT

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Locator, Page, Route

Visit = Callable[..., "Page"]  # open an address: visit(address, width, height, **options)

NEEDS_PAGE = [
    *NEEDS_CHROMIUM,
    *(
        pytest.mark.skipif(not find_spec(name), reason=f"{name} is not installed")
        for name in ("starlette", "uvicorn", "jinja2")
    ),
]


@contextmanager
def serve(*arguments: object) -> Iterator[str]:
    """Serve the page; yield its address with the token.  Ctrl-C ends it, and leaves nothing."""
    command = [sys.executable, "-m", "lab", "web", "--no-open", "--port=0"]
    command += map(str, arguments)
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout and process.stderr
        try:
            yield process.stdout.readline().strip() or pytest.fail(process.stderr.read())
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(120) == 130
            assert process.stderr.read() == "Ctrl-C ends it\n"


def choose_example(page: "Page", name: str, puzzle: str = "lightup") -> None:
    """Open an example."""
    if page.locator("#puzzle").input_value() != puzzle:
        page.select_option("#puzzle", puzzle)
        title = {"lightup": "Light Up", "amaze": "Amaze"}[puzzle]
        wait_for_text(page, "#title", f"{title} ·")
    page.select_option("#example", name)
    page.wait_for_selector("#board[aria-busy=false]")  # the title may have been the same before
    wait_for_text(page, "#title", f"· {name}")


def find_cell(page: "Page", row: int, column: int) -> "Locator":
    """Return the button of a cell."""
    return page.locator(f"#board .row >> nth={row} >> button >> nth={column}")


def find_bounding_box(element: "Locator") -> "FloatRect":
    """Return the place of a visible element in the window, in pixels."""
    box = element.bounding_box()
    assert box
    return box


def label(page: "Page", row: int, column: int) -> str:
    """Return the label of a cell, which a screen reader reads."""
    return str(find_cell(page, row, column).get_attribute("aria-label"))


def wait_for_text(page: "Page", selector: str, text: str) -> None:
    """Wait until an element contains a text.

    The page's policy forbids eval, and so wait_for_function of Playwright.
    """
    page.wait_for_selector(f"{selector}:has-text({json.dumps(text, ensure_ascii=False)})")


def wait_for_message(page: "Page", text: str) -> None:
    """Wait until the line below the board contains a text."""
    wait_for_text(page, "#says", text)


def hold_requests(page: "Page", address: str) -> Callable[[], "Route"]:
    """Hold back the requests for an address; return a function that waits for the latest one."""
    requests: list[Route] = []

    def keep(route: "Route") -> None:
        requests.append(route)

    def next_request() -> "Route":
        end = time.monotonic() + TIMEOUT / 1000
        while not requests and time.monotonic() < end:
            page.wait_for_timeout(20)
        return requests.pop()

    page.route(address, keep)
    return next_request


def drag(page: "Page", cells: list[tuple[int, int]], button: Literal["left", "right"]) -> None:
    """Drag with a button over the middles of cells."""
    for number, (row, column) in enumerate(cells):
        box = find_bounding_box(find_cell(page, row, column))
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if number == 0:
            page.mouse.down(button=button)
    page.mouse.up(button=button)


def post(address: str, path: str, data: Any, source: str = "", **headers: str) -> tuple[int, str]:
    """Send a request without the browser, from an address; return the status and the body."""
    match = re.match(r"http://([^/]*)/.*token=(.*)", address)
    assert match
    host, token = match.groups()
    port = host.partition(":")[2]
    source_address = (source, 0) if source else None
    connection = http.client.HTTPConnection(host, timeout=120, source_address=source_address)
    headers = {"cookie": f"lab-{port}={token}", "content-type": "application/json", **headers}
    body = data if isinstance(data, str) else json.dumps(data)
    connection.request("POST", path, body, headers)
    reply = connection.getresponse()
    return reply.status, reply.read().decode()
