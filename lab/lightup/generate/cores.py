"""Boards around a core that only search can solve.

Almost no random puzzle needs search, even with few clues.  So cores.txt has small puzzles that need
it, found by hill climbing; some are symmetric, for the middle of a symmetric board.  The tactics
solve all cells around a core, and leave the core open.
"""

import random
from pathlib import Path

from lab.common.words import list_cells
from lab.lightup.generate.shape import Orbit, Shape
from lab.lightup.generate.sketches import Core, Effort, Sketch, Sketcher
from lab.lightup.rules import BLACK, BULB, CLUES, Board
from lab.puzzles import find_default_puzzle, list_orientations, shape_like
from lab.series import Exhausted

STOCK = Path(__file__).with_name("cores.txt")
MAX_IDLE_REPAIRS = 30  # repairs without gain after which another place is tried


def draw_around_core(shape: Shape, chance: random.Random, effort: Effort) -> Sketch:
    """Return a sketch with a core; raise Exhausted if no place for one is found."""
    boards = [
        shape_like(rows, core)
        for core in map(str.split, STOCK.read_text("ascii").split("\n\n"))
        for rows in list_orientations(core)
        if len(rows) <= shape.height and len(rows[0]) <= shape.width
    ]
    if not boards:
        raise Exhausted
    while True:
        effort.spend()
        board = chance.choice(boards)
        top, left = (  # at an end or in the middle, where it is easiest, or anywhere
            chance.choice((0, room // 2, room, chance.randint(0, room)))
            for room in (shape.height - len(board), shape.width - len(board[0]))
        )
        if core := place_core(board, top, left, shape):
            sketcher = Sketcher(shape, "D", chance, core)
            if sketch := sketcher.draw_solved(effort, MAX_IDLE_REPAIRS):
                return sketch


def place_core(board: Board, top: int, left: int, shape: Shape) -> Core | None:
    """Return the core that is this board at this place; None if the shape does not permit it.

    The symmetry maps the core to itself or to copies.  Copies do not overlap, and several copies
    leave half of the board free.
    """
    kinds = {(top + r) * shape.width + left + c + 1: kind for (r, c), kind in list_cells(board)}
    orbits: dict[Orbit, bool] = {}
    for cell, kind in kinds.items():
        is_black = kind in BLACK
        if orbits.setdefault(shape.orbit[cell], is_black) != is_black:
            return None
    copies = {frozenset(copy) for copy in zip(*(shape.images[cell] for cell in kinds))}
    covered = sum(map(len, copies))
    overlap = covered > len(frozenset().union(*copies))
    is_crowded = len(copies) > 1 and covered > shape.cell_count / 2
    if overlap or is_crowded or not shape.is_possible(orbits):
        return None
    clued = [cell for cell, kind in kinds.items() if kind in CLUES]
    solution = "".join(find_default_puzzle().find_two_solutions(board)[0])
    bulbs = [cell for cell, kind in zip(kinds, solution) if kind == BULB]
    return Core(orbits, frozenset(kinds), bulbs, clued)
