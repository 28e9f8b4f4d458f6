"""Solved boards that can be reasoned out with a clue on every black cell, from which puzzles come.

A random board leaves cells open.  Around them bulbs are placed anew and black cells moved; a
change is kept if it leaves no more cells open than before.  So a board is repaired, not thrown
away: hardly any large one can be reasoned out at first.
"""

import random
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from lab.lightup.counts import random_bulbs
from lab.lightup.generate.deduction import Deduction
from lab.lightup.generate.effort import Effort
from lab.lightup.generate.layout import Draft, Layout, compute_clues
from lab.lightup.generate.shape import Orbit, Shape

MOVE_SHARE = 0.8  # the share of repairs that move black cells
FAULTS_PER_MOVE = 15  # one black orbit is moved for so many open cells
REPAIR_SHARES = (1.0, 0.5, 0.2)  # of the open cells, those repaired at once


class Core(NamedTuple):
    """A part of a board that stays as it is, while the rest is drawn around it.

    It is apart if no bulb outside shines into it, no cell outside needs its light, and no clue
    outside counts its bulbs: then the rest is solved without it, and does not help to solve it.
    """

    orbits: Mapping[Orbit, bool] = MappingProxyType({})  # whether they are black
    cells: frozenset[int] = frozenset()
    bulbs: Collection[int] = ()
    clued: Collection[int] = ()  # the black cells that get a clue; its others get none


NO_CORE = Core()


class Sketch(NamedTuple):
    """A board, its black orbits, a solution, its clues, and the cells to be repaired.

    These are the cells that the clues leave open, and those by which a core is not apart.
    """

    layout: Layout
    black: Collection[Orbit]
    bulbs: set[int]
    clues: dict[int, int]
    faults: list[int]


class Sketcher:
    """Draws boards of a shape around a core, and repairs them until clues solve all the rest.

    The clues solve it by A, B, C and further tactics, see Deduction.
    """

    def __init__(
        self, shape: Shape, tactics: str, chance: random.Random, core: Core = NO_CORE
    ) -> None:
        self._shape, self._tactics, self._chance, self._core = shape, tactics, chance, core

    def draw_solved(self, effort: Effort, patience: int) -> Draft | None:
        """Return a board without faults; None after so many repairs without gain.

        Its clues are in random order, those of the core first.  Raises Exhausted if the effort
        ends before.
        """
        black = self._shape.draw_black(self._chance, self._core.orbits)
        sketch = self._place_bulbs(Layout(self._shape.paint(black)), black, ())
        repairs = 0  # without gain
        while sketch.faults and repairs < patience:
            effort.spend()
            repaired = self._repair(sketch)
            repairs = 0 if len(repaired.faults) < len(sketch.faults) else repairs + 1
            if len(repaired.faults) <= len(sketch.faults):
                sketch = repaired
        if sketch.faults:
            return None
        outer = [cell for cell in sketch.clues if cell not in self._core.cells]
        order = [*self._core.clued, *self._chance.sample(outer, len(outer))]
        return Draft(sketch.layout, sketch.clues, sketch.bulbs, order)

    def _place_bulbs(
        self, layout: Layout, black: Collection[Orbit], bulbs: Iterable[int]
    ) -> Sketch:
        """Return a sketch with, as far as they keep the rules, these bulbs, and random others."""
        core = self._core
        placed = random_bulbs(layout.across, layout.down, self._chance, [*core.bulbs, *bulbs])
        clues = {
            cell: clue
            for cell, clue in compute_clues(layout, placed).items()
            if cell in core.clued or core.cells.isdisjoint(layout.beside[cell])
        }
        faults = Deduction(layout, clues, self._tactics).open_cells
        if core.cells:
            outer = [bulb for bulb in sorted(placed) if bulb not in core.cells]
            lit = core.cells.union(*(layout.seen[bulb] for bulb in outer))
            faults = [
                *(cell for cell in faults if cell not in core.cells),
                *(bulb for bulb in outer if not core.cells.isdisjoint(layout.seen[bulb])),
                *(cell for cell in layout.white if cell not in lit),
            ]
        return Sketch(layout, black, placed, clues, faults)

    def _repair(self, sketch: Sketch) -> Sketch:
        """Return another sketch, which differs around the faults."""
        chance, share = self._chance, self._chance.choice(REPAIR_SHARES)
        layout, black = sketch.layout, sketch.black
        if chance.random() < MOVE_SHARE:
            black = self._move_black(sketch, share)
            layout = Layout(self._shape.paint(black))
            share = 0.5
        faults = set(sketch.faults)
        bulbs = sorted(sketch.bulbs)
        kept = [bulb for bulb in bulbs if bulb not in faults or chance.random() >= share]
        return self._place_bulbs(layout, black, kept)

    def _move_black(self, sketch: Sketch, share: float) -> Collection[Orbit]:
        """Return the black orbits, with some of them moved to where faults are."""
        black, fixed = dict.fromkeys(sketch.black), self._core.orbits
        for _ in range(max(1, int(len(sketch.faults) * share / FAULTS_PER_MOVE))):
            orbit = self._shape.orbit[self._chance.choice(sketch.faults)]
            movable = [b for b in black if len(b) == len(orbit) and b not in fixed]
            if movable and orbit not in black and orbit not in fixed:
                del black[self._chance.choice(movable)]
                black[orbit] = None
        return black
