"""The solved grid, from the result of a solver: the file that minisat writes, or the lines of s
and v that solvers print in the SAT competitions.  Exit status: 0 a solution; 1 none, or a result
that breaks a rule; 3 the solver gave up."""

import argparse

import decode
from lab import Unusable, notations, puzzles
from lab.common.files import write
from lab.common.terminal import print_message
from lab.common.words import cut_lines
from lab.lightup.counts import place_bulbs
from lab.lightup.rules import bare, offences
from lab.lightup.sat import dimacs


def arguments(parser: argparse.ArgumentParser) -> None:
    notations.add_arguments(parser)
    parser.add_argument("result", metavar="RESULT", help="the file that the solver wrote")


def run(options: argparse.Namespace) -> int:
    if options.file == options.result == "-":
        raise Unusable("the grid and the result cannot both come from standard input")
    source = notations.open_source(options.file, puzzles.find_default_puzzle())
    board = source.read_board(options.notation)
    result = dimacs.read_dimacs_file(options.result, dimacs.read_sat_result)
    if result.status == dimacs.UNSAT:
        print_message("no solution")
        return 1
    if result.status == dimacs.UNKNOWN:
        print_message("undecided: the solver gave up")
        return 3
    solution = place_bulbs(board, result.true)
    broken = offences(solution, bare(board))
    if broken:
        print_message("the result is not a solution of this grid:")
        print_message(cut_lines([offence.sentence for offence in broken]))
        return 1
    write(decode.format_grid(solution))
    return 0
