"""The runs of a board, the white cells beside black cells, and the clues that fit given bulbs.

Cells are numbered row by row from 1, as in lab.lightup.counts.
"""

from collections.abc import Iterable, Mapping

from lab.lightup.counts import list_cell_runs
from lab.lightup.rules import BULB, CLUES, NO_BULB, UNNUMBERED, Board, find_cells, list_neighbours


class Layout:
    """The white and black cells of a board, as runs and neighbours, without its clues."""

    def __init__(self, board: Board) -> None:
        self.board = [row.translate(dict.fromkeys(map(ord, CLUES), UNNUMBERED)) for row in board]
        self.height, self.width = len(board), len(board[0])
        self.across, self.down = list_cell_runs(self.board)
        self.white = [cell for run in self.across for cell in run]  # row by row
        self.beside = {  # the white cells that share an edge with a black cell
            r * self.width + c + 1: [
                y * self.width + x + 1 for y, x in list_neighbours(self.board, (r, c))
            ]
            for r, c in find_cells(self.board, UNNUMBERED)
        }
        # For each white cell the cells of its two runs, itself once:
        self.seen = {cell: [c for c in run if c != cell] for run in self.across for cell in run}
        for run in self.down:
            for cell in run:
                self.seen[cell].extend(run)


def draw_layout(layout: Layout, clues: Mapping[int, int], literals: Iterable[int] = ()) -> Board:
    """Return the board with these clues; literals are bulbs, or if negative cells without one."""
    kinds = list("".join(layout.board))
    for cell, clue in clues.items():
        kinds[cell - 1] = str(clue)
    for literal in literals:
        kinds[abs(literal) - 1] = BULB if literal > 0 else NO_BULB
    text, width = "".join(kinds), layout.width
    return [text[first : first + width] for first in range(0, len(text), width)]
