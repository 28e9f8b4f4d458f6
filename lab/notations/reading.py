"""Reads boards from a text in one of the notations of a puzzle, given or guessed."""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

import encode
from encode import GridError
from lab import Unusable
from lab.notations.text import Chunk, shift_error

Board = TypeVar("Board")


class Notation(Protocol[Board]):
    """What the module of a notation provides.

    Optional: read_solved(text), which reads a board with an answer in it; HOLDS, the characters
    of the cells that it can write, if not all; ONE_PER_LINE, true if the end of a line is enough
    to separate puzzles.
    """

    def matches(self, text: str, /) -> bool:
        """Whether the text may be in this notation; a quick test."""

    def split(self, text: str, /) -> list[Chunk]:
        """The puzzles in the text: the number of the first line of each, and its text."""

    def read(self, text: str, /) -> Board:
        """The board of one puzzle; raises a GridError with the place in the text."""

    def write(self, board: Board, /) -> str:
        """The text of a board, ended by a newline."""


def read_boards(
    data: bytes,
    name: str,
    notations: Mapping[str, Notation[Board]],
    given: str | None,
    solved: bool = False,
) -> list[Board]:
    """The boards in `data`, in the notation `given`, else in the one that fits.

    With `solved`, answers are read with their puzzles.  Raises Unusable, with the place in
    `name`, if there are no boards.
    """
    try:
        text = encode.decode_text(data).replace("\r\n", "\n")
        if not text.strip():
            raise GridError(1, 1, "an empty input", "a puzzle")
        return (
            parse_boards(text, notations[given], solved)
            if given
            else guess_boards(text, notations, solved)
        )
    except GridError as error:
        raise Unusable(f"{name}:{error}") from None


def parse_boards(text: str, notation: Notation[Board], solved: bool) -> list[Board]:
    """The boards in a text of this notation."""
    read = getattr(notation, "read_solved", notation.read) if solved else notation.read
    return [parse_chunk(read, first, chunk) for first, chunk in notation.split(text)]


def parse_chunk(read: Callable[[str], Board], first: int, chunk: str) -> Board:
    """The board in a part of the input that begins with line `first`."""
    try:
        return read(chunk)
    except GridError as error:
        raise shift_error(error, first - 1) from None


def guess_boards(text: str, notations: Mapping[str, Notation[Board]], solved: bool) -> list[Board]:
    """The boards in a text whose notation is not given.

    Several notations may be able to read it, if they read the same boards.  Raises a GridError
    if they do not, or if none can read it.
    """
    readings: dict[str, list[Board]] = {}
    errors: dict[str, GridError] = {}
    for name, notation in notations.items():
        if notation.matches(text):
            try:
                readings[name] = parse_boards(text, notation, solved)
            except GridError as error:
                errors[name] = error
    candidates = list(readings)
    if not candidates and errors:
        raise choose_error(errors)
    if not candidates:
        raise GridError(1, 1, "a text in no known notation", f"one of {', '.join(notations)}")
    if any(readings[name] != readings[candidates[0]] for name in candidates):
        raise GridError(1, 1, f"what may be {' or '.join(candidates)}", "--from")
    return readings[candidates[0]]


def choose_error(errors: Mapping[str, GridError]) -> GridError:
    """Of the errors by notation, that of the notation which was probably meant.

    It is the one that read most of the text; grid only if no other one got as far, as grid
    recognises most texts.
    """
    last = max(error.line for error in errors.values())
    there = {name: error for name, error in errors.items() if error.line == last}
    others = [error for name, error in there.items() if name != "grid"]
    return max(others or there.values(), key=lambda error: error.column)
