"""Boards with their solutions, and answers of a program: the cells that it fills."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from decode import BLANK
from lab.common.words import Cell, Size, list_cells
from lab.puzzles import Board
from lab.settings.check import Codes

POINTER = "*"  # the character in a cell that a report points out


class FilledCell(NamedTuple):
    """A shown cell(R,C,V); its parts are text, as a program may put anything in them."""

    row: str
    column: str
    value: str

    def __str__(self) -> str:
        return f"cell({self.row},{self.column},{self.value})"


Answer = frozenset[FilledCell]  # the cells of an answer; the given cells of the board are left out


@dataclass(eq=False)
class TrialBoard:
    """A board with all its solutions; where solutions have a cost, with those of least cost."""

    board: Board
    solutions: frozenset[Answer]
    facts: str
    least: int | None = None  # cost of the solutions, where they have one
    # by mistake: the costs that a program with it reports for the solutions of list_solutions()
    wrong_costs: dict[str, list[int]] = field(default_factory=dict)
    codes: dict[Answer, Codes] = field(default_factory=dict)  # by answers judged before

    def list_solutions(self) -> list[Answer]:
        """Return the solutions in a fixed order."""
        return sorted(self.solutions, key=sorted)

    @property
    def offers(self) -> list[list[FilledCell]]:
        """The answers, as sorted cells, that an optimising program is asked to accept."""
        return [] if self.least is None else list(map(sorted, self.list_solutions()))


class ExerciseBoard(NamedTuple):
    """A board of an exercise before the assignment, with the sorted atoms of each right answer set.

    An answer in it is among the facts.  An exercise without boards has one of no rows.
    """

    board: Board
    facts: str
    answers: Sequence[Sequence[str]]

    @property
    def signatures(self) -> set[str]:
        """The signatures of the facts: cell/3, bulb/2 ..."""
        atoms = re.findall(r"(?m)^(\w+)\((.*)\)\.$", self.facts)
        return {f"{name}/{arguments.count(',') + 1}" for name, arguments in atoms}


class Exercise(NamedTuple):
    """An exercise before the assignment: the signatures that count, and boards, smallest first."""

    names: Sequence[str]
    boards: Sequence[ExerciseBoard]


class AnswerCount(NamedTuple):
    """All boards of a size together: facts for open_board.lp, and their right answers.

    answers: their number; digest: see open_board.count_pairs
    """

    size: Size
    facts: str
    answers: int
    digest: str


class ProgramAnswers(NamedTuple):
    """A result of the task find_answers, see runner/server/solving.py: a program on one board."""

    found: list[Answer]  # distinct
    is_complete: bool  # there are no more
    differing: list[str]  # atoms in which two answer sets differ that fill the same cells
    optimises: bool  # whether only optima are answers
    shows: list[str]  # if no cell is filled: signatures of other shown atoms, cells in full
    cost: Sequence[int]  # the cost of the optima, the highest priority first
    rules: int  # ground rules of the program, if they are counted
    accepted: Sequence[Answer] = ()  # offered answers that are found if nothing is minimised
    undrawable: str = ""  # why decode.py refuses to draw some answer


def read_answers(data: dict[str, Any]) -> ProgramAnswers:
    answers = {name: list(map(make_answer, data[name])) for name in ("found", "accepted")}
    return ProgramAnswers(**{**data, **answers})


def make_answer(cells: Iterable[Sequence[str]]) -> Answer:
    """Make an answer of cells, each a row, a column and a value."""
    return frozenset(FilledCell(*cell) for cell in cells)


def find_given_cells(board: Board) -> Answer:
    """Return the cells of a board that have a value."""
    return find_added_cells([BLANK * len(row) for row in board], board)


def find_added_cells(board: Board, solved: Board) -> Answer:
    """Return the cells of a solved board whose values differ from those of the given board."""
    return frozenset(
        FilledCell(str(r), str(c), value)
        for (r, c), value in list_cells(solved)
        if value not in (BLANK, board[r][c])
    )


def fill_board(board: Board, answer: Iterable[FilledCell]) -> list[list[str]]:
    """Return the board with the cells of an answer; cells outside the board are left out."""
    rows = [list(row) for row in board]
    for cell in sorted(answer):
        if is_on(board, cell):
            rows[int(cell.row)][int(cell.column)] = cell.value
    return rows


def point_out_cells(board: Board, cells: Iterable[Cell]) -> list[list[str]]:
    """Return the board with a POINTER in each of the cells."""
    return fill_board(board, [FilledCell(str(r), str(c), POINTER) for r, c in cells])


def is_on(board: Board, cell: FilledCell) -> bool:
    is_place = cell.row.isdecimal() and cell.column.isdecimal()
    return is_place and int(cell.row) < len(board) and int(cell.column) < len(board[0])


def find_cells_outside(board: Board, answer: Answer) -> list[FilledCell]:
    """Return the cells of an answer that the board does not have, sorted."""
    return sorted(cell for cell in answer if not is_on(board, cell))


def find_doubled_cells(answer: Answer) -> list[FilledCell]:
    """Return the cells of an answer that have several values, sorted."""
    numbers = Counter(cell[:2] for cell in answer)
    return sorted(cell for cell in answer if numbers[cell[:2]] > 1)


def show_answer(board: Board, answer: Answer) -> list[list[str]] | str:
    """Return the board with an answer, or the atoms, a line each, if they cannot all be drawn."""
    is_strange = find_cells_outside(board, answer) or find_doubled_cells(answer)
    return "\n".join(sorted(map(str, answer))) if is_strange else fill_board(board, answer)


def is_square(board: Board) -> bool:
    return len(board) == len(board[0])
