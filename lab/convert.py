"""Convert puzzles from one notation to another.

The puzzle is Light Up, unless --puzzle or the content (data for MiniZinc) says otherwise.
Several puzzles in one input (one game ID or address a line, or a blank line between two) are
converted one by one.  Where the notation has no bulbs, or no marks for white cells known to be
without one, they are dropped, and a line on standard error reports how many.
"""

import argparse
from typing import Any

import decode
from lab import Unusable, notations, puzzles
from lab.common.files import write
from lab.puzzles import Puzzle


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    notations.add_arguments(parser)
    puzzles.add_argument(parser, "whose notations, if the content does not show it")
    kept = "; ".join(
        f"{things} are dropped except in {having(puzzle, cell)}"
        for puzzle in puzzles.list_puzzles()
        for cell, things in notations.answers(puzzle).items()
    )
    parser.add_argument(
        "--to", default="grid", metavar="F", help=f"the notation to write, grid without it; {kept}"
    )


def run(options: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    source = notations.source(options.file, options.puzzle)
    notations.checked(source.puzzle, options.to)
    boards = list(source.named(options.notation))
    texts = [text(source.puzzle, name, board, options.to) for name, board in boards]
    write(("" if notations.is_one_a_line(source.puzzle, options.to) else "\n").join(texts))
    report_losses(source.puzzle, [board for _, board in boards], options.to)
    return 0


def text(puzzle: Puzzle, name: str, board: Any, notation: str) -> str:
    """The text of a board; raises Unusable, with the name of the board, if there is none."""
    try:
        return notations.write(puzzle, board, notation)
    except Unusable as error:
        raise Unusable(f"{name}: {error}") from None


def report_losses(puzzle: Puzzle, boards: list[Any], notation: str) -> None:
    """Report on standard error how many cells of answers a notation could not keep."""
    for cell, things in notations.answers(puzzle).items():
        lost = sum(row.count(cell) for board in boards for row in board)
        if lost and not notations.holds(puzzle, notation, cell):
            decode.report(f"lab convert: {notation} has no {things}, so {lost} dropped")


def having(puzzle: Puzzle, cell: str) -> str:
    """The names of the notations that can write such a cell."""
    return ", ".join(name for name in puzzle.notations if notations.holds(puzzle, name, cell))
