"""An id that a puzzle shares with its turns and mirrors, and with no other puzzle."""

import hashlib
from collections.abc import Iterator

from lab.puzzles import Rows

LENGTH = 16  # hexadecimal digits: among a million puzzles, two share one by chance in 1 of 10**7


def identify_board(board: Rows) -> str:
    """Return the id of a puzzle: a digest of the first, by alphabet, of its eight forms as text."""
    texts = ("\n".join([",".join(row) for row in rows]) for rows in symmetric_boards(board))
    return hashlib.sha256(min(texts).encode()).hexdigest()[:LENGTH]


def symmetric_boards(board: Rows) -> Iterator[Rows]:
    """Yield the board and its turns and mirrors, also if some of them are equal."""
    for rows in (board, list(zip(*board))):
        for lines in (rows, rows[::-1]):
            yield lines
            yield [row[::-1] for row in lines]
