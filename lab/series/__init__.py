"""Series of generated puzzles, by number or by name; what the generators of puzzles share.

A generator declares its options with `add_arguments` and ends with `write_series`, to which it
passes a function make(taken, seed): it returns a GeneratedPuzzle whose board is not in `taken`,
always the same for the same arguments.
"""

import argparse
import functools
import re
import secrets
import time
from collections.abc import Callable, Container, Iterator, Sequence
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from lab import Unusable, puzzles
from lab.common.command import parse_count, parse_seconds
from lab.common.files import write
from lab.common.process_pool import DeadlinePassed, ProcessPool, count_processors
from lab.common.terminal import print_message, show_progress
from lab.common.words import Size, format_size, get_size
from lab.notations import format_board, has_one_per_line
from lab.puzzles import Board, Puzzle
from lab.series.orders import Order, number_orders, read_orders
from lab.series.puzzle_folder import PuzzleFolder


class Exhausted(Unusable):
    """There is no puzzle, or none within the effort that is allowed for one; the text says so."""

    def __init__(self, reason: str = "no such puzzle was found, and there may be none") -> None:
        super().__init__(reason)


class GeneratedPuzzle(NamedTuple):
    board: Board
    solution: Any


PuzzleMaker = Callable[[Container[Board], str], GeneratedPuzzle]


def add_arguments(parser: argparse.ArgumentParser, largest: int = 100) -> None:
    """Declare --size, --seed, --count, --for, -o, --to, --time-limit and --puzzle.

    `largest` is the largest number of rows or columns.
    """
    puzzles.add_argument(parser, "whose puzzles")
    add = parser.add_argument
    size = functools.partial(parse_size, largest=largest)
    add("--size", type=size, required=True, metavar="HxW", help="rows and columns, such as 7x10")
    add("--seed", type=int, metavar="N", help="without it, a new one, printed on standard error")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--count", type=parse_count, default=1, metavar="N", help="1 without it")
    group.add_argument("--for", dest="names", metavar="FILE", help=FOR_HELP)
    add("-o", dest="folder", metavar="FOLDER", help=FOLDER_HELP)
    add("--to", default="grid", metavar="F", help="as convert has it")
    add("--time-limit", type=parse_seconds, metavar="S", help="stop after S s (status 3)")


FOR_HELP = (
    "a puzzle for each line of FILE, a name such as Bauer, Anna: no two the same; a name always "
    "gets the same puzzle, except where an earlier name already got it"
)
FOLDER_HELP = (
    "write dom01.txt, sol01.txt and so on, or dom-NAME.txt and sol-NAME.txt, and index.txt with "
    "tabs between its columns, the last one --seed and the number or name of the puzzle; nothing "
    "that is there is overwritten"
)


def parse_size(text: str, largest: int) -> Size:
    """Return the numbers of rows and columns, for argparse."""
    match = re.fullmatch(r"(\d{1,9})x(\d{1,9})", text)
    height, width = map(int, match.groups()) if match else (0, 0)
    if 1 <= height <= largest and 1 <= width <= largest:
        return height, width
    expected = f"rows x columns, each 1 to {largest}, such as 7x10"
    raise argparse.ArgumentTypeError(f"found {text!r}, expected {expected}")


def write_series(
    options: argparse.Namespace,
    puzzle: Puzzle,
    make: PuzzleMaker,
    *,
    columns: Sequence[str],
    list_cells: Callable[[GeneratedPuzzle], Sequence[object]],
    solution_notation: str,
) -> int:
    """Make the puzzles that the options ask for and write them; return the exit status.

    `columns` are those of the index between size and seed; `list_cells` returns their cells.
    """
    seed = secrets.randbelow(10**9) if options.seed is None else options.seed
    has_new_seed = options.seed is None and not options.names
    orders = (
        read_orders(options.names, options.seed)
        if options.names
        else number_orders(options.count, seed)
    )
    deadline = inf if options.time_limit is None else time.monotonic() + options.time_limit
    head = "name", "size", *columns, "seed"
    folder = PuzzleFolder(Path(options.folder), head) if options.folder else None
    if folder:
        folder.check_has_no_puzzles()
    number = 0

    def describe_stage() -> str:
        return f"{number} of {len(orders)} puzzles"

    def make_puzzles(
        orders: Sequence[Order], taken: Container[Board] = ()
    ) -> Iterator[GeneratedPuzzle]:
        """Yield a puzzle for each order, made on all processors; its board is not in `taken`."""
        work, size = functools.partial(make, taken), count_processors()
        with ProcessPool(work, size, describe_stage=describe_stage) as pool:
            yield from pool.map([order.seed for order in orders], deadline)

    try:
        for number, (order, made) in enumerate(make_series(make_puzzles, orders), start=1):
            show_progress()
            if has_new_seed and number == 1:
                print_message(f"seed {seed}")
            text = format_board(puzzle, made.board, options.to)
            if folder:
                solution = format_board(puzzle, made.solution, solution_notation)
                size = format_size(get_size(made.board))
                line = f"dom{order.name}", size, *map(str, list_cells(made)), order.seed
                folder.add_puzzle(order.name, line, text, solution)
            else:
                has_blank_line = number > 1 and not has_one_per_line(puzzle, options.to)
                write(f"\n{text}" if has_blank_line else text)
            show_progress(describe_stage())
        return 0
    except Exhausted as error:
        status, reason = 1, str(error)
    except DeadlinePassed:
        status, reason = 3, f"the time limit of {options.time_limit:g} s came"
    finally:
        show_progress()
        if folder:
            folder.close()
    after = f", after {number} of {len(orders)} puzzles" if len(orders) > 1 else ""
    return report_end(status, reason + after)


def report_end(status: int, reason: str) -> int:
    """Report why there are no more puzzles, and return the exit status."""
    print_message(reason)
    return status


def make_series(
    make_puzzles: Callable[..., Iterator[GeneratedPuzzle]], orders: Sequence[Order]
) -> Iterator[tuple[Order, GeneratedPuzzle]]:
    """Yield each order with its puzzle; the puzzles for persons are all different."""
    taken: list[Board] = []
    for order, puzzle in zip(orders, make_puzzles(orders)):
        if order.is_personal:
            if puzzle.board in taken:
                (puzzle,) = make_puzzles([order], taken)  # noqa: PLW2901
            taken.append(puzzle.board)
        yield order, puzzle
