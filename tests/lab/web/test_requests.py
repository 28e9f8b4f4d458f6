"""The server of the page: foreign, malformed, late and many requests; bad options."""

import json
import os
import re
import socket
import subprocess
import sys
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.kit import EXAMPLES, ROOT, run_process
from tests.lab.web.chromium import TIMEOUT, go
from tests.lab.web.pages import (
    NEEDS_PAGE,
    Visit,
    choose_example,
    find_cell,
    label,
    post,
    serve,
    wait_for_message,
    wait_for_text,
)

pytestmark = NEEDS_PAGE


HINT = {"puzzle": "lightup", "job": "hint", "puzzle_rows": ["."], "board": ["."], "tactics": "A"}
READ = {"job": "read", "puzzle": "lightup"}


@pytest.mark.long
def test_a_foreign_page_cannot_run_a_program(address: str, visit: Visit) -> None:
    data = {"puzzle": "lightup", "example": "dom01", "program": "a."}
    assert post(address, "/api/program", data)[0] == 200
    assert post(address, "/api/program", data, origin="http://evil.example")[0] == 403
    assert post(address, "/api/program", data, cookie="")[0] == 403
    assert post(address, "/api/program", data, host="evil.example")[0] == 421


@pytest.mark.long
def test_a_lost_connection_loses_nothing(visit: Visit) -> None:
    with serve() as first:
        page = visit(first)
        choose_example(page, "dom01")
        find_cell(page, 0, 1).click()
        port = re.search(r":(\d+)/", first)
        assert port
    find_cell(page, 3, 1).click()
    wait_for_text(page, "#lost", "No answer from the kit")
    with serve(f"--port={port[1]}") as again:
        wait_for_text(page, "#lost", "open that one")  # another start has another token
        go(page, again)
        wait_for_message(page, "")
        assert "bulb" in label(page, 0, 1) and "bulb" in label(page, 3, 1)


@pytest.mark.long
def test_a_class_room_has_scratch_programs_only(visit: Visit) -> None:
    with serve("--host=0.0.0.0") as address:
        local = re.sub("//[^:]*:", "//127.0.0.1:", address)
        page = visit(local.replace("/?", "/write?"))
        assert page.locator("[data-mode]").count() == 0
        assert page.is_editable("#program")
        data = {"puzzle": "lightup", "example": "dom01"}
        assert post(local, "/api/watch", data)[0] == 400


@pytest.mark.long
def test_a_visitor_with_many_requests_does_not_starve_another(address: str) -> None:
    """Who asks while another waits for many answers gets one before most of these."""
    rows = (EXAMPLES / "dom08.txt").read_text().split()
    data = {"puzzle": "lightup", "job": "hint", "puzzle_rows": rows, "board": rows, "tactics": "A"}
    ends: list[int] = []

    def ask(visitor: int) -> None:
        assert post(address, "/api/ask", data, source=f"127.0.0.{visitor}")[0] == 200
        ends.append(visitor)

    with ThreadPoolExecutor(9) as threads:
        futures = [threads.submit(ask, 2) for _ in range(8)]
        wait(futures, return_when=FIRST_COMPLETED)
        futures.append(threads.submit(ask, 3))
    for future in futures:
        future.result()
    assert ends.index(3) < 4


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/api/state", {}),
        ("/api/state", {"puzzle": "../../etc", "puzzle_rows": ["."], "board": ["."]}),
        ("/api/state", {"puzzle": "lightup", "puzzle_rows": ["."], "board": ["?"]}),
        ("/api/state", {"puzzle": "lightup", "puzzle_rows": ["."], "board": [".."]}),
        ("/api/state", {"puzzle": "amaze", "puzzle_rows": [["1", "1"]], "board": [["1"]]}),
        ("/api/state", []),
        ("/api/state", "[" * 100_000),
        ("/api/state", {"puzzle": ["lightup"], "puzzle_rows": ["."], "board": ["."]}),
        ("/api/state", {"puzzle": "lightup", "puzzle_rows": "...", "board": ["."]}),
        ("/api/state", {"puzzle": "lightup", "puzzle_rows": ["."], "board": [["x" * 99, "."]]}),
        ("/api/example", {"puzzle": "lightup", "name": "../lightup"}),
        ("/api/write", {"puzzle": "lightup", "board": ["."], "notation": "nothing"}),
        ("/api/program", {"puzzle": "lightup", "example": "../../etc/passwd", "program": ""}),
        ("/api/program", {"puzzle": "lightup", "example": 1, "program": ""}),
        ("/api/ask", {"puzzle": "lightup"}),
        ("/api/ask", {"puzzle": "lightup", "job": "exit"}),
        ("/api/ask", {"puzzle": "lightup", "job": "read"}),
        ("/api/ask", {"puzzle": "lightup", "job": "read", "text": ["."]}),
        ("/api/ask", {**HINT, "tactics": "Z"}),
        ("/api/ask", {**HINT, "tactics": 3}),
        ("/api/ask", {**HINT, "tactics": {}}),
        ("/api/ask", {**HINT, "board": None}),
        ("/api/ask", {"puzzle": "../../etc", "job": "hint"}),
        ("/api/watch", {"puzzle": "lightup", "example": "dom01"}),
    ],
)
def test_malformed_requests_are_answered_with_a_sentence(
    address: str, path: str, data: Any
) -> None:
    status, text = post(address, path, data)
    if status == 200:
        assert '"offences":[{' in text
        return
    fault = json.loads(text)["fault"]
    assert status == 400 and re.search("(found|has no|needs|is watched)", fault)
    assert "\n" not in fault and len(fault) < 300 and "Error" not in fault


