"""The solved grid, from the result of a solver: the file that minisat writes, or the lines of s
and v that solvers print in the SAT competitions.  Exit status: 0 a solution; 1 none, or a result
that breaks a rule; 3 the solver gave up."""

import argparse

import decode
from lab import Unusable, notations, puzzles
from lab.common.files import write
from lab.lightup.counts import with_bulbs
from lab.lightup.rules import bare, offences
from lab.lightup.sat import dimacs
from lab.puzzles import Offence

MOST = 10  # offences that are reported one by one


def arguments(parser: argparse.ArgumentParser) -> None:
    notations.add_arguments(parser)
    parser.add_argument("result", metavar="RESULT", help="what the solver wrote")


def run(options: argparse.Namespace) -> int:
    if options.file == options.result == "-":
        raise Unusable("the grid and the result cannot both come from standard input")
    board = bare(notations.source(options.file, puzzles.default_puzzle()).board(options.notation))
    status, bulbs = dimacs.contents(options.result, dimacs.result)
    if status == dimacs.UNSAT:
        decode.report("no solution")
        return 1
    if status == dimacs.UNKNOWN:
        decode.report("undecided: the solver gave up")
        return 3
    solution = with_bulbs(board, bulbs)
    if found := offences(solution, board):
        decode.report(complaint(found))
        return 1
    write(decode.format_grid(solution))
    return 0


def complaint(found: list[Offence]) -> str:
    """The broken rules in words, a line each; those after the first few are counted."""
    lines = ["the result is no solution of this grid:", *(one.words for one in found[:MOST])]
    if len(found) > MOST:
        lines.append(f"and {len(found) - MOST} more")
    return "\n".join(lines)
