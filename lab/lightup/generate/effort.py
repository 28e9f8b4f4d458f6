"""How much work is done for one puzzle before it is called impossible."""

from lab.series import Exhausted

CLINGO_LOOKS = 10  # what asking clingo about a board takes, in looks at it


class Effort:
    """The looks at a board of so many cells that are left for one puzzle."""

    def __init__(self, cells: int) -> None:
        self._looks = (1_000_000 + 400 * cells) // (cells + 100)  # some 5 s, more for large boards

    def spend(self, looks: int = 1) -> None:
        """Spend some looks at the board; raise Exhausted if fewer are left."""
        self._looks -= looks
        if self._looks < 0:
            raise Exhausted
