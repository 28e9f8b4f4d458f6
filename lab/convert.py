"""Convert puzzles from one notation to another.

The puzzle is Light Up, unless --puzzle or the content (such as data for MiniZinc) shows another.
Several puzzles in one input (a game ID or address on each line, or a blank line between two) are
converted one by one.  Cells of an answer that the notation cannot write are dropped, and a line on
standard error reports how many.  If puzzle.py has no ANSWERS or MARKS, but rules.py has bare(),
the whole answer is set aside.
"""

import argparse

from lab import Unusable, notations, puzzles
from lab.common.files import write
from lab.common.terminal import print_message


def arguments(parser: argparse.ArgumentParser) -> None:
    notations.add_arguments(parser)
    puzzles.add_argument(parser, "whose notations, if the content does not show it")
    losses = []
    for puzzle in puzzles.list_puzzles():
        for cell, plural in notations.list_answer_cells(puzzle).items():
            able = (
                name for name in puzzle.notation_names if notations.can_write(puzzle, name, cell)
            )
            losses.append(f"in {puzzle.title}, {plural} are dropped except in {', '.join(able)}")
    help_text = f"the notation to write, grid by default; {'; '.join(losses)}"
    parser.add_argument("--to", default="grid", metavar="F", help=help_text)


def run(options: argparse.Namespace) -> int:
    source = notations.open_source(options.file, options.puzzle)
    notations.check_notation(source.puzzle, options.to)  # before anything is read
    has_answers = bool(notations.list_answer_cells(source.puzzle) or source.puzzle.marks)
    if has_answers:
        boards = list(source.name_boards(source.read_boards(options.notation, solved=True)))
    else:
        puzzle_boards = map(source.puzzle.bare, source.read_puzzles(options.notation))
        boards = list(source.name_boards([*puzzle_boards]))
    texts = []
    try:
        for _, board in boards:
            texts.append(notations.format_board(source.puzzle, board, options.to))
    except Unusable as error:
        raise Unusable(f"{boards[len(texts)][0]}: {error}") from None
    write(("" if notations.has_one_per_line(source.puzzle, options.to) else "\n").join(texts))

    for cell, plural in notations.list_answer_cells(source.puzzle).items():
        number = sum(row.count(cell) for _, board in boards for row in board)
        if number and not notations.can_write(source.puzzle, options.to, cell):
            print_message(f"lab convert: {options.to} has no {plural}: {number} left out")
    return 0
