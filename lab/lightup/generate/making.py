"""How a puzzle is made: draw a solved board, choose the clues that stay, check it with clingo.

1. `sketches` draws a board with bulbs, whose clues, one on every black cell, solve it by the
   tactics that the difficulty permits; for `search`, `cores` puts a part in that no tactic solves.
2. `clues` takes away clues, as long as the puzzle has the difficulty, and puts some back.
3. `solutions` asks clingo whether the puzzle has another solution.

What does not come out right is thrown away, and another board is drawn.
"""

import random
from collections.abc import Container
from typing import NamedTuple

from lab.lightup.generate.clues import FURTHER_TACTICS, KEPT_SHARE, choose_clues, find_needed_clues
from lab.lightup.generate.cores import draw_around_core
from lab.lightup.generate.effort import CLINGO_LOOKS, Effort
from lab.lightup.generate.layout import Draft, compute_clues, draw_board
from lab.lightup.generate.shape import Shape
from lab.lightup.generate.sketches import Sketcher
from lab.lightup.generate.solutions import OtherSolutions, find_solutions
from lab.lightup.rules import Board
from lab.series import GeneratedPuzzle

MAX_IDLE_REPAIRS = 300  # repairs without gain after which a board is given up


class PuzzleOptions(NamedTuple):
    """What a puzzle is to be: its difficulty is one of hint's labels, or None for any."""

    shape: Shape
    difficulty: str | None
    clues: str  # few, many or all
    spoilt: str | None  # ambiguous, unsolvable or None


def generate_puzzle(options: PuzzleOptions, taken: Container[Board], seed: str) -> GeneratedPuzzle:
    """Return the puzzle of these options and this seed, none of those taken.

    Raises Exhausted if none was found.  The puzzle depends on nothing else; without a difficulty,
    if few clues are asked for, and for `search` and what is spoilt, also on clingo: which clues
    that suffice, or other solution, it finds.
    """
    chance = random.Random(seed)
    effort = Effort(options.shape.cells)
    # All clues solve the board by the tactics of the puzzle, or by simpler ones unless all stay.
    tactics = "D"
    if options.difficulty == "easy" or options.clues == "all":
        tactics = FURTHER_TACTICS.get(options.difficulty or "", "D")
    sketcher = Sketcher(options.shape, tactics, chance)
    while True:
        if options.difficulty == "search":
            draft = draw_around_core(options.shape, chance, effort)
        else:
            while not (sketch := sketcher.draw_solved(effort, MAX_IDLE_REPAIRS)):
                pass
            draft = sketch
        effort.spend(CLINGO_LOOKS)
        puzzle = finish_puzzle(options, draft, effort)
        if puzzle and puzzle.board not in taken:
            return puzzle


def finish_puzzle(options: PuzzleOptions, draft: Draft, effort: Effort) -> GeneratedPuzzle | None:
    """Return the puzzle of a draft, or None if it is not what the options ask for."""
    layout = draft.layout
    if options.spoilt:
        if options.spoilt == "ambiguous":
            spoilt_clues = spoil_uniqueness(draft, options.clues)
        else:
            spoilt_clues = spoil_solution(draft, options.clues, effort)
        if spoilt_clues is None:
            return None
        return GeneratedPuzzle(draw_board(layout, spoilt_clues), None, options.spoilt)
    chosen = choose_clues(draft, options.difficulty, options.clues)
    if chosen is None:
        return None
    board, solution = (draw_board(layout, chosen, bulbs) for bulbs in ((), draft.bulbs))
    return GeneratedPuzzle(board, solution) if find_solutions(board) == [solution] else None


def spoil_uniqueness(draft: Draft, amount: str) -> dict[int, int] | None:
    """Return clues that leave several solutions, as a clue that matters is gone."""
    other_solutions = OtherSolutions(draft)
    needed = find_needed_clues(other_solutions, draft.order)
    bulbs = other_solutions.find_one(needed[1:]) if needed else None
    if not needed or bulbs is None:
        return None
    other_clues = compute_clues(draft.layout, bulbs)
    spare = [
        clue
        for clue in draft.order
        if clue not in needed and other_clues[clue] == draft.clues[clue]
    ]
    chosen = needed[1:] + spare[: int(len(spare) * KEPT_SHARE[amount])]
    return {clue: draft.clues[clue] for clue in chosen}


def spoil_solution(draft: Draft, amount: str, effort: Effort) -> dict[int, int] | None:
    """Return clues without solution: one clue is changed by 1, to a number that has places."""
    proper = choose_clues(draft, None, amount) or {}
    for black, value in proper.items():
        for wrong in (value - 1, value + 1):
            effort.spend(CLINGO_LOOKS)
            changed = {**proper, black: wrong}
            is_possible = 0 <= wrong <= len(draft.layout.beside[black])
            if is_possible and not find_solutions(draw_board(draft.layout, changed)):
                return changed
    return None
