"""Chooses the clues that a puzzle keeps, out of all that its solution has.

A clue that cannot be spared cannot be spared later either, when others have gone.  So one pass,
in any order, leaves none that could be taken away.
"""

from collections.abc import Iterable, Sequence

from lab.lightup.generate import plain
from lab.lightup.generate.deduction import Deduction, indispensable
from lab.lightup.generate.effort import Effort
from lab.lightup.generate.layout import Draft, Layout, drawn, unnumbered
from lab.lightup.generate.others import Others
from lab.lightup.hint.reasoning import rate_board
from lab.lightup.rules import CLUES, Board

SOLVING = {"easy": "", "tricky": "D", "hard": "DH"}  # tactics beside A, B and C
FAILING = {"tricky": "", "hard": "D", "search": "DH"}
SHARE = {"few": 0.0, "many": 0.5, "all": 1.0}  # of the clues that can be spared, those kept


def kept(draft: Draft, difficulty: str | None, amount: str, effort: Effort) -> list[int] | None:
    """The clues of a puzzle of this difficulty, or of any; None if there is none.

    Clues that can be spared make it easier.  If it is too easy with many, fewer are kept.
    """
    chosen = draft.order if amount == "all" else thinned(draft, difficulty, amount, effort)
    if chosen is None or not right(draft, chosen, difficulty):
        return None
    spare = without(draft.order, chosen)
    number = int(len(spare) * SHARE[amount])
    while number and not right(draft, chosen + spare[:number], difficulty):
        number //= 2
    return chosen + spare[:number]


def without(clues: Iterable[int], others: Iterable[int]) -> list[int]:
    """The clues, in their order, that are not among others."""
    gone = set(others)
    return [clue for clue in clues if clue not in gone]


def thinned(draft: Draft, difficulty: str | None, amount: str, effort: Effort) -> list[int] | None:
    """Clues, none of which could be taken away; None if not even all of them do.

    Without any one of them there are several solutions or, except for `search`, the tactics of
    the difficulty do not suffice.  (F, which hardly ever helps where H does not, is left out.)
    """
    if difficulty == "search":
        return needed(Others(draft), draft.order, effort)
    further = SOLVING[difficulty or "hard"]
    chosen = indispensable(draft, further) if further else plain.indispensable(draft)
    if difficulty is None and amount == "few":
        return needed(Others(draft), chosen, effort)
    return chosen


def needed(others: Others, order: Sequence[int], effort: Effort) -> list[int] | None:
    """Clues that exclude all other solutions, and would not without any one of them."""
    needed: list[int] = []
    rest = others.sufficient(order)
    if rest is None:
        return None
    while rest:
        effort.report(f"{len(rest)} clues to try")
        clue = rest.pop()
        fewer = others.sufficient(needed + rest)
        if fewer is None:
            needed.append(clue)
        else:
            left = set(fewer)
            rest = [clue for clue in rest if clue in left]
    return needed


def right(draft: Draft, clues: Sequence[int], difficulty: str | None) -> bool:
    """Whether a puzzle that is not too difficult is not too easy either."""
    if difficulty not in FAILING:
        return True
    values = {clue: draft.clues[clue] for clue in clues}
    deduction = Deduction(draft.layout, values, FAILING[difficulty])
    if difficulty != "search" or not deduction.open:
        return bool(deduction.open)
    return beyond_tactics(draft.layout, values, deduction)


def beyond_tactics(layout: Layout, values: dict[int, int], deduction: Deduction) -> bool:
    """Whether lab.hint, too, must search where the deduction ends: it knows more tactics."""
    return rate_board(drawn(layout, values, deduction.known)).label == "search"


def difficulty(board: Board) -> str:
    """The difficulty of a puzzle with one solution."""
    layout = Layout(unnumbered(board))
    cells = enumerate("".join(board), start=1)
    values = {cell: int(kind) for cell, kind in cells if kind in CLUES}
    for label, further in SOLVING.items():
        deduction = Deduction(layout, values, further)
        if not deduction.open:
            return label
    return "search" if beyond_tactics(layout, values, deduction) else "hard"
