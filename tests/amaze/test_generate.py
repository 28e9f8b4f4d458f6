"""Puzzles of Amaze made to order: CP-SAT finds the optimum, and no other."""

from pathlib import Path
from typing import Any

import pytest

from amaze import rules
from amaze.puzzle import read
from amaze.rules import Board
from tests.kit import Done, long, needs_module, run_lab

# rows and columns, lines, puzzles
SIZES = [
    *(long("4x4", 3, 6), ("6x5", 3, 1), ("8x8", 6, 1), ("10x10", 8, 1), long("12x12", 10, 1)),
    *(long("15x15", lines, count) for lines, count in ((16, 1), (12, 1), (4, 3))),
    long("13x13", 11, 3),
]


def generate(*arguments: object) -> Done:
    return run_lab("generate", "--puzzle", "amaze", *arguments)


def boards(text: str) -> list[Board]:
    return [read(grid.encode()) for grid in text.strip("\n").split("\n\n")]


def is_the_only_best(board: Board, solution: Board) -> bool:
    """Whether a solution keeps the rules, and CP-SAT finds no other that costs no more."""
    from ortools.sat.python import cp_model

    from amaze.models.cpsat import MODEL

    amaze_model: Any = MODEL(board)
    numbers = rules.find_numbers(solution)
    same = [on if numbers.get(cell) == n else ~on for (cell, n), on in amaze_model.on.items()]
    amaze_model.model.add_bool_or(~literal for literal in same)
    bound_detours(amaze_model, rules.cost(solution))
    amaze_model.model.clear_objective()
    status = cp_model.CpSolver().solve(amaze_model.model)
    return rules.is_solved(board, solution) and status == cp_model.INFEASIBLE


def bound_detours(amaze_model: Any, cost: int) -> None:
    """Add what holds for all boards that cost at most `cost`.

    Where a border between two rows or columns parts the ends of a line, the line crosses it once
    or three, five, ... times, elsewhere never or two, four, ... times.  Each further two crossings
    are two cells more than the shortest way has.
    """
    board, model = amaze_model.puzzle, amaze_model.model
    height, width = len(board), len(board[0])
    rows = [[((r, c), (r + 1, c)) for c in range(width)] for r in range(height - 1)]
    columns = [[((r, c), (r, c + 1)) for r in range(height)] for c in range(width - 1)]
    left, detours = cost, []
    for number, (first, last) in rules.group_ends(board).items():
        on = {c: literal for (c, n), literal in amaze_model.on.items() if n == str(number)}
        left -= number * (1 + sum(abs(a - b) for a, b in zip(first, last)))
        for axis, borders in enumerate((rows, columns)):
            for place, border in enumerate(borders):
                crossed = [model.new_bool_var("") for _ in border]
                for literal, (cell, beyond) in zip(crossed, border):
                    model.add_implication(literal, on[cell])
                    model.add_implication(literal, on[beyond])
                    model.add_bool_or(literal, ~on[cell], ~on[beyond])
                least = (first[axis] <= place) != (last[axis] <= place)
                detour = model.new_int_var(0, len(border) // 2, "")
                model.add(sum(crossed) == least + 2 * detour)
                detours.append(2 * number * detour)
    model.add(sum(detours) <= left)


def make_puzzles(folder: Path, *arguments: object) -> list[tuple[Board, Board]]:
    """Puzzles that generate writes into a folder, with their solutions."""
    process = generate(*arguments, "-o", folder)
    assert (process.returncode, process.stdout) == (0, "")
    return [
        (read(path.read_bytes()), read(path.with_name(f"sol{path.name[3:]}").read_bytes(), True))
        for path in sorted(folder.glob("dom*.txt"))
    ]


@needs_module("ortools")
@pytest.mark.parametrize(("size", "lines", "count"), SIZES)
def test_each_generated_puzzle_has_one_optimum(
    size: str, lines: int, count: int, tmp_path: Path
) -> None:
    puzzles = make_puzzles(
        tmp_path, f"--size={size}", f"--lines={lines}", "--seed=3", f"--count={count}"
    )
    assert len(puzzles) == count
    for board, solution in puzzles:
        assert f"{len(board)}x{len(board[0])}" == size
        assert set(rules.group_ends(board)) == set(range(1, lines + 1))
        assert is_the_only_best(board, solution)


@needs_module("ortools")
@pytest.mark.parametrize(
    ("puzzle", "solution", "is_best"),
    [
        ("1.1 ...", "111 ...", True),
        ("1.1 ...", "1.1 111", False),
        ("1.. ... ..1", "11. .1. .11", False),
    ],
    ids=["the only one", "a worse one", "one of several"],
)
def test_the_proof_tells_the_only_optimum_from_other_solutions(
    puzzle: str, solution: str, is_best: bool
) -> None:
    board, drawn = (list(map(list, rows.split())) for rows in (puzzle, solution))
    assert rules.is_solved(board, drawn)
    assert is_the_only_best(board, drawn) == is_best


def test_the_same_seed_makes_the_same_puzzles() -> None:
    arguments = ["--size=5x6", "--seed=7", "--count"]
    three, two = generate(*arguments, 3).stdout, generate(*arguments, 2).stdout
    assert three.startswith(two)
    assert boards(generate("--size=5x6", "--seed=8").stdout) != boards(two)[:1]


def test_a_class_gets_puzzles_with_solutions_and_an_index(tmp_path: Path) -> None:
    (tmp_path / "names").write_text("Bauer, Anna\nÇelik, Ömer\n")
    folder = tmp_path / "out"
    process = generate("--size=5x5", "--for", tmp_path / "names", "-o", folder)
    assert (process.returncode, process.stdout) == (0, "")
    names = sorted(path.name for path in folder.iterdir())
    names_of_anna = [name for name in names if "Anna" in name]
    assert names_of_anna == ["dom-Bauer, Anna.txt", "sol-Bauer, Anna.txt"]
    puzzle = read((folder / "dom-Bauer, Anna.txt").read_bytes())
    solution = read((folder / "sol-Bauer, Anna.txt").read_bytes(), True)
    assert rules.is_solved(puzzle, solution)
    header, *rows = (folder / "index.txt").read_text().splitlines()
    assert header == "name\tsize\tlines\tcost\tseed"
    assert rows[0].split("\t")[:4] == ["dom-Bauer, Anna", "5x5", "2", str(rules.cost(solution))]


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--size=16x4"], 2, "found '16x4', expected rows x columns, each 1 to 15"),
        (["--size=3x3", "--lines=4"], 1, "3x3 has no room for 4 lines of three cells or more"),
        (["--size=1x2", "--seed=1"], 1, "1x2 has no room for 1 line of three cells or more"),
        (["--size=2x2", "--seed=1"], 1, "no such puzzle was found, and there may be none"),
        (["--size=4x4", "--lines=0"], 2, "found '0', expected a number from 1 to 112"),
    ],
)
def test_impossible_options_are_refused(arguments: list[str], status: int, message: str) -> None:
    process = generate(*arguments)
    assert (process.returncode, process.stdout) == (status, "")
    assert message in process.stderr
