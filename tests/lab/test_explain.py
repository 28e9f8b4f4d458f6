"""The general explain, judged by brute force over the rules in plain Python."""

import itertools
import json
from typing import Any

from lab.puzzles import find_puzzle
from tests.kit import DATA, run_lab

LATIN, SUDOKU = DATA / "latin", DATA / "sudoku"


def solve_latin(rows: list[str]) -> list[list[str]]:
    rules: Any = find_puzzle(str(LATIN)).rules
    return list(rules.solutions(rows))


def explain(board: list[str], status: int) -> dict[str, Any]:
    done = run_lab("explain", "--puzzle", LATIN, "--json", stdin="\n".join(board) + "\n")
    assert done.returncode == status
    data: dict[str, Any] = json.loads(done.stdout)
    assert data["is_complete"]
    return data


def fill(board: list[str], values: list[Any]) -> list[str]:
    rows = [list(row) for row in board]
    for (r, c), value in values:
        rows[r][c] = value
    return ["".join(row) for row in rows]


def test_given_cells_that_clash_have_a_solution_without_any_one() -> None:
    board = ["12..", "..3.", "...4", "...."]
    board[0] = "12.3"
    board[3] = "..4."
    data = explain(board, 1)
    empty = ["...."] * 4
    values = [[cell, board[cell[0]][cell[1]]] for cell in data["clash"]]
    assert not solve_latin(fill(empty, values))
    for kept in itertools.combinations(values, len(values) - 1):
        assert solve_latin(fill(empty, list(kept)))


def test_further_given_cells_leave_one_solution_and_none_is_needless() -> None:
    board = ["123", "...", "..."]
    data = explain(board, 1)
    assert len(solve_latin(fill(board, data["further"]))) == 1
    for kept in itertools.combinations(data["further"], len(data["further"]) - 1):
        assert len(solve_latin(fill(board, list(kept)))) > 1
    assert data["is_fewest"] and data["cells"] and not data["shared"]


def test_each_superfluous_cell_can_go() -> None:
    board = ["123", "23.", "3.."]
    data = explain(board, 0)
    for r, row in enumerate(board):
        for c, value in enumerate(row):
            if value != ".":
                is_spare = len(solve_latin(fill(board, [[(r, c), "."]]))) == 1
                assert ([r, c] in data["spare"]) == is_spare


def test_the_clash_is_drawn_in_a_grid() -> None:
    done = run_lab("explain", "--puzzle", LATIN, stdin="1..1\n....\n..2.\n....\n")
    cells = "row 0, column 0; row 0, column 3"
    text = f"no solution has these cells together: {cells}\n1..1\n....\n....\n....\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, text, "no solution\n")


def test_a_sudoku_with_one_solution_is_explained() -> None:
    done = run_lab("explain", "--puzzle", SUDOKU, "dom01")
    assert (done.returncode, done.stderr) == (0, "exactly one solution\n")
