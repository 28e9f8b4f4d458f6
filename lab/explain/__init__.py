"""Explain why a puzzle has no solution: which given cells clash.  If it has several, show where
they differ, what is the same in all, and the fewest further given cells that leave one.  If it has
one, list the given cells that are superfluous, each by itself.

If rules.py of the puzzle has bare(), an answer in the grid is set aside, and the puzzle beneath it
is explained; for other puzzles it is taken as given.  A grid with marks that hide given cells is
refused.  Rows and columns are counted from 0.

Exit status: 0 one solution or optimum, 1 none or several, 3 the time limit came before that was
known.
"""

import argparse
import json

from lab import notations, puzzles
from lab.common.background import BackgroundWork
from lab.common.command import parse_seconds
from lab.common.files import write
from lab.common.terminal import print_message
from lab.explain.exploration import Explanation, Exploration
from lab.pictures.frames import USAGE, open_picture
from lab.puzzles import Board, Puzzle

STATUS = {"unique": 0, "none": 1, "several": 1, None: 3}  # the exit status by verdict
PROOF_SECONDS = 10.0  # seconds for improvements and proofs, without --time-limit
FEWEST_HELP = "of one solution: a smallest set of given cells that suffices"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = puzzles.describe_modules("explain")
    notations.add_arguments(parser)
    puzzles.add_argument(parser)
    add = parser.add_argument
    add("--json", action="store_true", help="the explanation as data")
    add("--fewest-clues", action="store_true", dest="fewest_given", help=FEWEST_HELP)
    add("--picture", metavar="PICTURE", help=USAGE)
    add("--time-limit", type=parse_seconds, metavar="S", help="print what is known after S s")


def run(options: argparse.Namespace) -> int:
    source = notations.open_source(options.file, options.puzzle)
    puzzle, board = source.puzzle, source.pick_board(source.read_puzzles(options.notation))
    picture = open_picture(options.picture, puzzle)
    if puzzle.bare(board) != board:
        print_message("the answer in the grid is set aside: the puzzle beneath it is explained")
    exploration = open_exploration(puzzle, puzzle.bare(board), options.fewest_given)
    limit = options.time_limit

    def is_enough(seconds: float) -> bool:
        return limit is None and seconds > PROOF_SECONDS and exploration.is_explained

    BackgroundWork(exploration.explore).start_and_wait(lambda: exploration.stage, limit, is_enough)
    status = STATUS[exploration.verdict]  # it may change while the picture is drawn
    if options.json:
        write(json.dumps(exploration.describe_as_data()) + "\n")
    else:
        write(exploration.describe_in_words())
    print_message(exploration.describe_verdict())
    if picture:
        picture.draw([exploration.draw_frame()])
    return status


def explain_puzzle(puzzle: Puzzle, board: Board) -> Explanation:
    """Return the explanation of a board without its answer, for the page."""
    exploration = open_exploration(puzzle, board)
    exploration.searches_fewest = False  # that search may take any time
    exploration.explore()
    frames, repairs = exploration.draw_frames(), exploration.list_repairs()
    return Explanation(exploration.describe_verdict(), frames, repairs)


def open_exploration(puzzle: Puzzle, board: Board, fewest_given: bool = False) -> Exploration:
    """Return an exploration of a board without its answer: the puzzle's own, or the general one."""
    is_own = puzzle.has("explain.exploration")
    exploration_class: type[Exploration] = (
        puzzle.load_module("explain.exploration").EXPLORATION if is_own else Exploration
    )
    return exploration_class(puzzle, board, fewest_given)
