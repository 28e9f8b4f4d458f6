"""An id that a puzzle shares with its turns and mirrors, and with no other puzzle."""

import hashlib
from collections.abc import Iterator

from lab.puzzles import Rows

LENGTH = 16  # hexadecimal digits: among a million puzzles, two share one by chance in 1 of 10**7


def identity(board: Rows) -> str:
    """The id of a puzzle: the digest of that of its eight forms whose text comes first."""
    return hashlib.sha256(min(map(text, forms(board))).encode()).hexdigest()[:LENGTH]


def text(board: Rows) -> str:
    """The cells of a board, a comma after each and a newline after each row."""
    return "\n".join([",".join(row) for row in board])


def forms(board: Rows) -> Iterator[Rows]:
    """The board, its turns and its mirrors, some of which may be equal."""
    for rows in (board, list(zip(*board))):
        for lines in (rows, rows[::-1]):
            yield lines
            yield [row[::-1] for row in lines]
