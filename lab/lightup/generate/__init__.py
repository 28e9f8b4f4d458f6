"""Make puzzles with exactly one solution, of a size, density, symmetry and difficulty.

They go to standard output, a blank line between two, or into a folder.  The same seed makes the
same puzzles, however many are made.  The density is the share of the cells that are black: their
number is rounded, and with a symmetry it is the nearest that is possible.

Exit status: 0 if all were made, 1 if no such puzzle was found, 3 if the time limit came first.
"""

import argparse
import functools
import random
from collections.abc import Container

from lab import Unusable, notations, puzzles, series
from lab.common.command import parse_share
from lab.lightup.generate.clues import FURTHER_TACTICS, KEPT_SHARE, choose_clues, find_difficulty
from lab.lightup.generate.cores import draw_around_core
from lab.lightup.generate.layout import Layout, draw_layout
from lab.lightup.generate.shape import SYMMETRIES, Shape
from lab.lightup.generate.sketches import Effort, Sketcher
from lab.lightup.hint.tactics import LABELS
from lab.lightup.rules import BLANK, BULB, CLUES, Board, find_cells
from lab.series import GeneratedPuzzle

LIGHT_UP = puzzles.find_default_puzzle()
CLINGO_EFFORT = 10  # units for a question to clingo
MAX_IDLE_REPAIRS = 300  # repairs without gain after which a board is given up
SYMMETRY_HELP = (
    "of the black cells: rotated by a half turn (rot2) or a quarter turn (rot4, squares only), "
    "mirrored left to right (ref2), and top to bottom too (ref4)"
)
CLUES_HELP = (
    "few: none can be taken away, or there would be more than one solution, or too few clues for "
    "the tactics of the difficulty; all: each black cell has its clue; many, the default: half of "
    "what few takes away stays, or less if the puzzle would be too easy"
)


def arguments(parser: argparse.ArgumentParser) -> None:
    series.add_arguments(parser)
    add = parser.add_argument
    add("--density", type=parse_share, default=0.25, metavar="D", help="0 to 1, 0.25 without it")
    add("--symmetry", choices=SYMMETRIES, default="none", help=SYMMETRY_HELP)
    add("--difficulty", choices=LABELS, help="as hint --rate calls it; any without it")
    add("--clues", choices=KEPT_SHARE, default="many", help=CLUES_HELP)


def run(options: argparse.Namespace) -> int:
    height, width = options.size
    if options.symmetry == "rot4" and height != width:
        raise Unusable(f"--symmetry of a quarter turn: found {height}x{width}, expected a square")
    if options.difficulty == "search" and options.clues == "all":
        raise Unusable("--difficulty search goes without --clues all: it needs cells without clue")
    # Raises Unusable if the notation cannot hold such a board.
    notations.format_board(LIGHT_UP, [BLANK * width] * height, options.to)
    shape = Shape(height, width, options.density, options.symmetry)
    if shape.black_count is None:
        return series.report_end(1, "no such puzzle: all cells would be black, one must be white")
    if shape.black_count == 0 and shape.cell_count > 1:
        return series.report_end(1, "no such puzzle: a board of white cells has several solutions")
    notation = options.to if notations.can_write(LIGHT_UP, options.to, BULB) else "grid"
    make = functools.partial(make_puzzle, shape, options.difficulty, options.clues)
    return series.write_series(
        options,
        LIGHT_UP,
        make,
        columns=["clues", "bulbs", "difficulty"],
        list_cells=list_index_cells,
        solution_notation=notation,
    )


def list_index_cells(puzzle: GeneratedPuzzle) -> tuple[object, ...]:
    board = puzzle.board
    clues = {cell: int(kind) for cell, kind in enumerate("".join(board), start=1) if kind in CLUES}
    difficulty = find_difficulty(Layout(board), clues)
    return len(clues), len(find_cells(puzzle.solution, BULB)), difficulty


def make_puzzle(
    shape: Shape, difficulty: str | None, amount: str, taken: Container[Board], seed: str
) -> GeneratedPuzzle:
    """Return the first puzzle of this shape and seed whose board is not taken yet.

    `difficulty` is a label of hint, None for any; `amount`, of clues, a key of KEPT_SHARE.
    `sketches` draws a board with bulbs that follow by tactics from a clue on every black cell; for
    `search`, `cores` inserts a part that no tactic solves.  `clues` takes clues away while the
    puzzle keeps the difficulty, and puts some back; clingo says whether the puzzle has another
    solution.  A puzzle that does not fit the options is thrown away, and another board is drawn.
    Raises Exhausted if none was found.  For `search`, and for few clues of any difficulty, another
    version of clingo may lead to another puzzle.
    """
    chance = random.Random(seed)
    effort = Effort(shape.cell_count)
    tactics = FURTHER_TACTICS.get(difficulty or "", "D")
    if amount != "all":  # with all clues D is enough: taking clues away makes it hard
        tactics = tactics.replace("H", "")
    sketcher = Sketcher(shape, tactics, chance)
    while True:
        sketch = (
            draw_around_core(shape, chance, effort)
            if difficulty == "search"
            else sketcher.draw_solved(effort, MAX_IDLE_REPAIRS)
        )
        if not sketch:
            continue
        effort.spend(CLINGO_EFFORT)
        clues = choose_clues(sketch, difficulty, amount)
        if clues is None:
            continue
        board = draw_layout(sketch.layout, clues)
        solution = draw_layout(sketch.layout, clues, sketch.bulbs)
        if board not in taken and LIGHT_UP.find_two_solutions(board) == [solution]:
            return GeneratedPuzzle(board, solution)
