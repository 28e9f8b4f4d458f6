"""One notation of a puzzle to another.

The puzzle is Light Up, unless --puzzle or the content (data for MiniZinc) says Amaze, which is
written as grid, facts or dzn.  Several puzzles in one input (one game ID or address a line, or
a blank line between two) are converted one by one.  Where the notation has no bulbs, or no
marks for white cells known to be without one, they are dropped, and a line on standard error
says how many.
"""

import argparse
from collections.abc import Callable, Sequence
from typing import Any

import decode
from lab import Unusable, formats
from lab.formats import amaze
from lab.output import write

LOSSES = {"b": "bulbs", "-": "marks"}  # what not every notation has
ONE_A_LINE = ("tatham", "puzzlink", "pzprv3")


def arguments(parser: argparse.ArgumentParser) -> None:
    formats.add_arguments(parser)
    kept = "; ".join(
        f"{things} are dropped except in {having(cell)}" for cell, things in LOSSES.items()
    )
    add = parser.add_argument
    add("--puzzle", choices=CONVERTERS, help="whose notations, if it cannot be told")
    add(
        "--to",
        choices=formats.NOTATIONS,
        default="grid",
        metavar="F",
        help=f"the notation to write, grid without it; {kept}",
    )


def run(options: argparse.Namespace) -> int:
    data = formats.contents(options)
    texts = CONVERTERS[amaze.puzzle(options.puzzle, data)](data, options)
    write(("" if options.to in ONE_A_LINE else "\n").join(texts))
    return 0


def lightup_texts(data: bytes, options: argparse.Namespace) -> list[str]:
    boards = formats.read(data, formats.source(options), options.notation)
    texts = written(boards, formats.write, options)
    tell_losses(boards, options.to)
    return texts


def amaze_texts(data: bytes, options: argparse.Namespace) -> list[str]:
    boards = amaze.read(data, formats.source(options), options.notation)
    return written(boards, amaze.write, options)


def written(
    boards: Sequence[Any], write: Callable[[Any, str], str], options: argparse.Namespace
) -> list[str]:
    """The texts of boards; Unusable, with the name of the puzzle, if there is none of one."""

    def text(name: str, board: Any) -> str:
        try:
            return write(board, options.to)
        except Unusable as error:
            raise Unusable(f"{name}: {error}") from None

    return list(map(text, formats.names(formats.source(options), len(boards)), boards))


CONVERTERS = {"lightup": lightup_texts, "amaze": amaze_texts}


def tell_losses(boards: list[list[str]], notation: str) -> None:
    for cell, things in LOSSES.items():
        lost = sum(row.count(cell) for board in boards for row in board)
        if lost and cell not in formats.NOTATIONS[notation].HOLDS:
            decode.tell(f"lab convert: {notation} has no {things}, so {lost} dropped")


def having(cell: str) -> str:
    """The notations that have such a cell."""
    return ", ".join(name for name, notation in formats.NOTATIONS.items() if cell in notation.HOLDS)
