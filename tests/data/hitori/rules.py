"""The rules of Hitori in plain Python.

A board is h strings of w characters: a number, or 'x' for a marked cell.
"""

from collections.abc import Iterator

from lab.common.words import Cell, format_cell
from lab.puzzles import Offence

Board = list[str]

RULES = {
    "twice": "no number stands twice in a row or column among the cells that are not marked",
    "beside": "no two marked cells share an edge",
    "connected": "the cells that are not marked are connected",
}
MARK = "x"


def offences(board: Board, givens: Board | None = None, partial: bool = False) -> list[Offence]:
    """Return the offences of a board, or what it changes of `givens`."""
    changed = [] if givens is None else list(find_changes(board, givens))
    return changed or [
        *([] if partial else find_repeats(board)),
        *find_pairs(board),
        *find_parts(board),
    ]


def solutions(board: Board, place: int = 0) -> Iterator[Board]:
    """Yield all solutions, by marking or keeping each cell from number `place` on."""
    cells = list_cells(board)
    if place == len(cells):
        if not offences(board):
            yield board
        return
    r, c = cells[place]
    marked = [*board[:r], board[r][:c] + MARK + board[r][c + 1 :], *board[r + 1 :]]
    if not any(find_pairs(marked)):
        yield from solutions(marked, place + 1)
    if board[r][c] not in board[r][:c] + "".join(row[c] for row in board[:r]):
        yield from solutions(board, place + 1)


def list_cells(board: Board) -> list[Cell]:
    """Return all cells of a board."""
    return [(r, c) for r in range(len(board)) for c in range(len(board[0]))]


def list_neighbours(board: Board, cell: Cell) -> list[Cell]:
    """Return the cells that share an edge with a cell."""
    r, c = cell
    places = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
    return [place for place in places if place in list_cells(board)]


def find_changes(board: Board, givens: Board) -> Iterator[Offence]:
    """Yield the numbers that differ from those of a puzzle."""
    if list(map(len, board)) != list(map(len, givens)):
        yield Offence("given", (), "the boards differ in size")
        return
    for r, c in list_cells(board):
        if board[r][c] not in (MARK, givens[r][c]):
            words = f"{format_cell((r, c))}: {board[r][c]} for {givens[r][c]}"
            yield Offence("given", ((r, c),), words)


def find_repeats(board: Board) -> Iterator[Offence]:
    """Yield each pair of equal numbers in a line, with no third between them."""
    for r, c in list_cells(board):
        row = [(r, column) for column in range(c + 1, len(board[0]))]
        column = [(row_number, c) for row_number in range(r + 1, len(board))]
        for line in (row, column):
            equal = [cell for cell in line if board[cell[0]][cell[1]] == board[r][c] != MARK]
            for cell in equal[:1]:
                words = f"{format_cell((r, c))} and {format_cell(cell)}: both {board[r][c]}"
                yield Offence("twice", ((r, c), cell), words)


def find_pairs(board: Board) -> Iterator[Offence]:
    """Yield the marked cells that share an edge."""
    for cell in list_cells(board):
        for other in list_neighbours(board, cell):
            if cell < other and board[cell[0]][cell[1]] == board[other[0]][other[1]] == MARK:
                words = f"{format_cell(cell)} and {format_cell(other)}: both marked"
                yield Offence("beside", (cell, other), words)


def find_parts(board: Board) -> Iterator[Offence]:
    """Yield the cells that are cut off from the first cell that is not marked."""
    plain = [(r, c) for r, c in list_cells(board) if board[r][c] != MARK]
    reached = set(plain[:1])
    waiting = plain[:1]
    while waiting:
        new = set(list_neighbours(board, waiting.pop())) & set(plain) - reached
        reached |= new
        waiting += new
    if cut_off := tuple(cell for cell in plain if cell not in reached):
        yield Offence("connected", cut_off, f"{format_cell(cut_off[0])} is cut off")
