"""The rules of Sudoku, in plain Python.

A board is n lists of n cells: '.' is an open cell, the others are numbers.
"""

import math
from collections.abc import Iterator

from lab.common.words import Cell, format_cell
from lab.puzzles import Offence

Board = list[list[str]]

RULES = {
    "filled": "every cell has a number from 1 to the number of rows",
    "row": "no number stands twice in a row",
    "column": "no number stands twice in a column",
    "block": "no number stands twice in a block",
}
OPEN = "."


def offences(board: Board, givens: Board | None = None, partial: bool = False) -> list[Offence]:
    """How a board breaks the rules, or where it differs from `givens`."""
    changed = [] if givens is None else list(changes(board, givens))
    return changed or [
        *([] if partial else unfilled(board)),
        *(offence for rule in ("row", "column", "block") for offence in repeated(board, rule)),
    ]


def solutions(board: Board) -> Iterator[Board]:
    """All solutions, by trying every number in the first open cell, and so on."""
    place = next(((r, row.index(OPEN)) for r, row in enumerate(board) if OPEN in row), None)
    if place is None:
        if not offences(board):
            yield board
        return
    r, c = place
    seen = {board[r][d] for d in range(len(board))} | {row[c] for row in board}
    for number in numbers(board):
        if number not in seen:
            row = [*board[r][:c], number, *board[r][c + 1 :]]
            yield from solutions([*board[:r], row, *board[r + 1 :]])


def changes(board: Board, givens: Board) -> Iterator[Offence]:
    """The cells that are given by a puzzle and others on a board."""
    if len(board) != len(givens):
        yield Offence("given", (), "the boards differ in size")
        return
    for r, row in enumerate(givens):
        for c, value in enumerate(row):
            if board[r][c] != value != OPEN:
                text = f"{format_cell((r, c))}: {board[r][c]} for {value}"
                yield Offence("given", ((r, c),), text)


def unfilled(board: Board) -> Iterator[Offence]:
    """The cells that have no number."""
    for r, row in enumerate(board):
        for c, value in enumerate(row):
            if value not in numbers(board):
                yield Offence("filled", ((r, c),), f"{format_cell((r, c))}: found {value!r}")


def repeated(board: Board, rule: str) -> Iterator[Offence]:
    """The numbers that stand twice in a row, column or block."""
    size, side = len(board), math.isqrt(len(board))
    line_of = {
        "row": lambda r, c: r,
        "column": lambda r, c: c,
        "block": lambda r, c: (r // side, c // side),
    }[rule]
    places: dict[object, list[Cell]] = {}
    for r in range(size):
        for c in range(size):
            if board[r][c] != OPEN:
                places.setdefault((line_of(r, c), board[r][c]), []).append((r, c))
    for (_, value), cells in places.items():
        if len(cells) > 1:
            text = f"{format_cell(cells[0])}: another {value} in its {rule}"
            yield Offence(rule, tuple(cells), text)


def numbers(board: Board) -> list[str]:
    """The numbers that cells may have."""
    return [str(number) for number in range(1, len(board) + 1)]
