"""Explain why a puzzle has no solution (a smallest set of clues that clash) or several (where
they differ, and the fewest changes that leave one); of a puzzle with one solution, say which
clues are superfluous.

Rows and columns are counted from 0.  Bulbs in the grid are set aside: the puzzle beneath them is
explained.

Exit status: 0 one solution, 1 none or several, 3 the time limit came before that was known.
"""

import argparse

import decode
from lab import explanation, notations, pictures, puzzles
from lab.common.background import BackgroundTask
from lab.lightup.explain import account
from lab.lightup.explain.exploration import LightUpExploration
from lab.lightup.rules import bare

LIGHT_UP = puzzles.default_puzzle()
PROOF_SECONDS = 10.0  # for improvements and proofs, without --time-limit


def arguments(parser: argparse.ArgumentParser) -> None:
    explanation.add_arguments(parser, LIGHT_UP)
    add = parser.add_argument
    add("--fewest-clues", action="store_true", help="of one solution: a smallest set of clues")
    picture = pictures.picture_type(LIGHT_UP)
    add("--picture", type=picture, metavar="PICTURE", help="draw it: a .png, .svg or .pdf file")


def run(options: argparse.Namespace) -> int:
    board = notations.open_source(options.file, LIGHT_UP).board(options.notation)
    puzzle = bare(board)
    if puzzle != board:
        decode.report("bulbs and marks are set aside: the puzzle beneath them is explained")
    exploration = LightUpExploration(puzzle, options.fewest_clues)
    limit = options.time_limit

    def is_enough(seconds: float) -> bool:
        return limit is None and seconds > PROOF_SECONDS and exploration.is_explained

    BackgroundTask(exploration.explore).finish(lambda: exploration.stage, limit, is_enough)
    status = explanation.print_explanation(account, exploration, options.json)
    if options.picture:
        options.picture.draw([account.draw_frame(exploration)])
    return status
