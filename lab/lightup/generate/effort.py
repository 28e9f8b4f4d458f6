"""How much work is done for one puzzle before the wish is called impossible."""

from collections.abc import Callable

from lab.series import Exhausted

UNITS, UNITS_A_CELL = 1_000_000, 400  # of work: looks at a cell, some 200,000 of them a second
OVERHEAD = 100  # what a look at a board takes before its first cell
CLINGO = 10  # what asking clingo about a board takes, in looks at it


class Effort:
    """The work left for one puzzle with so many cells; calls `report` with what is going on."""

    def __init__(self, cells: int, report: Callable[[str], None]) -> None:
        self._look, self.report = cells + OVERHEAD, report
        self._left = UNITS + UNITS_A_CELL * cells

    def look(self, why: str, looks: int = 1) -> None:
        """Spend what some looks at the board take; raises Exhausted if less is left."""
        self._left -= self._look * looks
        if self._left < 0:
            raise Exhausted
        self.report(why)
