"""Black cells: as many as the density asks for, where a symmetry permits them.

An orbit is a set of cells that the symmetry maps to each other; they are black or white together.
"""

import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from math import floor

from lab.lightup.rules import OPEN, UNNUMBERED, Board

Orbit = tuple[int, ...]  # cells, numbered row by row from 1
Images = set[tuple[int, int]]

# By symmetry, where a cell (r, c) is mapped to; the last row is h, the last column w.
SYMMETRIES: dict[str, Callable[[int, int, int, int], Images]] = {
    "none": lambda r, c, h, w: {(r, c)},
    "rot2": lambda r, c, h, w: {(r, c), (h - r, w - c)},
    "rot4": lambda r, c, h, w: {(r, c), (c, h - r), (h - r, w - c), (w - c, r)},
    "ref2": lambda r, c, h, w: {(r, c), (r, w - c)},
    "ref4": lambda r, c, h, w: {(r, c), (r, w - c), (h - r, c), (h - r, w - c)},
}


class Shape:
    """Boards of one size with one number of black cells, `black`, in a symmetry.

    That number is the one nearest to the density that the symmetry permits, with a white cell
    left; None if the density itself leaves none.
    """

    def __init__(self, height: int, width: int, density: float, symmetry: str) -> None:
        self.height, self.width, self.cells = height, width, height * width
        self.orbit = self._orbits(SYMMETRIES[symmetry])  # by cell
        self._orbits_once = list(dict.fromkeys(self.orbit.values()))
        self.black = self._nearest(density * self.cells)

    def drawn(self, chance: random.Random, pinned: Mapping[Orbit, bool]) -> list[Orbit]:
        """Black orbits at random; those pinned are black where `pinned` has True."""
        drawn = [orbit for orbit, is_black in pinned.items() if is_black]
        free = [orbit for orbit in self._orbits_once if orbit not in pinned]
        black, left = (self.black or 0) - sum(map(len, drawn)), Counter(map(len, free))
        for orbit in chance.sample(free, len(free)):
            left[len(orbit)] -= 1
            if black >= len(orbit) and adds_up(black - len(orbit), left):
                drawn.append(orbit)
                black -= len(orbit)
        return drawn

    def admits(self, pinned: Mapping[Orbit, bool]) -> bool:
        """Whether boards have the right number of black cells with some orbits pinned."""
        black = sum(len(orbit) for orbit, is_black in pinned.items() if is_black)
        left = Counter(len(orbit) for orbit in self._orbits_once if orbit not in pinned)
        return adds_up((self.black or 0) - black, left)

    def board(self, black: Collection[Orbit]) -> Board:
        """The board with these black cells."""
        cells = [OPEN] * self.cells
        for orbit in black:
            for cell in orbit:
                cells[cell - 1] = UNNUMBERED
        text, width = "".join(cells), self.width
        return [text[first : first + width] for first in range(0, self.cells, width)]

    def _orbits(self, images: Callable[[int, int, int, int], Images]) -> dict[int, Orbit]:
        last_row, last_column = self.height - 1, self.width - 1
        return {
            r * self.width + c + 1: tuple(
                sorted(y * self.width + x + 1 for y, x in images(r, c, last_row, last_column))
            )
            for r in range(self.height)
            for c in range(self.width)
        }

    def _nearest(self, wanted: float) -> int | None:
        if floor(wanted + 0.5) >= self.cells:
            return None
        sizes = Counter(map(len, self._orbits_once))
        possible = [number for number in range(self.cells) if adds_up(number, sizes)]
        return min(possible, key=lambda number: (abs(number - wanted), -number))


def adds_up(number: int, sizes: Mapping[int, int]) -> bool:
    """Whether orbits of these sizes, each a divisor of the next, can have `number` cells."""
    for size in sorted(sizes, reverse=True):
        number -= size * min(sizes[size], max(number, 0) // size)
    return number == 0
