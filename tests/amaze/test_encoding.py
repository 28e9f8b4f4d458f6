"""amaze/amaze.lp against every board that keeps the rules, and amaze/rules.py that judges them."""

import itertools
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, strategies

import decode
import encode
from amaze import rules
from amaze.rules import Board
from lab.common.words import Cell
from tests.kit import ROOT, budget, run

AMAZE = ROOT / "amaze" / "amaze.lp"
EXAMPLES = ROOT / "amaze" / "examples"
PUBLISHED = {  # each costs so much; the pairs as they are published, from 1
    20: "...../.2.../...1./...../1...2",
    12: "...../.2.../...1./.2.../1....",
}


def list_faults(puzzle: Board, board: Board) -> list[str]:
    """Return the offences of a board in words."""
    return [offence.sentence for offence in rules.offences(board, puzzle)]


def split_board(text: str) -> Board:
    """A board from rows of single characters between slashes."""
    return [list(row) for row in text.split("/")]


def search_optima(puzzle: Board, limit: int) -> tuple[decode.Search, list[Board]]:
    """Return a finished search for `limit` optima (0: all), and these optima."""
    optima: list[Board] = []
    search = decode.Search([str(AMAZE)], limit, text=encode.format_facts(puzzle))
    search.on_board = optima.append
    search.run()
    return search, optima


def solve_by_brute_force(puzzle: Board) -> list[Board]:
    """Return all solutions, also with loops: each free cell gets each number or none."""
    numbers = sorted({cell for row in puzzle for cell in row if cell != rules.BLANK})
    choices = [[cell] if cell != rules.BLANK else [".", *numbers] for row in puzzle for cell in row]
    width = len(puzzle[0])
    boards = (
        [list(cells[start : start + width]) for start in range(0, len(cells), width)]
        for cells in itertools.product(*choices)
    )
    return [board for board in boards if rules.is_solved(puzzle, board)]


