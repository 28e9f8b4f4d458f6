"""The rules of Kakuro in plain Python.

A board is h lists of w cells: '.' is an open white cell, 'x' and clue(DOWN,ACROSS) are black, the
others are numbers.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from lab.common.words import Cell, format_cell
from lab.puzzles import Offence

Board = list[list[str]]

RULES = {
    "filled": "every white cell has a number from 1 to 9",
    "sum": "the numbers of a run add up to its clue",
    "twice": "no number stands twice in a run",
}
OPEN, NUMBERS = ".", "123456789"


class Run(NamedTuple):
    """White cells in a line after a black cell, or after the edge of the board."""

    clue: int  # 0 for none
    start: Cell  # the black cell
    cells: tuple[Cell, ...]


def offences(board: Board, givens: Board | None = None, partial: bool = False) -> list[Offence]:
    """Return the offences of a board, or what it changes of `givens`."""
    changed = [] if givens is None else list(find_changes(board, givens))
    return changed or [
        *([] if partial else find_open_cells(board)),
        *find_wrong_sums(board),
        *find_repeats(board),
    ]


def solutions(board: Board) -> Iterator[Board]:
    """Yield all solutions, by trying every number in the first open cell, and so on."""
    place = next(((r, row.index(OPEN)) for r, row in enumerate(board) if OPEN in row), None)
    if place is None:
        if not offences(board):
            yield board
        return
    r, c = place
    for number in NUMBERS:
        filled = [*board[:r], [*board[r][:c], number, *board[r][c + 1 :]], *board[r + 1 :]]
        if not offences(filled, partial=True):
            yield from solutions(filled)


def is_white(board: Board, cell: Cell) -> bool:
    """Whether a cell lies on the board and is white."""
    r, c = cell
    return 0 <= r < len(board) and 0 <= c < len(board[0]) and board[r][c] in OPEN + NUMBERS


def list_runs(board: Board) -> Iterator[Run]:
    """Yield the runs down and across, those of a clue without white cells too."""
    for r in range(-1, len(board)):
        for c in range(-1, len(board[0])):
            if is_white(board, (r, c)):
                continue
            text = board[r][c] if r >= 0 and c >= 0 else ""
            clues = [int(number) for number in re.findall(r"\d+", text)] or [0, 0]
            for clue, (y, x) in zip(clues, ((1, 0), (0, 1))):
                cells = []
                while is_white(board, (r + y * (len(cells) + 1), c + x * (len(cells) + 1))):
                    cells.append((r + y * (len(cells) + 1), c + x * (len(cells) + 1)))
                if clue or cells:
                    yield Run(clue, (r, c), tuple(cells))


def find_changes(board: Board, givens: Board) -> Iterator[Offence]:
    """Yield the cells that are given by a puzzle and others on a board, and new black cells."""
    if list(map(len, board)) != list(map(len, givens)):
        yield Offence("given", (), "the boards differ in size")
        return
    for r, row in enumerate(givens):
        for c, value in enumerate(row):
            if board[r][c] != value and not (value == OPEN and is_white(board, (r, c))):
                words = f"{format_cell((r, c))}: {board[r][c]} for {value}"
                yield Offence("given", ((r, c),), words)


def find_open_cells(board: Board) -> Iterator[Offence]:
    """Yield the white cells that have no number."""
    for r, row in enumerate(board):
        for c, value in enumerate(row):
            if value == OPEN:
                yield Offence("filled", ((r, c),), f"{format_cell((r, c))}: no number")


def find_wrong_sums(board: Board) -> Iterator[Offence]:
    """Yield the full runs whose numbers do not add up to their clue."""
    for run in list_runs(board):
        values = [board[r][c] for r, c in run.cells]
        if run.clue and OPEN not in values and sum(map(int, values)) != run.clue:
            words = f"{format_cell(run.start)}: the sum is {sum(map(int, values))} for {run.clue}"
            yield Offence("sum", (run.start, *run.cells), words)


def find_repeats(board: Board) -> Iterator[Offence]:
    """Yield the numbers that stand twice in a run."""
    for run in list_runs(board):
        for number in NUMBERS:
            cells = tuple((r, c) for r, c in run.cells if board[r][c] == number)
            if len(cells) > 1:
                words = f"{format_cell(cells[0])}: another {number} in its run"
                yield Offence("twice", cells, words)
