"""Asks clingo for solutions other than a known one, with some of the clues."""

from collections.abc import Collection

from lab.lightup.generate.layout import Draft
from lab.lightup.query import Query
from lab.lightup.rules import BULB, Board

RULES = "../../lightup"


class Others:
    """The other solutions of a board in clingo, with clues that can be switched."""

    def __init__(self, draft: Draft) -> None:
        layout = self._layout = draft.layout
        facts = [f"value({self._place(black)},{clue})." for black, clue in draft.clues.items()]
        facts += [f"known({self._place(bulb)})." for bulb in sorted(draft.bulbs)]
        self._query = Query(layout.board, RULES, "generate/others", facts="\n".join(facts))
        self._switch = {
            r * layout.width + c + 1: literal
            for (r, c), literal in self._query.literals("clue").items()
        }

    def sufficient(self, clues: Collection[int]) -> list[int] | None:
        """Clues out of these that exclude all other solutions, in order; None if all do not."""
        switch = self._switch
        core = self._query.solve(assumptions=[switch[clue] for clue in clues], models=1)
        return None if core is None else [clue for clue in clues if switch[clue] in core]

    def one(self, clues: Collection[int]) -> set[int] | None:
        """The bulbs of another solution with these clues."""
        found = self._query.solutions(1, [self._switch[clue] for clue in clues])
        return bulbs(found[0]) if found else None

    def _place(self, cell: int) -> str:
        row, column = divmod(cell - 1, self._layout.width)
        return f"{row},{column}"


def bulbs(solution: Board) -> set[int]:
    """The numbers of the cells with a bulb."""
    return {number for number, cell in enumerate("".join(solution), start=1) if cell == BULB}


def solutions(board: Board) -> list[Board]:
    """Two solutions of a puzzle, or as many as there are."""
    return Query(board, RULES).solutions(2)
