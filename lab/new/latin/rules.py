"""The rules of Latin, in plain Python.

A board is h strings of w characters: 'x' is a hole, '.' an open cell, the others are numbers.
"""

from collections.abc import Iterator

from lab.common.words import Cell, format_cell, list_cells
from lab.puzzles import Offence

Board = list[str]

RULES = {
    "filled": "every open cell has a number from 1 to the longer side of the board",
    "row": "no number stands twice in a row",
    "column": "no number stands twice in a column",
}
OPEN, HOLE = ".", "x"


def offences(board: Board, givens: Board | None = None, partial: bool = False) -> list[Offence]:
    """Return the changes to `givens`, if any; else the rules that are broken."""
    changes = [] if givens is None else list(find_changes(board, givens))
    height, width = len(board), len(board[0])
    rows = [[(r, c) for c in range(width)] for r in range(height)]
    columns = [[(r, c) for r in range(height)] for c in range(width)]
    return changes or [
        *([] if partial else find_open_cells(board)),
        *find_repeats(board, "row", rows),
        *find_repeats(board, "column", columns),
    ]


def solutions(board: Board) -> Iterator[Board]:
    """Yield all solutions, by trying every number in the first open cell, and so on."""
    cell = next(((r, row.index(OPEN)) for r, row in enumerate(board) if OPEN in row), None)
    if cell is None:
        if not offences(board):
            yield board
        return
    r, c = cell
    for number in list_numbers(board):
        row = board[r][:c] + number + board[r][c + 1 :]
        filled = [*board[:r], row, *board[r + 1 :]]
        if not offences(filled, partial=True):
            yield from solutions(filled)


def find_changes(board: Board, givens: Board) -> Iterator[Offence]:
    """Yield the given cells of a puzzle that have other values on a board."""
    if list(map(len, board)) != list(map(len, givens)):
        yield Offence("given", (), "the boards differ in size")
        return
    for (r, c), value in list_cells(givens):
        if board[r][c] != value != OPEN:
            sentence = f"{format_cell((r, c))}: {board[r][c]} for {value}"
            yield Offence("given", ((r, c),), sentence)


def find_open_cells(board: Board) -> Iterator[Offence]:
    """Yield the cells that have no number, or too high a one."""
    for cell, value in list_cells(board):
        if value not in (HOLE, *list_numbers(board)):
            yield Offence("filled", (cell,), f"{format_cell(cell)}: found {value!r}")


def find_repeats(board: Board, rule: str, lines: list[list[Cell]]) -> Iterator[Offence]:
    """Yield the numbers that stand twice in a line of cells; `rule` is row or column."""
    for line in lines:
        cells_by_value: dict[str, list[Cell]] = {}
        for r, c in line:
            cells_by_value.setdefault(board[r][c], []).append((r, c))
        for value, cells in cells_by_value.items():
            if value.isdecimal() and len(cells) > 1:
                sentence = f"{format_cell(cells[0])}: another {value} in its {rule}"
                yield Offence(rule, tuple(cells), sentence)


def list_numbers(board: Board) -> list[str]:
    """Return the numbers that cells may have."""
    return [str(number) for number in range(1, max(len(board), len(board[0])) + 1)]
