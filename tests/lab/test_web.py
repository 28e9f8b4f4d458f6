"""The page without a browser: what it knows of puzzles, who may ask it."""

import asyncio
import gc
from collections.abc import AsyncIterator
from typing import Any

import pytest

from lab import Unusable, notations, puzzles
from lab.lightup import rules
from lab.web import guard
from lab.web.playable import Playable
from tests.kit import AMAZE, DATA, LIGHT_UP, needs_module, run_lab

LATIN = puzzles.find_puzzle(str(DATA / "latin"))
ALL = [Playable(puzzle) for puzzle in (LIGHT_UP, AMAZE, LATIN)]


def example(table: Playable, name: str) -> Any:
    """Return the board of an example."""
    return notations.source(name, table.puzzle).board(solved=name.startswith("sol"))


# ---------------------------------------------------------------- puzzles


@pytest.mark.parametrize("table", ALL, ids=lambda table: table.puzzle.name)
def test_an_address_is_the_puzzle(table: Playable) -> None:
    for name in table.examples:
        board = example(table, name)
        if len(board) < 30:
            assert table.addressed(table.address(board)) == board


def test_an_address_is_the_one_of_puzz_link() -> None:
    assert ALL[0].address(["..", "x1"]) == "akari/2/2/h.1"
    assert ALL[0].addressed("lightup/2/2/h.1") == ["..", "x1"]


def test_a_solution_is_one_and_a_mistake_is_shown() -> None:
    table = ALL[0]
    given, solved = example(table, "dom01"), example(table, "sol01")
    assert table.state(given, solved)["is_solved"]
    state = table.state(["..."], ["b.b"])
    assert not state["is_solved"]
    assert [(one["rule"], one["cells"]) for one in state["wrong"]] == [("sight", ((0, 0), (0, 2)))]
    assert state["tints"] == {"lit": [(0, 0), (0, 1), (0, 2)]}
    assert table.state(["..."], ["-.."])["wrong"] == []  # it may still be put right


def test_a_board_without_its_solution_is_told_from_one_with_it() -> None:
    """Of each puzzle, by the general way and by its own."""
    lightup, amaze, _ = ALL
    for name in ("01", "03"):
        given, solved = example(lightup, f"dom{name}"), example(lightup, f"sol{name}")
        assert lightup.is_soluble(given, solved)
        r, c = rules.cells(solved, rules.BULB)[0]
        without = [row[:c] + "-" + row[c + 1 :] if r == n else row for n, row in enumerate(solved)]
        assert not lightup.is_soluble(given, without)
    given, solved = [["1", ".", "1"], [".", ".", "."]], [["1", "1", "1"], [".", ".", "."]]
    assert amaze.is_soluble(given, given)
    assert amaze.is_soluble(given, solved, 3)
    assert not amaze.is_soluble(given, solved, 2)
    given = [["1", "2", "1"], [".", ".", "2"]]
    assert not amaze.is_soluble(given, given)


def test_what_can_be_typed_into_a_puzzle_that_does_not_say() -> None:
    assert ALL[2].table()["values"] == list("123456789")


@pytest.mark.parametrize("rows", [None, 7, [], [7], [[]], ["..", "."], ["?"], [["."], None]])
def test_rows_that_are_no_board(rows: Any) -> None:
    with pytest.raises(Unusable):
        ALL[0].board(rows)


def test_a_board_that_is_too_large() -> None:
    with pytest.raises(Unusable, match="too large"):
        ALL[0].board(["." * 101] * 100)


def test_hints_lead_to_the_solution() -> None:
    table = ALL[0]
    board, solved = example(table, "dom05"), example(table, "sol05")
    for _ in range(200):
        advice = table.own("hint")(board, board, table.own("FIRST_TACTICS"))
        if not advice.news:
            break
        assert len(advice.scenes) == 2  # first where, then what
        rows = [list(row) for row in board]
        for (r, c), value in advice.news:
            assert (value == "b") == (solved[r][c] == "b")
            rows[r][c] = value
        board = ["".join(row) for row in rows]
    assert rules.cells(board, "b") == rules.cells(solved, "b")


@pytest.mark.parametrize("name", ["ambiguous", "unsolvable"])
def test_a_repair_has_one_solution(name: str) -> None:
    table = ALL[0]
    found = table.own("explain")(example(table, name))
    assert found.scenes[0].marks
    for _, board in found.repairs:
        verdict = run_lab("explain", stdin="\n".join(board)).returncode
        assert verdict == 0 or name == "unsolvable"  # there, one clash less


def test_a_new_puzzle_is_the_one_that_generate_makes() -> None:
    wishes = {"height": "6", "width": "7", "difficulty": "tricky", "seed": "5"}
    board = ALL[0].own("make")(wishes)
    done = run_lab("generate", "--size=6x7", "--difficulty=tricky", "--seed=5")
    assert done.stdout.split() == board


