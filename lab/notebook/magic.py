"""The cell magics: %%NAME of a puzzle, and %%clingo."""

import shlex
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from lab import Unusable
from lab.common.command import Parser, parse_count
from lab.common.terminal import print_message
from lab.notebook.boards import DrawnBoard, decode_answers, run_on_program
from lab.notebook.reports import check_program
from lab.puzzles import Puzzle


def make_magic(puzzle: Puzzle) -> Callable[[str, str], None]:
    parser = Parser(
        prog=f"%%{puzzle.name}",
        description="Draw the answers of the program in a cell on a board, and check it.",
    )
    add = parser.add_argument
    add("board", nargs="?", help="to be solved; without it the program is only checked")
    add("--with", nargs="+", default=[], dest="files", help="more programs, files")
    draw = "N answers at most"
    add("--draw", type=partial(parse_count, least=0), default=4, metavar="N", help=draw)
    add("--no-check", action="store_true", help="only the answers")

    def run_cell(line: str, cell: str) -> None:
        """Draw the answers of the program in a cell, and check it."""
        from IPython import display as ipython

        display: Any = ipython.display
        try:
            options = parser.parse_args(shlex.split(line))
            program = cut_cell_program(cell)
            if options.board:
                board = DrawnBoard(options.board, None, puzzle)
                display(decode_answers(program, board, options.draw, options.files))
            if not options.no_check:
                texts = [Path(file).read_text("utf-8") for file in options.files]
                display(check_program("\n".join([program, *texts]), puzzle))
        except (Unusable, OSError) as error:
            print_message(f"%%{puzzle.name}: {error}")
        except SystemExit:  # argparse has printed why
            return

    return run_cell


def run_clingo(line: str, cell: str) -> None:
    """Print clingo's messages and answers; the line has its options, the cell the program."""
    arguments = ["-m", "clingo", "-V0", *shlex.split(line), "cell.lp"]
    result = run_on_program(cut_cell_program(cell), *arguments)
    messages, error, _ = result.stderr.partition("Traceback")
    answers = "" if error else result.stdout.rstrip()
    print("\n".join(filter(None, [messages.strip(), answers])))


def cut_cell_program(cell: str) -> str:
    """Return the program in a cell after a blank line: line numbers then count the magic too."""
    return f"\n{cell}"
