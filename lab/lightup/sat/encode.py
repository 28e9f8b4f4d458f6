"""A grid as DIMACS CNF.  Variable C + R*width + 1 says whether there is a bulb in row R, column
C, both from 0.  Bulbs in the grid are left out: the puzzle is encoded."""

import argparse

from lab import notations, puzzles
from lab.common.files import write
from lab.common.words import count_noun
from lab.lightup.sat import cnf, dimacs


def arguments(parser: argparse.ArgumentParser) -> None:
    notations.add_arguments(parser)


def run(options: argparse.Namespace) -> int:
    source = notations.open_source(options.file, puzzles.find_default_puzzle())
    board = source.read_board(options.notation)
    height, width = len(board), len(board[0])
    variables, clauses = cnf.make_clauses(board)
    write(f"c Light Up, {count_noun(height, 'row')} and {count_noun(width, 'column')}\n")
    write(f"c C + R*{width} + 1: there is a bulb in row R, column C (both from 0)\n")
    write(dimacs.format_problem(variables, clauses))
    return 0
