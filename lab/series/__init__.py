"""Puzzles made to order: so many, or one for each name; what the generators of puzzles share.

A generator declares its options with `add_arguments` and ends with `carry_out`, for which it
brings a function that makes one puzzle: made(taken, seed, report).  That puzzle depends on its
seed only, is none of those taken, and `report` is called with what is going on.
"""

import argparse
import functools
import re
import secrets
import time
from collections.abc import Callable, Container, Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

import decode
from lab.common.pool import ProcessPool, count_processors, report
from lab.common.terminal import show_progress
from lab.puzzles import Rows
from lab.series.orders import Order, numbered, students
from lab.series.targets import Folder, Printer, SeriesFormat, Target

MOST = 100_000  # puzzles at once

PuzzleMaker = Callable[[Container[Any], str, Callable[[str], None]], Any]


class Exhausted(Exception):
    """Nothing was found with all the effort that there is for one puzzle."""


class GeneratedPuzzle(NamedTuple):
    """A board, its solution if it is to have one, and how it is spoilt."""

    board: Any
    solution: Any = None
    spoilt: str | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare --seed, --count, --for, -o, --to and --time-limit."""
    add = parser.add_argument
    add("--seed", type=int, metavar="N", help="without it, a new one, printed on standard error")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--count", type=parse_count, default=1, metavar="N", help="1 without it")
    group.add_argument("--for", type=parse_path, dest="names", metavar="FILE", help=FOR_HELP)
    add("-o", type=parse_path, dest="folder", metavar="FOLDER", help=FOLDER_HELP)
    add("--to", default="grid", metavar="F", help="as convert has it")
    add(
        "--time-limit",
        type=decode.parse_seconds,
        metavar="S",
        help="stop after S seconds (status 3)",
    )


FOR_HELP = (
    "a puzzle for each line of FILE, a name such as Bauer, Anna: no two the same, and always the "
    "same for the same name, unless an earlier name has that puzzle"
)
FOLDER_HELP = (
    "write dom01.txt, sol01.txt and so on, or dom-NAME.txt and sol-NAME.txt, and index.txt with "
    "tabs between its columns, the last one --seed and the number or name of the puzzle; nothing "
    "that is there is overwritten"
)


def parse_size(text: str, largest: int = 100) -> tuple[int, int]:
    """The numbers of rows and columns, for argparse."""
    match = re.fullmatch(r"(\d{1,9})x(\d{1,9})", text)
    height, width = map(int, match.groups()) if match else (0, 0)
    if 1 <= height <= largest and 1 <= width <= largest:
        return height, width
    expected = f"rows x columns, each 1 to {largest}, such as 7x10"
    raise argparse.ArgumentTypeError(f"found {text!r}, expected {expected}")


def parse_count(text: str, most: int = MOST) -> int:
    """A number of things, for argparse."""
    if re.fullmatch(r"\d{1,9}", text) and 1 <= int(text) <= most:
        return int(text)
    raise argparse.ArgumentTypeError(f"found {text!r}, expected a number from 1 to {most}")


def parse_path(text: str) -> str:
    """A path that is not empty, for argparse."""
    if text:
        return text
    raise argparse.ArgumentTypeError("found '', expected a path")


def write_series(options: argparse.Namespace, index: SeriesFormat, made: PuzzleMaker) -> int:
    """Make the puzzles and write them; return the exit status."""
    orders = orders_of(options)
    target: Target = (
        Folder(options.folder, options.to, orders, index)
        if options.folder
        else Printer(options.to, index)
    )
    done = 0
    try:
        for order, puzzle in series(made, orders, deadline(options.time_limit)):
            show_progress()
            target.take(order, puzzle)
            done += 1
    except Exhausted:
        return finish(1, f"no such puzzle was found, and there may be none{so_far(done, orders)}")
    except TimeoutError:
        limit = f"the time limit of {options.time_limit:g} s came"
        return finish(3, f"{limit}{so_far(done, orders)}")
    finally:
        show_progress()
        target.close()
    return 0


def finish(status: int, why: str) -> int:
    """Print why it ends here, and return the exit status."""
    show_progress()
    decode.report(why)
    return status


def so_far(done: int, orders: Sequence[Order]) -> str:
    """How many puzzles are done, if more than one was ordered."""
    return f", after {done} of {len(orders)} puzzles" if len(orders) > 1 else ""


def orders_of(options: argparse.Namespace) -> list[Order]:
    """The puzzles to make: one for each name, or so many."""
    if options.names:
        return students(options.names, options.seed)
    if options.seed is None:
        options.seed = secrets.randbelow(10**9)
        decode.report(f"seed {options.seed}")
    return numbered(options.count, options.seed)


def deadline(limit: float | None) -> float:
    """When the time is up, by time.monotonic(); infinity without a limit."""
    return inf if limit is None else time.monotonic() + limit


def series(made: PuzzleMaker, orders: Sequence[Order], end: float) -> Iterator[tuple[Order, Any]]:
    """The puzzles one by one, those for names all different; a TimeoutError at the end."""
    taken: list[Rows] = []
    for order, puzzle in zip(orders, generated(made, (), orders, end)):
        is_twin = order.is_personal and puzzle.board in taken
        distinct = next(generated(made, taken, [order], end)) if is_twin else puzzle
        if order.is_personal:
            taken.append(distinct.board)
        yield order, distinct


def generated(
    made: PuzzleMaker, taken: Container[Any], orders: Sequence[Order], end: float
) -> Iterator[Any]:
    """Puzzles that are none of those taken."""

    def show(index: int, text: str) -> None:
        show_progress(f"dom{orders[index].name}: {text}")

    work = functools.partial(make_puzzle, made, taken)
    with ProcessPool(work, count_processors(), show_report=show) as pool:
        yield from pool.map([order.seed for order in orders], end)


def make_puzzle(made: PuzzleMaker, taken: Container[Any], seed: str) -> Any:
    """Make a puzzle in a process of the pool."""
    return made(taken, seed, report)
