"""A part of a board that stays as it is, and keeps apart from what is drawn around it."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from lab.lightup.generate.layout import Layout
from lab.lightup.generate.shape import Orbit


class Core(NamedTuple):
    """The cells of the part, with their orbits, bulbs and clues.

    It is apart if no bulb outside shines into it, no cell outside needs its light, and no clue
    outside counts its bulbs: then the rest is solved without it, and does not help to solve it.
    """

    orbits: Mapping[Orbit, bool] = MappingProxyType({})  # whether they are black
    cells: frozenset[int] = frozenset()
    bulbs: Collection[int] = ()
    clued: Collection[int] = ()  # the black cells that get a clue; its others get none

    def clues(self, layout: Layout, values: dict[int, int]) -> dict[int, int]:
        """Those of the values that may be clues."""
        return {
            black: value
            for black, value in values.items()
            if black in self.clued or self.cells.isdisjoint(layout.beside[black])
        }

    def troubles(self, layout: Layout, bulbs: Collection[int], left_open: list[int]) -> list[int]:
        """Cells outside that are open, bulbs that shine into it, and cells that no other lights."""
        if not self.cells:
            return left_open
        outer = [bulb for bulb in sorted(bulbs) if bulb not in self.cells]
        bright = self.cells.union(*(layout.seen[bulb] for bulb in outer))
        return [
            *(cell for cell in left_open if cell not in self.cells),
            *(bulb for bulb in outer if not self.cells.isdisjoint(layout.seen[bulb])),
            *(cell for cell in layout.white if cell not in bright),
        ]


NO_CORE = Core()
