"""Judge a solved or half-solved grid: which bulbs see each other, which clues are not met,
which cells are dark.  Bulbs are 'b'; white cells known to be without one may be '-'.

Each offence is a line on standard output, rows and columns from 0.  Exit status: 0 for a
solution (with --partial: nothing is wrong so far), 1 otherwise.
"""

import argparse

import decode
from lab import formats, grid
from lab.formats.text import counted
from lab.grid import Board, Cell


def arguments(parser: argparse.ArgumentParser) -> None:
    formats.add_arguments(parser)
    parser.add_argument(
        "--partial",
        action="store_true",
        help="half-solved: '.' may become a bulb; report only what can no longer be put right",
    )


def run(options: argparse.Namespace) -> int:
    found = offences(formats.board(options), options.partial)
    for offence in found:
        print(offence)
    good = "nothing is wrong so far" if options.partial else "a solution"
    decode.tell(counted(len(found), "offence") if found else good)
    return 1 if found else 0


def offences(board: Board, partial: bool = False) -> list[str]:
    """What the three checks find, in words."""
    lonely = "can no longer be lit" if partial else "is dark"
    return [
        *(f"{at(a)} and {at(b)}: these bulbs see each other" for a, b in grid.in_sight(board)),
        *(
            f"{at(wrong.cell)}: {reason(wrong, partial)}"
            for wrong in grid.miscounted(board, partial)
        ),
        *(f"{at(cell)}: {lonely}" for cell in grid.dark(board, partial)),
    ]


def reason(wrong: grid.Miscount, partial: bool) -> str:
    has = f"the clue {wrong.clue} has {counted(wrong.bulbs, 'bulb')}"
    if wrong.bulbs > wrong.clue:
        return f"{has}, too many"
    return f"{has} and can get {wrong.most} at most" if partial else f"{has}, too few"


def at(cell: Cell) -> str:
    return f"row {cell[0]}, column {cell[1]}"
