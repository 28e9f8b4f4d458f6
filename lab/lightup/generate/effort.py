"""How much work is done for one puzzle before it is given up as impossible."""

from lab.series import Exhausted

CLINGO_EFFORT = 10  # units for a question to clingo


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
