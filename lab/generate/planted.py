"""Boards around a core that only search can solve.

Of puzzles at random hardly one in thousands is of that kind, however few its clues are: H goes
far.  So the cores are a stock, cores.txt, which hill climbing has found: puzzles of that kind,
with few clues.  What is around a core does not make it easier, unless it sends light into it: if
all the rest is known, what is left is the core.
"""

import random
from collections.abc import Iterator
from pathlib import Path

from lab import formats
from lab.generate.effort import CLINGO, Effort, Exhausted
from lab.generate.layout import BLACK, Draft, clues
from lab.generate.others import solutions
from lab.generate.shape import Orbit, Shape
from lab.generate.sound import Core, sound
from lab.grid import BULB, CLUES, Board

STOCK = Path(__file__).with_name("cores.txt")


def planted(shape: Shape, chance: random.Random, effort: Effort) -> Draft:
    """A draft with a core, whose other black cells get no clue; Exhausted if there is no room."""
    fitting = [board for board in turned_stock() if fits(board, shape)]
    if not fitting:
        raise Exhausted
    while True:
        effort.look("a place for the core", CLINGO)
        board = chance.choice(fitting)
        top = chance.randint(0, shape.height - len(board))
        left = chance.randint(0, shape.width - len(board[0]))
        placed = {
            (top + r) * shape.width + left + c + 1: kind
            for r, row in enumerate(solutions(board)[0])
            for c, kind in enumerate(row)
        }
        orbits = pinned(placed, shape)
        if orbits is not None and shape.admits(orbits):
            return drafted(placed, orbits, shape, chance, effort)


def drafted(
    placed: dict[int, str],
    orbits: dict[Orbit, bool],
    shape: Shape,
    chance: random.Random,
    effort: Effort,
) -> Draft:
    """The core with a board around it."""
    bulbs = [cell for cell, kind in placed.items() if kind == BULB]
    known = [cell if kind == BULB else -cell for cell, kind in placed.items() if kind in ".b"]
    sketch = sound(shape, "D", chance, effort, Core(orbits, bulbs, known))
    values = clues(sketch.layout, sketch.bulbs)
    first = [cell for cell, kind in placed.items() if kind in CLUES]
    others = [cell for cell in values if cell not in placed]
    return Draft(sketch.layout, values, sketch.bulbs, first + chance.sample(others, len(others)))


def pinned(placed: dict[int, str], shape: Shape) -> dict[Orbit, bool] | None:
    """What the core says of orbits; None if, with its images, it is at odds with itself."""
    orbits: dict[Orbit, bool] = {}
    for cell, kind in placed.items():
        is_black = kind in BLACK + CLUES
        if orbits.setdefault(shape.orbit[cell], is_black) != is_black:
            return None
    return orbits


def fits(board: Board, shape: Shape) -> bool:
    return len(board) <= shape.height and len(board[0]) <= shape.width


def turned_stock() -> list[Board]:
    """The cores in all ways to turn and mirror them."""
    boards = formats.read(STOCK.read_bytes(), STOCK.name, "grid")
    return [turned for board in boards for turned in turns(board)]


def turns(board: Board) -> Iterator[Board]:
    for _ in range(4):
        board = ["".join(column) for column in zip(*board[::-1])]
        yield board
        yield board[::-1]
