"""Make puzzles of Amaze with exactly one best board, of any size up to 15x15.

They go to standard output, a blank line between two, or into a folder.  The same seed makes the
same puzzles, the third of 3 as well as the third of 30.

Exit status: 0 if all were made, 1 if no such puzzle was found, 3 if the time limit came first.
"""

import argparse
import functools

from amaze import rules
from amaze.generate.making import make_puzzle
from lab import notations, puzzles, series
from lab.common.command import parse_count
from lab.common.words import count_noun
from lab.series import GeneratedPuzzle, SeriesFormat
from lab.series.orders import Order

AMAZE = puzzles.find_puzzle("amaze")
LARGEST = 15  # rows or columns
COLUMNS = ("name", "size", "lines", "cost", "seed")
CELLS_PER_LINE = 12  # without --lines


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    size = functools.partial(series.parse_size, largest=LARGEST)
    count = functools.partial(parse_count, most=LARGEST * LARGEST // 2)
    add("--size", type=size, required=True, metavar="HxW", help="rows and columns, such as 7x10")
    add("--lines", type=count, metavar="N", help=f"one for {CELLS_PER_LINE} cells without it")
    series.add_arguments(parser)
    puzzles.add_fixed_argument(parser, AMAZE)


def run(options: argparse.Namespace) -> int:
    height, width = options.size
    lines = options.lines or max(1, height * width // CELLS_PER_LINE)
    if 3 * lines > height * width:
        needed = f"{count_noun(lines, 'line')} of three cells or more"
        return series.report_end(1, f"no such puzzle: {height}x{width} has no room for {needed}")
    notations.check_notation(AMAZE, options.to)
    index = SeriesFormat(AMAZE, COLUMNS, list_columns, solution_notation(options.to))
    return series.write_series(options, index, functools.partial(make_puzzle, options.size, lines))


def list_columns(order: Order, puzzle: GeneratedPuzzle) -> tuple[str, ...]:
    """Return the columns of a puzzle in the index."""
    size = f"{len(puzzle.board)}x{len(puzzle.board[0])}"
    lines, cost = len(rules.ends_by_number(puzzle.board)), rules.cost(puzzle.solution)
    return f"dom{order.name}", size, str(lines), str(cost), order.seed


def solution_notation(notation: str) -> str:
    """Return the notation of the solutions to puzzles in this notation: dzn has ends only."""
    return notation if notation == "facts" else "grid"
