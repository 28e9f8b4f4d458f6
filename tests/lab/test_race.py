"""`lab race` and `lab bench`: the roads agree with each other and with the truth."""

import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from lab import Unusable
from lab.common.processes import read_parents
from lab.lightup import rules
from lab.lightup.bench import make_random_board
from lab.lightup.rules import bare
from lab.puzzles import find_puzzle
from lab.race import find_contradictions
from lab.solvers import NotInstalled, NoVerdict, rounds
from lab.solvers.__main__ import find_model_maker
from lab.solvers.measure import EndedProcess, measure
from lab.solvers.solver_run import SolverRun, run_solver
from tests.kit import (
    EXAMPLES,
    LATIN,
    LIGHT_UP,
    ROOT,
    boards,
    copy_kit,
    join_grid,
    long_except,
    needs,
    run_lab,
    run_process,
    solve_by_brute_force,
)

ROADS = list(LIGHT_UP.roads)
DOM = [EXAMPLES / f"dom{number}.txt" for number in ("01", "05", "08")]
VERDICTS = ("none", "unique", "several")
UNSURE: dict[str, dict[str, int]] = {  # for each verdict, solutions found by undecided roads
    "none": {},
    "unique": {"walksat": 1},
    "several": {"walksat": 1, "tactics": 0},
}


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """A copy of the kit, to be changed."""
    return copy_kit(tmp_path / "kit", "tests")


def run_race(*options: object, stdin: str = "") -> list[dict[str, Any]]:
    process = run_lab("race", "--json", *options, stdin=stdin)
    assert (process.returncode, process.stderr) == (0, "")
    rows: list[dict[str, Any]] = json.loads(process.stdout)
    return rows


# ---------------------------------------------------------------- the roads


@pytest.mark.long
@pytest.mark.tools
@pytest.mark.parametrize(
    ("name", "verdict"), [("dom05", "unique"), ("ambiguous", "several"), ("unsolvable", "none")]
)
def test_all_verdicts(name: str, verdict: str) -> None:
    rows = run_race(EXAMPLES / f"{name}.txt")
    assert [row["road"] for row in rows] == ROADS
    for row in rows:
        if not str(row["note"]).count("not installed"):
            undecided = row["road"] in UNSURE[verdict]
            assert row["verdict"] == ("undecided" if undecided else verdict)
            assert row["found"] == UNSURE[verdict].get(row["road"], VERDICTS.index(verdict))
            assert all(isinstance(row[key], float) for key in ("seconds", "translate", "solve"))
            assert row["size"]
            assert row["translate"] + row["solve"] <= row["seconds"]
            assert 5e6 < row["memory"] < 1e9


ODD = (".0/..", "x", "4.", "...", ".", "1", "xx/xx", ".x./xxx/.x.")


@pytest.mark.tools
@pytest.mark.parametrize("road", [road for road in ROADS if road not in UNSURE["several"]])
@pytest.mark.parametrize("board", long_except(ODD, ".0/.."))
def test_odd_boards_on_every_road(road: str, board: str) -> None:
    rows = board.split("/")
    run = run_solver(LIGHT_UP, road, rows, 60)
    if run.missing:
        pytest.skip(run.missing)
    expected = solve_by_brute_force(rows)
    assert run.verdict == VERDICTS[min(len(expected), 2)]
    assert {join_grid(solution) for solution in run.boards} <= expected
    assert not find_contradictions(LIGHT_UP, rows, [run])


@pytest.mark.long
@pytest.mark.tools
@pytest.mark.parametrize("road", ["asp", "minisat", "pysat", "walksat", "tactics"])
@given(board=boards(4, 4))
@settings(deadline=None, max_examples=25)
def test_roads_find_solutions_of_any_board(road: str, board: list[str]) -> None:
    try:
        make = find_model_maker(LIGHT_UP, road)
    except NotInstalled as missing:
        pytest.skip(str(missing))
    expected = solve_by_brute_force(board)
    limit = 1 if road == "walksat" and expected else 2
    try:
        solutions = list(itertools.islice(make(board).solutions(), limit))
    except NoVerdict:
        assert road == "tactics" or (road == "walksat" and not expected)
        return
    assert {join_grid(solution) for solution in solutions} <= expected
    assert len(set(map(tuple, solutions))) == min(len(expected), limit)


