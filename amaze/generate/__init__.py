"""Make puzzles of Amaze with exactly one best board, of any size up to 15x15.

They go to standard output, a blank line between two, or into a folder.  The same seed makes the
same puzzles, the third of 3 as well as the third of 30.

Exit status: 0 if all were made, 1 if no such puzzle was found, 3 if the time limit came first.
"""

import argparse
import functools

from amaze import rules
from amaze.generate.making import PuzzleOrder, make_puzzle
from lab import notations, puzzles, series
from lab.series import GeneratedPuzzle
from lab.series.orders import Order
from lab.series.targets import SeriesFormat

AMAZE = puzzles.find_puzzle("amaze")
LARGEST = 15  # rows or columns
COLUMNS = ("name", "size", "lines", "cost", "seed")
CELLS_A_LINE = 12  # without --lines


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    size = functools.partial(series.parse_size, largest=LARGEST)
    add("--size", type=size, required=True, metavar="HxW", help="rows and columns, such as 7x10")
    add("--lines", type=lines, metavar="N", help=f"one for {CELLS_A_LINE} cells without it")
    series.add_arguments(parser)
    puzzles.add_fixed_argument(parser, AMAZE)


def lines(text: str) -> int:
    """A number of lines, for argparse."""
    return series.parse_count(text, LARGEST * LARGEST // 2)


def run(options: argparse.Namespace) -> int:
    wish = read_order(options)
    height, width, number = wish
    if 3 * number > height * width:
        hindrance = f"{number} lines of three cells or more do not fit on {height}x{width}"
        return series.finish(1, f"no such puzzle: {hindrance}")
    blank = [[rules.EMPTY] * width for _ in range(height)]
    blank[0][0] = blank[-1][-1] = "1"
    notations.write(AMAZE, blank, options.to)  # Unusable if there is no such text
    index = SeriesFormat(AMAZE, COLUMNS, described, solved)
    return series.write_series(options, index, functools.partial(make_puzzle, wish))


def read_order(options: argparse.Namespace) -> PuzzleOrder:
    """The wish, with as many lines as suit the size if no number is given."""
    height, width = options.size
    return PuzzleOrder(height, width, options.lines or max(1, height * width // CELLS_A_LINE))


def described(order: Order, puzzle: GeneratedPuzzle) -> tuple[str, ...]:
    """The columns of a puzzle in the index."""
    size = f"{len(puzzle.board)}x{len(puzzle.board[0])}"
    number, cost = str(len(rules.ends_by_number(puzzle.board))), str(rules.cost(puzzle.solution))
    return f"dom{order.name}", size, number, cost, order.seed


def solved(notation: str) -> str:
    """The notation of solutions: dzn has ends only."""
    return notation if notation == "facts" else "grid"
