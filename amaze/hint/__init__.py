"""Go on with a puzzle of Amaze: the cells that all best boards share around what is drawn so far.

They are found by search; where the rules alone demand a cell, the reason is given: a tip of a
line with one way out, or ways that would cut the ends of a pair off.  Without --drawn, nothing is
drawn yet.  The grid with all these cells goes to standard output; --steps prints a line for each
cell instead, --next the first of these lines.

Exit status: 0 if a best board is complete (--next: or there is a step), 1 if the best boards
differ in what is left, or none has what is drawn, 3 if the time limit came first.
"""

import argparse
from collections import Counter

import decode
from amaze.hint.steps import Drawing, Step
from amaze.optima import Optima
from amaze.rules import EMPTY, Board, is_solved, numbers_by_cell
from lab import Unusable, notations, puzzles
from lab.common.background import BackgroundTask
from lab.common.files import write
from lab.common.words import Cell, count_noun, format_cell

AMAZE = puzzles.find_puzzle("amaze")


def arguments(parser: argparse.ArgumentParser) -> None:
    notations.add_arguments(parser)
    puzzles.add_fixed_argument(parser, AMAZE)
    add = parser.add_argument
    add("--drawn", metavar="GRID", help="the puzzle with what is drawn so far; --from is for both")
    add("--time-limit", type=decode.parse_seconds, metavar="S", help="give up after S s (status 3)")
    add = parser.add_mutually_exclusive_group().add_argument
    add("--steps", action="store_true", help="print a line for each step, and no grid")
    add("--next", action="store_true", help="print the next step")


def run(options: argparse.Namespace) -> int:
    if options.drawn == options.file == "-":
        raise Unusable("the puzzle and what is drawn cannot both come from standard input")
    puzzle = notations.source(options.file, AMAZE).board(options.notation)
    drawn = drawn_so_far(options, puzzle)
    optima = Optima(puzzle)
    worker = BackgroundTask(lambda: optima.shared_cells(drawn))
    if not worker.finish(lambda: "looking for the best boards", options.time_limit):
        decode.report(f"the time limit of {options.time_limit:g} s came before the best boards")
        return 3
    if not optima.best:
        decode.report("no solution")
        return 1
    if not worker.result:
        decode.report(f"no best board has {find_wrong_cell(optima, drawn)}")
        return 1
    steps = list(Drawing(puzzle, drawn).steps(worker.result))
    board = draw_cells(puzzle, {**drawn, **worker.result})
    return printed(options, steps, board, is_solved(puzzle, board))


def drawn_so_far(options: argparse.Namespace, puzzle: Board) -> dict[Cell, str]:
    """The numbers that are drawn beside the ends; raises Unusable if these are not kept."""
    if options.drawn is None:
        return {}
    board = notations.source(options.drawn, AMAZE).board(options.notation, solved=True)
    if offences := AMAZE.rules.offences(board, puzzle, True):
        kept = [one for one in offences if one.rule == "ends"]
        if kept:
            raise Unusable(f"{options.drawn}: {kept[0].words}")
    return {
        cell: value
        for cell, value in numbers_by_cell(board).items()
        if cell not in numbers_by_cell(puzzle)
    }


def find_wrong_cell(optima: Optima, drawn: dict[Cell, str]) -> str:
    """A cell that no best board has, or the first with which those before cannot be, in words."""
    for cell, number in drawn.items():
        if not optima.shared_cells({cell: number}):
            return f"{number} in {format_cell(cell)}"
    together: dict[Cell, str] = {}
    for cell, number in drawn.items():
        together[cell] = number
        if not optima.shared_cells(together):
            return f"{number} in {format_cell(cell)} and what is drawn before it, row by row"
    return "what is drawn"


def draw_cells(puzzle: Board, cells: dict[Cell, str]) -> Board:
    """The puzzle with numbers in cells."""
    return [
        [cells.get((r, c), value) if value == EMPTY else value for c, value in enumerate(row)]
        for r, row in enumerate(puzzle)
    ]


def printed(options: argparse.Namespace, steps: list[Step], board: Board, is_done: bool) -> int:
    """Print what is asked for; return the exit status."""
    lines = [step.sentence for step in steps[: 1 if options.next else None]]
    if options.next or options.steps:
        write("".join(f"{line}\n" for line in lines))
    else:
        write(decode.format_grid(board))
    kinds = Counter(step.kind for step in steps)
    found = ", ".join(f"{number} by {kind}" for kind, number in kinds.items())
    summary = count_noun(len(steps), "cell") + (f": {found}" if found else "")
    if not (options.next and steps):
        left = "the best board is complete" if is_done else "beyond these the best boards differ"
        decode.report(f"{summary}; {left}")
    return 0 if is_done or (options.next and steps) else 1