@strategies.composite
def puzzles(draw: strategies.DrawFn) -> Board:
    """Draw puzzles of up to twelve cells with one to three pairs."""
    height = draw(strategies.integers(1, 4))
    width = draw(strategies.integers(2 if height == 1 else 1, 12 // height))
    pairs = draw(strategies.integers(1, min(3, height * width // 2)))
    if (pairs + 1) ** (height * width - 2 * pairs) > 60_000:
        pairs = 1
    numbers = [str(number) for number in range(1, pairs + 1)] * 2
    cells = draw(strategies.permutations(numbers + ["."] * (height * width - 2 * pairs)))
    return [cells[start : start + width] for start in range(0, len(cells), width)]


# ---------------------------------------------------------------- the optimum


@given(puzzle=puzzles())
@budget(35)
def test_all_optimal_boards_and_no_others(puzzle: Board) -> None:
    boards = solve_by_brute_force(puzzle)
    search, optima = search_optima(puzzle, limit=0)
    assert search.is_optimal == bool(boards)
    if boards:
        least = min(map(rules.cost, boards))
        assert search.cost == [least]
        assert sorted(optima) == [board for board in sorted(boards) if rules.cost(board) == least]


def draw_snakes(height: int, width: int, seed: int) -> tuple[Board, Board]:
    """Return a puzzle and a solution: random paths that never touch themselves."""
    chance = random.Random(seed)
    board = [[rules.BLANK] * width for _ in range(height)]
    puzzle = [row[:] for row in board]
    cells = list(itertools.product(range(height), range(width)))
    number = 0
    for start in chance.sample(cells, len(cells)):
        if path := draw_path(board, start, chance):
            number += 1
            for r, c in path:
                board[r][c] = str(number)
            for r, c in (path[0], path[-1]):
                puzzle[r][c] = str(number)
    return puzzle, board


def draw_path(board: Board, start: Cell, chance: random.Random) -> list[Cell]:
    """Return a path of four or more empty cells that never touches itself, or no cells."""
    inside = {(r, c) for r, row in enumerate(board) for c, _ in enumerate(row)}
    path: list[Cell] = []
    options = [start]
    while options and len(path) < 12:
        path.append(chance.choice(options))
        options = [
            cell
            for cell in list_cells_around(path[-1])
            if cell in inside
            and cell not in path
            and board[cell[0]][cell[1]] == rules.BLANK
            and sum(beside in path for beside in list_cells_around(cell)) == 1
        ]
    free = all(board[r][c] == rules.BLANK for r, c in path)
    return path if free and len(path) >= 4 else []


def list_cells_around(cell: Cell) -> list[Cell]:
    r, c = cell
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


@pytest.mark.parametrize(("height", "width"), [(6, 6), (5, 9), (9, 4), (8, 8)])
def test_larger_boards_cost_no_more_than_one_that_is_drawn(height: int, width: int) -> None:
    for seed in range(3):
        puzzle, board = draw_snakes(height, width, seed)
        assert list_faults(puzzle, board) == []
        search, optima = search_optima(puzzle, limit=2)
        assert search.is_optimal
        for board in optima:
            assert list_faults(puzzle, board) == []
            assert [rules.cost(board)] == search.cost
        assert search.cost[0] <= rules.cost(board)


@pytest.mark.parametrize(
    "text", ["12/21", "1.2/2.1", "...1/2..2/1...", "1212", ".1./2.2/.1.", "132/1.3/2.."]
)
def test_lines_that_would_cross(text: str) -> None:
    puzzle = split_board(text)
    assert solve_by_brute_force(puzzle) == []
    assert not search_optima(puzzle, limit=2)[0].boards


def test_clingo_alone(tmp_path: Path) -> None:
    """As the header of the program says, and without settings of any kind."""
    domain = tmp_path / "domain.lp"
    domain.write_text(encode.format_facts(split_board(PUBLISHED[20])))
    process = run("-m", "clingo", AMAZE, domain)
    assert "OPTIMUM FOUND" in process.stdout
    assert "Optimization : 20\n" in process.stdout
    last = process.stdout.split("Answer: ")[-1]
    board = [[rules.BLANK] * 5 for _ in range(5)]
    for r, c, number in re.findall(r"cell\((\d),(\d),(\d)\)", last):
        assert board[int(r)][int(c)] == rules.BLANK
        board[int(r)][int(c)] = number
    assert list_faults(split_board(PUBLISHED[20]), board) == []
    assert rules.cost(board) == 20


# ---------------------------------------------------------------- the checks


def test_a_right_board_with_any_free_cell_changed_is_wrong() -> None:
    puzzle = split_board("1...1/.2.2./3...3")
    board = split_board("11111/.222./33333")
    assert rules.is_solved(puzzle, board)
    assert rules.cost(board) == 5 + 6 + 15
    for r, c, value in itertools.product(range(3), range(5), ".1234"):
        if value != board[r][c]:
            changed = [row[:] for row in board]
            changed[r][c] = value
            assert not rules.is_solved(puzzle, changed), (r, c, value)
            assert list_faults(puzzle, changed)


@pytest.mark.parametrize(
    ("puzzle", "board", "cells"),
    [
        ("1.1", "111", []),
        ("1.1/...", "1.1/111", []),  # dearer, but a line all the same
        ("1..1/..../....", "1111/..../....", []),
        ("11.../...../.....", "11.../..111/..1.1", ["(2, 2)", "(2, 4)"]),  # and a loose piece
        ("11..../....../......", "11.111/...1.1/...111", []),  # a loop beside it
        ("1.1", "1.1", ["(0, 0)", "(0, 2)"]),
        ("11/..", "11/11", ["(0, 0)", "(0, 1)"]),  # more than one neighbour at an end
        ("1.1/...", "111/.1.", ["(0, 1)", "(1, 1)"]),  # a branch
    ],
)
def test_loose_cells(puzzle: str, board: str, cells: list[str]) -> None:
    wrong_degrees = rules.find_wrong_degrees(split_board(puzzle), split_board(board))
    assert [str(cell) for cell, *_ in wrong_degrees] == cells


@pytest.mark.parametrize(
    ("puzzle", "board", "fault"),
    [
        ("1.1", "1.1", "row 0, column 0: 0 neighbours with the number 1, expected 1"),
        ("1.1", "121", "row 0, column 1: found 2, expected a number of the puzzle"),
        ("1.1", "..1", "row 0, column 0: found ., expected 1"),
        ("1.1", "11", "found 1 row of 2 cells, expected 1 row of 3 cells"),
    ],
)
def test_faults_in_words(puzzle: str, board: str, fault: str) -> None:
    assert fault in list_faults(split_board(puzzle), split_board(board))
