"""Explain why a puzzle has no solution (given cells that clash), or several (where two of them
differ, what is the same in all, the fewest further given cells that leave one); of a puzzle with
one solution, list the given cells that are superfluous, each by itself.

Without any one of the clashing cells the others have a solution.  Rows and columns are counted
from 0.  Exit status: 0 one solution, 1 none or several, 3 the time limit came before that was
known.
"""

import argparse

from lab import explanation, notations, puzzles
from lab.common.background import BackgroundTask
from lab.common.command import parse_seconds
from lab.explain import account
from lab.explain.exploration import Exploration
from lab.pictures import USAGE, Frame, Picture


def arguments(parser: argparse.ArgumentParser) -> None:
    notations.add_arguments(parser)
    puzzles.add_argument(parser)
    add = parser.add_argument
    add("--json", action="store_true", help="the explanation as data")
    add("--picture", metavar="PICTURE", help=USAGE)
    add("--time-limit", type=parse_seconds, metavar="S", help="print what is known after S s")


def run(options: argparse.Namespace) -> int:
    source = notations.open_source(options.file, options.puzzle)
    board = source.board(options.notation)
    picture = Picture(options.picture, source.puzzle) if options.picture else None
    exploration = Exploration(source.puzzle, board)
    BackgroundTask(exploration.explore).finish(lambda: exploration.stage, options.time_limit)
    if picture:
        cells = exploration.clash or exploration.spare or exploration.differing_cells
        picture.draw([Frame(board, dict.fromkeys(cells, "reason"))])
    return explanation.print_explanation(account, exploration, options.json)
