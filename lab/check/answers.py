"""Answers of a program: the cells that it fills, as `cell(R,C,V)` shows them, and the boards."""

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import decode
from decode import BLANK as OPEN
from lab.common.words import Cell
from lab.puzzles import Rows


class FilledCell(NamedTuple):
    """A shown cell(R,C,V); its parts are text, as a program may put anything in them."""

    row: str
    column: str
    value: str

    def __str__(self) -> str:
        return f"cell({self.row},{self.column},{self.value})"

    @property
    def place(self) -> Cell | None:
        """Row and column, from 0; None if they are no such numbers."""
        if self.row.isdecimal() and self.column.isdecimal():
            return int(self.row), int(self.column)
        return None


Answer = frozenset[FilledCell]  # without the cells that are given


class ProgramAnswers(NamedTuple):
    """What came of solving a program with the facts of a board, see tasks.answers."""

    found: list[Answer]  # distinct ones
    is_complete: bool  # there are no more
    differing: list[str]  # atoms in which two answer sets differ that fill the same cells
    optimises: bool  # only the best are answers
    shows: list[str]  # signatures of what answer sets show that fill no cell
    cost: Sequence[int] = ()  # of the best, the highest priority first
    admitted: Sequence[Answer] = ()  # of those asked for: answers, if nothing were minimised
    rules: int = 0  # of the ground program, where they were counted

    @property
    def is_ever_filled(self) -> bool:
        """Whether an answer fills a cell."""
        return any(self.found)


def read_answers(data: dict[str, Any]) -> ProgramAnswers:
    """The Answers in the reply to a task `answers`."""
    read = {name: list(map(make_answer, data[name])) for name in ("found", "admitted")}
    return ProgramAnswers(**{**data, **read})


def make_answer(cells: Iterable[Sequence[str]]) -> Answer:
    """The Answer of these cells, each row, column and value."""
    return frozenset(FilledCell(*cell) for cell in cells)


def given_cells(board: Rows) -> Answer:
    """The cells that are filled from the beginning."""
    return select_cells(board, lambda r, c, value: value != OPEN)


def added_cells(board: Rows, solved: Rows) -> Answer:
    """The cells that a solved board has beyond those that are given."""
    return select_cells(solved, lambda r, c, value: value not in (OPEN, board[r][c]))


def select_cells(board: Rows, is_wanted: Callable[[int, int, str], bool]) -> Answer:
    """The cells of a board for which is_wanted(row, column, value) holds."""
    return frozenset(
        FilledCell(str(r), str(c), value)
        for r, row in enumerate(board)
        for c, value in enumerate(row)
        if is_wanted(r, c, value)
    )


def fill_board(board: Rows, answer: Iterable[FilledCell]) -> list[list[str]]:
    """The board with the cells of an answer, except those that it does not have."""
    rows = [list(row) for row in board]
    for cell in sorted(answer):
        if is_on(board, cell):
            rows[int(cell.row)][int(cell.column)] = cell.value
    return rows


def is_on(board: Rows, cell: FilledCell) -> bool:
    """Whether the board has this cell."""
    place = cell.place
    return place is not None and place[0] < len(board) and place[1] < len(board[0])


def cells_outside(board: Rows, answer: Answer) -> list[FilledCell]:
    """The cells of an answer that the board does not have."""
    return sorted(cell for cell in answer if not is_on(board, cell))


def doubled_cells(answer: Answer) -> list[FilledCell]:
    """The cells of an answer that have more than one value."""
    by_place = itertools.groupby(sorted(answer), key=lambda cell: cell[:2])
    groups = [list(cells) for _, cells in by_place]
    return [cell for cells in groups if len(cells) > 1 for cell in cells]


def format_board(board: Rows) -> str:
    """The lines of a board, without the last line's end."""
    return decode.format_grid(board).rstrip("\n")


def format_answer(board: Rows, answer: Answer) -> str:
    """The board with an answer; its atoms if they cannot all be drawn."""
    strange = cells_outside(board, answer) or doubled_cells(answer)
    return (
        "\n".join(sorted(map(str, answer))) if strange else format_board(fill_board(board, answer))
    )


def format_size(board: Rows) -> str:
    """Rows and columns in figures: 7x7."""
    return f"{len(board)}x{len(board[0])}"


def is_square(board: Rows) -> bool:
    """Whether there are as many rows as columns."""
    return len(board) == len(board[0])
