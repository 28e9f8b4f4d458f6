"""Explain why a puzzle of Amaze has no solution (a smallest set of pairs that cannot be joined
together) or several optima (where they differ, and the fewest cells to block, or ends to move, so
that one is left); of a puzzle with one optimum, say which pairs could be left out.

It is proven that fewer cells or ends do not suffice, wherever they are.  A single end goes to the
nearest possible place.  If the time limit comes first, the report says how many do not suffice.

Rows and columns are counted from 0.  Exit status: 0 one optimum, 1 no solution or several optima,
3 the time limit came before that was known.
"""

import argparse
import json

import decode
from amaze.explain import account
from amaze.explain.exploration import AmazeExploration
from lab import notations, puzzles
from lab.common.background import BackgroundTask
from lab.common.command import parse_seconds
from lab.common.files import write

AMAZE = puzzles.find_puzzle("amaze")
STATUS = {"unique": 0, "none": 1, "several": 1, None: 3}


def arguments(parser: argparse.ArgumentParser) -> None:
    notations.add_arguments(parser)
    puzzles.add_fixed_argument(parser, AMAZE)
    add = parser.add_argument
    add("--json", action="store_true", help="the explanation as data")
    add("--time-limit", type=parse_seconds, metavar="S", help="print what is known after S s")


def run(options: argparse.Namespace) -> int:
    board = notations.open_source(options.file, AMAZE).board(options.notation)
    exploration = AmazeExploration(board)
    BackgroundTask(exploration.explore).finish(lambda: exploration.stage, options.time_limit)
    if options.json:
        write(json.dumps(account.describe_as_data(exploration)) + "\n")
    else:
        write(account.describe_in_words(exploration))
    decode.report(account.describe_verdict(exploration))
    return STATUS[exploration.verdict]
