"""The page without a browser: what it knows of puzzles, who may ask it."""

import asyncio
import contextlib
import gc
import math
import os
import re
import shutil
import sys
from collections.abc import AsyncGenerator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lab import Unusable, notations, puzzles, web
from lab.lightup import rules
from lab.web import jobs, program_check
from lab.web.playable import PlayablePuzzle
from tests.kit import (
    AMAZE,
    DATA,
    EXAMPLES,
    LIGHT_UP,
    ROOT,
    assert_linear,
    copy_kit,
    find_folder,
    long,
    long_except,
    needs_module,
    run_lab,
    run_process,
)
from tests.kit import LATIN as LATIN_FOLDER

LATIN = puzzles.find_puzzle(str(LATIN_FOLDER))
PLAYABLE = [PlayablePuzzle(puzzle) for puzzle in (LIGHT_UP, AMAZE, LATIN)]


def read_example(playable: PlayablePuzzle, name: str) -> Any:
    """Return the board of an example, with its answer if the name begins with sol."""
    return notations.open_source(name, playable.puzzle).read_board(solved=name.startswith("sol"))


# ---------------------------------------------------------------- puzzles


@pytest.mark.parametrize("playable", PLAYABLE, ids=lambda playable: playable.puzzle.name)
def test_an_address_is_the_puzzle(playable: PlayablePuzzle) -> None:
    examples = [read_example(playable, name) for name in playable.example_names]
    boards = [board for board in examples if len(board) < 30]
    assert boards == [playable.read_address(playable.format_address(board)) for board in boards]
    assert boards


def test_an_address_is_the_one_of_puzz_link() -> None:
    assert PLAYABLE[0].format_address(["..", "x1"]) == "akari/2/2/h.1"
    assert PLAYABLE[0].read_address("lightup/2/2/h.1") == ["..", "x1"]


def test_the_page_tells_a_solution_from_a_board_with_a_mistake() -> None:
    playable = PLAYABLE[0]
    puzzle_board, solved = read_example(playable, "dom01"), read_example(playable, "sol01")
    assert playable.judge(puzzle_board, solved)["is_solved"]
    state = playable.judge(["..."], ["b.b"])
    assert not state["is_solved"]
    assert [(offence["rule"], offence["cells"]) for offence in state["offences"]] == [
        ("sight", ((0, 0), (0, 2)))
    ]
    assert state["tints"] == {"lit": [(0, 0), (0, 1), (0, 2)], "satisfied": []}
    tints = playable.list_tints(["2b1", "b.."])
    assert tints["satisfied"] == [(0, 0), (0, 2)]
    assert playable.judge(["..."], ["-.."])["offences"] == []  # it may still be put right


def test_a_board_without_its_solution_is_told_from_one_with_it() -> None:
    """Light Up has a function of its own for this, Amaze a logic program."""
    lightup, amaze, _ = PLAYABLE
    for name in ("01", "03"):
        puzzle_board = read_example(lightup, f"dom{name}")
        solved = read_example(lightup, f"sol{name}")
        assert lightup.is_soluble(puzzle_board, solved)
        r, c = rules.find_cells(solved, rules.BULB)[0]
        without = [row[:c] + "-" + row[c + 1 :] if r == n else row for n, row in enumerate(solved)]
        assert not lightup.is_soluble(puzzle_board, without)
    puzzle_board, solved = [["1", ".", "1"], [".", ".", "."]], [["1", "1", "1"], [".", ".", "."]]
    assert amaze.is_soluble(puzzle_board, puzzle_board)
    assert amaze.is_soluble(puzzle_board, solved, 3)
    assert not amaze.is_soluble(puzzle_board, solved, 2)
    assert amaze.is_soluble(puzzle_board, solved, 1 << 70)
    puzzle_board = [["1", "2", "1"], [".", ".", "2"]]
    assert not amaze.is_soluble(puzzle_board, puzzle_board)


@pytest.mark.parametrize("playable", PLAYABLE[:2], ids=lambda playable: playable.puzzle.name)
def test_the_picture_beside_the_rules_is_solved(playable: PlayablePuzzle) -> None:
    board = playable.describe()["solved"]["board"]
    assert playable.puzzle.rules.offences(board) == []


