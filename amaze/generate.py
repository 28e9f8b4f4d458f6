"""Make puzzles of Amaze with exactly one best board, of any size up to 15x15.

They go to standard output, a blank line between two, or into a folder.  The same seed makes the
same puzzles, however many are made.

Exit status: 0 if all were made, 1 if no such puzzle was found, 3 if the time limit came first.
"""

import argparse
import functools
import itertools
import random
from collections.abc import Container, Iterator

from amaze import rules
from amaze.optima import Optima
from amaze.rules import BLANK, Board, fill_cells, find_numbers, list_neighbours
from lab import notations, puzzles, series
from lab.common.command import parse_count
from lab.common.words import Cell, Size, count_noun, format_size, list_cells
from lab.series import Exhausted, GeneratedPuzzle

AMAZE = puzzles.find_puzzle("amaze")
LARGEST_SIDE = 15  # rows or columns
CELLS_PER_LINE = 12  # cells for one line if --lines is not given
MOST_DRAWINGS = 600  # drawings for one puzzle; each begins with a blank board
MOST_BOARDS = 600  # boards that are solved for one puzzle
MOST_ATTEMPTS = 25  # attempts to add one line before a new drawing
MOST_CONFLICTS = 30_000  # conflicts of clingo after which a board is not used


def arguments(parser: argparse.ArgumentParser) -> None:
    series.add_arguments(parser, LARGEST_SIDE)
    count = functools.partial(parse_count, most=LARGEST_SIDE * LARGEST_SIDE // 2)
    text = f"one for {CELLS_PER_LINE} cells without it"
    parser.add_argument("--lines", type=count, metavar="N", help=text)


def run(options: argparse.Namespace) -> int:
    height, width = options.size
    lines = options.lines or max(1, height * width // CELLS_PER_LINE)
    if 3 * lines > height * width:
        size, needed = format_size(options.size), count_noun(lines, "line")
        text = f"no such puzzle: {size} has no room for {needed} of three cells or more"
        return series.report_end(1, text)
    notations.check_notation(AMAZE, options.to)
    notation = "facts" if options.to == "facts" else "grid"  # dzn has ends only
    make = functools.partial(make_puzzle, options.size, lines)
    return series.write_series(
        options,
        AMAZE,
        make,
        columns=["lines", "cost"],
        list_cells=list_index_cells,
        solution_notation=notation,
    )


def list_index_cells(puzzle: GeneratedPuzzle) -> tuple[int, int]:
    return len(rules.group_ends(puzzle.board)), rules.cost(puzzle.solution)


# ---------------------------------------------------------------- one puzzle


def make_puzzle(size: Size, lines: int, taken: Container[Board], seed: str) -> GeneratedPuzzle:
    """Return the puzzle of this size (rows, columns) and seed; its board is not in `taken`.

    The puzzle grows line by line: a new line starts in an empty cell, and ends in a cell to which
    exactly one shortest way leads around the other lines.  With each line there is still one
    optimum.  Raises Exhausted after MOST_DRAWINGS drawings or MOST_BOARDS boards.
    """
    chance, solved_boards = random.Random(seed), itertools.count()
    blank = [[BLANK] * size[1] for _ in range(size[0])]
    for _ in range(MOST_DRAWINGS):
        numbers = list(map(str, range(1, lines + 1)))
        chance.shuffle(numbers)
        puzzle: GeneratedPuzzle | None = GeneratedPuzzle(blank, blank)
        while puzzle and numbers:
            puzzle = add_line(puzzle, numbers.pop(), chance, solved_boards)
        if puzzle and puzzle.board not in taken:
            return puzzle
    raise Exhausted


def add_line(
    puzzle: GeneratedPuzzle, number: str, chance: random.Random, solved_boards: Iterator[int]
) -> GeneratedPuzzle | None:
    """Return the puzzle with one more line; None if MOST_ATTEMPTS attempts fail.

    `solved_boards` counts the boards for all lines; raises Exhausted after MOST_BOARDS boards.
    """
    for _ in range(MOST_ATTEMPTS):
        if ends := choose_ends(puzzle.solution, chance):
            if next(solved_boards) == MOST_BOARDS:
                raise Exhausted
            board = fill_cells(puzzle.board, dict.fromkeys(ends, number))
            if solution := find_only_optimum(board):
                return GeneratedPuzzle(board, solution)
    return None


def choose_ends(solution: Board, chance: random.Random) -> list[Cell]:
    """Return two random empty cells with exactly one shortest way between them.

    The ways use empty cells only.  The second cell is in the farther half of the possible ones, and
    not a neighbour of the first.  Empty if there is no such cell.
    """
    empty = [cell for cell, value in list_cells(solution) if value == BLANK]
    if not empty:
        return []
    start = chance.choice(empty)
    ways = {start: 1}  # how many shortest ways lead to each cell
    level, cells = [start], [start]
    while level:
        next_level: dict[Cell, int] = {}
        for cell in level:
            for neighbour in list_neighbours(cell):
                if neighbour in empty and neighbour not in ways:
                    next_level[neighbour] = next_level.get(neighbour, 0) + ways[cell]
        ways |= next_level
        level = list(next_level)
        cells += [cell for cell in level if ways[cell] == 1 and cell not in list_neighbours(start)]
    return [start, chance.choice(cells[len(cells) // 2 :])] if cells[1:] else []


def find_only_optimum(givens: Board) -> Board | None:
    """Return the only optimum; None if there is none, or several, or the search takes too long."""
    optima = Optima(givens, conflicts=MOST_CONFLICTS)
    if not optima.best:
        return None
    optimum, shared = optima.best[1], optima.find_shared_cells()
    return optimum if optima.is_exhausted and shared == find_numbers(optimum) else None
