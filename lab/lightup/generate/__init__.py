"""Make puzzles with exactly one solution, as large, dense, symmetric and difficult as wished.

They go to standard output, a blank line between two, or into a folder.  The same seed makes the
same puzzles, the third of 3 as well as the third of 30.  The density is the share of the cells
that are black: their number is rounded, and with a symmetry it is the nearest that is possible.

Exit status: 0 if all were made, 1 if no such puzzle was found, 3 if the time limit came first.
"""

import argparse
import functools
import re
import secrets
import time
from collections.abc import Container, Iterator, Sequence
from math import inf

import decode
from lab import Unusable, notations, puzzles
from lab.lightup.generate.effort import Exhausted
from lab.lightup.generate.making import Puzzle, Wish, made
from lab.lightup.generate.orders import Order, numbered, students
from lab.lightup.generate.shape import SYMMETRIES, Shape
from lab.lightup.generate.targets import Folder, Printer, Target
from lab.lightup.generate.thin import SHARE
from lab.lightup.generate.workers import shared_out
from lab.lightup.hint.reasoning import LABELS
from lab.lightup.rules import OPEN, Board
from lab.terminal import progress

LARGEST = 100  # rows or columns
MOST = 100_000  # puzzles at once


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--size", type=size, required=True, metavar="HxW", help="rows and columns, such as 7x10")
    add("--density", type=share, default=0.25, metavar="D", help="0 to 1, 0.25 without it")
    add("--symmetry", choices=SYMMETRIES, default="none", help=SYMMETRY_HELP)
    add("--difficulty", choices=LABELS, help="as hint --rate calls it; any without it")
    add("--clues", choices=SHARE, default="many", help=CLUES_HELP)
    add("--seed", type=int, metavar="N", help="without it, a new one, printed on standard error")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--count", type=count, default=1, metavar="N", help="1 without it")
    group.add_argument("--for", type=path, dest="names", metavar="FILE", help=FOR_HELP)
    add("-o", type=path, dest="folder", metavar="FOLDER", help=FOLDER_HELP)
    puzzles.add_fixed_argument(parser, puzzles.default())
    add("--to", default="grid", metavar="F", help="as convert has it")
    add("--time-limit", type=decode.seconds, metavar="S", help="stop after S seconds (status 3)")
    group = parser.add_mutually_exclusive_group()
    for kind, text in SPOILT_HELP.items():
        group.add_argument(f"--{kind}", dest="spoilt", action="store_const", const=kind, help=text)


SYMMETRY_HELP = (
    "of the black cells: rotated by a half turn (rot2) or a quarter turn (rot4, squares only), "
    "mirrored left to right (ref2), and top to bottom too (ref4)"
)
CLUES_HELP = (
    "few: none can be taken away, or there would be more than one solution, or too few clues for "
    "the tactics of the difficulty; all: each black cell has its clue; many, the default: half of "
    "what few takes away stays, or less if the puzzle would be too easy"
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
SPOILT_HELP = {
    "ambiguous": "instead, near misses with several solutions: a clue that matters is gone",
    "unsolvable": "instead, near misses without any: a clue is one too large or too small",
}


def size(text: str) -> tuple[int, int]:
    """The numbers of rows and columns."""
    match = re.fullmatch(r"(\d{1,9})x(\d{1,9})", text)
    height, width = map(int, match.groups()) if match else (0, 0)
    if 1 <= height <= LARGEST and 1 <= width <= LARGEST:
        return height, width
    expected = f"rows x columns, each 1 to {LARGEST}, such as 7x10"
    raise argparse.ArgumentTypeError(f"found {text!r}, expected {expected}")


def share(text: str) -> float:
    """A share of the cells, 0 to 1."""
    if re.fullmatch(r"\d*\.?\d*", text) and text.strip(".") and 0 <= float(text) <= 1:
        return float(text)
    raise argparse.ArgumentTypeError(f"found {text!r}, expected a number from 0 to 1")


def count(text: str) -> int:
    """A number of puzzles."""
    if re.fullmatch(r"\d{1,9}", text) and 1 <= int(text) <= MOST:
        return int(text)
    raise argparse.ArgumentTypeError(f"found {text!r}, expected a number from 1 to {MOST}")


def path(text: str) -> str:
    """A path that is not empty."""
    if text:
        return text
    raise argparse.ArgumentTypeError("found '', expected a path")


def run(options: argparse.Namespace) -> int:
    wish = wish_of(options)
    if hindrance := impossible(wish.shape):
        return finish(1, f"no such puzzle: {hindrance}")
    orders = orders_of(options)
    target = target_of(options, orders)
    done = 0
    try:
        for order, puzzle in series(wish, orders, deadline(options.time_limit)):
            progress()
            target.take(order, puzzle)
            done += 1
    except Exhausted:
        return finish(1, f"no such puzzle was found, and there may be none{so_far(done, orders)}")
    except TimeoutError:
        limit = f"the time limit of {options.time_limit:g} s came"
        return finish(3, f"{limit}{so_far(done, orders)}")
    finally:
        progress()
        target.close()
    return 0


def impossible(shape: Shape) -> str:
    """Why there is no puzzle of this shape; empty if there may be some."""
    if shape.black is None:
        return "with this density all cells are black, one must be white"
    if shape.black == 0 and shape.cells > 1:
        return "all cells would be white, and such a board has several solutions"
    return ""


def finish(status: int, why: str) -> int:
    """Print why it ends here, and return the exit status."""
    progress()
    decode.report(why)
    return status


def so_far(done: int, orders: list[Order]) -> str:
    """How many puzzles are done, if more than one was ordered."""
    return f", after {done} of {len(orders)} puzzles" if len(orders) > 1 else ""


def target_of(options: argparse.Namespace, orders: list[Order]) -> Target:
    """Where the puzzles go."""
    if options.folder:
        return Folder(options.folder, options.to, orders)
    return Printer(options.to)


def wish_of(options: argparse.Namespace) -> Wish:
    """The wish; raises Unusable if it contradicts itself."""
    height, width = options.size
    if options.symmetry == "rot4" and height != width:
        raise Unusable(f"--symmetry rot4: found {height}x{width}, expected a square")
    if options.spoilt and options.difficulty:
        raise Unusable(f"--{options.spoilt} goes without --difficulty: such puzzles have none")
    notations.write(
        puzzles.default(), [OPEN * width] * height, options.to
    )  # Unusable if there is no such text
    shape = Shape(height, width, options.density, options.symmetry)
    return Wish(shape, options.difficulty, options.clues, options.spoilt)


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


def series(wish: Wish, orders: list[Order], end: float) -> Iterator[tuple[Order, Puzzle]]:
    """The puzzles one by one, those for names all different; a TimeoutError at the end."""
    taken: list[Board] = []
    for order, puzzle in zip(orders, generated(wish, (), orders, end)):
        is_twin = order.is_personal and puzzle.board in taken
        distinct = next(generated(wish, taken, [order], end)) if is_twin else puzzle
        if order.is_personal:
            taken.append(distinct.board)
        yield order, distinct


def generated(
    wish: Wish, taken: Container[Board], orders: Sequence[Order], end: float
) -> Iterator[Puzzle]:
    """Puzzles that are none of those taken."""

    def show(turn: int, report: str) -> None:
        progress(f"dom{orders[turn].name}: {report}")

    seeds = [order.seed for order in orders]
    return shared_out(functools.partial(made, wish, taken), seeds, end, show)
