"""Explain why a puzzle of Amaze has no solution (a smallest set of pairs that cannot be joined
together) or several optima (where they differ, and the fewest ends to move, so that one is left);
of a puzzle with one optimum, say which pairs could be left out.

It is proven that fewer ends do not suffice, wherever they go.  A single end goes to the nearest
possible place.  If the time limit comes first, the report says how many do not suffice.

Rows and columns are counted from 0.  Exit status: 0 one optimum, 1 no solution or several optima,
3 the time limit came before that was known.
"""

import argparse

from amaze.explain import account
from amaze.explain.exploration import AmazeExploration
from lab import explanation, notations, puzzles
from lab.common.background import BackgroundTask

AMAZE = puzzles.find_puzzle("amaze")


def arguments(parser: argparse.ArgumentParser) -> None:
    explanation.add_arguments(parser, AMAZE)


def run(options: argparse.Namespace) -> int:
    board = notations.open_source(options.file, AMAZE).board(options.notation)
    exploration = AmazeExploration(board)
    BackgroundTask(exploration.explore).finish(lambda: exploration.stage, options.time_limit)
    return explanation.print_explanation(account, exploration, options.json)
