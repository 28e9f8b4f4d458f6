"""The rules of Guards, in plain Python; a board is lines of characters."""

import itertools
from collections.abc import Iterator, Sequence

from lab.common.words import Cell, format_cell
from lab.puzzles import Offence

Board = Sequence[str]

RULES = {"watched": "every open cell has a guard in it or beside it"}
OPEN, WALL, GUARD = ".", "x", "g"


def offences(board: Board, givens: Board | None = None, partial: bool = False) -> list[Offence]:
    """How a board breaks the rules, or where it differs from `givens`."""
    changed = [] if givens is None else list(changes(board, givens))
    return changed or [*([] if partial else unwatched(board))]


def cost(board: Board) -> int:
    """The number of guards."""
    return sum(row.count(GUARD) for row in board)


def solutions(board: Board) -> Iterator[list[str]]:
    """All boards that keep the rule, whatever they cost."""
    cells = [(r, c) for r, row in enumerate(board) for c, value in enumerate(row) if value == OPEN]
    for values in itertools.product((OPEN, GUARD), repeat=len(cells)):
        rows = [list(row) for row in board]
        for (r, c), value in zip(cells, values):
            rows[r][c] = value
        solved = ["".join(row) for row in rows]
        if not offences(solved):
            yield solved


def changes(board: Board, givens: Board) -> Iterator[Offence]:
    """The cells that are walls on one of two boards only."""
    if [len(row) for row in board] != [len(row) for row in givens]:
        yield Offence("given", (), "the boards differ in size")
        return
    for r, row in enumerate(givens):
        for c, value in enumerate(row):
            if (board[r][c] == WALL) != (value == WALL):
                text = f"{format_cell((r, c))}: {board[r][c]} for {value}"
                yield Offence("given", ((r, c),), text)


def unwatched(board: Board) -> Iterator[Offence]:
    """The open cells without a guard in them or beside them."""
    for r, row in enumerate(board):
        for c, value in enumerate(row):
            places: list[Cell] = [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            inside = [(y, x) for y, x in places if 0 <= y < len(board) and 0 <= x < len(row)]
            if value != WALL and not any(board[y][x] == GUARD for y, x in inside):
                yield Offence("watched", ((r, c),), f"{format_cell((r, c))}: no guard")
