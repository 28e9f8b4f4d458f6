"""The rules of Light Up as counts of bulbs: the input of SAT, constraint and 0-1 solvers.

Each condition limits the number of bulbs on some cells.  Cells are numbered row by row from 1:
row R, column C (from 0) is C + R*width + 1.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from lab.common.words import list_cells
from lab.lightup.rules import (
    BLACK,
    BULB,
    CLUES,
    Board,
    add_clues,
    bare,
    list_neighbours,
    replace_cells,
)

WHITE_RUN = re.compile(f"[^{BLACK}]+")


class Count(NamedTuple):
    """At least `least` and at most `most` of these cells have a bulb."""

    least: int
    most: int
    cells: Sequence[int]


def list_conditions(board: Board) -> Iterator[Count]:
    """Yield the conditions for bulbs to be a solution; bulbs of the board are ignored.

    The published models for SAT demand a bulb in every run.  The rules demand less: a bulb in
    one of the two runs of each white cell.  For example, the two rows .0 and .. have one solution,
    a bulb below the first cell, so there is none in the first row.
    """
    across, down = list_cell_runs(board)
    run_down = {cell: run for run in down for cell in run}
    for run in across:
        for cell in run:  # is lit
            sources = [*run, *(source for source in run_down[cell] if source != cell)]
            yield Count(1, len(sources), sources)
    for run in across + down:  # holds no two bulbs, which would light each other
        yield Count(0, 1, run)
    width = len(board[0])
    for (r, c), kind in list_cells(board):
        if kind in BLACK:  # has no bulb
            yield Count(0, 0, [c + r * width + 1])
        if kind in CLUES:
            beside = [y * width + x + 1 for y, x in list_neighbours(board, (r, c))]
            yield Count(int(kind), int(kind), beside)


def list_cell_runs(board: Board) -> tuple[list[range], list[range]]:
    """Return the runs of white cells in the rows, and those in the columns."""
    height, width = len(board), len(board[0])
    across, down = [], []
    for r, row in enumerate(board):
        numbers = range(r * width + 1, (r + 1) * width + 1)
        across += [numbers[slice(*run.span())] for run in WHITE_RUN.finditer(row)]
    for c, column in enumerate(zip(*board)):
        numbers = range(c + 1, height * width + 1, width)
        down += [numbers[slice(*run.span())] for run in WHITE_RUN.finditer("".join(column))]
    return across, down


def place_bulbs(board: Board, bulbs: Iterable[int]) -> Board:
    """Return the puzzle with bulbs on the cells of these numbers, in place of what they had."""
    height, width = len(board), len(board[0])
    cells = (divmod(number - 1, width) for number in bulbs if number <= height * width)
    return replace_cells(bare(board), dict.fromkeys(cells, BULB))


def draw_bulbs(
    across: Sequence[range], down: Sequence[range], chance: Random, first: Iterable[int] = ()
) -> set[int]:
    """Return random cells for bulbs that light every cell of the runs; no two see each other.

    The cells of `first` come first, in their order: each gets a bulb unless it is black or lit.
    """
    run_across = {cell: run for run in across for cell in run}
    run_down = {cell: run for run in down for cell in run}
    dark_across, dark_down = set(across), set(down)
    bulbs = set()

    def place(cells: Iterable[int]) -> None:
        for cell in cells:
            if run_across[cell] in dark_across and run_down[cell] in dark_down:
                bulbs.add(cell)
                dark_across.remove(run_across[cell])
                dark_down.remove(run_down[cell])

    place(bulb for bulb in first if bulb in run_across)
    dark = [cell for run in across if run in dark_across for cell in run]
    dark = [cell for cell in dark if run_down[cell] in dark_down]
    chance.shuffle(dark)
    place(dark)
    return bulbs


def add_random_clues(board: Board, chance: Random, first: Iterable[int] = ()) -> Board:
    """Return the board with the clues of random bulbs on all black cells, see draw_bulbs."""
    return add_clues(place_bulbs(board, draw_bulbs(*list_cell_runs(board), chance, first)))
