"""Makes the rows of the table from pieces of sources; the processes share this work."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import decode
from encode import GridError
from lab import Unusable, puzzles
from lab.common.command import CommandLimit
from lab.common.words import format_rows
from lab.corpus import solving
from lab.corpus.sources import Piece
from lab.notations import NotationChoice, choose_notations
from lab.notations.reading import parse_boards
from lab.notations.text import shift_error
from lab.puzzles import LEAST_COST, Board, Puzzle, list_orientations
from lab.settings import read_figures

RowValues = Mapping[str, Any]  # the numbers and texts of a row by column, None if not known
ID_LENGTH = 16  # hexadecimal digits: two of a million puzzles share an id in 1 of 37,000,000 cases
RATING_COLUMNS: dict[str, type] = {"label": str, "tactics": str, "steps": int}


class Row(NamedTuple):
    """The values of a row by column, and its board, None if unreadable."""

    values: dict[str, Any]
    board: Board | None


def list_columns(puzzle: Puzzle, is_rated: bool) -> dict[str, type]:
    """Return the type of each column of the table by its name; source and number come first."""
    figures = read_figures(puzzle)
    return {
        "source": str,
        "number": int,
        "id": str,
        "height": int,
        "width": int,
        "size": int,
        "cells": int,
        "given": int,
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
    puzzle_name: str,
    notation: NotationChoice,
    limit: float,
    is_rated: bool,
    pieces: Sequence[Piece],
) -> list[Row]:
    """Read, solve and, if `is_rated`, rate the boards of some pieces; return their rows in order.

    puzzle_name: a name or path, as --puzzle takes it.
    limit: the seconds after which a puzzle is undecided.
    """
    puzzle = puzzles.find_puzzle(puzzle_name)
    CommandLimit.seconds = limit  # in a process of its own
    rows = []
    for piece in pieces:
        values: dict[str, Any] = {"source": piece.source, "number": piece.number}
        board = None
        try:
            board = read_board(puzzle, piece, notation)
            height, width = len(board), len(board[0])
            values |= {"id": identify_board(board), "height": height, "width": width}
            values |= {"size": max(height, width), "cells": height * width}
            values["given"] = sum(cell != decode.BLANK for row in board for cell in row)
            values |= {name: count(board) for name, count in read_figures(puzzle).board.items()}
            values |= solve_board(puzzle, board, limit, is_rated)
        except (Unusable, decode.ProgramError) as error:
            values["reason"] = " ".join(str(error).split())
        rows.append(Row(values, board))
    return rows


def read_board(puzzle: Puzzle, piece: Piece, notation: NotationChoice) -> Board:
    """Return the board of a piece, without its answer; raises Unusable."""
    if piece.error:
        raise Unusable(piece.error)
    try:
        boards = parse_boards(piece.text, choose_notations(puzzle, notation))
    except GridError as error:
        raise Unusable(str(shift_error(error, piece.line - 1))) from None
    if len(boards) > 1:
        raise Unusable(f"{piece.line}:1: found {len(boards)} puzzles, expected blank lines between")
    board: Board = puzzle.bare(boards[0])
    return board


def solve_board(puzzle: Puzzle, board: Board, limit: float, is_rated: bool) -> dict[str, Any]:
    """Return the values that solving a board gives; raises Unusable, ProgramError."""
    figures = read_figures(puzzle)
    result = solving.solve_within_limit(puzzle, board, limit)
    values = {**result._asdict(), "solution": None}
    if result.verdict == "unique" and result.solution:
        values |= {name: count(result.solution) for name, count in figures.solution.items()}
        values["solution"] = format_rows(result.solution).replace("\n", "/")
        if is_rated and figures.rate:
            rating = figures.rate(board)
            values |= {name: getattr(rating, name) for name in RATING_COLUMNS}
    return values


def identify_board(board: Board) -> str:
    """Return an id that a puzzle shares with its rotations and reflections, hardly with others.

    The id is a digest of the least text among the eight boards.
    """
    texts = ("\n".join([",".join(row) for row in rows]) for rows in list_orientations(board))
    return hashlib.sha256(min(texts).encode()).hexdigest()[:ID_LENGTH]
