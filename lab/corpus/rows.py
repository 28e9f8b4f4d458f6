"""Makes the rows of the table out of pieces of sources: the work that processes share."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import decode
from encode import GridError
from lab import puzzles
from lab.corpus import solving
from lab.corpus.sources import Piece
from lab.corpus.symmetry import identity
from lab.notations.reading import guessed, parsed
from lab.notations.text import moved
from lab.puzzles import LEAST_COST, Puzzle, Rows

Value = int | float | str | None
Figures = Mapping[str, Callable[[Any], int]]  # by the name of the column
RATING: dict[str, type] = {"label": str, "tactics": str, "steps": int}


class Task(NamedTuple):
    """What is to be found out of each puzzle: the same for all of them."""

    puzzle: str  # what --puzzle takes to find it
    notation: str | None
    limit: float  # seconds for a puzzle
    is_rated: bool


class Row(NamedTuple):
    """A row: the values by column, but for the number, and the board if there is one."""

    values: dict[str, Value]
    board: Rows | None


def columns(puzzle: Puzzle, is_rated: bool) -> dict[str, type]:
    """The columns of the table, each with the type of its values; source and number come first."""
    given, answer = figures(puzzle)
    return {
        "source": str,
        "number": int,
        "id": str,
        "height": int,
        "width": int,
        **dict.fromkeys(given, int),
        "verdict": str,
        **dict.fromkeys(answer, int),
        **({"cost": int} if puzzle.best == LEAST_COST else {}),
        "seconds": float,
        "conflicts": int,
        **(RATING if is_rated else {}),
        "solution": str,
        "reason": str,
    }


def figures(puzzle: Puzzle) -> tuple[Figures, Figures]:
    """What figures.py of the puzzle's folder counts, on a board and on its solution."""
    if not puzzle.has("figures"):
        return {}, {}
    module = puzzle.module("figures")
    return module.BOARD, module.SOLUTION


def made(task: Task, pieces: Sequence[Piece]) -> list[Row]:
    """The rows of the puzzles in some pieces, in their order."""
    puzzle = puzzles.find_puzzle(task.puzzle)
    rows = [row for piece in pieces for row in rows_of(puzzle, task, piece)]
    if task.is_rated:
        rate(puzzle, rows)
    return rows


def rows_of(puzzle: Puzzle, task: Task, piece: Piece) -> list[Row]:
    """The rows of one piece, without a rating; a single one with the reason if it is no puzzle."""
    if piece.fault:
        return [Row({"source": piece.source, "reason": piece.fault}, None)]
    try:
        boards = boards_in(puzzle, piece, task.notation)
    except GridError as error:
        reason = " ".join(str(moved(error, piece.line - 1)).split())
        return [Row({"source": piece.source, "reason": reason}, None)]
    return [row_of(puzzle, task, piece, board) for board in boards]


def boards_in(puzzle: Puzzle, piece: Piece, notation: str | None) -> list[Rows]:
    """The boards in a piece, without answers; raises a GridError with the place in the piece."""
    notations = puzzle.notations
    if notation:
        found = parsed(piece.text, notations[notation], solved=False)
    else:
        found = guessed(piece.text, notations, solved=False)
    return [puzzle.bare(board) for board in found]


def row_of(puzzle: Puzzle, task: Task, piece: Piece, board: Rows) -> Row:
    """The row of a board, without a rating."""
    on_board, on_answer = figures(puzzle)
    values: dict[str, Value] = {
        "source": piece.source,
        "id": identity(board),
        "height": len(board),
        "width": len(board[0]),
        **{name: count(board) for name, count in on_board.items()},
    }
    try:
        found = solving.solved(puzzle, board, task.limit)
    except (decode.ProgramError, solving.Wrong) as error:
        return Row({**values, "reason": " ".join(str(error).split())}, board)
    values |= {
        "verdict": found.verdict,
        "seconds": round(found.seconds, 6),
        "conflicts": found.conflicts,
        "cost": found.cost,
    }
    if found.verdict == solving.UNIQUE and found.answer:
        answer = found.answer
        values |= {name: count(answer) for name, count in on_answer.items()}
        values["solution"] = decode.format_grid(answer).rstrip("\n").replace("\n", "/")
    return Row(values, board)


def rate(puzzle: Puzzle, rows: Sequence[Row]) -> None:
    """Add label, tactics and steps to the rows of puzzles with one solution."""
    rated = [row for row in rows if row.board and row.values.get("verdict") == solving.UNIQUE]
    ratings = puzzle.module("rating").ratings([row.board for row in rated])
    for row, rating in zip(rated, ratings):
        row.values.update({name: getattr(rating, name) for name in RATING})
