"""The rules of Latin, in plain Python.

A board is h strings of w characters: 'x' is a hole, '.' an open cell, the others are numbers.
"""

from collections.abc import Iterator

from lab.puzzles import Offence
from lab.common.words import Cell, format_cell

Board = list[str]

RULES = {
    "filled": "every open cell has a number from 1 to the longer side of the board",
    "row": "no number stands twice in a row",
    "column": "no number stands twice in a column",
}
OPEN, HOLE = ".", "x"


def offences(board: Board, puzzle: Board | None = None, partial: bool = False) -> list[Offence]:
    """How a board breaks the rules, or where it is another puzzle's than `puzzle`."""
    changed = [] if puzzle is None else list(changes(board, puzzle))
    height, width = len(board), len(board[0])
    rows = [[(r, c) for c in range(width)] for r in range(height)]
    columns = [[(r, c) for r in range(height)] for c in range(width)]
    return changed or [
        *([] if partial else unfilled(board)),
        *repeated(board, "row", rows),
        *repeated(board, "column", columns),
    ]


def solutions(board: Board) -> Iterator[Board]:
    """All solutions, by trying every number in the first open cell, and so on."""
    place = next(((r, row.index(OPEN)) for r, row in enumerate(board) if OPEN in row), None)
    if place is None:
        if not offences(board):
            yield board
        return
    r, c = place
    for number in numbers(board):
        row = board[r][:c] + number + board[r][c + 1 :]
        tried = [*board[:r], row, *board[r + 1 :]]
        if not offences(tried, partial=True):
            yield from solutions(tried)


def changes(board: Board, puzzle: Board) -> Iterator[Offence]:
    """The cells that are given by a puzzle and others on a board."""
    if list(map(len, board)) != list(map(len, puzzle)):
        yield Offence("given", (), "the boards differ in size")
        return
    for r, row in enumerate(puzzle):
        for c, value in enumerate(row):
            if board[r][c] != value != OPEN:
                yield Offence("given", ((r, c),), f"{format_cell((r, c))}: {board[r][c]} for {value}")


def unfilled(board: Board) -> Iterator[Offence]:
    """The cells that have no number, or too high a one."""
    for r, row in enumerate(board):
        for c, value in enumerate(row):
            if value not in (HOLE, *numbers(board)):
                yield Offence("filled", ((r, c),), f"{format_cell((r, c))}: found {value!r}")


def repeated(board: Board, rule: str, lines: list[list[Cell]]) -> Iterator[Offence]:
    """The numbers that stand twice in a line."""
    for line in lines:
        places: dict[str, list[Cell]] = {}
        for r, c in line:
            places.setdefault(board[r][c], []).append((r, c))
        for value, found in places.items():
            if value.isdecimal() and len(found) > 1:
                yield Offence(rule, tuple(found), f"{format_cell(found[0])}: another {value} in its {rule}")


def numbers(board: Board) -> list[str]:
    """The numbers that cells may have."""
    return [str(number) for number in range(1, max(len(board), len(board[0])) + 1)]
