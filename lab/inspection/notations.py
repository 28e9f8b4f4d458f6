"""Faults of notations: each must read a board from what it writes, and boards have all values."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import encode
from lab import Unusable, notations
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.common.words import format_rows
from lab.inspection import Fault
from lab.notations import Source
from lab.puzzles import Board, Puzzle

ZERO = (
    "`read` accepts 0, expected a trial board with it, or given_values: no program is tried with 0"
)


def find_notation_faults(assignment: Assignment) -> Iterator[object]:
    """Yield the modules of notations/ that cannot be used, as text, and unlike boards.

    A fault is a board of trials.txt or examples/ that a notation writes and then reads as another
    one.
    """
    puzzle, bank = assignment.puzzle, assignment.bank
    assert isinstance(bank, FolderBank)
    faults = {name: find_module_fault(puzzle, name) for name in puzzle.notation_names}
    yield from filter(None, faults.values())
    usable_names = [name for name, fault in faults.items() if not fault]
    for (line, grid), trial in zip(bank.trial_grids, bank.trials):
        if "".join(grid.split()) != "".join(format_rows(trial.board).split()):
            text = "is written in another way than decode.py and the sheet write this board"
            yield Fault(bank.source, line, f"{text}; encode.py of students has to read it")
        yield from find_board_faults(puzzle, usable_names, bank.source, trial.board)
    for pattern, solved in (("dom*.txt", False), ("sol*.txt", True)):
        for path in sorted(puzzle.examples_folder.glob(pattern)):
            board = notations.open_source(str(path), puzzle).read_board("grid", solved)
            yield from find_board_faults(puzzle, usable_names, path, board, solved)


def find_module_fault(puzzle: Puzzle, name: str) -> str:
    """Return why a notation cannot be used, "" if it can."""
    try:
        notations.find_notation(puzzle, name)
    except Unusable as error:
        return str(error)
    return ""


def find_zero_faults(assignment: Assignment) -> Iterator[Fault]:
    """Yield a fault if `read` accepts 0 on the first example, and no program is tried with it.

    All numbers from 1 on are tried; see list_choices.
    """
    puzzle = assignment.puzzle
    path = puzzle.examples_folder / "dom01.txt"
    if not path.exists():  # a fault of its own
        return
    board = notations.open_source(str(path), puzzle).read_board("grid")
    choices = notations.list_choices(puzzle, (len(board), len(board[0])))
    is_tried = any("0" in values for values in choices.values())
    if not is_tried and "0" in notations.list_accepted_numbers(puzzle, board):
        yield Fault(puzzle.folder / "puzzle.py", 1, ZERO)


def find_board_faults(
    puzzle: Puzzle, names: Sequence[str], path: Path, board: Board, solved: bool = False
) -> Iterator[Fault]:
    """Yield a fault for each notation that writes a board and then reads another one."""
    cells = {value for row in board for value in row} & {*notations.list_answer_cells(puzzle)}
    for name in names:
        if solved and not hasattr(notations.find_notation(puzzle, name), "read_solved"):
            continue
        if not all(notations.can_write(puzzle, name, cell) for cell in cells):
            continue
        try:
            text = notations.format_board(puzzle, board, name)
        except (Unusable, encode.GridError):
            continue  # a notation need not have room for all boards
        try:
            rows = Source(f"the notation {name}", text.encode(), puzzle).read_board(name, solved)
        except Unusable as error:
            yield Fault(path, 1, f"cannot be read again: {error}")
        else:
            if list(map(list, rows)) != list(map(list, board)):
                yield Fault(path, 1, f"{name} reads another board than it wrote")
