"""Make puzzles with exactly one solution or optimum, of any kind that has a logic program.

They go to standard output, a blank line between two, or into a folder.  The same seed makes the
same puzzles, however many are made.  given_values in puzzle.py lists what a cell may be given;
without it, the examples and trial boards of the puzzle show this.  If these boards have
no blank cell, the new puzzles have none either.

Exit status: 0 if all were made, 1 if no such puzzle was found, 3 if the time limit came first.
"""

import argparse
import functools

from encode import BLANK
from lab import notations, puzzles, series
from lab.common.command import parse_count
from lab.common.terminal import print_message
from lab.generate.search import describe_values, make_puzzle

LARGEST_SIDE = 36  # rows or columns
DIFFICULTY_HELP = (
    "the largest reason of a hint has N given cells, as hint --rate prints; each attempt takes as "
    "long as hint --rate"
)


def arguments(parser: argparse.ArgumentParser) -> None:
    series.add_arguments(parser, LARGEST_SIDE)
    parser.add_argument("--difficulty", type=parse_count, metavar="N", help=DIFFICULTY_HELP)


def run(options: argparse.Namespace) -> int:
    puzzle = options.puzzle or puzzles.find_default_puzzle()
    notations.check_notation(puzzle, options.to)
    make = functools.partial(make_puzzle, puzzle.name_or_path, options.size, options.difficulty)
    status = series.write_series(
        options,
        puzzle,
        make,
        columns=["given"],
        list_cells=lambda made: [sum(value != BLANK for row in made.board for value in row)],
        solution_notation="grid",
    )
    if status == 3 and (advice := describe_values(puzzle, options.size)):
        print_message(advice)
    return status
