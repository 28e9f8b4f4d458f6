"""Go on with a puzzle of Amaze: the cells that all best boards share around what is drawn so far.

A search finds them.  If the rules alone demand a cell, the reason is given: the tip of a line has
one way out, or all other ways would cut the ends of a pair off.  With --of PUZZLE, FILE has what is
drawn so far; without it, nothing is drawn yet.  The grid with all these cells goes to standard
output; --steps prints a line for each cell instead, --next the first of these lines.

Exit status: 0 if a best board is complete (--next: or there is a step), 1 if the best boards
differ in what is left, or none has what is drawn, 3 if the time limit came first.
"""

import argparse
from collections import Counter

import decode
from amaze.hint.steps import Drawing, LineStep, draw_steps
from amaze.optima import Optima
from amaze.rules import Board, fill_cells, find_numbers, is_solved
from lab import Unusable, hint, puzzles
from lab.common.background import BackgroundWork
from lab.common.files import write
from lab.common.language import translate
from lab.common.terminal import print_message
from lab.common.words import Cell, count_noun, format_cell
from lab.pictures.frames import open_picture

AMAZE = puzzles.find_puzzle("amaze")


arguments = hint.arguments


def run(options: argparse.Namespace) -> int:
    if options.rate:
        raise Unusable("--rate: Amaze has no ratings")
    _, board, givens = hint.read_boards(options, AMAZE)
    for offence in AMAZE.rules.offences(board, givens, True):
        if offence.rule == "ends":
            raise Unusable(f"{options.file}: {offence.sentence}")
    picture = open_picture(options.picture, AMAZE)
    drawn = find_numbers(board)

    def find_cells() -> tuple[dict[Cell, str], list[Cell]]:
        """Return the cells that all optima share; without an optimum, the cells that clash."""
        optima = Optima(givens)
        shared = optima.find_shared_cells(drawn)
        return shared, [] if shared else optima.find_clashing_cells(drawn)

    search = BackgroundWork(find_cells)
    if not search.start_and_wait(lambda: "looking for the best boards", options.time_limit):
        print_message(f"the time limit of {options.time_limit:g} s came first")
        return 3
    shared, clash = search.result
    if not shared:
        print_message(explain_dead_end(board, clash))
        return 1
    steps = list(Drawing(givens, drawn).take_steps(shared))
    steps = steps[:1] if options.next else steps
    frames = draw_steps(board, steps)
    board = fill_cells(givens, shared)
    is_done = is_solved(givens, board)
    if options.next or options.steps:
        write("".join(f"{step.sentence}\n" for step in steps))
    else:
        write(decode.format_grid(board))
    if picture:
        picture.draw(frames[:2] if options.next else frames)
    if options.next and steps:
        return 0
    left = "the best board is complete" if is_done else "beyond these the best boards differ"
    print_message(f"{count_steps(steps)}; {left}")
    return 0 if is_done else 1


def count_steps(steps: list[LineStep]) -> str:
    """Return how many cells there are, and by what kind of reason: 3 cells: 3 by search."""
    counts = Counter(step.kind for step in steps)
    kinds = ", ".join(f"{number} by {kind}" for kind, number in counts.items())
    return count_noun(len(steps), "cell") + (f": {kinds}" if kinds else "")


def explain_dead_end(board: Board, clash: list[Cell]) -> str:
    """Return in words that no optimum has the numbers in these cells; all are needed for that."""
    if not clash:
        return translate("no solution")
    cells = [
        translate("{number} in {place}", number=board[r][c], place=format_cell((r, c)))
        for r, c in clash
    ]
    return translate("no best board has {cells}", cells=translate(" together with ").join(cells))
