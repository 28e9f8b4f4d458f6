"""Make a puzzle with exactly one optimum, line by line: with each further line there is still one.

A new line starts in an empty cell, and ends in a cell to which exactly one shortest way leads
around the other lines.  clingo decides whether all lines together still have exactly one optimum.
"""

import random
from collections.abc import Container, Iterator
from typing import NamedTuple

from amaze.optima import ConflictLimit, Optima
from amaze.rules import EMPTY, Board, neighbours_of, numbers_by_cell
from lab.common.words import Cell
from lab.series import Exhausted, GeneratedPuzzle

MOST_BOARDS = 600  # that are solved for one puzzle
MOST_ATTEMPTS = 25  # to add one line, before all lines are drawn anew
MOST_CONFLICTS = 30_000  # of clingo for one board; a board that needs more is not used


class AmazeOptions(NamedTuple):
    """The size of a puzzle."""

    height: int
    width: int
    lines: int


def make_puzzle_of_lines(
    options: AmazeOptions, taken: Container[Board], seed: str
) -> GeneratedPuzzle:
    """Return the puzzle of these options and this seed that is not among the boards `taken`.

    Raises Exhausted after MOST_BOARDS boards.
    """
    chance = random.Random(seed)
    boards_left = iter(range(MOST_BOARDS))
    while True:
        numbers = list(map(str, range(1, options.lines + 1)))
        chance.shuffle(numbers)
        puzzle = [[EMPTY] * options.width for _ in range(options.height)]
        pair = puzzle, puzzle
        for number in reversed(numbers):
            larger = add_line(*pair, number, chance, boards_left)
            if not larger:
                break
            pair = larger
        else:
            if pair[0] not in taken:
                return GeneratedPuzzle(*pair)


def add_line(
    puzzle: Board,
    solution: Board,
    number: str,
    chance: random.Random,
    boards_left: Iterator[int],
) -> tuple[Board, Board] | None:
    """Return the puzzle with one more line, and its only optimum; None if attempts fail.

    Takes a number of `boards_left` for each board that is solved; raises Exhausted without one.
    """
    for _ in range(MOST_ATTEMPTS):
        cells = choose_line(solution, chance)
        if cells:
            if next(boards_left, None) is None:
                raise Exhausted
            ends = cells[0], chance.choice(cells[len(cells) // 2 :])
            larger = [
                [number if (r, c) in ends else value for c, value in enumerate(row)]
                for r, row in enumerate(puzzle)
            ]
            optimum = find_only_optimum(larger)
            if optimum:
                return larger, optimum
    return None


def choose_line(solution: Board, chance: random.Random) -> list[Cell]:
    """Return a random start and the cells to which exactly one shortest way leads, nearest first.

    The ways use empty cells only.  The neighbours of the start are left out.  Empty if there are no
    such cells.
    """
    empty = [
        (r, c) for r, row in enumerate(solution) for c, value in enumerate(row) if value == EMPTY
    ]
    if not empty:
        return []
    start = chance.choice(empty)
    ways = {start: 1}  # how many shortest ways lead to each cell
    level, ends = [start], []
    while level:
        next_level: dict[Cell, int] = {}
        for cell in level:
            for neighbour in neighbours_of(cell):
                if neighbour in empty and neighbour not in ways:
                    next_level[neighbour] = next_level.get(neighbour, 0) + ways[cell]
        ways |= next_level
        level = list(next_level)
        ends += [cell for cell in level if ways[cell] == 1 and cell not in neighbours_of(start)]
    return [start, *ends] if ends else []


def find_only_optimum(puzzle: Board) -> Board | None:
    """Return the only optimum; None if there is none, or several, or the search takes too long."""
    optima = Optima(puzzle, conflicts=MOST_CONFLICTS)
    try:
        if not optima.best:
            return None
        optimum = optima.best[1]
        is_only = len(optima.shared_cells()) == len(numbers_by_cell(optimum))
    except ConflictLimit:
        return None
    return optimum if is_only else None
