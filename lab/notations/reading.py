"""Boards out of a text, whose notation is told or guessed, for any puzzle and its notations."""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

import encode
from encode import GridError
from lab import Unusable
from lab.notations.text import Chunk, moved

Board = TypeVar("Board")


class Notation(Protocol[Board]):
    """What the module of a notation provides; it raises a GridError with the place in its text.

    It may provide read_solved(text) too, HOLDS (the cells that it can write, where these are
    characters), and ONE_A_LINE (whether puzzles need no blank line between them).
    """

    def recognised(self, text: str, /) -> bool:
        """Whether the text may be meant so, at a cheap look."""

    def split(self, text: str, /) -> list[Chunk]:
        """The puzzles in the text."""

    def read(self, text: str, /) -> Board:
        """The board of one puzzle."""

    def write(self, board: Board, /) -> str:
        """The text of a board of such cells, whole lines."""


def boards_in(
    data: bytes,
    name: str,
    notations: Mapping[str, Notation[Board]],
    given: str | None,
    solved: bool = False,
) -> list[Board]:
    """The boards in `data`, of the notation given or of the one that fits; with `solved`, answers
    are read with their puzzles.

    Raises Unusable, with the place in `name`, if there are none.
    """
    try:
        text = encode.decoded(data).replace("\r\n", "\n")
        if not text.strip():
            raise GridError(1, 1, "an empty input", "a puzzle")
        return parsed(text, notations[given], solved) if given else guessed(text, notations, solved)
    except GridError as error:
        raise Unusable(f"{name}:{error}") from None


def parsed(text: str, notation: Notation[Board], solved: bool) -> list[Board]:
    """The boards in a text of this notation."""
    read = getattr(notation, "read_solved", notation.read) if solved else notation.read
    return [placed(read, first, chunk) for first, chunk in notation.split(text)]


def placed(read: Callable[[str], Board], first: int, chunk: str) -> Board:
    """The board in a part of the input that begins with line `first`."""
    try:
        return read(chunk)
    except GridError as error:
        raise moved(error, first - 1) from None


def guessed(text: str, notations: Mapping[str, Notation[Board]], solved: bool) -> list[Board]:
    """The boards in a text whose notation is not given.

    Of the notations that recognise it, those count that can read it, and if they read the
    same boards nothing is open.  If none can, that one complains which came to the last
    line, the grid, which takes most texts for its own, after the others.
    """
    readings: dict[str, list[Board]] = {}
    errors: dict[str, GridError] = {}
    for name, notation in notations.items():
        if notation.recognised(text):
            try:
                readings[name] = parsed(text, notation, solved)
            except GridError as error:
                errors[name] = error
    candidates = list(readings)
    if not candidates and errors:
        raise max(errors.items(), key=lambda e: (e[1].line, e[0] != "grid", e[1].column))[1]
    if not candidates:
        raise GridError(1, 1, "a text in no known notation", f"one of {', '.join(notations)}")
    if any(readings[name] != readings[candidates[0]] for name in candidates):
        raise GridError(1, 1, f"what may be {' or '.join(candidates)}", "--from to tell which")
    return readings[candidates[0]]
