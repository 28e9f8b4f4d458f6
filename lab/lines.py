"""The rules of Amaze as checks in plain Python: what is true, for the whole kit.

A board is h lists of w cells, '.' or a number as text; in a puzzle only the ends of the lines
have a number, and each number occurs twice.  A cell is (row, column), from 0.

    moved(puzzle, board)   every end point still has its number
    loose(puzzle, board)   an end point has one neighbour with its number, any other cell of
                           a line exactly two

Each check returns the offenders; a solution has none, and an optimum costs least of them all.
Solutions may have closed loops beside their lines; an optimum has none, as they only cost.
"""

from collections.abc import Collection
from typing import NamedTuple

Cell = tuple[int, int]
Board = list[list[str]]

EMPTY = "."


class Loose(NamedTuple):
    """A cell of a line, its neighbours with the same number, and how many there should be."""

    cell: Cell
    beside: int
    expected: int


def solved(puzzle: Board, board: Board) -> bool:
    return not (moved(puzzle, board) or loose(puzzle, board))


def cost(board: Board) -> int:
    """The sum of all numbers, end points included."""
    return sum(int(value) for value in filled(board).values())


def moved(puzzle: Board, board: Board) -> list[Cell]:
    """The end points without their number, and the cells of another number than any line's."""
    given, shown = filled(puzzle), filled(board)
    lost = {cell for cell, number in given.items() if shown.get(cell) != number}
    strange = {cell for cell, number in shown.items() if number not in given.values()}
    return sorted(lost | strange)


def loose(puzzle: Board, board: Board) -> list[Loose]:
    """The cells of lines with too few or too many neighbours of their number."""
    ends, numbers = filled(puzzle), filled(board)
    found = []
    for (r, c), number in numbers.items():
        count = sum(numbers.get(cell) == number for cell in around((r, c)))
        expected = 1 if (r, c) in ends else 2
        if count != expected:
            found.append(Loose((r, c), count, expected))
    return found


def faults(puzzle: Board, board: Board) -> list[str]:
    """Why a board is no solution of a puzzle, in words."""
    if list(map(len, puzzle)) != list(map(len, board)):
        return [f"found {size(board)}, expected {size(puzzle)}"]
    return [
        *(f"row {r}, column {c}: {said(puzzle, board, (r, c))}" for r, c in moved(puzzle, board)),
        *(
            f"row {r}, column {c}: {beside} neighbours with the number {board[r][c]}, "
            f"expected {expected}"
            for (r, c), beside, expected in loose(puzzle, board)
        ),
    ]


def said(puzzle: Board, board: Board, cell: Cell) -> str:
    r, c = cell
    expected = puzzle[r][c] if puzzle[r][c] != EMPTY else "a number of the puzzle"
    return f"found {board[r][c]}, expected {expected}"


def size(board: Board) -> str:
    return f"{len(board)} rows of {len(board[0])} cells"


def around(cell: Cell) -> list[Cell]:
    """The places above, left, right and below, on the board or not."""
    r, c = cell
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def ends(puzzle: Board) -> dict[int, list[Cell]]:
    """The cells of each number of a puzzle, row by row."""
    found: dict[int, list[Cell]] = {}
    for cell, number in filled(puzzle).items():
        found.setdefault(int(number), []).append(cell)
    return found


def gap(numbers: Collection[int]) -> str:
    """Which number is left out, where they count from 1; nothing if none is."""
    missing = next((number for number in range(1, len(numbers) + 1) if number not in numbers), None)
    return "" if missing is None else f"found {max(numbers)} without {missing}"


def filled(board: Board) -> dict[Cell, str]:
    """The numbers on a board, by cell, row by row."""
    return {
        (r, c): value
        for r, row in enumerate(board)
        for c, value in enumerate(row)
        if value != EMPTY
    }
