"""How much work is done for one puzzle before it is called impossible."""

from lab.series import Exhausted

UNITS, UNITS_PER_CELL = 1_000_000, 400  # of work: looks at a cell, some 200,000 of them a second
OVERHEAD = 100  # of a look at a board, in looks at a cell
CLINGO_LOOKS = 10  # what asking clingo about a board takes, in looks at it


class Effort:
    """The work left for one puzzle with so many cells."""

    def __init__(self, cells: int) -> None:
        self._units_per_look = cells + OVERHEAD
        self._units_left = UNITS + UNITS_PER_CELL * cells

    def spend(self, looks: int = 1) -> None:
        """Spend what some looks at the board take; raise Exhausted if less is left."""
        self._units_left -= self._units_per_look * looks
        if self._units_left < 0:
            raise Exhausted
