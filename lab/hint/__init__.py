"""Find the next cell whose value follows, with the smallest reason that was found.

The reason names given cells, and rules by the comments of NAME.lp; without any one of them the
value does not follow.  Cells that are filled in are taken as given.  If a reason uses that a cell
does not have its only possible value, the step that shows this comes first.  At the time limit,
--steps and --rate have printed the lines that were found before it.

Exit status: 0 if there is a hint or all is decided (--steps: if the hints lead to the only
solution; --rate: if every puzzle has exactly one), 1 if not, 3 if the time limit came first.
"""

import argparse
import time
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

from lab import Unusable, notations, puzzles
from lab.common.background import BackgroundWork
from lab.common.command import parse_seconds
from lab.common.files import INDEX, write
from lab.common.language import translate
from lab.common.process_pool import DeadlinePassed, ProcessPool, count_processors
from lab.common.terminal import print_message, show_progress
from lab.common.words import count_noun, describe_size
from lab.hint.hints import SOLVED, Hint, HintProgram, draw_hints
from lab.pictures.frames import USAGE, open_picture
from lab.puzzles import Board, Puzzle
from lab.settings import read_figures

BOARDS_PER_PROCESS = 200  # clingo keeps all symbols that it has met until its process ends


def arguments(parser: argparse.ArgumentParser) -> Callable[..., Any]:
    """Declare the arguments of the hint commands of all puzzles.

    Returns the function that declares other options which exclude --next, --steps and --rate.
    """
    notations.add_arguments(parser)
    puzzles.add_argument(parser)
    notations.add_of_option(parser, "FILE has part of the answer to this puzzle")
    add = parser.add_argument
    add("more_files", nargs="*", metavar="FILE", help="more files, with --rate")
    add("--picture", metavar="PICTURE", help=USAGE)
    add("--time-limit", type=parse_seconds, metavar="S", help="stop after S s (status 3)")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--next", action="store_true", help="print the next step alone")
    group.add_argument("--steps", action="store_true", help="print a line for each step, no grid")
    rate_help = "print how hard each puzzle is; answer cells in it are left out"
    group.add_argument("--rate", action="store_true", help=rate_help)
    return group.add_argument


def read_boards(
    options: argparse.Namespace, puzzle: Puzzle | None = None
) -> tuple[Puzzle, Board, Board]:
    """Return the puzzle of FILE, its board, and the board of --of: the same one without --of.

    Raises Unusable for several files, and for two boards of different sizes.
    """
    if options.more_files:
        raise Unusable(f"found {1 + len(options.more_files)} files, expected one without --rate")
    puzzle = puzzle or options.puzzle
    if options.of is None:
        source = notations.open_source(options.file, puzzle)
        board = source.read_board(options.notation)
        return source.puzzle, board, board
    puzzle, played, board = notations.read_answer(options, puzzle)
    if list(map(len, played)) != list(map(len, board)):
        played_size, expected_size = describe_size(played), describe_size(board)
        raise Unusable(f"found {played_size}, expected {expected_size}, as in --of")
    return puzzle, played, board


def run(options: argparse.Namespace) -> int:
    if options.rate:
        return rate_files(options)
    puzzle, played_board, board = read_boards(options)
    picture = open_picture(options.picture, puzzle)
    hints: list[Hint] = []

    def search_hints() -> str:
        program = HintProgram(puzzle, board, played_board)  # which may solve, for the least cost
        return program.find_hints(hints, options.steps)

    search = BackgroundWork(search_hints)
    is_done = search.start_and_wait(lambda: "looking for reasons", options.time_limit)
    write("".join(f"{hint.sentence}\n" for hint in hints))
    if picture:
        picture.draw(draw_hints(played_board, hints, board))
    if not is_done:
        print_message(f"the time limit of {options.time_limit:g} s came first")
        return 3
    if search.result or not hints:
        print_message(search.result or translate(SOLVED))
    return 1 if search.result else 0


# ---------------------------------------------------------------- ratings


def rate_files(options: argparse.Namespace) -> int:
    """Print a line for each puzzle in the files, rated on all processors; return the status.

    Among several files, an index is skipped.
    """
    if options.picture is not None or options.of is not None:
        raise Unusable("--rate goes without --picture and --of")
    limit = options.time_limit
    deadline = inf if limit is None else time.monotonic() + limit
    paths = []
    for path in [options.file, *options.more_files]:
        if Path(path).name == INDEX and options.more_files:
            print_message(f"lab hint: {path}: skipped, as it lists puzzles and holds none")
        else:
            paths.append(path)
    boards = list(notations.read_puzzles(paths, options))
    names = [name for name, _, _ in boards]
    items = [(puzzle.name_or_path, board) for _, puzzle, board in boards]
    are_unique: list[bool] = []

    def describe_stage() -> str:
        return f"{len(are_unique)} of {count_noun(len(names), 'puzzle')}"

    pool = ProcessPool(
        rate_in_words,
        count_processors(),
        describe_stage=describe_stage,
        items_per_process=BOARDS_PER_PROCESS,
    )
    try:
        with pool:
            for sentence, is_unique in pool.map(items, deadline):
                show_progress()
                write(f"{names[len(are_unique)]}: {sentence}\n")
                are_unique.append(is_unique)
                show_progress(describe_stage())
    except DeadlinePassed:
        show_progress()
        write(f"{names[len(are_unique)]}: undecided\n")
        print_message(f"the time limit of {limit:g} s came")
        return 3
    show_progress()
    return 0 if all(are_unique) else 1


def rate_in_words(item: tuple[str, Board]) -> tuple[str, bool]:
    """Return in words how hard a board is, and whether it has one solution.

    The item is the value of --puzzle and the board.  Puzzles without a rating of their own are
    rated by the cells in the reasons of hints.
    """
    puzzle = puzzles.find_puzzle(item[0])
    if rate := read_figures(puzzle).rate:
        rating = rate(item[1])
        return rating.sentence, bool(rating.label)
    hints: list[Hint] = []
    reason = HintProgram(puzzle, item[1]).find_hints(hints, is_complete=True)
    summary = ""
    if hints:
        sizes = [len(hint.given_cells) for hint in hints]
        numbers = f"{max(sizes)} at most, {sum(sizes) / len(sizes):.1f} on average"
        summary = f"steps: {len(hints)}; given cells in a reason: {numbers}"
    return "; ".join(filter(None, [summary, reason])) or translate(SOLVED), not reason
