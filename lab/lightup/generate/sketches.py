"""Boards with a solution that follows by tactics from a clue on every black cell.

On a random board the clues leave cells open.  There, bulbs are placed anew and black cells are
moved; a change is kept unless it leaves more cells open.  Almost no large random board can be used
as drawn, so boards are repaired, not thrown away.
"""

import random
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from lab.lightup.counts import draw_bulbs
from lab.lightup.generate.deduction import Deduction
from lab.lightup.generate.layout import Layout
from lab.lightup.generate.shape import Orbit, Shape
from lab.series import Exhausted

MOVE_SHARE = 0.8  # the share of repairs that move black cells
OPEN_CELLS_PER_MOVE = 15  # one black orbit is moved for each 15 of them
REPAIR_SHARES = (1.0, 0.5, 0.2)  # shares of the open cells that are repaired at once


class Effort:
    """The work left for one puzzle, in units: a unit is one repair of a sketch."""

    def __init__(self, cell_count: int) -> None:
        # Some 5 s, more for large boards:
        self._units = (1_000_000 + 400 * cell_count) // (cell_count + 100)

    def spend(self, units: int = 1) -> None:
        """Take units away; raise Exhausted if fewer are left."""
        self._units -= units
        if self._units < 0:
            raise Exhausted


class Core(NamedTuple):
    """A part of a board that stays as it is, while the rest is drawn around it.

    A core is apart if no bulb outside lights its cells, if no cell outside needs its bulbs, and if
    no clue outside counts them.  Then the core and the rest are solved without each other.
    """

    orbits: Mapping[Orbit, bool]  # the orbits of its cells and their images; whether they are black
    cells: frozenset[int]
    bulbs: Collection[int]
    clued: Collection[int]  # its black cells with a clue


NO_CORE = Core({}, frozenset(), (), ())


class Sketch(NamedTuple):
    layout: Layout
    black: Collection[Orbit]
    bulbs: set[int]
    clues: dict[int, int]  # the clues in the order in which they are chosen
    open_cells: list[int]  # the clues leave them open, or they keep the core from being apart


class Sketcher:
    """Draws boards of a shape around a core, and repairs them until their clues solve the rest.

    The tactics that solve it are A, B, C and others, see Deduction.
    """

    def __init__(
        self, shape: Shape, tactics: str, chance: random.Random, core: Core = NO_CORE
    ) -> None:
        self._shape, self._tactics, self._chance, self._core = shape, tactics, chance, core

    def draw_solved(self, effort: Effort, max_idle_repairs: int) -> Sketch | None:
        """Return a board without open cells; None after `max_idle_repairs` repairs without gain.

        Its clues are in random order, those of the core first.  Raises Exhausted.
        """
        black = self._shape.draw_black(self._chance, self._core.orbits)
        sketch = self._place_bulbs(black, ())
        idle_repairs = 0
        while sketch.open_cells and idle_repairs < max_idle_repairs:
            effort.spend()
            repaired = self._repair(sketch)
            gain = len(sketch.open_cells) - len(repaired.open_cells)
            idle_repairs = 0 if gain > 0 else idle_repairs + 1
            sketch = repaired if gain >= 0 else sketch
        if sketch.open_cells:
            return None
        outer = [cell for cell in sketch.clues if cell not in self._core.cells]
        order = [*self._core.clued, *self._chance.sample(outer, len(outer))]
        return sketch._replace(clues={cell: sketch.clues[cell] for cell in order})

    def _place_bulbs(self, black: Collection[Orbit], bulbs: Iterable[int]) -> Sketch:
        """Return a sketch with random bulbs beside these, but without any that see each other."""
        layout, core = Layout(self._shape.make_board(black)), self._core
        placed = draw_bulbs(layout.across, layout.down, self._chance, [*core.bulbs, *bulbs])
        clues = {
            cell: len(placed.intersection(beside))
            for cell, beside in layout.beside.items()
            if cell in core.clued or core.cells.isdisjoint(beside)
        }
        open_cells = Deduction(layout, clues, self._tactics).open_cells
        if core.cells:
            outer = [bulb for bulb in sorted(placed) if bulb not in core.cells]
            lit = core.cells.union(*(layout.seen[bulb] for bulb in outer))
            open_cells = [
                *(cell for cell in open_cells if cell not in core.cells),
                *(bulb for bulb in outer if not core.cells.isdisjoint(layout.seen[bulb])),
                *(cell for cell in layout.white if cell not in lit),
            ]
        return Sketch(layout, black, placed, clues, open_cells)

    def _repair(self, sketch: Sketch) -> Sketch:
        """Return another sketch: a share of this one's open cells is repaired.

        Usually black cells move, and half of the open bulbs are placed anew; otherwise only this
        share of them is.
        """
        chance, open_cells, black = self._chance, set(sketch.open_cells), sketch.black
        share = chance.choice(REPAIR_SHARES)
        if chance.random() < MOVE_SHARE:
            black, share = self._move_black(sketch, share), 0.5
        bulbs = sorted(sketch.bulbs)
        kept = [bulb for bulb in bulbs if bulb not in open_cells or chance.random() >= share]
        return self._place_bulbs(black, kept)

    def _move_black(self, sketch: Sketch, share: float) -> Collection[Orbit]:
        black, fixed = dict.fromkeys(sketch.black), self._core.orbits
        for _ in range(max(1, int(len(sketch.open_cells) * share / OPEN_CELLS_PER_MOVE))):
            orbit = self._shape.orbit[self._chance.choice(sketch.open_cells)]
            movable = [b for b in black if len(b) == len(orbit) and b not in fixed]
            if movable and orbit not in black and orbit not in fixed:
                del black[self._chance.choice(movable)]
                black[orbit] = None
        return black
