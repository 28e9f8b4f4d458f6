"""Read boards from a text in a notation of their puzzle; a missing notation is guessed."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from encode import GridError
from lab.notations.text import Chunk, shift_error

BoardForm = TypeVar("BoardForm")


class Notation(Protocol[BoardForm]):
    """The functions of a notation's module.

    Optional: read_solved(text), which reads a board with an answer in it; HOLDS, the cells that
    it can write, if not all; ONE_PER_LINE, true if line ends separate puzzles.
    """

    def matches(self, text: str, /) -> object:
        """Whether the text may be in this notation, a quick test; often a pattern's match."""

    def split(self, text: str, /) -> list[Chunk]:
        """Return the puzzles in the text: the first line number of each, and its text."""

    def read(self, text: str, /) -> BoardForm:
        """Return the board of one puzzle; raise a GridError with the place in the text."""

    def write(self, board: BoardForm, /) -> str:
        """Return the text of a board, with a newline at its end."""


def parse_boards(
    text: str,
    notations: Mapping[str, Notation[BoardForm]],
    notation: str | None,
    solved: bool = False,
) -> list[BoardForm]:
    """Return the boards in a text, in this notation, or else in the one that fits.

    With `solved`, boards may contain answers.  Raises a GridError if no notation can read the text,
    or if several read different boards.
    """
    if notation:
        return parse_as(notations[notation], text, solved)
    readings: dict[str, list[BoardForm]] = {}
    errors: dict[str, GridError] = {}
    for name, candidate in notations.items():
        if candidate.matches(text):
            try:
                readings[name] = parse_as(candidate, text, solved)
            except GridError as error:
                errors[name] = error
    if not readings and errors:
        # The notation that read furthest is the likeliest.  On the same line grid comes last,
        # because it matches most texts.
        raise max(errors.items(), key=lambda i: (i[1].line, i[0] != "grid", i[1].column))[1]
    if not readings:
        raise GridError(1, 1, "a text in no known notation", f"one of {', '.join(notations)}")
    boards, *alternatives = readings.values()
    if any(alternative != boards for alternative in alternatives):
        raise GridError(1, 1, f"what may be {' or '.join(readings)}", "--from")
    return boards


def parse_as(notation: Notation[BoardForm], text: str, solved: bool) -> list[BoardForm]:
    """Return the boards in a text of this notation; raise a GridError."""
    read = getattr(notation, "read_solved", notation.read) if solved else notation.read
    boards, chunks = list[BoardForm](), notation.split(text)
    try:
        for _, chunk in chunks:
            boards.append(read(chunk))
    except GridError as error:
        raise shift_error(error, chunks[len(boards)][0] - 1) from None
    return boards