@pytest.mark.parametrize(
    ("name", "side", "values"),
    [
        ("latin", 4, "1 2 3 4"),
        ("sudoku", 9, "1 2 3 4 5 6 7 8 9"),
        ("sudoku", 16, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"),
        ("futoshiki", 5, "1 2 3"),  # with a cell for a sign between two numbers
        ("slitherlink", 5, "e"),
        ("hitori", 5, "x"),
    ],
)
def test_typed_values_are_found_for_a_puzzle_without_list(
    name: str, side: int, values: str
) -> None:
    playable = PlayablePuzzle(puzzles.find_puzzle(str(find_folder(name))))
    assert playable.list_typed_values((side, side)) == values.split()


def test_typed_values_are_found_in_trials_without_examples(tmp_path: Path) -> None:
    folder = shutil.copytree(LATIN_FOLDER, tmp_path / "latin")
    shutil.rmtree(folder / "examples")
    playable = PlayablePuzzle(puzzles.find_puzzle(str(folder)))
    assert playable.list_typed_values((4, 4)) == ["1", "2", "3", "4", "x"]  # as trials.txt


@pytest.mark.parametrize(
    ("name", "rows", "cell", "sentence"),
    [
        ("slitherlink", [*("...", ".2.", "..e")], (2, 2), "row 2, column 2: found 'e', expected ."),
        ("futoshiki", [["1", "lt", "."], [".", "2", "."], ["."] * 3], (1, 1), "row 1, column 1: "),
    ],
)
def test_a_board_that_read_refuses(name: str, rows: Any, cell: Any, sentence: str) -> None:
    puzzle = PlayablePuzzle(puzzles.find_puzzle(str(find_folder(name))))
    given = [["."] * 3] * 3
    verdict = jobs.judge_board(puzzle, given, rows)
    (offence,) = verdict["offences"]
    assert offence["cells"] == (cell,) and offence["sentence"].startswith(sentence)
    assert not verdict["is_solved"] and verdict["drawn"]
    with pytest.raises(Unusable, match=sentence):
        jobs.decide_soluble(puzzle, given, rows)


def test_a_cell_that_stays_blank_is_drawn_as_a_blank_one() -> None:
    playable = PlayablePuzzle(puzzles.find_puzzle(str(DATA / "slitherlink")))
    given = ["...", ".2.", "..."]
    drawn = playable.list_drawn_cells([".-.", "e2e", "..."], given)
    assert drawn == playable.list_drawn_cells(["...", "e2e", "..."], given) and drawn


@needs_module("starlette")
@needs_module("uvicorn")
def test_a_misspelt_setting_is_an_error_with_all_names(tmp_path: Path) -> None:
    folder = tmp_path / "latin"
    shutil.copytree(LATIN_FOLDER, folder)
    text = "from lab.settings.web import PlaySettings\nWEB = PlaySettings(look={})\n"
    (folder / "web.py").write_text(text)
    run = run_lab("web", "--no-open", "--port=0", "--puzzle", str(folder))
    assert (run.returncode, run.stdout) == (2, "")
    assert "found the name look, expected one of input, presses, looks, tints" in run.stderr
    assert run.stderr.count("\n") == 1


NO_BOARDS: list[Any] = [None, 7, [], [7], [[]], ["..", "."], ["?"], [["."], None], [[], ["."]]]
TOO_LARGE = [
    (["." * 101] * 100, r"^the board is too large .* over 10000 cells$"),
    ([["a" * 21]], r"^the board: found a value of over 20 characters$"),
]


@pytest.mark.parametrize(("rows", "message"), [*((rows, None) for rows in NO_BOARDS), *TOO_LARGE])
def test_rows_that_are_no_board_are_refused(rows: Any, message: str | None) -> None:
    with pytest.raises(Unusable, match=message):
        PLAYABLE[0].read_browser_rows(rows)


@pytest.mark.parametrize(
    ("job", "data"),
    [
        ("read", {"text": "\ud800"}),
        ("soluble", {"puzzle_rows": ["."], "board": ["."], "cost": True}),
    ],
)
def test_arguments_of_another_type_are_refused(job: str, data: dict[str, Any]) -> None:
    with pytest.raises(Unusable, match="found no usable"):
        jobs.check_arguments(PLAYABLE[0], job, data)


def test_hints_lead_to_the_solution() -> None:
    playable = PLAYABLE[0]
    find_hint, tactics = playable.settings.find_hint, playable.settings.first_tactics
    assert find_hint
    board, solved = read_example(playable, "dom03"), read_example(playable, "sol03")
    for _ in range(200):
        advice = find_hint(board, board, tactics)
        if not advice.changes:
            break
        assert len(advice.frames) == 2  # first where, then what
        rows = [list(row) for row in board]
        for (r, c), value in advice.changes:
            assert (value == "b") == (solved[r][c] == "b")
            rows[r][c] = value
        board = ["".join(row) for row in rows]
    assert rules.find_cells(board, "b") == rules.find_cells(solved, "b")


@pytest.mark.parametrize("name", ["03", "05"])
def test_each_cell_of_an_explained_mistake_is_needed(name: str) -> None:
    """Without any one of the cells that clash the others can be right; the last move is one."""
    playable = PLAYABLE[0]
    puzzle, solved = read_example(playable, f"dom{name}"), read_example(playable, f"sol{name}")
    explain = playable.settings.explain_mistake
    assert explain and explain(puzzle, solved) is None
    r, c = rules.find_cells(solved, rules.BULB)[0]
    wrong = [row[:c] + "-" + row[c + 1 :] if r == n else row for n, row in enumerate(solved)]
    frame = explain(puzzle, wrong)
    assert frame and (r, c) in frame.marks
    for left_out in frame.marks:
        others = frame.marks.keys() - {left_out}
        rest = [
            "".join(
                kind if (r, c) in others or kind == "x" else "x" if kind in rules.CLUES else "."
                for c, kind in enumerate(row)
            )
            for r, row in enumerate(wrong)
        ]
        assert playable.is_soluble(puzzle, rest)


@pytest.mark.parametrize("name", ["ambiguous", "unsolvable"])
def test_a_repair_has_one_solution(name: str) -> None:
    playable = PLAYABLE[0]
    assert playable.settings.explain_puzzle
    explanation = playable.settings.explain_puzzle(read_example(playable, name))
    assert explanation.frames[0].marks
    for _, board in explanation.repairs:
        status = run_lab("explain", stdin="\n".join(map("".join, board))).returncode
        assert status == 0 or name == "unsolvable"  # there, one clash less


def make_puzzle(playable: PlayablePuzzle, values: dict[str, str]) -> Any:
    """Return the board of a new puzzle."""
    (board,) = jobs.make_puzzle(playable, values)["boards"]
    return board


@pytest.mark.parametrize(
    ("playable", "values"),
    [
        (PLAYABLE[0], {"height": "6", "width": "7", "difficulty": "tricky", "seed": "5"}),
        (PLAYABLE[1], {"height": "5", "width": "6", "lines": "3", "seed": "5"}),
    ],
)
def test_a_new_puzzle_is_that_of_generate(playable: PlayablePuzzle, values: dict[str, str]) -> None:
    board = make_puzzle(playable, values)
    size = f"--size={values.pop('height')}x{values.pop('width')}"
    options = [f"--puzzle={playable.puzzle.name}", size, *(f"--{k}={v}" for k, v in values.items())]
    grid = notations.format_board(playable.puzzle, board, "grid")
    assert grid == run_lab("generate", *options).stdout


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"height": "x"}, "rows and columns: found 'xx5'"),
        long({"density": "2"}, "share of black cells: found '2'"),
        ({"symmetry": "odd"}, "symmetry: invalid choice: 'odd'"),
        long({"seed": "odd"}, "seed: found 'odd'"),
        ({"seed": "--odd"}, "seed: found '--odd'"),  # which stays as it is
    ],
)
def test_wishes_that_cannot_be_met(wish: dict[str, str], words: str) -> None:
    """The message has the words of the form, and none of the command line."""
    with pytest.raises(Unusable) as fault:
        make_puzzle(PLAYABLE[0], {"height": "5", "width": "5", **wish})
    assert str(fault.value).startswith(words)
    assert str(fault.value).count("--") == words.count("--")


