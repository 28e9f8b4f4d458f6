"""The rules of Amaze as checks in plain Python, which the whole kit relies on.

    solutions(puzzle)      all solutions of a small puzzle, by brute force

A board is h lists of w cells, '.' or a number as text; in a puzzle only the ends of the lines
have a number, and each number occurs twice.  A cell is (row, column), from 0.

    moved(puzzle, board)   every end point still has its number
    loose(puzzle, board)   an end point has one neighbour with its number, any other cell of
                           a line exactly two

Each check returns the cells that break its rule; `offences` has both checks in words.  A
solution has no such cells; an optimum is a solution that costs least.  Solutions may have
closed loops beside their lines; an optimum has none, as loops only add to the cost.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from lab.common.words import Cell, count_noun, format_cell
from lab.puzzles import Offence

Board = list[list[str]]

RULES = {
    "ends": "the two ends of each line are where the puzzle has its number",
    "degree": "an end has one neighbour with its number, any other cell of a line has two",
    "cost": "the sum of all cells is the least that the other rules allow",
}

EMPTY = "."


class Loose(NamedTuple):
    """A cell of a line, its neighbours with the same number, and how many there should be."""

    cell: Cell
    beside: int
    expected: int


def is_solved(puzzle: Board, board: Board) -> bool:
    """Whether a board is a solution of a puzzle."""
    return not (moved(puzzle, board) or loose(puzzle, board))


def cost(board: Board) -> int:
    """The sum of all numbers, end points included."""
    return sum(int(value) for value in filled(board).values())


def moved(puzzle: Board, board: Board) -> list[Cell]:
    """The end points without their number, and cells whose number is not one of the puzzle."""
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


def solutions(puzzle: Board) -> Iterator[Board]:
    """All boards that keep the rules of ends and degree, whatever they cost.

    Cells get their values row by row.  When a cell has its value, all neighbours of the one
    above have theirs.
    """
    given = filled(puzzle)
    places = [(r, c) for r, row in enumerate(puzzle) for c, _ in enumerate(row)]
    choices = [EMPTY, *dict.fromkeys(given.values())]
    numbers: dict[Cell, str] = {}

    def fits(cell: Cell, is_done: bool) -> bool:
        """Whether a cell can still have, or if done has, as many neighbours as it should."""
        if numbers.get(cell, EMPTY) == EMPTY:
            return True
        beside = sum(numbers.get(place) == numbers[cell] for place in around(cell))
        expected = 1 if cell in given else 2
        return beside == expected if is_done else beside <= expected

    def grown(count: int) -> Iterator[Board]:
        """The solutions whose first `count` cells have the values they have now."""
        if count == len(places):
            if all(fits((len(puzzle) - 1, c), True) for c, _ in enumerate(puzzle[-1])):
                yield [[numbers[r, c] for c, _ in enumerate(row)] for r, row in enumerate(puzzle)]
            return
        r, c = places[count]
        for value in [given[r, c]] if (r, c) in given else choices:
            numbers[r, c] = value
            if fits((r, c), False) and fits((r, c - 1), False) and fits((r - 1, c), True):
                yield from grown(count + 1)
        del numbers[r, c]

    yield from grown(0)


def offences(board: Board, puzzle: Board | None = None, partial: bool = False) -> list[Offence]:
    """How a solved board breaks the rules, in words.

    Without `puzzle`, the ends of a line are its cells with at most one neighbour of its number.
    With `partial`, lines may still grow: only what can no longer be put right counts.
    """
    if puzzle is None:
        puzzle = implied(board)
        found = [] if partial else list(unpaired_ends(board))
    elif list(map(len, puzzle)) != list(map(len, board)):
        return [Offence("ends", (), f"found {size(board)}, expected {size(puzzle)}")]
    else:
        found = [
            Offence("ends", (cell,), f"{format_cell(cell)}: {change(puzzle, board, cell)}")
            for cell in moved(puzzle, board)
            if not (partial and board[cell[0]][cell[1]] == EMPTY)
        ]
    for cell, beside, expected in loose(puzzle, board):
        if not (partial and beside < expected):
            words = f"{format_cell(cell)}: {neighbours(board, cell, beside)}, expected {expected}"
            found.append(Offence("degree", (cell,), words))
    return found


def implied(board: Board) -> Board:
    """The puzzle beneath a solved board: cells with at most one neighbour of their number."""
    numbers = filled(board)
    is_end = {
        (r, c): sum(numbers.get(cell) == number for cell in around((r, c))) <= 1
        for (r, c), number in numbers.items()
    }
    return [
        [cell if is_end.get((r, c)) else EMPTY for c, cell in enumerate(row)]
        for r, row in enumerate(board)
    ]


def unpaired_ends(board: Board) -> Iterator[Offence]:
    """The numbers of a solved board that have not exactly two ends."""
    found = ends(implied(board))
    for number in sorted({int(number) for number in filled(board).values()}):
        cells = found.get(number, [])
        if len(cells) != 2:
            words = f"{number} has {count_noun(len(cells), 'end')}, expected 2"
            yield Offence("ends", tuple(cells), words)


def change(puzzle: Board, board: Board, cell: Cell) -> str:
    """What the board has in a cell, and what the puzzle has there, in words."""
    r, c = cell
    expected = puzzle[r][c] if puzzle[r][c] != EMPTY else "a number of the puzzle"
    return f"found {board[r][c]}, expected {expected}"


def neighbours(board: Board, cell: Cell, beside: int) -> str:
    """How many neighbours of its own number a cell has, in words."""
    return f"{count_noun(beside, 'neighbour')} with the number {board[cell[0]][cell[1]]}"


def size(board: Board) -> str:
    """The size of a board in words."""
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
    """The first number missing between 1 and the largest, in words; empty if none is missing."""
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