@needs("minizinc")
def test_the_model_prints_the_grid(tmp_path: Path) -> None:
    """As the comment at its beginning shows."""
    data = tmp_path / "dom01.dzn"
    data.write_text(run_lab("convert", "--to", "dzn", EXAMPLES / "dom01.txt").stdout)
    model = "lab/lightup/models/lightup.mzn"
    command = ["minizinc", "--solver", "gecode", "-n", "2", model, str(data)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    solution = (EXAMPLES / "sol01.txt").read_text()
    assert process.stdout == f"{solution}----------\n==========\n"


# ---------------------------------------------------------------- the race


def test_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without minisat and MiniZinc."""
    monkeypatch.setenv("PATH", str(tmp_path))
    process = run_lab("race", "--from", "tatham", "-", stdin="2x2:aB0a\n")
    assert (process.returncode, process.stderr) == (0, "")
    table = process.stdout.splitlines()
    assert table[0] == "<stdin>: 2 rows, 2 columns"
    assert [line.split()[0] for line in table[2:]] == [*ROADS]
    verdicts = dict(line.split()[:2] for line in table[2:])
    assert verdicts["asp"] == verdicts["pysat"] == "none"
    assert "minisat   minisat is not installed (Debian: apt install minisat)" in table
    assert "minizinc  minizinc is not installed (Debian: apt install minizinc)" in table


def test_each_puzzle_has_a_table() -> None:
    process = run_lab("race", "--puzzle", LATIN, stdin="1.\n..\n\n..\n..\n")
    assert (process.returncode, process.stderr) == (0, "")
    lines = process.stdout.splitlines()
    assert [lines[0], lines[3]] == [f"<stdin>#{n}: 2 rows, 2 columns" for n in (1, 2)]
    assert [line.split()[:2] for line in lines[2::3]] == [["asp", "unique"], ["asp", "several"]]


def test_a_road_is_run_without_a_path_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The embeddable Python of Windows finds no module in the current folder, nor does this one."""
    monkeypatch.setenv("PYTHONSAFEPATH", "1")
    solver_run = run_solver(LIGHT_UP, "tactics", ["1.x"], 60.0)
    assert (solver_run.note, solver_run.verdict) == ("", "unique")


@pytest.mark.long
@pytest.mark.tools
def test_time_is_limited_on_every_road() -> None:
    rows = run_race("--time-limit=0.5", EXAMPLES / "dom11.txt")
    late = [row for row in rows if row["note"] == "over 0.5 s"]
    for row in late:
        assert row["verdict"] == "undecided"
        assert row["seconds"] >= 0.5
    if shutil.which("minizinc"):  # for which this is too little even to flatten
        assert "minizinc" in {row["road"] for row in late}


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new", "board", "message"),
    [  # with too few bulbs; without the clues
        ("} > 1.", "} > 0.", "..x", "2 solutions, but asp none (0 found), "),
        ("N = 0..4,", "N = 7,", "2.", "asp: no solution: row 0, column 0: the clue 2 has 1 "),
    ],
)
def test_a_disagreement(kit: Path, old: str, new: str, board: str, message: str) -> None:
    program = (kit / "lightup.lp").read_text()
    assert old in program
    (kit / "lightup.lp").write_text(program.replace(old, new))
    command = [sys.executable, "-m", "lab", "race"]
    process = run_process(command, kit, stdin=board)
    assert process.returncode == 1
    assert message in process.stderr
    assert "not installed" not in process.stderr
    assert ("pysat several (2 found), " in process.stderr) == message.startswith("2 solutions")
    assert process.stderr.endswith(f"\n{board}\n")


def make_run(road: str, verdict: str, *grids: str) -> SolverRun:
    process = EndedProcess("", "", 0, True, 0.1, 10**7)
    solutions = [solution.split("/") for solution in grids]
    return SolverRun(road, "", verdict, solutions, {}, 0.1, 0.1, "", process)


@pytest.mark.parametrize(
    ("runs", "agree"),
    [
        (
            [make_run("asp", "several", "b..", ".b."), make_run("mip", "several", "..b", "b..")],
            True,
        ),
        ([make_run("asp", "several", "b..", ".b."), make_run("walksat", "undecided", "..b")], True),
        ([make_run("asp", "undecided"), make_run("walksat", "undecided")], True),
        ([make_run("asp", "none"), make_run("mip", "none")], True),
        ([make_run("asp", "several", "b..", ".b."), make_run("mip", "unique", "b..")], False),
        ([make_run("asp", "none"), make_run("walksat", "undecided", "b..")], False),
        ([make_run("asp", "unique", "b.."), make_run("mip", "unique", ".b.")], False),
        ([make_run("asp", "unique", "b.."), make_run("walksat", "undecided", ".b.")], False),
        ([make_run("asp", "several", "b..", "b..")], False),
        ([make_run("asp", "unique", "...")], False),
        ([make_run("asp", "unique", "b.b")], False),
        ([make_run("asp", "unique", "b.x")], False),
    ],
)
def test_contradictions(runs: list[SolverRun], agree: bool) -> None:
    assert (find_contradictions(LIGHT_UP, ["..."], runs) == []) == agree


def make_absent_run(road: str) -> SolverRun:
    return make_run(road, "undecided")._replace(missing=f"{road} is not installed")


