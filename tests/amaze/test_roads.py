"""`lab race` on Amaze: the roads name the same optimum, by models that share nothing."""

import contextlib
import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import decode
from amaze import rules
from amaze.rules import Board
from lab.puzzles import find_puzzle
from lab.race import find_contradictions, format_run, make_record
from lab.solvers import NotInstalled, NoVerdict, asp, rounds
from lab.solvers.__main__ import find_model_maker
from lab.solvers.measure import EndedProcess
from lab.solvers.solver_run import SolverRun, run_solver
from tests.amaze.test_encoding import EXAMPLES, PUBLISHED, draw_snakes, split_board
from tests.kit import AMAZE as PUZZLE
from tests.kit import ROOT, long_except, needs, run_lab, run_process

ROADS = list(PUZZLE.roads)


# ---------------------------------------------------------------- the roads


@pytest.mark.tools
@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize(
    "text",
    long_except(
        ["1/./1", "12/21", *PUBLISHED.values(), "11", "1.2/2.1", "21.../...1./2...."],
        "12/21",
    ),
)
def test_optimum_on_every_road(road: str, text: str) -> None:
    """The least cost is a published one, or that of brute force on a small board."""
    puzzle = split_board(text)
    cost = {text: cost for cost, text in PUBLISHED.items()}.get(text)
    cost = cost or min(map(rules.cost, rules.solutions(puzzle)), default=None)
    run = run_solver(PUZZLE, road, puzzle, 60)
    if run.missing:
        pytest.skip(run.missing)
    assert run.verdict == ("none" if cost is None else "optimum")
    assert [rules.offences(board, puzzle) for board in run.boards] == [[]] * len(run.boards)
    assert min(map(rules.cost, run.boards), default=None) == cost
    assert run.size


needs_two_roads = pytest.mark.skipif(
    not (shutil.which("minizinc") or importlib.util.find_spec("ortools")),
    reason="neither MiniZinc nor OR-Tools is installed, so ASP has nothing to agree with",
)


@pytest.mark.long
@pytest.mark.tools
@needs_two_roads
@pytest.mark.parametrize(("height", "width", "seed"), [(8, 10, 1), (5, 9, 3)])
def test_larger_boards_agree(height: int, width: int, seed: int) -> None:
    """The first has numbers of two digits."""
    puzzle, _ = draw_snakes(height, width, seed)
    assert any("10" in row for row in puzzle) == (height == 8)
    runs = [run_solver(PUZZLE, road, puzzle, 60) for road in ROADS]
    assert sum(run.verdict == "optimum" for run in runs if not run.missing) >= 2
    assert find_contradictions(PUZZLE, puzzle, runs) == []


@pytest.mark.tools
def test_numbers_need_not_be_consecutive() -> None:
    """The models that count the lines report why they cannot solve such a puzzle."""
    puzzle = split_board("3.3/7.7")
    for road in ROADS:
        with contextlib.suppress(NotInstalled):
            make_model = find_model_maker(PUZZLE, road)
            if road in ("asp", "cpsat"):
                assert [*map(rules.cost, make_model(puzzle).solutions())][-1:] == [30]
            else:
                with pytest.raises(NoVerdict, match="found 7 without 1"):
                    list(make_model(puzzle).solutions())


