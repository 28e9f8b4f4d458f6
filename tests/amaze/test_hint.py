"""lab hint of Amaze: what it says is true of all optima, and its reasons of all boards."""

from pathlib import Path

import pytest

from amaze import rules
from amaze.hint.steps import CUTS_OFF, ONE_WAY, Drawing
from amaze.optima import Optima
from amaze.rules import Board, find_numbers
from lab.common.words import Cell
from tests.amaze.test_check import fill_board_from
from tests.amaze.test_explain import SMALL, list_optima
from tests.kit import run_lab

BENT = ["1...1/.2.2./.....", "12.../..../...1/2...", "1..2/..../2..1/....", ".../.2./1.1/.2."]
SOLVABLE = [board for board in [*SMALL, *map(fill_board_from, BENT)] if list_optima(board)]


def has_no_loop(puzzle: Board, board: Board) -> bool:
    """Whether each cell of a line is connected with its ends."""
    numbers = find_numbers(board)
    reached = set(find_numbers(puzzle))
    waiting = list(reached)
    while waiting:
        cell = waiting.pop()
        for place in rules.list_neighbours(cell):
            if place not in reached and numbers.get(place) == numbers[cell]:
                reached.add(place)
                waiting.append(place)
    return reached == set(numbers)


def find_boards_with(boards: list[Board], drawn: dict[Cell, str]) -> list[Board]:
    """Return the boards that have the drawn numbers."""
    return [board for board in boards if drawn.items() <= find_numbers(board).items()]


@pytest.mark.parametrize("puzzle", SOLVABLE, ids=str)
def test_hints_draw_the_cells_shared_by_all_best_boards(puzzle: Board) -> None:
    optima, ends = list_optima(puzzle), find_numbers(puzzle)
    boards = [board for board in rules.solutions(puzzle) if has_no_loop(puzzle, board)]
    first = min(find_numbers(optima[0]).items() - ends.items(), default=None)
    for drawn in [{}, dict([first])] if first else [{}]:
        shared = Optima(puzzle).find_shared_cells(drawn)
        numbers = [set(find_numbers(board).items()) for board in find_boards_with(optima, drawn)]
        assert shared.items() == set.intersection(*numbers)
        drawn_so_far = dict(drawn)
        for step in Drawing(puzzle, drawn).take_steps(shared):
            assert shared[step.cell] == step.number
            if step.kind in (ONE_WAY, CUTS_OFF):
                for board in find_boards_with(boards, drawn_so_far):
                    assert find_numbers(board).get(step.cell) == step.number
            drawn_so_far[step.cell] = step.number
        assert {**ends, **drawn_so_far} == {**ends, **drawn, **shared}


def hint(*arguments: object, stdin: str = "") -> tuple[int, str, str]:
    process = run_lab("hint", "--puzzle", "amaze", *arguments, stdin=stdin)
    return process.returncode, process.stdout, process.stderr


def test_a_tip_with_one_way_out() -> None:
    status, out, _ = hint("--next", stdin="12.2\n....\n1...\n")
    assert status == 0
    assert out == "1 in row 1, column 0: from row 0, column 0 there is no other way\n"


def test_a_way_that_cuts_a_pair_off() -> None:
    _, out, _ = hint("--steps", "dom03")
    assert "4 in row 3, column 0: any other way from row 2, column 0 cuts the ends of 3 off" in out


def test_numbers_are_named_in_their_order() -> None:
    _, out, _ = hint("--steps", stdin=". 2 . . .\n. . . 3 2\n3 10 . 10 .\n")
    assert "any other way from row 1, column 2 cuts the ends of 2 or 10 off\n" in out


def test_the_grid_and_what_is_left(tmp_path: Path) -> None:
    puzzle, drawn = tmp_path / "puzzle", tmp_path / "drawn"
    puzzle.write_text("1..\n...\n..1\n")
    status, out, message = hint(puzzle)
    assert (status, out) == (1, puzzle.read_text())
    assert message == "0 cells; beyond these the best boards differ\n"
    drawn.write_text("1..\n...\n1.1\n")
    assert hint(drawn, "--of", puzzle) == (
        0,
        "1..\n1..\n111\n",
        "2 cells: 2 by one way out; the best board is complete\n",
    )


@pytest.mark.parametrize(
    ("drawn", "status", "message"),
    [
        ("1.1\n.1.\n", 1, "no best board has 1 in row 1, column 1\n"),
        ("1..\n...\n", 0, ""),
        ("2.1\n...\n", 2, "row 0, column 0: found 2, expected 1\n"),
        ("1.1\n", 2, "found 1 row of 3 cells, expected 2 rows of 3 cells, "),
        ("1?1\n...\n", 2, "expected '.' (empty) or a digit"),
    ],
)
def test_wrong_lines_precede_a_hint(tmp_path: Path, drawn: str, status: int, message: str) -> None:
    puzzle, path = tmp_path / "puzzle", tmp_path / "drawn"
    puzzle.write_text("1.1\n...\n")
    path.write_text(drawn)
    actual_status, _, stderr = hint(path, "--of", puzzle, "--next")
    assert actual_status == status
    assert message in stderr


def test_cells_that_clash_are_named_together(tmp_path: Path) -> None:
    """A best board goes along one side or the other: neither cell is wrong by itself."""
    puzzle, drawn = tmp_path / "puzzle", tmp_path / "drawn"
    puzzle.write_text("1..\n...\n..1\n")
    drawn.write_text("1.1\n...\n1.1\n")
    message = "no best board has 1 in row 0, column 2 together with 1 in row 2, column 0\n"
    assert hint(drawn, "--of", puzzle) == (1, "", message)


def test_no_solution() -> None:
    assert hint(stdin="12\n21\n") == (1, "", "no solution\n")


def test_rate_is_refused_for_amaze() -> None:
    assert hint("--rate", "dom01") == (2, "", "lab hint: --rate: Amaze has no ratings\n")
