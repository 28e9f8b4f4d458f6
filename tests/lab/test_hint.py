"""The general hint: each reason forces its cell, by solvers that do not know the logic program."""

import itertools
from pathlib import Path
from typing import Any

import clingo
import pytest

from lab.common.givens import GivenProgram, Hint
from lab.common.words import Cell
from lab.puzzles import Rows, find_puzzle
from tests.kit import DATA, run_lab
from tests.lab import test_generate
from tests.lab.test_generate import count_sudokus

LATIN, SUDOKU, HITORI = DATA / "latin", DATA / "sudoku", DATA / "hitori"


def read_example(folder: Path, name: str) -> list[list[str]]:
    return [list(row) for row in (folder / "examples" / f"{name}.txt").read_text().split()]


def keep_reason(board: Rows, hint: Hint) -> list[list[str]]:
    """Return the board with no values but those of the reason."""
    values = dict(hint.reason)
    return [[values.get((r, c), ".") for c, _ in enumerate(row)] for r, row in enumerate(board)]


def test_each_reason_on_a_latin_square_forces_its_cell() -> None:
    puzzle = find_puzzle(str(LATIN))
    rules: Any = puzzle.rules
    board, solution = (read_example(LATIN, name) for name in ("dom01", "sol01"))
    for hint in GivenProgram(puzzle, board).list_hints():
        r, c = hint.cell
        rows = ["".join(row) for row in keep_reason(board, hint)]
        values = {answer[r][c] for answer in rules.solutions(rows)}
        assert values - {"x"} == {hint.value} == {solution[r][c]}, hint
        board[r][c] = hint.value
    assert board == solution


@pytest.mark.parametrize(
    ("name", "count"), [("dom01", 8), pytest.param("dom02", None, marks=pytest.mark.long)]
)
def test_each_reason_on_a_sudoku_forces_its_cell_and_is_minimal(
    name: str, count: int | None
) -> None:
    board = read_example(SUDOKU, name)
    hints = GivenProgram(find_puzzle(str(SUDOKU)), board).list_hints()
    for hint in itertools.islice(hints, count):
        reason = keep_reason(board, hint)
        assert not can_differ(reason, hint)
        for r, c in hint.given_cells:
            rows = [row[:] for row in reason]
            rows[r][c] = "."
            assert can_differ(rows, hint)
        board[hint.cell[0]][hint.cell[1]] = hint.value


def can_differ(rows: list[list[str]], hint: Hint) -> bool:
    """Whether the cell of a hint can have another value on a Sudoku."""
    r, c = hint.cell
    boards = [
        [*rows[:r], [*rows[r][:c], v, *rows[r][c + 1 :]], *rows[r + 1 :]] for v in "123456789"
    ]
    return any(count_sudokus(board) for board in boards if board[r][c] != hint.value)


def test_each_reason_on_a_hitori_forces_its_mark_and_is_minimal() -> None:
    """clingo solves another program, to which the values of the reason alone are added."""
    numbers, solution = (read_example(HITORI, name) for name in ("dom01", "sol01"))
    marked: list[Cell] = []
    for hint in GivenProgram(find_puzzle(str(HITORI)), numbers).list_hints():
        assert not can_be_plain(numbers, hint.cell, hint.reason)
        for pair in hint.reason:
            assert can_be_plain(numbers, hint.cell, [p for p in hint.reason if p != pair])
        marked.append(hint.cell)
    places = [(r, c) for r, row in enumerate(solution) for c, value in enumerate(row)]
    assert sorted(marked) == [(r, c) for r, c in places if solution[r][c] == "x"]


def can_be_plain(numbers: Rows, cell: Cell, reason: list[tuple[Cell, str]]) -> bool:
    """Whether a cell is not marked in some solution, if only the reason's values are known.

    A cell without a known number is no cell of the board.
    """
    control = clingo.Control(["--warn=none"])
    known = [f"cell({r},{c},{value}).\n" for (r, c), value in reason if value != "x"]
    marks = [f":- not black({r},{c}).\n" for (r, c), value in reason if value == "x"]
    facts = "".join([*known, *marks, f"dim({len(numbers)}).\n:- black({cell[0]},{cell[1]}).\n"])
    control.add("base", [], test_generate.HITORI + facts)
    control.ground()
    return bool(control.solve().satisfiable)


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
