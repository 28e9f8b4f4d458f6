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

AMAZE = puzzles.find_puzzle("amaze")
LARGEST = 15  # rows or columns
CELLS_PER_LINE = 12  # without --lines


def arguments(parser: argparse.ArgumentParser) -> None:
    series.add_arguments(parser, LARGEST)
    count = functools.partial(parse_count, most=LARGEST * LARGEST // 2)
    text = f"one for {CELLS_PER_LINE} cells without it"
    parser.add_argument("--lines", type=count, metavar="N", help=text)


def run(options: argparse.Namespace) -> int:
    height, width = options.size
    lines = options.lines or max(1, height * width // CELLS_PER_LINE)
    if 3 * lines > height * width:
        needed = f"{count_noun(lines, 'line')} of three cells or more"
        return series.report_end(1, f"no such puzzle: {height}x{width} has no room for {needed}")
    notations.check_notation(AMAZE, options.to)
    notation = "facts" if options.to == "facts" else "grid"  # dzn has ends only
    index = SeriesFormat(AMAZE, ("lines", "cost"), list_columns, notation)
    return series.write_series(options, index, functools.partial(make_puzzle, options.size, lines))


def list_columns(puzzle: GeneratedPuzzle) -> tuple[int, int]:
    """Return the number of lines and the cost."""
    return len(rules.ends_by_number(puzzle.board)), rules.cost(puzzle.solution)
