"""The runs of a board, what stands beside its black cells, and the clues that bulbs give these.

Cells are numbered row by row from 1, as in lab.lightup.counts.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from lab.lightup.counts import cell_runs
from lab.lightup.rules import BULB, CLUES, EMPTY, UNNUMBERED, Board


class Layout:
    """The white and black cells of a board, as runs and neighbours; clues do not count."""

    def __init__(self, board: Board) -> None:
        self.board = [row.translate(dict.fromkeys(map(ord, CLUES), UNNUMBERED)) for row in board]
        self.height, self.width = len(board), len(board[0])
        self.across, self.down = cell_runs(self.board)
        self.white = [cell for run in self.across for cell in run]  # row by row
        white = set(self.white)
        self.beside: dict[int, list[int]] = {}  # the white cells that share an edge with a black
        for black, kind in enumerate("".join(self.board), start=1):
            if kind == UNNUMBERED:
                places = [black - self.width, black + self.width]
                places += [black - 1] if (black - 1) % self.width else []
                places += [black + 1] if black % self.width else []
                self.beside[black] = [place for place in places if place in white]

    @cached_property
    def seen(self) -> dict[int, list[int]]:
        """The cells of both runs of each white cell, with the cell itself."""
        cells = {cell: [c for c in run if c != cell] for run in self.across for cell in run}
        for run in self.down:
            for cell in run:
                cells[cell].extend(run)
        return cells

    def corners(self, black: int) -> Iterable[tuple[int, int, int]]:
        """Yield each white cell that sees two neighbours of a black cell, and these two.

        It stands diagonally beside the black cell: the neighbours are in runs of their own, and
        only there do two of these runs cross.
        """
        beside = self.beside[black] if self.width > 1 else []
        for vertical in (black - self.width, black + self.width):
            for horizontal in (black - 1, black + 1):
                corner = vertical + horizontal - black
                if vertical in beside and horizontal in beside and corner in self.seen:
                    yield corner, vertical, horizontal


class Draft(NamedTuple):
    """A solved board with all clues, and an order in which to think of them."""

    layout: Layout
    clues: dict[int, int]
    bulbs: set[int]
    order: list[int]


def compute_clues(layout: Layout, bulbs: Collection[int]) -> dict[int, int]:
    """Return the clue of each black cell."""
    return {
        black: sum(place in bulbs for place in beside) for black, beside in layout.beside.items()
    }


def draw_board(layout: Layout, clues: Mapping[int, int], literals: Iterable[int] = ()) -> Board:
    """Return the board with these clues and bulbs; a negative number is a cell without bulb."""
    cells = list("".join(layout.board))
    for cell, clue in clues.items():
        cells[cell - 1] = str(clue)
    for literal in literals:
        cells[abs(literal) - 1] = BULB if literal > 0 else EMPTY
    text, width = "".join(cells), layout.width
    return [text[first : first + width] for first in range(0, len(text), width)]
