"""Chooses the black cells: their number by the density, their places by a symmetry.

An orbit is a set of cells that the symmetry maps to each other; they are black or white together.
"""

import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping

from lab.lightup.rules import BLANK, UNNUMBERED, Board, replace_cells

Orbit = tuple[int, ...]  # cells, numbered row by row from 1

# By symmetry, all images of a cell (r, c); the last row is h, the last column w.
SYMMETRIES: dict[str, Callable[[int, int, int, int], list[tuple[int, int]]]] = {
    "none": lambda r, c, h, w: [(r, c)],
    "rot2": lambda r, c, h, w: [(r, c), (h - r, w - c)],
    "rot4": lambda r, c, h, w: [(r, c), (c, h - r), (h - r, w - c), (w - c, r)],
    "ref2": lambda r, c, h, w: [(r, c), (r, w - c)],
    "ref4": lambda r, c, h, w: [(r, c), (r, w - c), (h - r, c), (h - r, w - c)],
}


class Shape:
    """The size of a board, its symmetry, and its number of black cells.

    `black_count` is the number nearest to the density that the symmetry permits and that leaves a
    white cell; None if the density itself leaves none.
    """

    def __init__(self, height: int, width: int, density: float, symmetry: str) -> None:
        self.height, self.width, self.cell_count = height, width, height * width
        map_cell = SYMMETRIES[symmetry]
        self.images = {  # of each cell: one for each map of the symmetry, some may be equal
            r * width + c + 1: [y * width + x + 1 for y, x in map_cell(r, c, height - 1, width - 1)]
            for r in range(height)
            for c in range(width)
        }
        self.orbit: dict[int, Orbit] = {
            cell: tuple(sorted(set(images))) for cell, images in self.images.items()
        }
        self._orbits = list(dict.fromkeys(self.orbit.values()))
        target, sizes = density * self.cell_count, Counter(map(len, self._orbits))
        possible = [number for number in range(self.cell_count) if can_add_up(number, sizes)]
        self.black_count: int | None = None
        if target + 0.5 < self.cell_count:
            self.black_count = min(possible, key=lambda number: (abs(number - target), -number))

    def draw_black(self, chance: random.Random, fixed: Mapping[Orbit, bool]) -> list[Orbit]:
        """Return the black orbits of a random board; `fixed` says of some whether they are."""
        black = [orbit for orbit, is_black in fixed.items() if is_black]
        free = [orbit for orbit in self._orbits if orbit not in fixed]
        missing, left = (self.black_count or 0) - sum(map(len, black)), Counter(map(len, free))
        for orbit in chance.sample(free, len(free)):
            left[len(orbit)] -= 1
            if missing >= len(orbit) and can_add_up(missing - len(orbit), left):
                black.append(orbit)
                missing -= len(orbit)
        return black

    def is_possible(self, fixed: Mapping[Orbit, bool]) -> bool:
        """Whether a board with these fixed orbits can have the right number of black cells."""
        black = sum(len(orbit) for orbit, is_black in fixed.items() if is_black)
        left = Counter(len(orbit) for orbit in self._orbits if orbit not in fixed)
        return can_add_up((self.black_count or 0) - black, left)

    def make_board(self, black: Collection[Orbit]) -> Board:
        cells = (divmod(cell - 1, self.width) for orbit in black for cell in orbit)
        return replace_cells([BLANK * self.width] * self.height, dict.fromkeys(cells, UNNUMBERED))


def can_add_up(number: int, sizes: Mapping[int, int]) -> bool:
    """Whether some of these orbits have `number` cells together; `sizes` counts them by size.

    Each size is a divisor of the next larger one, so it is best to take the largest first.
    """
    for size in sorted(sizes, reverse=True):
        number -= size * min(sizes[size], max(number, 0) // size)
    return number == 0
