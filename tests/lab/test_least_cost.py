"""hint, explain and generate for a puzzle of least cost that has no engines of its own."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import psutil
import pytest

from lab.hint.hints import Hint, HintProgram
from lab.pictures.frames import KNOWN_BLANK
from lab.puzzles import find_puzzle
from tests.kit import DATA, ROOT, long, run_lab

PUZZLE = find_puzzle(str(DATA / "guards"))
RULES: Any = PUZZLE.rules
OPTION = f"--puzzle={PUZZLE.folder}"
BOARDS = (["xx.", ".x.", ".xx"], [".x.", ".x.", ".x."], ["x.x", ".x.", "x.x"], ["....", ".x.x"])


def list_optima(board: list[str]) -> list[list[str]]:
    """Return the boards of least cost, by brute force."""
    boards = list(RULES.solutions(board))
    least = min(map(RULES.cost, boards))
    return [solved for solved in boards if RULES.cost(solved) == least]


def list_freed_boards(board: list[str], hint: Hint) -> Iterator[list[str]]:
    """Yield the board without any of the walls that the reason of a hint does not name."""
    places = [(r, c) for r, row in enumerate(board) for c, value in enumerate(row) if value == "x"]
    free = set(places) - set(hint.given_cells)
    for number in range(len(free) + 1):
        for cells in combinations(sorted(free), number):
            rows = [list(row) for row in board]
            for r, c in cells:
                rows[r][c] = "."
            yield ["".join(row) for row in rows]


def agrees(solved: list[str], values: Iterable[tuple[tuple[int, int], str]]) -> bool:
    """Return whether a solved board has these values; KNOWN_BLANK is for no guard."""
    return all(
        (solved[r][c] != "g") if value == KNOWN_BLANK else (solved[r][c] == value)
        for (r, c), value in values
    )


@pytest.mark.parametrize("board", BOARDS)
def test_each_reason_forces_its_cell_at_the_least_cost(board: list[str]) -> None:
    optima = list_optima(board)
    least = RULES.cost(optima[0])
    program = HintProgram(PUZZLE, board)
    assert program.cost == str(least)
    hints = list(program.list_hints())
    assert all(f"the least cost is {least}" in hint.sentence for hint in hints)
    for hint in hints:
        for freed in list_freed_boards(board, hint):
            for solved in RULES.solutions(freed):
                if RULES.cost(solved) <= least and agrees(solved, hint.reason):
                    assert agrees(solved, [(hint.cell, hint.value)]), hint
    shared = {
        (r, c)
        for r, row in enumerate(board)
        for c in range(len(row))
        if all(solved[r][c] == "g" for solved in optima)
    }
    assert {hint.cell for hint in hints if hint.value == "g"} == shared


@pytest.mark.parametrize("board", BOARDS)
def test_explain_counts_the_optima(board: list[str]) -> None:
    optima = list_optima(board)
    done = run_lab("explain", OPTION, "--fewest-clues", stdin="\n".join(board) + "\n")
    number = "exactly one optimum" if len(optima) == 1 else "several optima"
    assert done.stderr == f"{number}, of cost {RULES.cost(optima[0])}\n"
    assert done.returncode == (len(optima) > 1)
    if len(optima) == 1:
        text, *fewest = done.stdout.split("\n\n")[-1].splitlines()
        assert "no fewer do" in text
        (optimum,) = list_optima(fewest)
        assert [row.replace("x", ".") for row in optimum] == [
            row.replace("x", ".") for row in optima[0]
        ]


def test_a_new_puzzle_has_one_optimum() -> None:
    done = run_lab("generate", OPTION, "--size=4x4", "--count=3", "--seed=2")
    assert done.returncode == 0, done.stderr
    for grid in done.stdout.split("\n\n"):
        assert len(list_optima(grid.split())) == 1, grid


def test_costs_are_compared_on_larger_boards_than_those_of_the_folder(tmp_path: Path) -> None:
    """Guards in the last rows of 5x5 and larger boards cost twice; no proof compares costs."""
    text, program = PUZZLE.encoding.read_text(), tmp_path / "mine.lp"
    minimised = "{ 1,R,C : cell(R,C,g)"
    assert minimised in text
    program.write_text(text.replace(minimised, f"{minimised}; 1,R,C,d : cell(R,C,g), R > 3"))
    done = run_lab("check", OPTION, program, "--seed=1")
    assert done.returncode == 1 and "the board costs" in done.stdout
    assert "this board was made for this check" in done.stdout


def test_no_proof_is_claimed_of_costs() -> None:
    done = run_lab("check", OPTION, PUZZLE.encoding)
    proof = "proven on every square board of up to 4x4: no answer is accepted that breaks a rule"
    expected = f"  {proof}\n  the costs are not proven, but compared on the boards tried\n"
    assert (done.returncode, expected in done.stdout) == (0, True)


@pytest.mark.parametrize(("options", "status"), [(["--time-limit=1"], 3), long([], 130)])
def test_a_least_cost_search_is_stopped(options: list[str], status: int, tmp_path: Path) -> None:
    """A board whose least cost takes minutes; without a time limit, Ctrl-C ends the search."""
    file = tmp_path / "large.txt"
    file.write_text(("." * 20 + "\n") * 20)
    words = [sys.executable, "-m", "lab", "hint", OPTION, "--next", *options, str(file)]
    process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        while not options and psutil.Process(process.pid).cpu_times().user < 1:
            assert process.poll() is None
            time.sleep(0.02)
        if not options:  # the program is grounded, and it solves
            process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=120)
    finally:
        process.kill()
    message = b"the time limit of 1 s came first\n" if options else b""
    assert (process.returncode, stdout, stderr) == (status, b"", message)
