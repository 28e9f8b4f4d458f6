"""An id that a puzzle shares with its rotations and reflections, and with no other puzzle."""

import hashlib
from collections.abc import Iterator

from lab.puzzles import Rows

ID_LENGTH = 16  # hexadecimal digits: two of a million puzzles share an id with probability 10**-7


def identify_board(board: Rows) -> str:
    """Return the id of a puzzle: a digest of the least text among its symmetric boards."""
    texts = ("\n".join([",".join(row) for row in rows]) for rows in symmetric_boards(board))
    return hashlib.sha256(min(texts).encode()).hexdigest()[:ID_LENGTH]


def symmetric_boards(board: Rows) -> Iterator[Rows]:
    """Yield the eight rotations and reflections of a board, some of which may be equal."""
    for rows in (board, list(zip(*board))):
        for lines in (rows, rows[::-1]):
            yield lines
            yield [row[::-1] for row in lines]
