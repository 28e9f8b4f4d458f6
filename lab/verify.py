"""Judge a solved grid by the rules of its puzzle, in plain Python, without any logic program.

The first 100 offences are a line each on standard output, with rows and columns from 0; the
verdict, with the number of all, is a line on standard error.  If the puzzle has costs, the verdict
contains the cost, but not whether it is the least.  Exit status: 0 for a solution (with --partial:
no rule is broken so far), 1 otherwise, 2 for input that cannot be used.
"""

import argparse

from lab import notations, puzzles
from lab.common.files import write
from lab.common.terminal import print_message
from lab.common.words import count_noun

LISTED = 100  # offences that are printed


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "; ".join(
        f"In {puzzle.title}, "
        + ", ".join(f"{cell!r} stands for {plural}" for cell, plural in answer_cells.items())
        for puzzle in puzzles.list_puzzles()
        if (answer_cells := notations.list_answer_cells(puzzle))
    )
    notations.add_arguments(parser)
    puzzles.add_argument(parser)
    notations.add_of_option(parser, "the grid must be a solution of this puzzle")
    parser.add_argument(
        "--partial",
        action="store_true",
        help="half-solved: '.' may still be filled; report only what can no longer be put right",
    )


def run(options: argparse.Namespace) -> int:
    puzzle, board, given_board = notations.read_answer(options, options.puzzle)
    if puzzle.marks and options.of is None:
        print_message("what is given under marks is not known without --of PUZZLE")
    offences = puzzle.list_offences(board, given_board, options.partial)
    for offence in offences[:LISTED]:
        write(f"{offence.sentence}\n")
    verdict = "nothing is wrong so far" if options.partial else "a solution"
    if puzzle.best == puzzles.LEAST_COST and not options.partial:
        verdict += f" of cost {puzzle.rules.cost(board)}"
    print_message(count_noun(len(offences), "offence") if offences else verdict)
    return 1 if offences else 0
