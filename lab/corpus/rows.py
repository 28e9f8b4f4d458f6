"""Makes the rows of the table from pieces of sources; the processes share this work."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import decode
from encode import GridError
from lab import puzzles
from lab.corpus import solving
from lab.corpus.figures import read_figures
from lab.corpus.sources import Piece
from lab.corpus.symmetry import identify_board
from lab.notations.reading import guess_boards, parse_boards
from lab.notations.text import shift_error
from lab.puzzles import LEAST_COST, Puzzle, Rows

Values = Mapping[str, Any]  # of a row, by column: numbers and texts, None if not known
RATING_COLUMNS: dict[str, type] = {"label": str, "tactics": str, "steps": int}


class Row(NamedTuple):
    """The values of a row by column, without its number, and its board, None if unreadable."""

    values: dict[str, Any]
    board: Rows | None


def list_columns(puzzle: Puzzle, is_rated: bool) -> dict[str, type]:
    """Return the type of each column of the table by its name; source and number come first."""
    figures = read_figures(puzzle)
    return {
        "source": str,
        "number": int,
        "id": str,
        "height": int,
        "width": int,
        **dict.fromkeys(figures.board, int),
        "verdict": str,
        **dict.fromkeys(figures.solution, int),
        **({"cost": int} if puzzle.best == LEAST_COST else {}),
        "seconds": float,
        **(RATING_COLUMNS if is_rated else {}),
        "solution": str,
        "reason": str,
    }


def make_rows(
    puzzle_name: str, notation: str | None, limit: float, is_rated: bool, pieces: Sequence[Piece]
) -> list[Row]:
    """Return the rows of the puzzles in some pieces, in their order.

    puzzle_name: a name or path, as --puzzle takes it.
    limit: after so many seconds a puzzle is undecided.
    """
    puzzle = puzzles.find_puzzle(puzzle_name)
    rows = []
    for piece in pieces:
        for board, reason in read_piece(puzzle, piece, notation):
            if board:
                rows.append(make_row(puzzle, board, piece.source, limit, is_rated))
            else:
                rows.append(Row({"source": piece.source, "reason": reason}, None))
    return rows


def read_piece(puzzle: Puzzle, piece: Piece, notation: str | None) -> list[tuple[Rows | None, str]]:
    """Return the boards in a piece, without answers, each with an empty reason.

    A piece that cannot be read gives one None, with the place and the reason.
    """
    if piece.error:
        return [(None, piece.error)]
    try:
        if notation:
            boards = parse_boards(piece.text, puzzle.notations[notation], solved=False)
        else:
            boards = guess_boards(piece.text, puzzle.notations, solved=False)
    except GridError as error:
        return [(None, " ".join(str(shift_error(error, piece.line - 1)).split()))]
    return [(puzzle.bare(board), "") for board in boards]


def make_row(puzzle: Puzzle, board: Rows, source: str, limit: float, is_rated: bool) -> Row:
    """Solve a board within `limit`, rate it if `is_rated` and unique, and return its row."""
    figures = read_figures(puzzle)
    values: dict[str, Any] = {
        "source": source,
        "id": identify_board(board),
        "height": len(board),
        "width": len(board[0]),
        **{name: count(board) for name, count in figures.board.items()},
    }
    try:
        result = solving.solve(puzzle, board, limit)
    except (decode.ProgramError, solving.WrongAnswer) as error:
        return Row({**values, "reason": " ".join(str(error).split())}, board)
    values["verdict"], values["cost"] = result.verdict, result.cost
    values["seconds"] = round(result.seconds, 6)
    if result.verdict == "unique" and result.solution:
        values |= {name: count(result.solution) for name, count in figures.solution.items()}
        values["solution"] = decode.format_grid(result.solution).rstrip("\n").replace("\n", "/")
        if is_rated and figures.rate:
            rating = figures.rate(board)
            values |= {name: getattr(rating, name) for name in RATING_COLUMNS}
    return Row(values, board)