def test_a_missing_solver_contradicts_no_other() -> None:
    runs = [make_run("asp", "none"), make_absent_run("mip"), make_run("pysat", "unique", "b..")]
    (complaint,) = find_contradictions(LIGHT_UP, ["..."], runs)
    assert complaint == "1 solution, but asp none (0 found), pysat unique (1 found)"
    assert (
        find_contradictions(LIGHT_UP, ["..."], [make_run("asp", "none"), make_absent_run("mip")])
        == []
    )


def test_a_broken_minisat_is_reported(tmp_path: Path) -> None:
    """Its output is not a result, or it is not a program."""
    for script, note in (
        ("#!/bin/sh\necho SAT > $3; echo 1 2 >> $3; exit 10\n", "minisat wrote is not a result"),
        ("#!/bin/sh\nexit 10\n", "minisat wrote is not a result"),
        ("\x7fELF", "minisat: Exec format error"),
    ):
        program = tmp_path / "minisat"
        program.write_text(script)
        program.chmod(0o755)
        path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PATH", path)
            run = run_solver(LIGHT_UP, "minisat", [".x", "x."], 30)
        assert run.verdict == "undecided"
        assert note in run.note


CALLS = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, {action})
sleep = "import signal, time; signal.signal(signal.SIGTERM, {action}); time.sleep(99)"
called = subprocess.Popen([sys.executable, "-c", sleep], start_new_session=True)
print(called.pid, flush=True)
time.sleep(99)
"""


@pytest.mark.long
@pytest.mark.parametrize("action", ["signal.SIG_DFL", "signal.SIG_IGN"])
def test_children_of_a_stopped_program_are_ended(action: str) -> None:
    """Also in a session of its own, and if both ignore SIGTERM."""
    process = measure([sys.executable, "-c", CALLS.format(action=action)], "", 0.8)
    assert not process.in_time
    assert process.status == (-signal.SIGTERM if action == "signal.SIG_DFL" else -signal.SIGKILL)
    assert (process.seconds > 1.8) == (action == "signal.SIG_IGN")
    assert not is_running(int(process.stdout))


def test_an_interrupt_ends_the_program_and_what_it_called(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    script = f"sleep 99 & echo $! > {file}.new; mv {file}.new {file}; wait"

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        with pytest.raises(KeyboardInterrupt):
            measure(["sh", "-c", script], "", 60)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not is_running(int(file.read_text()))


def is_running(pid: int) -> bool:
    return pid in read_parents()


# ---------------------------------------------------------------- the bench


def test_random_boards_have_solutions_and_all_clues() -> None:
    board = make_random_board(30)
    assert board == bare(board) == make_random_board(30)
    assert len(board) == len(board[0]) == 30
    black = len(rules.find_cells(board, rules.BLACK))
    assert 0.15 < black / 900 < 0.25
    assert len(rules.find_cells(board, rules.CLUES)) == black
    assert run_solver(LIGHT_UP, "pysat", board, 60).boards


def test_a_round_of_figures() -> None:
    board = DOM[0].read_text().split()
    figures = rounds.measure_rounds(LIGHT_UP, ["asp", "pysat"], "", board)
    assert [len(processes) for processes in figures.values()] == [3, 3]
    row = rounds.format_figures("dom01", board, figures, ["mip", "pysat"])
    name, seconds, microseconds, memory, *ratios = row
    assert name == "dom01"
    assert 0.01 < float(seconds.removesuffix(" s")) < 10
    assert float(microseconds) == pytest.approx(float(seconds.removesuffix(" s")) / 49e-6, rel=0.1)
    assert 5 < float(memory) < 1000
    assert ratios[0] == "-"
    assert 0.05 < float(ratios[1]) < 20


def test_a_program_that_fails_has_no_time() -> None:
    right, wrong = (
        [sys.executable, "-c", code] for code in ("", "import sys; sys.exit('no\\nday')")
    )
    (seconds,) = rounds.time_in_turns("", [(right, 2)])
    assert seconds > 0
    with pytest.raises(Unusable, match=r"status 1: no\\nday$"):
        rounds.time_in_turns("", [(right, 1), (wrong, 1)])
    with pytest.raises(Unusable, match=r"no end in 0\.1 s"):
        rounds.measure_success([sys.executable, "-c", "import time; time.sleep(60)"], 0.1)


def test_the_bench_reports_once_what_is_not_installed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")  # where minisat is not
    boards = [("dom01", ["..."]), ("dom02", ["..."])]
    rounds.compare_solvers(LIGHT_UP, ["minisat"], boards)
    message = "lab bench: minisat is not installed (Debian: apt install minisat)\n"
    assert capsys.readouterr().err == message


def test_the_puzzle_in_a_folder_is_timed(tmp_path: Path) -> None:
    puzzle = find_puzzle(str(shutil.copytree(LATIN, tmp_path / "latin")))
    process = rounds.measure_road(puzzle, rounds.ASP, ["12", ".."])
    assert process and "12\n21\n" in process.stdout
