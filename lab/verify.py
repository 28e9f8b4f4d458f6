"""Judge a solved grid by the rules of its puzzle, in plain Python, without any logic program.

Each offence is a line on standard output, rows and columns from 0; the verdict is a line on
standard error.  In Light Up, bulbs are 'b'; white cells known to be without one may be '-'.
Where a least cost is wanted, the verdict has the cost, but not whether it is the least.  Exit
status: 0 for a solution (with --partial: nothing is wrong so far), 1 otherwise, 2 for input
that cannot be used.
"""

import argparse

import decode
from lab import Unusable, notations, puzzles
from lab.common.words import count_noun


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    notations.add_arguments(parser)
    puzzles.add_argument(parser)
    parser.add_argument(
        "--of",
        metavar="PUZZLE",
        help="the grid must be a solution of this puzzle; --from is for both",
    )
    parser.add_argument(
        "--partial",
        action="store_true",
        help="half-solved: '.' may still be filled; report only what can no longer be put right",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    if options.of == options.file == "-":
        raise Unusable("the grid and its puzzle cannot both come from standard input")
    source = notations.source(options.file, options.puzzle)
    puzzle, board = source.puzzle, source.board(options.notation, solved=True)
    given = notations.source(options.of, puzzle).board(options.notation) if options.of else None
    found = puzzle.rules.offences(board, given, options.partial)
    for offence in found:
        print(offence.words)
    good = "nothing is wrong so far" if options.partial else "a solution"
    if puzzle.best == puzzles.LEAST_COST and not options.partial:
        good += f" of cost {puzzle.rules.cost(board)}"
    decode.report(count_noun(len(found), "offence") if found else good)
    return 1 if found else 0