def test_a_new_puzzle_of_lines() -> None:
    board = ALL[1].own("make")({"height": "5", "width": "6", "lines": "3", "seed": "5"})
    done = run_lab("generate", "--puzzle=amaze", "--size=5x6", "--lines=3", "--seed=5")
    assert notations.write(AMAZE, board, "grid") == done.stdout


@pytest.mark.parametrize("wish", [{"height": "x"}, {"density": "2"}, {"symmetry": "odd"}])
def test_wishes_that_cannot_be_met(wish: dict[str, str]) -> None:
    with pytest.raises(Unusable):
        ALL[0].own("make")({"height": "5", "width": "5", **wish})


# ---------------------------------------------------------------- who may ask

HOST = "127.0.0.1:8642"
COOKIE = "lab-8642=secret"


async def ok(scope: Any, receive: Any, send: Any) -> None:
    """An application that says ok to whoever gets through."""
    while (await receive()).get("more_body"):
        pass
    await guard.respond(send, 200, b"ok")


def status(method: str, path: str, query: str = "", body: bytes = b"", **headers: str) -> int:
    """Return the status of a request to a page with the token `secret` behind the guard."""
    given = {"host": HOST, "cookie": COOKIE, **{k.replace("_", "-"): headers[k] for k in headers}}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), text.encode()) for name, text in given.items()],
    }
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(guard.Guard(ok, "secret", {"localhost"}, 8642)(scope, receive, send))
    assert isinstance(sent[0]["status"], int)
    return int(sent[0]["status"])


def test_the_page_itself_may_ask() -> None:
    assert (
        status("POST", "/api/state", origin=f"http://{HOST}", sec_fetch_site="same-origin") == 200
    )
    assert status("GET", "/", sec_fetch_site="none", sec_fetch_mode="navigate") == 200
    assert status("GET", "/", host="localhost:8642") == 200
    assert status("GET", "/static/style.css", cookie="") == 200


def test_a_link_elsewhere_leads_to_the_page_but_asks_nothing() -> None:
    assert status("GET", "/", sec_fetch_site="cross-site", sec_fetch_mode="navigate") == 200
    assert status("GET", "/api/puzzles", sec_fetch_site="cross-site") == 403
    assert status("POST", "/", sec_fetch_site="cross-site", sec_fetch_mode="navigate") == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", ""])
def test_a_foreign_origin_is_refused(origin: str) -> None:
    assert status("POST", "/api/state", origin=origin) == 403


@pytest.mark.parametrize("host", ["evil.example:8642", "127.0.0.1:1", "", "[", "a:b:c"])
def test_a_name_that_is_not_of_this_machine_is_refused(host: str) -> None:
    assert status("GET", "/", host=host) == 421


@pytest.mark.parametrize("cookie", ["", "lab-8642=", "lab-8642=secre", "lab-1=secret", "\x00=;"])
def test_nothing_goes_without_the_token(cookie: str) -> None:
    assert status("GET", "/", cookie=cookie) == 403
    assert status("POST", "/api/ask", cookie=cookie) == 403


def test_the_token_of_the_address_is_kept_and_hidden() -> None:
    assert status("GET", "/", "token=secret&p=akari/1/1/g", cookie="") == 303
    assert status("GET", "/", "token=other", cookie="") == 403
    assert status("POST", "/api/ask", "token=secret", cookie="") == 403


def test_long_requests_are_refused() -> None:
    assert status("POST", "/api/state", content_length=str(guard.BODY + 1)) == 413
    assert status("POST", "/api/state", body=b"x" * (guard.BODY + 1)) == 413
    assert status("POST", "/api/state", content_length="-1") == 413
    assert status("DELETE", "/api/state") == 405


# ---------------------------------------------------------------- answers


@needs_module("starlette")
@needs_module("watchfiles")
def test_an_answer_that_ends_when_nobody_waits_for_it_is_no_error() -> None:
    from lab.web.app import wanted

    reported: list[Any] = []

    async def visit() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, what: reported.append(what))
        is_over = asyncio.Event()

        async def parts() -> AsyncIterator[Any]:
            await is_over.wait()
            return
            yield

        async def is_gone() -> bool:
            return False

        async def listen() -> None:
            async for _ in wanted(parts(), is_gone):
                pass

        listening = asyncio.create_task(listen())
        await asyncio.sleep(0.1)
        is_over.set()
        await asyncio.sleep(0)  # the answer has ended, which its listener does not know yet
        listening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await listening

    asyncio.run(visit())
    gc.collect()
    assert reported == []
