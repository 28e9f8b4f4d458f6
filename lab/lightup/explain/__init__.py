"""Explain why a puzzle has no solution (a smallest set of clues that clash) or several (where
they differ, and the fewest changes that leave one); of a puzzle with one solution, say which
clues are superfluous.

The files are a puzzle and, if you like, a logic program, in any order; the program is lightup.lp
without one.  The explanation comes from the rules of Light Up as the kit has them.  The program is
asked as well; where it disagrees, standard error says so.  Rows and columns are counted from 0.

Exit status: 0 one solution, 1 none or several, 3 the time limit came before that was known.
"""

import argparse
import json
import math
import sys

import decode
from lab import notations, pictures, puzzles
from lab.common.background import BackgroundTask
from lab.lightup.explain import account
from lab.lightup.explain.encoding import Encoding
from lab.lightup.explain.exploration import Exploration
from lab.lightup.explain.files import program_and_puzzle
from lab.lightup.rules import Board, bare

LIGHT_UP = puzzles.default_puzzle()
PATIENCE = 10.0  # seconds for proofs and improvements, where there is no time limit
STATUS = {"unique": 0, "none": 1, "several": 1, None: 3}


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="a puzzle, a logic program; standard input is one")
    notations.add_notation(parser)
    puzzles.add_fixed_argument(parser, LIGHT_UP)
    add("--fewest-clues", action="store_true", help="of one solution: a smallest set of clues")
    add("--json", action="store_true", help="the explanation as data")
    add(
        "--picture",
        type=pictures.picture,
        metavar="PICTURE",
        help="draw it: a .png, .svg or .pdf file",
    )
    add(
        "--time-limit", type=decode.parse_seconds, metavar="S", help="print what is known after S s"
    )


def run(options: argparse.Namespace) -> int:
    program, puzzle = program_and_puzzle(options.files, LIGHT_UP)
    if puzzle == "-" and sys.stdin and sys.stdin.isatty():
        decode.report("lab explain: type or paste the puzzle, then Ctrl-D")
    board = notations.source(puzzle, LIGHT_UP).board(options.notation)
    found = Exploration(unsolved(board), options.fewest_clues)
    with Encoding(program, found.board) as encoding:
        has_answered = wait(found, encoding, options.time_limit)
        disagreement = encoding.disagreement(found) if has_answered else ""
    if options.json:
        print(json.dumps(account.data(found, disagreement)))
    else:
        print(account.text(found), end="")
    decode.report(account.verdict(found))
    if disagreement:
        decode.report(disagreement)
    if not has_answered:
        decode.report(f"{program} gave no answer in time: not compared")
    if options.picture:
        options.picture.draw([account.drawing(found)])
    return STATUS[found.verdict]


def unsolved(board: Board) -> Board:
    """The puzzle without what is solved of it."""
    puzzle = bare(board)
    if puzzle != board:
        decode.report("bulbs and marks are set aside: the puzzle beneath them is explained")
    return puzzle


def wait(found: Exploration, encoding: Encoding, limit: float | None) -> bool:
    """Explore as far as time permits; returns whether the encoding has answered."""
    patience = PATIENCE if limit is None else math.inf
    has_answered = False
    for seconds in BackgroundTask(found.explore).ticks(lambda: found.stage, limit):
        has_answered = encoding.has_answered()
        is_explored = found.is_done or (found.is_explained and seconds > patience)
        if is_explored and has_answered:
            break
    return has_answered
