"""The rules of Futoshiki in plain Python.

A board is n lists of n cells: numbers or '.' in even rows and columns, between them lt, gt or '.'.
"""

from collections.abc import Iterator

from lab.common.words import Cell, format_cell
from lab.puzzles import Offence

Board = list[list[str]]

RULES = {
    "filled": "every place has a number, from 1 to the number of places in a row",
    "row": "no number stands twice in a row",
    "column": "no number stands twice in a column",
    "sign": "between two numbers, lt has the less before it and the greater after it, gt the "
    "greater before it; before means left or above",
}
OPEN = "."


def offences(board: Board, givens: Board | None = None, partial: bool = False) -> list[Offence]:
    """Return the offences of a board, or what it changes of `givens`."""
    changed = [] if givens is None else list(find_changes(board, givens))
    return changed or [
        *([] if partial else find_open_places(board)),
        *find_repeats(board),
        *find_wrong_signs(board),
    ]


def solutions(board: Board) -> Iterator[Board]:
    """Yield all solutions, by trying every number in the first open place, and so on."""
    open_places = [(r, c) for r, c in list_places(board) if board[r][c] == OPEN]
    if not open_places:
        if not offences(board):
            yield board
        return
    r, c = open_places[0]
    for number in list_numbers(board):
        filled = [*board[:r], [*board[r][:c], number, *board[r][c + 1 :]], *board[r + 1 :]]
        if not offences(filled, partial=True):
            yield from solutions(filled)


def list_places(board: Board) -> list[Cell]:
    """Return the cells that have numbers."""
    return [(r, c) for r in range(0, len(board), 2) for c in range(0, len(board), 2)]


def list_numbers(board: Board) -> list[str]:
    """Return the numbers that places may have."""
    return [str(number) for number in range(1, len(board) // 2 + 2)]


def find_changes(board: Board, givens: Board) -> Iterator[Offence]:
    """Yield the cells that are given by a puzzle and others on a board, and new signs."""
    if list(map(len, board)) != list(map(len, givens)):
        yield Offence("given", (), "the boards differ in size")
        return
    places = list_places(givens)
    for r, row in enumerate(givens):
        for c, value in enumerate(row):
            if board[r][c] != value and not (value == OPEN and (r, c) in places):
                words = f"{format_cell((r, c))}: {board[r][c]} for {value}"
                yield Offence("given", ((r, c),), words)


def find_open_places(board: Board) -> Iterator[Offence]:
    """Yield the places that have no number."""
    for r, c in list_places(board):
        if board[r][c] not in list_numbers(board):
            yield Offence("filled", ((r, c),), f"{format_cell((r, c))}: found {board[r][c]}")


def find_repeats(board: Board) -> Iterator[Offence]:
    """Yield the numbers that stand twice in a row or column."""
    for line in range(0, len(board), 2):
        for number in list_numbers(board):
            row = tuple((line, c) for c in range(0, len(board), 2) if board[line][c] == number)
            column = tuple((r, line) for r in range(0, len(board), 2) if board[r][line] == number)
            for rule, cells in (("row", row), ("column", column)):
                if len(cells) > 1:
                    words = f"{format_cell(cells[0])}: another {number} in its {rule}"
                    yield Offence(rule, cells, words)


def find_wrong_signs(board: Board) -> Iterator[Offence]:
    """Yield the signs between two numbers that do not hold."""
    for r, row in enumerate(board):
        for c, sign in enumerate(row):
            if sign in ("lt", "gt"):
                y, x = r % 2, c % 2  # one of them is 1: the direction from first to second
                cells = ((r - y, c - x), (r, c), (r + y, c + x))
                before, _, after = (board[i][j] for i, j in cells)
                least, most = (before, after) if sign == "lt" else (after, before)
                if OPEN not in (before, after) and not int(least) < int(most):
                    words = f"{format_cell((r, c))}: {before} {sign} {after}"
                    yield Offence("sign", cells, words)
