"""Explain why a puzzle has no solution (a smallest set of clues that clash) or several (where
they differ, and the fewest changes that leave one); of a puzzle with one solution, say which
clues are superfluous.

Rows and columns are counted from 0.  Bulbs in the grid are set aside: the puzzle beneath them is
explained.

Exit status: 0 one solution, 1 none or several, 3 the time limit came before that was known.
"""

import argparse
import json

import decode
from lab import notations, pictures, puzzles
from lab.common.background import BackgroundTask
from lab.common.command import parse_seconds
from lab.common.files import write
from lab.lightup.explain import account
from lab.lightup.explain.exploration import LightUpExploration
from lab.lightup.rules import bare

LIGHT_UP = puzzles.default_puzzle()
PATIENCE = 10.0  # seconds for improvements and proofs, without a time limit
STATUS = {"unique": 0, "none": 1, "several": 1, None: 3}


def arguments(parser: argparse.ArgumentParser) -> None:
    notations.add_arguments(parser)
    puzzles.add_fixed_argument(parser, LIGHT_UP)
    add = parser.add_argument
    add("--fewest-clues", action="store_true", help="of one solution: a smallest set of clues")
    add("--json", action="store_true", help="the explanation as data")
    add(
        "--picture",
        type=pictures.picture_type(LIGHT_UP),
        metavar="PICTURE",
        help="draw it: a .png, .svg or .pdf file",
    )
    add("--time-limit", type=parse_seconds, metavar="S", help="print what is known after S s")


def run(options: argparse.Namespace) -> int:
    board = notations.open_source(options.file, LIGHT_UP).board(options.notation)
    puzzle = bare(board)
    if puzzle != board:
        decode.report("bulbs and marks are set aside: the puzzle beneath them is explained")
    exploration = LightUpExploration(puzzle, options.fewest_clues)
    task, limit = BackgroundTask(exploration.explore), options.time_limit
    for seconds in task.ticks(lambda: exploration.stage, limit):
        if task.is_done or (limit is None and exploration.is_explained and seconds > PATIENCE):
            break
    if options.json:
        write(json.dumps(account.describe_as_data(exploration)) + "\n")
    else:
        write(account.describe_in_words(exploration))
    decode.report(account.describe_verdict(exploration))
    if options.picture:
        options.picture.draw([account.draw_frame(exploration)])
    return STATUS[exploration.verdict]
