"""Chooses the clues of a puzzle, out of one for each black cell; and finds its difficulty.

If a clue cannot be removed now, it cannot be removed later, when fewer are left.  So one pass over
the clues, in any order, leaves none that can be removed.
"""

from collections.abc import Mapping, Sequence

from lab.explain.clash import Demands, shrink_clash
from lab.lightup.explain.clash import demand_clues
from lab.lightup.generate.deduction import Deduction
from lab.lightup.generate.layout import Layout, draw_layout
from lab.lightup.generate.sketches import Sketch
from lab.lightup.hint.reasoning import rate_board

FURTHER_TACTICS = {"easy": "", "tricky": "D", "hard": "DH"}  # tactics beside A, B, C
KEPT_SHARE = {"few": 0.0, "many": 0.5, "all": 1.0}  # share of the spare clues that is kept


def choose_clues(sketch: Sketch, difficulty: str | None, amount: str) -> dict[int, int] | None:
    """Return the clues of a puzzle of this difficulty (None: of any); None if there is none.

    `amount` is a key of KEPT_SHARE; fewer are kept if `many` would make the puzzle too easy.
    """
    clues = sketch.clues

    def is_right(chosen: Sequence[int]) -> bool:
        values = {clue: clues[clue] for clue in chosen}
        return not difficulty or find_difficulty(sketch.layout, values) == difficulty

    needed = list(clues) if amount == "all" else find_needed_clues(sketch, difficulty, amount)
    if needed is None or not is_right(needed):
        return None
    kept = set(needed)
    spare = [clue for clue in clues if clue not in kept]
    number = int(len(spare) * KEPT_SHARE[amount])
    while number and not is_right(needed + spare[:number]):
        number //= 2
    return {clue: clues[clue] for clue in needed + spare[:number]}


def find_needed_clues(sketch: Sketch, difficulty: str | None, amount: str) -> list[int] | None:
    """Return clues that suffice and are all needed; None if not even all clues suffice.

    Clues suffice if the tactics of the difficulty solve the puzzle, without F, which hardly ever
    helps where H does not.  For `search`, and for few clues of any difficulty, clues suffice if
    there is one solution.
    """
    needed = list(sketch.clues)
    if difficulty != "search":
        deduction = Deduction(sketch.layout, sketch.clues, FURTHER_TACTICS[difficulty or "hard"])
        needed = [clue for clue in needed if not deduction.remove_if_spare(clue)]
        if difficulty or amount != "few":
            return needed
    return minimize_clues(sketch, needed)


def minimize_clues(sketch: Sketch, clues: Sequence[int]) -> list[int] | None:
    """Return clues, all needed, for one solution; None if not even all suffice."""
    layout = sketch.layout
    puzzle, solution = (draw_layout(layout, sketch.clues, bulbs) for bulbs in ((), sketch.bulbs))
    demands = demand_clues(puzzle, solution)
    literals = {r * layout.width + c + 1: n for (r, c), n in demands.literals.items()}
    # shrink_clash tries to leave out the least numbers first: the last clues have these.
    by_number = dict(enumerate(reversed(clues)))
    numbered = {number: literals[clue] for number, clue in by_number.items()}
    ranked = Demands(demands.program, numbered)
    core = ranked.find_core(by_number)
    return None if core is None else [by_number[n] for n in sorted(shrink_clash(ranked, core))]


def find_difficulty(layout: Layout, clues: Mapping[int, int]) -> str:
    """Return the label of a puzzle with one solution, as `hint --rate` prints it.

    hint knows more tactics than the deduction, so it decides whether a puzzle needs search.
    """
    for label, tactics in FURTHER_TACTICS.items():
        deduction = Deduction(layout, clues, tactics)
        if not deduction.open_cells:
            return label
    rating = rate_board(draw_layout(layout, clues, deduction.conclusions))
    return "search" if rating.label == "search" else "hard"
