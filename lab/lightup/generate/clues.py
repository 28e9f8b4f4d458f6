"""Chooses the clues that a puzzle keeps, out of all that its solution has; and its difficulty.

A clue that cannot be spared cannot be spared later either, when others have gone.  So one pass,
in any order, leaves none that could be taken away.
"""

from collections.abc import Mapping, Sequence

from lab.lightup.generate.deduction import Deduction
from lab.lightup.generate.layout import Draft, Layout, draw_board
from lab.lightup.generate.solutions import OtherSolutions
from lab.lightup.hint.reasoning import rate_board

FURTHER_TACTICS = {"easy": "", "tricky": "D", "hard": "DH"}  # beside A, B and C
KEPT_SHARE = {"few": 0.0, "many": 0.5, "all": 1.0}  # of the clues that can be spared


def choose_clues(draft: Draft, difficulty: str | None, amount: str) -> dict[int, int] | None:
    """Return the clues of a puzzle of this difficulty, or of any; None if there is none.

    Clues that can be spared make it easier.  If it is too easy with many, fewer are kept.
    """

    def is_right(chosen: Sequence[int]) -> bool:
        values = {clue: draft.clues[clue] for clue in chosen}
        return not difficulty or find_difficulty(draft.layout, values, difficulty) == difficulty

    chosen: list[int] | None = draft.order
    if amount != "all":
        chosen = thin_clues(draft, difficulty, amount)
    if chosen is None or not is_right(chosen):
        return None
    needed = set(chosen)
    spare = [clue for clue in draft.order if clue not in needed]
    number = int(len(spare) * KEPT_SHARE[amount])
    while number and not is_right(chosen + spare[:number]):
        number //= 2
    return {clue: draft.clues[clue] for clue in chosen + spare[:number]}


def thin_clues(draft: Draft, difficulty: str | None, amount: str) -> list[int] | None:
    """Return clues, none of which could be taken away; None if not even all of them suffice.

    Without any one of them there are several solutions or, except for `search`, the tactics of
    the difficulty do not suffice.  (F, which hardly ever helps where H does not, is left out.)
    """
    order = draft.order
    if difficulty != "search":
        tactics = FURTHER_TACTICS[difficulty or "hard"]
        deduction = Deduction(draft.layout, draft.clues, tactics)
        order = [clue for clue in order if not deduction.spare_clue(clue)]
        if difficulty or amount != "few":
            return order
    return find_needed_clues(OtherSolutions(draft), order)


def find_needed_clues(other_solutions: OtherSolutions, order: Sequence[int]) -> list[int] | None:
    """Return clues, all of them needed to exclude all other solutions.

    None if not even all the clues of `order` exclude them.
    """
    needed: list[int] = []
    untried = other_solutions.find_sufficient(order)
    if untried is None:
        return None
    while untried:
        clue = untried.pop()
        sufficient = other_solutions.find_sufficient(needed + untried)
        if sufficient is None:
            needed.append(clue)
        else:
            still_used = set(sufficient)
            untried = [clue for clue in untried if clue in still_used]
    return needed


def find_difficulty(layout: Layout, clues: Mapping[int, int], most: str = "search") -> str:
    """Return how difficult a puzzle with one solution is, which is no more than `most`.

    Its labels are those of hint.  That knows more tactics than the deduction, so it has the last
    word on whether a puzzle needs search.
    """
    for label, tactics in FURTHER_TACTICS.items():
        if label == most:
            return label
        deduction = Deduction(layout, clues, tactics)
        if not deduction.open_cells:
            return label
    rating = rate_board(draw_board(layout, clues, deduction.conclusions))
    return "search" if rating.label == "search" else "hard"
