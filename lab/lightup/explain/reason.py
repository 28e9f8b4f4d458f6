"""Why clues clash, in words, where one of a few well-known patterns fits."""

from lab.common.words import Cell, format_cell, format_cells, spell_noun
from lab.lightup.explain.clash import Demands, irreducible
from lab.lightup.query import Query
from lab.lightup.rules import CLUES, Board, cells, neighbours, runs, white


class Reason:
    """Of a board all of whose clues are needed for the clash: what it is, one sentence.

    `dark` are the white cells that no bulb may light: none of the places that could light
    one of them has a bulb, in whatever way the clues are met and no bulb lights another,
    even with cells left dark.
    """

    def __init__(self, board: Board) -> None:
        self.board, self.clues = board, cells(board, CLUES)
        self.query = Query(board, "models/rules")
        self.met = list(self.query.literals("met").values())
        self.dark = self._dark()
        self.words = self._larger() or self._shared() or self._unlit()

    def _dark(self) -> list[Cell]:
        bulbs = self.query.consequences("brave", self.met)
        if bulbs is None:
            return []
        lit = {cell for run in runs(self.board) if bulbs.intersection(run) for cell in run}
        return sorted(white(self.board) - lit)

    def _larger(self) -> str:
        """A clue larger than its white neighbours."""
        for r, c in self.clues:
            beside = len(neighbours(self.board, (r, c)))
            if int(self.board[r][c]) > beside:
                return f"{self._named((r, c))} has {spell_noun(beside, 'white cell')} beside it"
        return ""

    def _shared(self) -> str:
        """Two clues that want the same cells: one needs more bulbs there than the other bears."""
        if len(self.clues) != 2:
            return ""
        for (r, c), other in (self.clues, reversed(self.clues)):
            mine, theirs = neighbours(self.board, (r, c)), neighbours(self.board, other)
            both = set(mine).intersection(theirs)
            least = int(self.board[r][c]) - (len(mine) - len(both))
            most = int(self.board[other[0]][other[1]])
            if least > most:
                return (
                    f"{self._named((r, c))} and {self._named(other)} want the same cells: of "
                    f"{format_cells(sorted(both))} the first needs {least} or more, "
                    f"the second bears {most} or fewer"
                )
        return ""

    def _unlit(self) -> str:
        """Cells that no bulb may light, or not all of them, or bulbs that see each other."""
        if self.dark:
            return f"no bulb may light {format_cells(self.dark)}"
        unlit = irreducible(Demands(self.query, "lit", self.met), white(self.board))
        if unlit:
            return (
                f"where the clues are met, one cell stays dark out of {format_cells(sorted(unlit))}"
            )
        return "wherever the clues are met, two bulbs see each other"

    def _named(self, cell: Cell) -> str:
        return f"the {self.board[cell[0]][cell[1]]} at {format_cell(cell)}"