@pytest.mark.long
@pytest.mark.parametrize(
    "data",
    [
        {"job": "make", "puzzle": "lightup", "values": {"height": "1e9", "width": "3"}},
        {"job": "rate", "puzzle": "amaze", "puzzle_rows": ["1.1"]},
        {"job": "make", "puzzle": "lightup", "values": {"seed": "\0"}},
        {"job": "make", "puzzle": "amaze", "values": {"seed": ["\0"]}},
        {**READ, "text": "?" * 1000},
        {**READ, "text": "dim(100000). #const n=100000."},
        {**READ, "text": "dim(2). n(1..9999). p :- n(X), n(Y), n(Z), X+Y+Z < 0."},
        {**READ, "text": f'dim(2). #include "{ROOT / "lightup.lp"}".'},
        {**READ, "text": "dim(2). #script (lua) os.exit() #end."},
        {**HINT, "puzzle_rows": ["..", ".."]},
        {**HINT, "job": "soluble", "board": [".."]},
        {**HINT, "puzzle": "amaze", "job": "soluble", "board": [".."]},
    ],
)
def test_questions_that_cannot_be_answered(address: str, data: dict[str, Any]) -> None:
    status, text = post(address, "/api/ask", data)
    assert status == 200 and "fault" in (answer := json.loads(text.split("data: ")[1]))
    assert "broke down" not in answer["fault"]


@pytest.mark.long
def test_connections_without_a_request_are_closed(address: str) -> None:
    """A machine has a hundred at most; several machines together cannot lock others out."""
    port = int(re.search(r":(\d+)/", address)[1])  # type: ignore[index]
    data = {"puzzle": "lightup", "puzzle_rows": ["."], "board": ["b"]}
    with ExitStack() as stack:
        sockets = []
        for number in range(600):
            source = (f"127.0.1.{number % 5}", 0)
            client = socket.create_connection(("127.0.0.1", port), TIMEOUT / 1000, source)
            sockets.append(stack.enter_context(client))
            client.send(b"GET / HTTP/1.1\r\n")  # the rest of the head never comes
        assert post(address, "/api/state", data, "127.0.1.9")[0] in (200, 503)
        for client in sockets:
            with suppress(ConnectionResetError):
                assert client.recv(1) == b""
        assert post(address, "/api/state", data, "127.0.1.9")[0] == 200


@pytest.mark.long
def test_a_body_that_does_not_come_is_not_waited_for(address: str) -> None:
    host, port, token = re.match(r"http://([^/]*):(\d+)/.*token=(.*)", address).groups()  # type: ignore[union-attr]
    head = f"POST /api/state HTTP/1.1\r\nhost: {host}:{port}\r\ncookie: lab-{port}={token}\r\n"
    with socket.create_connection((host, int(port)), TIMEOUT / 1000) as client:
        client.send(f"{head}content-length: 100\r\n\r\n".encode())
        assert client.recv(100).startswith(b"HTTP/1.1 408 ")


@pytest.mark.long
def test_a_page_with_a_bad_port_host_or_folder_is_refused(address: str, tmp_path: Path) -> None:
    port = re.search(r":(\d+)/", address)
    assert port
    cases: list[tuple[list[object], str]] = [
        ([f"--port={port[1]}"], f"port {port[1]} is in use"),
        (["--port=70000"], "expected a number from 0 to 65535"),
        ([tmp_path / "none"], "found no folder"),
        (["--host=0.0.0.0", tmp_path], "--host serves no folder"),
        (["--host=nowhere.invalid"], "nowhere.invalid"),
    ]
    for arguments, complaint in cases:
        command = [sys.executable, "-m", "lab", "web", "--no-open", *map(str, arguments)]
        run = run_process(command)
        assert run.returncode == 2 and complaint in run.stderr
        assert "Traceback" not in run.stderr and run.stdout == ""


@pytest.mark.long
def test_a_class_room_needs_the_sandbox() -> None:
    environment = {**os.environ, "LAB_SANDBOX_WITHOUT": "bubblewrap,Landlock"}
    command = [sys.executable, "-m", "lab", "web", "--no-open", "--port=0", "--host=0.0.0.0"]
    run = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=120, env=environment
    )
    assert run.returncode == 2 and "not contained here" in run.stderr