def test_the_requirements_of_the_page_include_those_of_the_kit() -> None:
    path = ROOT / "lab" / "web" / "requirements.txt"
    lines = path.read_text().splitlines()
    for line in [line for line in lines if line.startswith("-r ")]:
        lines += (path.parent / line[3:]).read_text().splitlines()
    names = {re.split("[>=;]", line)[0] for line in lines}
    assert names >= {"clingo", *web.MODULES}


# ---------------------------------------------------------------- work


def pair_numbers(size: int) -> list[list[str]]:
    """Return a board of Amaze with one row, in which equal numbers are side by side."""
    return [[str(1 + column // 2) for column in range(size)]]


def write_bulbs(notation: str, size: int) -> None:
    """Write a square of so many bulbs."""
    side = math.isqrt(size)
    notations.format_board(LIGHT_UP, ["b" * side] * side, notation)


def read_repeated(text: str, size: int) -> None:
    """Do what /api/ask does for a text of so many characters, which need not be a puzzle."""
    with contextlib.suppress(Unusable):
        jobs.read_puzzles(PLAYABLE[0], text * (size // len(text)), None, None)


# of requests, by a size: also by sizes above the limit of a page, to have more to measure
WORK: dict[str, Callable[[int], object]] = {
    "verdict on a row": lambda size: PLAYABLE[0].judge(["." * size], ["b" * size]),
    "verdict on a column": lambda size: PLAYABLE[0].judge(["."] * size, ["b"] * size),
    "verdict on lines": lambda size: PLAYABLE[1].judge(pair_numbers(size), pair_numbers(size)),
    **{f"write {name}": partial(write_bulbs, name) for name in LIGHT_UP.notation_names},
    **{
        f"read {text!r}": partial(read_repeated, text)
        for text in ("x", "1 ", "x\n\n", "?", "9:", "cell(0,0,x). ", "a/", ".html#")
    },
}


@pytest.mark.parametrize("name", long_except(WORK, "write nus"))
def test_the_work_of_a_request_grows_as_its_size(name: str) -> None:
    assert_linear(WORK[name], 10_000)


def repeat_board(name: str, side: int) -> list[str]:
    """Return a board of side x side copies of an example of 7x7, with black cells between them."""
    rows = [f"{row}x" for row in (EXAMPLES / name).read_text().split()] + ["x" * 8]
    return [row * side for row in rows] * side


def measure_seconds(work: Callable[[], object]) -> float:
    """Do some work; return the seconds of computing, those of processes that ended included."""
    start = sum(os.times()[:4])
    work()
    return sum(os.times()[:4]) - start


SEARCHES: dict[str, Callable[[list[str], list[str]], object]] = {  # jobs, by puzzle and solution
    "count": lambda puzzle, solved: jobs.count_solutions(PLAYABLE[0], puzzle),
    "soluble": lambda puzzle, solved: jobs.decide_soluble(PLAYABLE[0], puzzle, solved),
    "why": lambda puzzle, solved: jobs.describe_mistake(PLAYABLE[0], puzzle, solved),
    "hint": lambda puzzle, solved: jobs.describe_hint(PLAYABLE[0], puzzle, puzzle, "ABCDEFGH"),
    "explain": lambda puzzle, solved: jobs.describe_explanation(PLAYABLE[0], puzzle),
    "rate": lambda puzzle, solved: jobs.describe_rating(PLAYABLE[0], puzzle),
    "replay": lambda puzzle, solved: jobs.describe_replay(PLAYABLE[0], puzzle),
    "make": lambda puzzle, solved: jobs.make_puzzle(
        PLAYABLE[0], {"height": str(len(puzzle)), "width": str(len(puzzle))}
    ),
}


@pytest.mark.parametrize("name", long_except(SEARCHES, "count", "hint"))
def test_the_work_of_a_search_grows_as_the_square_of_its_size_at_most(name: str) -> None:
    """A search has a limit on time besides; twice the size twice is sixteen times the work."""

    def measure(side: int) -> float:
        puzzle, solved = repeat_board("dom01.txt", side), repeat_board("sol01.txt", side)
        return measure_seconds(lambda: SEARCHES[name](puzzle, solved))

    measure(1)  # imports
    assert any(measure(4) < 0.05 + 20 * measure(2) for _ in range(4))


@pytest.mark.long
def test_a_judge_that_fails_ends_the_examination(tmp_path: Path) -> None:
    folder = shutil.copytree(DATA / "futoshiki", tmp_path / "futoshiki")
    (folder / "checking.py").write_text(
        "from lab.settings.check import CheckSettings\n\n"
        "CHECKING = CheckSettings(make_board=lambda size, chance: 1 // 0, sizes=(25,))\n"
    )
    program = (folder / "futoshiki.lp").read_text()
    parts = program_check.examine(
        str(folder), str(folder / "examples" / "dom01.txt"), None, program
    )
    reports: list[Any] = []
    with pytest.raises(ZeroDivisionError):
        reports.extend(part["report"] for part in parts if "report" in part)
    assert reports and not any(report["is_over"] for report in reports)


@pytest.mark.long
@pytest.mark.parametrize("text", ["p(1). ", "p(X) :- q(X). ", "{ p(1) }.\n", "% no rule\n", "((("])
def test_the_work_for_a_program_grows_as_its_size(text: str) -> None:
    rules = (ROOT / "lightup.lp").read_text()

    def measure(size: int) -> float:
        parts = program_check.examine(
            "lightup", str(EXAMPLES / "dom01.txt"), program=rules + text * size
        )
        shown: list[Any] = []
        seconds = measure_seconds(lambda: shown.extend(parts))
        assert shown
        return seconds

    assert any(measure(4_000) < 1 + 8 * measure(1_000) for _ in range(2))


def test_each_job_is_measured() -> None:
    assert {name.partition(" ")[0] for name in WORK} | SEARCHES.keys() == jobs.JOBS.keys()


# ---------------------------------------------------------------- who may ask

HOST = "127.0.0.1:8642"
COOKIE = "lab-8642=secret"
ORIGINS = ("http://evil.example", "null", "http://127.0.0.1:1", "")
HOSTS = ("evil.example:8642", "127.0.0.1:1", "", "[", "a:b:c")
COOKIES = ("", "lab-8642=", "lab-8642=secre", "lab-1=secret", "\x00=;")


async def ok(scope: Any, receive: Any, send: Any) -> None:
    """Answer ok, after the whole body: the application behind the guard."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"ok"})


def send_request(method: str, path: str, query: str = "", body: bytes = b"", **headers: str) -> int:
    """Return the status of a request to a page with the token `secret` behind the guard."""
    pytest.importorskip("starlette")
    from lab.web.guard import Guard

    headers = {name.replace("_", "-"): text for name, text in headers.items()}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [
            (name.encode(), text.encode())
            for name, text in {"host": HOST, "cookie": COOKIE, **headers}.items()
        ],
    }
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(Guard(ok, "secret", {"localhost"}, 8642)(scope, receive, send))
    assert isinstance(sent[0]["status"], int)
    return int(sent[0]["status"])


NAVIGATION = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"}
REQUESTS: list[tuple[int, str, str, dict[str, str]]] = [  # status, method, address, headers
    # the page itself
    (200, "POST", "/api/state", {"origin": f"http://{HOST}", "sec_fetch_site": "same-origin"}),
    (200, "GET", "/", {"sec_fetch_site": "none", "sec_fetch_mode": "navigate"}),
    (200, "GET", "/", {"host": "localhost:8642"}),
    (200, "GET", "/static/style.css", {"cookie": ""}),
    # a link elsewhere leads to the page, and asks nothing
    (200, "GET", "/", NAVIGATION),
    (403, "GET", "/api/puzzles", {"sec_fetch_site": "cross-site"}),
    (403, "POST", "/", NAVIGATION),
    # another origin, another machine
    *((403, "POST", "/api/state", {"origin": origin}) for origin in ORIGINS),
    *((421, "GET", "/", {"host": host}) for host in HOSTS),
    # without the token; that of the address is kept and hidden
    *((403, "GET", "/", {"cookie": cookie}) for cookie in COOKIES),
    *((403, "POST", "/api/ask", {"cookie": cookie}) for cookie in COOKIES),
    (303, "GET", "/?token=secret&p=akari/1/1/g", {"cookie": ""}),
    (403, "GET", "/?token=other", {"cookie": ""}),
    (403, "POST", "/api/ask?token=secret", {"cookie": ""}),
]


@pytest.mark.parametrize(("status", "method", "address", "headers"), REQUESTS)
def test_nobody_but_the_page_itself_may_ask(
    status: int, method: str, address: str, headers: dict[str, str]
) -> None:
    path, _, query = address.partition("?")
    assert send_request(method, path, query, b"", **headers) == status


def test_long_requests_are_refused() -> None:
    assert send_request("POST", "/api/state", body=b"x" * ((1 << 20) + 1)) == 413


# ---------------------------------------------------------------- answers


@needs_module("starlette")
def test_an_answer_that_ends_as_its_visitor_leaves_is_no_error() -> None:
    from lab.web.app import stream_parts

    errors: list[Any] = []

    async def visit() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
        end = asyncio.Event()

        async def parts() -> AsyncGenerator[Any, None]:
            await end.wait()
            yield {"fault": "no answer"}

        async def receive() -> Any:
            await end.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            pass

        stream = asyncio.create_task(stream_parts(parts())({"type": "http"}, receive, send))
        await asyncio.sleep(0.1)
        end.set()
        await stream

    asyncio.run(visit())
    gc.collect()
    assert errors == []


@pytest.mark.long  # a turn has the time in which a busy machine starts a process
@needs_module("starlette")
def test_while_a_visitor_waits_a_job_has_one_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    from lab.web import worker_pool

    monkeypatch.setattr(worker_pool, "TURN_SECONDS", 5.0)
    endless = {
        "job": "read",
        "puzzle": "lightup",
        "text": "dim(2). n(1..9999). p :- n(X), n(Y), n(Z), X+Y+Z < 0.",
    }
    short = {"job": "write", "puzzle": "lightup", "board": ["."], "notation": "grid"}
    fault = {"fault": "no answer within 5 s, and others wait: try again"}

    async def list_parts(visitor: str, request: dict[str, Any]) -> list[dict[str, Any]]:
        return [part async for part in workers.answer(visitor, request)]

    async def visit() -> None:
        greedy = [asyncio.create_task(list_parts("a", endless)) for _ in range(4)]
        await asyncio.sleep(5.5)
        assert not any(task.done() for task in greedy)  # nobody waits
        assert await list_parts("b", short) == [{"text": ".\n"}, {"end": True}]
        assert [task.result() for task in greedy if task.done()] == [[fault]]
        for task in greedy:
            task.cancel()
        await workers.end()

    workers = worker_pool.WorkerPool("lab.web.jobs", 1, 60)
    asyncio.run(visit())


@needs_module("starlette")
def test_a_job_that_nobody_waits_for_is_ended_and_the_next_is_done() -> None:
    from lab.web.worker_pool import WorkerPool

    async def visit() -> None:
        pool = WorkerPool("lab.web.jobs", 1, 60)
        long_job = pool.answer("a", {"job": "count", "puzzle": "lightup", "puzzle_rows": ["."]})
        waiting = asyncio.create_task(anext(long_job))
        await asyncio.sleep(0.01)  # its process has not answered yet
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        job = {"job": "soluble", "puzzle": "lightup", "puzzle_rows": ["."], "board": ["b"]}
        assert [part async for part in pool.answer("b", job)] == [
            {"is_soluble": True, "sentence": "Yes, it can still be solved."},
            {"end": True},
        ]
        late_pool = WorkerPool("lab.web.jobs", 1, 0.01)
        assert [part async for part in late_pool.answer("a", job)] == [
            {"fault": "no answer within 0.01 s"}
        ]
        await pool.end()
        await late_pool.end()

    asyncio.run(visit())


@pytest.mark.long
def test_without_packages_for_browsers_a_folder_is_refused_at_once(tmp_path: Path) -> None:
    """Also where those of the server are missing, which a folder does not need."""
    kit = copy_kit(tmp_path / "kit", "tests", "notebooks")
    program = (
        "import sys; sys.modules.update(starlette=None, uvicorn=None)\n"
        f"sys.argv = ['lab', 'web', '--static', {str(tmp_path / 'site')!r}]\n"
        "from lab import __main__; sys.exit(__main__.main())"
    )
    done = run_process([sys.executable, "-c", program], kit)
    message = "found no Python and no clingo for browsers; install them: npm ci --prefix lab/web"
    assert (done.returncode, done.stderr) == (2, f"lab web: {message}\n")