@needs("minizinc")
def test_the_model_prints_the_grid(tmp_path: Path) -> None:
    """As the comment at its beginning shows."""
    data, numbers = tmp_path / "data.dzn", (EXAMPLES / "dom01.txt").read_text()
    arguments = ("convert", "--puzzle", "amaze", "--to", "dzn")
    data.write_text(run_lab(*arguments, stdin=numbers).stdout)
    command = ["minizinc", "--solver", "gecode", "amaze/models/amaze.mzn", str(data)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    grid = list(map(list, process.stdout.split("----------\n")[-2].split()))
    assert process.stdout.endswith("----------\n==========\n")
    assert rules.offences(grid, list(map(list, numbers.split()))) == []
    assert rules.cost(grid) == 20


# ---------------------------------------------------------------- the race


@pytest.mark.tools
def test_rows_have_the_cost() -> None:
    """Of data for MiniZinc, which need no option."""
    arguments = ("convert", "--puzzle", "amaze", "--to", "dzn", EXAMPLES / "dom01.txt")
    process = run_lab("race", "--json", stdin=run_lab(*arguments).stdout)
    assert (process.returncode, process.stderr) == (0, "")
    rows = json.loads(process.stdout)
    assert [row["road"] for row in rows] == ROADS
    for row in rows:
        if "not installed" not in row["note"]:
            assert (row["verdict"], row["cost"]) == ("optimum", 20)


def test_the_table_has_the_cost() -> None:
    assert "cost 3" in format_run(PUZZLE, make_run("asp", "optimum", DEARER, CHEAPEST))[-1]
    assert make_record("", PUZZLE, make_run("asp", "none"))["cost"] is None


def make_run(road: str, verdict: str, *boards: str) -> SolverRun:
    process = EndedProcess("", "", 0, True, 0.1, 10**7)
    return SolverRun(road, "", verdict, list(map(split_board, boards)), {}, 0.1, 0.1, "", process)


DEARER, CHEAPEST = "1.1/111", "111/..."


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        (
            [make_run("asp", "optimum", DEARER, CHEAPEST), make_run("cpsat", "optimum", CHEAPEST)],
            "",
        ),
        ([make_run("asp", "optimum", CHEAPEST), make_run("cpsat", "undecided", DEARER)], ""),
        ([make_run("asp", "undecided"), make_run("cpsat", "undecided")], ""),
        ([make_run("asp", "none"), make_run("cpsat", "none")], ""),
        (
            [make_run("asp", "optimum", CHEAPEST), make_run("cpsat", "optimum", DEARER)],
            "the best board costs 3, but asp optimum 3, cpsat optimum 5",
        ),
        (
            [make_run("asp", "optimum", DEARER), make_run("cpsat", "undecided", CHEAPEST)],
            "the best board costs 3, but asp optimum 5, cpsat undecided 3",
        ),
        (
            [make_run("asp", "none"), make_run("cpsat", "undecided", DEARER)],
            "the best board costs 5, but asp none, cpsat undecided 5",
        ),
        (
            [make_run("asp", "optimum", "1.1/...")],
            "asp: no solution: row 0, column 0: 0 neighbours with the number 1, expected 1",
        ),
    ],
)
def test_contradictions(runs: list[SolverRun], message: str) -> None:
    puzzle: Board = split_board("1.1/...")
    assert "\n".join(find_contradictions(PUZZLE, puzzle, runs)).startswith(message)
    assert bool(find_contradictions(PUZZLE, puzzle, runs)) == bool(message)


def test_an_answer_outside_the_board_is_no_proof(tmp_path: Path) -> None:
    folder = shutil.copytree(ROOT / "amaze", tmp_path / "amaze")
    with (folder / "amaze.lp").open("a") as program:
        program.write("1 { b(1;2) } 1. #show cell(9,9,X) : b(X).\n")
    with pytest.raises(decode.ProgramError, match=r"cell\(9,9,[12]\)"):
        list(asp.LogicModel(find_puzzle(str(folder)), split_board("1.1")).solutions())


@pytest.mark.long
@pytest.mark.tools
@needs_two_roads
def test_a_disagreement_shows_the_grid(tmp_path: Path) -> None:
    for script in ("encode.py", "decode.py"):
        shutil.copy(ROOT / script, tmp_path)
    ignored = shutil.ignore_patterns("__pycache__", "*.png")
    for folder in ("lab", "amaze"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    program = tmp_path / "amaze" / "amaze.lp"
    text = program.read_text()
    assert text.count("!= 2.") == 1
    program.write_text(text.replace("!= 2.", "!= 1."))
    command = [sys.executable, "-m", "lab", "race", "--puzzle", "amaze"]
    process = run_process(command, tmp_path, stdin="1.1")
    assert process.returncode == 1
    assert process.stderr.startswith("lab race: <stdin>:\nthe best board costs 3, but asp none, ")
    assert process.stderr.endswith("\n1.1\n")


def test_a_table_of_ratios() -> None:
    puzzle = split_board(PUBLISHED[12])
    process = make_run("asp", "optimum").process
    slow_process = process._replace(seconds=0.25)
    figures = {"asp": [slow_process, process, process], "cpsat": [process, slow_process]}
    row = rounds.format_figures("dom01 5x5", puzzle, figures, ["minizinc", "cpsat"])
    assert row == ["dom01 5x5", "0.100 s", "4000.0", "10", "-", "1.75"]
    assert rounds.format_figures("dom01", puzzle, {}, ROADS[1:]) == ["dom01", "-"]
