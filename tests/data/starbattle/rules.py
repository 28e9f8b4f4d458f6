"""The rules of Star Battle in plain Python; a star hides the letter of its cell."""

from collections.abc import Iterable, Iterator

from lab.common.words import Cell, format_cell, list_cells
from lab.puzzles import Offence

Board = list[str]

RULES = {
    "row": "each row has one star",
    "column": "each column has one star",
    "region": "each region has one star",
    "touch": "no two stars touch, not even at a corner",
}
STAR = "x"


def offences(board: Board, givens: Board | None = None, partial: bool = False) -> list[Offence]:
    """Return the offences of a board, or what it changes of `givens`."""
    changes = [] if givens is None else list(find_changes(board, givens))
    stars = {cell for cell, value in list_cells(board) if value == STAR}
    groups: dict[tuple[str, object], list[Cell]] = {}
    for (r, c), letter in list_cells(givens or board):
        groups.setdefault(("row", r), []).append((r, c))
        groups.setdefault(("column", c), []).append((r, c))
        if givens:
            groups.setdefault(("region", letter), []).append((r, c))
    return changes or [
        *find_wrong_numbers(groups.items(), stars, partial),
        *find_touching(stars),
    ]


def solutions(board: Board) -> Iterator[Board]:
    """Yield all solutions, by a star in each cell of the first row, and so on."""
    yield from place_stars(board, board, 0)


def place_stars(board: Board, givens: Board, r: int) -> Iterator[Board]:
    """Yield the solutions of `givens` that have the stars of a board in the first r rows."""
    if r == len(board):
        yield from [board] * (not offences(board, givens))
        return
    for c in range(len(board[0])):
        starred = [*board[:r], board[r][:c] + STAR + board[r][c + 1 :], *board[r + 1 :]]
        if not offences(starred, givens, True):
            yield from place_stars(starred, givens, r + 1)


def find_changes(board: Board, givens: Board) -> Iterator[Offence]:
    """Yield the letters that differ from those of a puzzle."""
    if list(map(len, board)) != list(map(len, givens)):
        yield Offence("given", (), "the boards differ in size")
        return
    for (r, c), letter in list_cells(givens):
        if board[r][c] not in (letter, STAR):
            sentence = f"{format_cell((r, c))}: {board[r][c]} for {letter}"
            yield Offence("given", ((r, c),), sentence)


def find_wrong_numbers(
    groups: Iterable[tuple[tuple[str, object], list[Cell]]], stars: set[Cell], partial: bool
) -> Iterator[Offence]:
    """Yield the rows, columns and regions with several stars, or unless `partial` with none."""
    for (rule, _), group in groups:
        inside = tuple(cell for cell in group if cell in stars)
        if len(inside) > 1 or not (inside or partial):
            sentence = f"the {rule} of {format_cell(group[0])} has {len(inside)} stars"
            yield Offence(rule, inside or tuple(group), sentence)


def find_touching(stars: set[Cell]) -> Iterator[Offence]:
    """Yield each pair of stars that touch."""
    for r, c in sorted(stars):
        for cell in [(r, c + 1), (r + 1, c - 1), (r + 1, c), (r + 1, c + 1)]:
            if cell in stars:
                sentence = f"{format_cell((r, c))} and {format_cell(cell)} touch"
                yield Offence("touch", ((r, c), cell), sentence)
