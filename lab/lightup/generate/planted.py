"""Boards around a core that only search can solve.

Hardly one in thousands of random puzzles needs search, however few its clues are.  So cores.txt
has a stock of small puzzles that do, found by hill climbing; some are symmetric, for the middle
of a symmetric board.  What is drawn around a core is kept apart from it: the rest is solved
without the core, and then the core is left.
"""

import random
from collections.abc import Iterator
from pathlib import Path

from lab.lightup.generate.core import Core
from lab.lightup.generate.effort import Effort
from lab.lightup.generate.layout import Draft
from lab.lightup.generate.others import solutions
from lab.lightup.generate.shape import Orbit, Shape
from lab.lightup.generate.sound import Sketcher, repaired
from lab.lightup.notations import grid
from lab.lightup.rules import BLACK, BULB, CLUES, Board
from lab.notations.reading import parse_boards
from lab.series import Exhausted

STOCK = Path(__file__).with_name("cores.txt")
PATIENCE = 30  # repairs without gain after which another place is tried


def planted(shape: Shape, chance: random.Random, effort: Effort) -> Draft:
    """A draft with a core, apart from all that is around it; Exhausted if there is no room."""
    fitting = [board for board in turned_stock() if fits(board, shape)]
    if not fitting:
        raise Exhausted
    while True:
        effort.look("a place for the core")
        board = chance.choice(fitting)
        top = somewhere(shape.height - len(board), chance)
        left = somewhere(shape.width - len(board[0]), chance)
        orbits = pinned(placed(board, top, left, shape), shape)
        if orbits is None:
            continue
        core = cut(placed(solutions(board)[0], top, left, shape), orbits)
        if sketch := repaired(Sketcher(shape, "D", chance, core), effort, PATIENCE):
            others = [cell for cell in sketch.clues if cell not in core.cells]
            order = [*core.clued, *chance.sample(others, len(others))]
            return Draft(sketch.layout, sketch.clues, sketch.bulbs, order)


def somewhere(room: int, chance: random.Random) -> int:
    """A place within the room: where it is easiest, at an end or in the middle, or any."""
    return chance.choice((0, room // 2, room, chance.randint(0, room)))


def placed(board: Board, top: int, left: int, shape: Shape) -> dict[int, str]:
    """The cells of a board somewhere within the shape."""
    return {
        (top + r) * shape.width + left + c + 1: kind
        for r, row in enumerate(board)
        for c, kind in enumerate(row)
    }


def cut(cells: dict[int, str], orbits: dict[Orbit, bool]) -> Core:
    """The core of these cells, with its bulbs."""
    clued = [cell for cell, kind in cells.items() if kind in CLUES]
    bulbs = [cell for cell, kind in cells.items() if kind == BULB]
    return Core(orbits, frozenset(cells), bulbs, clued)


def pinned(cells: dict[int, str], shape: Shape) -> dict[Orbit, bool] | None:
    """What a core says of orbits; None if it is at odds with its images.

    An image is the core itself, or beside it, and all of them leave half of the board free.
    """
    orbits: dict[Orbit, bool] = {}
    for cell, kind in cells.items():
        is_black = kind in BLACK
        if orbits.setdefault(shape.orbit[cell], is_black) != is_black:
            return None
    images, rest = divmod(sum(map(len, orbits)), len(cells))
    crowded = images > 1 and images * len(cells) > shape.cells / 2
    return None if rest or crowded or not shape.admits(orbits) else orbits


def fits(board: Board, shape: Shape) -> bool:
    """Whether a board is no larger than the shape."""
    return len(board) <= shape.height and len(board[0]) <= shape.width


def turned_stock() -> list[Board]:
    """The cores in all ways to turn and mirror them."""
    boards = parse_boards(STOCK.read_text("ascii"), grid, solved=False)
    return [turned for board in boards for turned in turns(board)]


def turns(board: Board) -> Iterator[Board]:
    """A board in its eight orientations, some of which may be equal."""
    for _ in range(4):
        board = ["".join(column) for column in zip(*board[::-1])]
        yield board
        yield board[::-1]
