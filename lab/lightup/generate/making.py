"""How a puzzle is made: draw a solved board, choose the clues that stay, check it with clingo.

1. `sketches` draws a board with bulbs that follow by tactics from a clue on every black cell; for
   `search`, `cores` inserts a part that no tactic solves.
2. `clues` takes away clues, as long as the puzzle has the difficulty, and puts some back.
3. clingo says whether the puzzle has another solution.

A puzzle that does not fit the options is thrown away, and another board is drawn.
"""

import random
from collections.abc import Container
from typing import NamedTuple

from lab.lightup.generate.clues import FURTHER_TACTICS, choose_clues
from lab.lightup.generate.cores import draw_around_core
from lab.lightup.generate.layout import Draft, draw_board
from lab.lightup.generate.shape import Shape
from lab.lightup.generate.sketches import Effort, Sketcher
from lab.lightup.query import list_two_solutions
from lab.lightup.rules import Board
from lab.series import GeneratedPuzzle

CLINGO_EFFORT = 10  # units for a question to clingo
MAX_IDLE_REPAIRS = 300  # repairs without gain after which a board is given up


class PuzzleOptions(NamedTuple):
    """The shape of a puzzle, its difficulty and its number of clues."""

    shape: Shape
    difficulty: str | None  # a label of hint, None for any
    amount: str  # of clues: few, many or all


def generate_puzzle(options: PuzzleOptions, taken: Container[Board], seed: str) -> GeneratedPuzzle:
    """Return the first puzzle of these options and seed whose board is not taken yet.

    Raises Exhausted if none was found.  Another version of clingo may lead to another puzzle if it
    is for `search`, or has few clues and any difficulty.
    """
    chance = random.Random(seed)
    effort = Effort(options.shape.cell_count)
    tactics = FURTHER_TACTICS.get(options.difficulty or "", "D")
    if options.amount != "all":  # with all clues D is enough: taking clues away makes it hard
        tactics = tactics.replace("H", "")
    sketcher = Sketcher(options.shape, tactics, chance)
    while True:
        draft = (
            draw_around_core(options.shape, chance, effort)
            if options.difficulty == "search"
            else sketcher.draw_solved(effort, MAX_IDLE_REPAIRS)
        )
        puzzle = draft and finish_puzzle(options, draft, effort)
        if puzzle and puzzle.board not in taken:
            return puzzle


def finish_puzzle(options: PuzzleOptions, draft: Draft, effort: Effort) -> GeneratedPuzzle | None:
    """Return the puzzle of a draft, or None if it is not what the options ask for."""
    effort.spend(CLINGO_EFFORT)
    clues = choose_clues(draft, options.difficulty, options.amount)
    if clues is None:
        return None
    board = draw_board(draft.layout, clues)
    solution = draw_board(draft.layout, clues, draft.bulbs)
    return GeneratedPuzzle(board, solution) if list_two_solutions(board) == [solution] else None
