"""Makes a puzzle as it is wished for: tries one after another until one is right."""

import random
from collections.abc import Callable, Container
from typing import NamedTuple

from lab.lightup.generate.effort import CLINGO, Effort
from lab.lightup.generate.layout import Draft, drawn
from lab.lightup.generate.others import solutions
from lab.lightup.generate.plain import left_open
from lab.lightup.generate.planted import planted
from lab.lightup.generate.shape import Shape
from lab.lightup.generate.sound import sound
from lab.lightup.generate.spoilt import ambiguous, unsolvable
from lab.lightup.generate.thin import SOLVING, kept
from lab.lightup.rules import Board
from lab.series import GeneratedPuzzle

SPOILT = {"ambiguous": ambiguous, "unsolvable": unsolvable}


class Wish(NamedTuple):
    """What a puzzle is to be: its difficulty is one of lab.hint's labels, or None for any."""

    shape: Shape
    difficulty: str | None
    clues: str  # few, many or all
    spoilt: str | None  # one of SPOILT


def made(
    wish: Wish,
    taken: Container[Board],
    seed: str,
    report: Callable[[str], None] = lambda text: None,
) -> GeneratedPuzzle:
    """The puzzle of this wish and seed, and none of those taken; Exhausted if none was found.

    Calls `report` with what is going on.  The puzzle depends on nothing else; without a
    difficulty, if few clues are asked for, and for `search` and what is spoilt, also on clingo:
    which clues that suffice, or other solution, it finds.
    """
    chance = random.Random(seed)
    effort = Effort(wish.shape.cells, report)
    while True:
        puzzle = candidate(wish, draft(wish, chance, effort), effort)
        if puzzle and puzzle.board not in taken:
            return puzzle


def draft(wish: Wish, chance: random.Random, effort: Effort) -> Draft:
    """A solved board with all clues, out of which such a puzzle may come."""
    if wish.difficulty == "search" and wish.clues != "all":
        return planted(wish.shape, chance, effort)
    sketch = sound(wish.shape, stock(wish), chance, effort)
    values = sketch.clues
    return Draft(sketch.layout, values, sketch.bulbs, chance.sample(list(values), len(values)))


def stock(wish: Wish) -> str:
    """Tactics that solve the board with all clues, beside A, B and C: those of the puzzle or less.

    Only if all of them stay, the board must need the tactics of the puzzle itself.
    """
    if wish.difficulty == "easy" or wish.clues == "all":
        return SOLVING.get(wish.difficulty or "", "D")
    return "D"


def candidate(wish: Wish, draft: Draft, effort: Effort) -> GeneratedPuzzle | None:
    """The puzzle that comes of a draft, if one does, and clingo finds no other solution."""
    effort.look("another board", CLINGO)
    if wish.spoilt:
        changed = SPOILT[wish.spoilt](draft, wish.clues, effort)
        if changed is None:
            return None
        return GeneratedPuzzle(drawn(draft.layout, changed), None, wish.spoilt)
    chosen = kept(draft, wish.difficulty, wish.clues, effort)
    if chosen is None:
        return None
    values = {clue: draft.clues[clue] for clue in chosen}
    board, solution = drawn(draft.layout, values), drawn(draft.layout, values, draft.bulbs)
    if left_open(draft.layout, values) and solutions(board) != [solution]:
        return None
    return GeneratedPuzzle(board, solution, None)
