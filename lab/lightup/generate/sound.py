"""Boards that can be reasoned out with a clue on every black cell: the stock of all puzzles.

A random board leaves cells open.  Around them bulbs are placed anew and black cells moved; a
change is kept if it leaves no more cells open than before.  So a board is repaired, not thrown
away: hardly any large one is sound at first.  Around a core, only the rest is to be sound.
"""

import random
from collections.abc import Collection, Iterable
from typing import NamedTuple

from lab.lightup.counts import random_bulbs
from lab.lightup.generate.core import NO_CORE, Core
from lab.lightup.generate.deduction import Deduction
from lab.lightup.generate.effort import Effort
from lab.lightup.generate.layout import Layout, clues
from lab.lightup.generate.plain import left_open
from lab.lightup.generate.shape import Orbit, Shape

MOVES = 0.8  # the share of repairs that move black cells
PLACES = 15  # of so many open cells, one is made black
SHARES = (1.0, 0.5, 0.2)  # of the places, those repaired at once
PATIENCE = 300  # repairs without gain after which a board is given up


class Sketch(NamedTuple):
    """A board, its black orbits, a solution, its clues, and the cells that they leave open."""

    layout: Layout
    black: Collection[Orbit]
    bulbs: set[int]
    clues: dict[int, int]
    open: list[int]


def sound(shape: Shape, tactics: str, chance: random.Random, effort: Effort) -> Sketch:
    """A board that A, B, C and these tactics solve; Exhausted if none was found."""
    while True:
        if sketch := repaired(Sketcher(shape, tactics, chance), effort, PATIENCE):
            return sketch


def repaired(sketcher: "Sketcher", effort: Effort, patience: int) -> Sketch | None:
    """A sketch without open cells; None after so many repairs without gain."""
    sketch = sketcher.begun()
    stalled = 0
    while sketch.open and stalled < patience:
        effort.look(f"{len(sketch.open)} cells open")
        attempt = sketcher.repaired(sketch)
        stalled = 0 if len(attempt.open) < len(sketch.open) else stalled + 1
        if len(attempt.open) <= len(sketch.open):
            sketch = attempt
    return None if sketch.open else sketch


class Sketcher:
    """Draws boards of a shape around a core, and draws them anew where cells are open."""

    def __init__(
        self, shape: Shape, tactics: str, chance: random.Random, core: Core = NO_CORE
    ) -> None:
        self._shape, self._tactics, self._chance, self._core = shape, tactics, chance, core

    def begun(self) -> Sketch:
        """A sketch at random."""
        black = self._shape.drawn(self._chance, self._core.orbits)
        return self.sketch(self._layout(black), black, ())

    def sketch(self, layout: Layout, black: Collection[Orbit], bulbs: Iterable[int]) -> Sketch:
        """A board of this layout with, as far as they keep the rules, these bulbs."""
        core = self._core
        placed = random_bulbs(layout.across, layout.down, self._chance, [*core.bulbs, *bulbs])
        values = core.clues(layout, clues(layout, placed))
        tactics = self._tactics
        rest = Deduction(layout, values, tactics).open if tactics else left_open(layout, values)
        return Sketch(layout, black, placed, values, core.troubles(layout, placed, rest))

    def repaired(self, sketch: Sketch) -> Sketch:
        """Another sketch, which differs where cells are open."""
        chance, share = self._chance, self._chance.choice(SHARES)
        layout, black = sketch.layout, sketch.black
        if chance.random() < MOVES:
            black = self._moved(sketch, share)
            layout = self._layout(black)
            share = 0.5
        open_cells = set(sketch.open)
        bulbs = sorted(sketch.bulbs)
        kept = [b for b in bulbs if b not in open_cells or chance.random() >= share]
        return self.sketch(layout, black, kept)

    def _layout(self, black: Collection[Orbit]) -> Layout:
        return Layout(self._shape.board(black))

    def _moved(self, sketch: Sketch, share: float) -> Collection[Orbit]:
        """The black orbits, with some of them moved to where cells are open."""
        black, pinned = dict.fromkeys(sketch.black), self._core.orbits
        for _ in range(max(1, int(len(sketch.open) * share / PLACES))):
            orbit = self._shape.orbit[self._chance.choice(sketch.open)]
            alike = [b for b in black if len(b) == len(orbit) and b not in pinned]
            if alike and orbit not in black and orbit not in pinned:
                del black[self._chance.choice(alike)]
                black[orbit] = None
        return black
