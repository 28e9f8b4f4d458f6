"""The general hint: each reason forces its cell, by solvers that do not know the logic program."""

from pathlib import Path
from typing import Any

import pytest

from lab.common.givens import Hint, list_hints, next_hint
from lab.puzzles import Rows, find_puzzle
from tests.kit import DATA, run_lab
from tests.lab.test_generate import count_sudokus

LATIN, SUDOKU = DATA / "latin", DATA / "sudoku"


def read_example(folder: Path, name: str) -> list[list[str]]:
    return [list(row) for row in (folder / "examples" / f"{name}.txt").read_text().split()]


def keep_reason(board: Rows, hint: Hint) -> list[list[str]]:
    """Return the board with no given cells but those of the reason."""
    kept = set(hint.given_cells)
    return [
        [v if (r, c) in kept else "." for c, v in enumerate(row)] for r, row in enumerate(board)
    ]


def test_each_reason_on_a_latin_square_forces_its_cell() -> None:
    puzzle = find_puzzle(str(LATIN))
    rules: Any = puzzle.rules
    board, solution = (read_example(LATIN, name) for name in ("dom01", "sol01"))
    for hint in list_hints(puzzle, board):
        r, c = hint.cell
        rows = ["".join(row) for row in keep_reason(board, hint)]
        values = {answer[r][c] for answer in rules.solutions(rows)}
        assert values - {"x"} == {hint.value} == {solution[r][c]}, hint
        board[r][c] = hint.value
    assert board == solution


@pytest.mark.parametrize("name", ["dom01", "dom02"])
def test_the_reason_on_a_sudoku_forces_its_cell_and_is_minimal(name: str) -> None:
    board = read_example(SUDOKU, name)
    hint = next_hint(find_puzzle(str(SUDOKU)), board)
    assert hint
    r, c = hint.cell
    reason = keep_reason(board, hint)

    def can_have(rows: list[list[str]], value: str) -> bool:
        rows = [row[:] for row in rows]
        rows[r][c] = value
        return count_sudokus(rows) > 0

    others = [str(number) for number in range(1, 10) if str(number) != hint.value]
    assert can_have(reason, hint.value)
    assert not any(can_have(reason, value) for value in others)
    for given_r, given_c in hint.given_cells:
        rows = [row[:] for row in reason]
        rows[given_r][given_c] = "."
        assert any(can_have(rows, value) for value in others)


def test_steps_fill_the_board_and_a_rating_counts_them() -> None:
    done = run_lab("hint", "--puzzle", LATIN, "--steps", "dom01")
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 8)
    assert "1. No number stands twice in a row" in done.stdout
    done = run_lab("hint", "--puzzle", LATIN, "--rate", "dom01")
    assert done.stdout.startswith("steps: 8; given cells in a reason: ")


def test_a_wrong_board_names_the_cells_that_clash() -> None:
    done = run_lab("hint", "--puzzle", LATIN, stdin="1..1\n....\n..2.\n....\n")
    assert (done.returncode, done.stdout) == (1, "")
    cells = "row 0, column 0; row 0, column 3"
    assert done.stderr == f"no solution has these cells together: {cells}\n"


def test_a_board_without_a_forced_cell_has_no_hint() -> None:
    done = run_lab("hint", "--puzzle", LATIN, stdin="..\n..\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "no further value is the same in all solutions\n"
