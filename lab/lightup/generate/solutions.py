"""Asks clingo for the solutions of a puzzle, and for those other than a known one."""

from collections.abc import Collection

from lab.lightup.generate.layout import Draft
from lab.lightup.query import Query
from lab.lightup.rules import BULB, Board

RULES = "../../lightup"


def find_solutions(board: Board) -> list[Board]:
    """Return two solutions of a puzzle, or as many as there are."""
    return Query(board, RULES).solutions(2)


class OtherSolutions:
    """The solutions other than that of a draft, on its board with some of its clues."""

    def __init__(self, draft: Draft) -> None:
        width = draft.layout.width

        def place(cell: int) -> str:
            return f"{(cell - 1) // width},{(cell - 1) % width}"

        facts = [f"value({place(black)},{clue})." for black, clue in draft.clues.items()]
        facts += [f"known({place(bulb)})." for bulb in sorted(draft.bulbs)]
        board = draft.layout.board
        self._query = Query(board, RULES, "generate/solutions", facts="\n".join(facts))
        literals = self._query.literals("clue")
        self._switch = {r * width + c + 1: literal for (r, c), literal in literals.items()}

    def find_sufficient(self, clues: Collection[int]) -> list[int] | None:
        """Return those of these clues that clingo needed to exclude all other solutions.

        None if even all of them leave another solution.
        """
        switch = self._switch
        core = self._query.solve(assumptions=[switch[clue] for clue in clues], models=1)
        return None if core is None else [clue for clue in clues if switch[clue] in core]

    def find_bulbs(self, clues: Collection[int]) -> set[int] | None:
        """Return the bulbs of another solution with these clues, if there is one."""
        solutions = self._query.solutions(1, [self._switch[clue] for clue in clues])
        if not solutions:
            return None
        cells = enumerate("".join(solutions[0]), start=1)
        return {number for number, kind in cells if kind == BULB}
