"""Puzzles that are wrong on purpose, one clue away from a proper one."""

from lab.lightup.generate.effort import CLINGO, Effort
from lab.lightup.generate.layout import Draft, clues, drawn
from lab.lightup.generate.others import Others, solutions
from lab.lightup.generate.thin import SHARE, kept, needed, without


def ambiguous(draft: Draft, amount: str, effort: Effort) -> dict[int, int] | None:
    """The clues without one that matters; those added that fit another solution too."""
    others = Others(draft)
    rest = needed(others, draft.order, effort) or []
    bulbs = others.one(rest[1:]) if rest else None
    if bulbs is None:
        return None
    fitting = clues(draft.layout, bulbs)
    spare = [c for c in without(draft.order, rest) if fitting[c] == draft.clues[c]]
    chosen = rest[1:] + spare[: int(len(spare) * SHARE[amount])]
    return {c: draft.clues[c] for c in chosen}


def unsolvable(draft: Draft, amount: str, effort: Effort) -> dict[int, int] | None:
    """The clues, one of them one too large or too small, but not more than the cells beside it."""
    proper = {c: draft.clues[c] for c in kept(draft, None, amount, effort) or []}
    for black, clue in proper.items():
        for wrong in (clue - 1, clue + 1):
            effort.look("looking for a clue to change", CLINGO)
            changed = {**proper, black: wrong}
            possible = 0 <= wrong <= len(draft.layout.beside[black])
            if possible and not solutions(drawn(draft.layout, changed)):
                return changed
    return None
