"""Find the next cell whose value follows, with the smallest reason that was found.

The reason names given cells, and rules by the comments of NAME.lp; without any one of them the
value does not follow.  Cells that are filled in are taken as given.  Where a reason needs that a
cell does not have its only possible value, that comes before.

Exit status: 0 if there is a hint (--steps, --rate: if the hints lead to the only solution), 1 if
not, 3 if the time limit came first.
"""

import argparse
from collections.abc import Callable
from typing import Any

from encode import BLANK
from lab import notations, puzzles
from lab.common.background import BackgroundTask
from lab.common.command import parse_seconds
from lab.common.files import write
from lab.common.language import translate
from lab.common.terminal import print_message
from lab.explain.grounding import describe_clashing_cells
from lab.explain.hints import Hint, HintProgram
from lab.pictures import USAGE, Frame, Picture
from lab.puzzles import Rows


def arguments(parser: argparse.ArgumentParser) -> None:
    add = add_arguments(parser)
    notations.add_of(parser, "the grid has part of the answer to this puzzle")
    add("--rate", action="store_true", help="print the largest and the mean reason of all steps")


def add_arguments(parser: argparse.ArgumentParser) -> Callable[..., Any]:
    """Declare the arguments of the hint commands of all puzzles, --next and --steps among them.

    Returns the function that declares other options which exclude these two.
    """
    notations.add_arguments(parser)
    puzzles.add_argument(parser)
    add = parser.add_argument
    add("--picture", metavar="PICTURE", help=USAGE)
    add("--time-limit", type=parse_seconds, metavar="S", help="print what is known after S s")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--next", action="store_true", help="print the next step alone")
    group.add_argument("--steps", action="store_true", help="print a line for each step, no grid")
    return group.add_argument


def run(options: argparse.Namespace) -> int:
    if options.of:
        puzzle, played_board, board = notations.read_answer(options)
    else:
        source = notations.open_source(options.file, options.puzzle)
        puzzle, board = source.puzzle, source.board(options.notation)
        played_board = board
    picture = Picture(options.picture, puzzle) if options.picture else None
    program = HintProgram(puzzle, board, played_board)
    hints: list[Hint] = []
    is_complete = options.steps or options.rate

    def find_hints() -> str:
        """Add to the hints; return why some are missing, "" if none are."""
        answer = program.find_answer()
        if answer is None:
            return describe_clashing_cells(program.find_clashing_cells())
        hints.extend(program.list_hints() if is_complete else program.find_next_hints())
        program.exclude(answer)
        if hints and (not is_complete or program.find_answer() is None):
            return ""
        return translate("no further value is the same in all solutions")

    search = BackgroundTask(find_hints)
    is_done = search.finish(lambda: "looking for reasons", options.time_limit)
    if options.rate and hints:
        write(f"{describe_rating(hints)}\n")
    elif not options.rate:
        write("".join(f"{hint.sentence}\n" for hint in hints))
    if picture:
        picture.draw(draw_hints(played_board, hints, board))
    if not is_done:
        print_message(f"the time limit of {options.time_limit:g} s came first")
        return 3
    if search.result:
        print_message(search.result)
    return 1 if search.result else 0


def describe_rating(hints: list[Hint]) -> str:
    """Return in words how many hints there are, and how many cells are in their reasons."""
    sizes = [len(hint.given_cells) for hint in hints]
    numbers = f"{max(sizes)} at most, {sum(sizes) / len(sizes):.1f} on average"
    return f"steps: {len(hints)}; given cells in a reason: {numbers}"


def draw_hints(board: Rows, hints: list[Hint], givens: Rows = ()) -> list[Frame]:
    """Return a frame for each hint, with its reason and its cell marked.

    `givens` is the puzzle of the board.
    """
    rows, frames = [list(row) for row in board], []
    for hint in hints:
        r, c = hint.cell
        rows = [row[:] for row in rows]
        if not hint.absent_value or rows[r][c] == BLANK:
            rows[r][c] = hint.value
        marks = dict.fromkeys(hint.given_cells, "reason") | {hint.cell: "conclusion"}
        frames.append(Frame(rows, marks, hint.sentence, givens=givens))
    return frames or [Frame(rows, givens=givens)]
