"""Every notation in which a Light Up puzzle is written: a module each, told or guessed.

A board is a list of h strings of w characters: encode.LEGEND, 'b' a bulb, '-' a white cell
known to be without one.
"""

import argparse
from typing import Protocol

import encode
from encode import GridError
from lab import Unusable
from lab.formats import dzn, facts, grid, inf432, lpl, nus, potsdam, puzzlink, pzprv3, tatham
from lab.formats.text import Chunk, moved


class Notation(Protocol):
    """What each module has; its readers raise a GridError with the place in their text."""

    HOLDS: str  # the cells that can be written, out of those of a board

    def recognised(self, text: str, /) -> bool:
        """Whether the text may be meant so, at a cheap look."""

    def split(self, text: str, /) -> list[Chunk]:
        """The puzzles in the text."""

    def read(self, text: str, /) -> list[str]:
        """The board of one puzzle."""

    def write(self, board: list[str], /) -> str:
        """The text of a board of such cells, whole lines."""


NOTATIONS: dict[str, Notation] = {
    "grid": grid,
    "facts": facts,
    "tatham": tatham,
    "puzzlink": puzzlink,
    "pzprv3": pzprv3,
    "dzn": dzn,
    "lpl": lpl,
    "inf432": inf432,
    "nus": nus,
    "potsdam": potsdam,
}
NAMES = ", ".join(NOTATIONS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What every command that reads boards takes: a file, and its notation."""
    add = parser.add_argument
    add("file", nargs="?", default="-", metavar="FILE", help="standard input without it")
    add(
        "--from",
        dest="notation",
        choices=NOTATIONS,
        metavar="F",
        help=f"the notation of FILE, if it cannot be told from the content: {NAMES}",
    )


def boards(options: argparse.Namespace) -> list[list[str]]:
    """All boards of the input."""
    try:
        data = encode.read_bytes(options.file)
    except OSError as error:
        raise Unusable(f"{source(options)}: {error.strerror}") from None
    return read(data, source(options), options.notation)


def board(options: argparse.Namespace) -> list[str]:
    """The only board of the input."""
    found = boards(options)
    if len(found) > 1:
        raise Unusable(f"{source(options)}: found {len(found)} puzzles, expected one")
    return found[0]


def source(options: argparse.Namespace) -> str:
    return "<stdin>" if options.file == "-" else str(options.file)


def read(data: bytes, name: str, notation: str | None = None) -> list[list[str]]:
    """The boards in `data`; Unusable, with the place in `name`, if there are none."""
    try:
        text = encode.decoded(data).replace("\r\n", "\n")
        if not text.strip():
            raise GridError(1, 1, "an empty input", "a puzzle")
        return parsed(text, NOTATIONS[notation]) if notation else guessed(text)
    except GridError as error:
        raise Unusable(f"{name}:{error}") from None


def parsed(text: str, notation: Notation) -> list[list[str]]:
    """The boards in a text of this notation."""
    return [placed(notation, first, chunk) for first, chunk in notation.split(text)]


def placed(notation: Notation, first: int, chunk: str) -> list[str]:
    """The board in a part of the input that begins with line `first`."""
    try:
        return notation.read(chunk)
    except GridError as error:
        raise moved(error, first - 1) from None


def guessed(text: str) -> list[list[str]]:
    """The boards in a text whose notation is not told.

    Of the notations that recognise it, those count that can read it, and if they read the
    same boards nothing is open.  If none can, that one complains which came to the last
    line, the grid, which takes most texts for its own, after the others.
    """
    readings: dict[str, list[list[str]]] = {}
    errors: dict[str, GridError] = {}
    for name, notation in NOTATIONS.items():
        if notation.recognised(text):
            try:
                readings[name] = parsed(text, notation)
            except GridError as error:
                errors[name] = error
    candidates = list(readings)
    if not candidates and errors:
        raise max(errors.items(), key=lambda e: (e[1].line, e[0] != "grid", e[1].column))[1]
    if not candidates:
        raise GridError(1, 1, "a text in no known notation", f"one of {NAMES}")
    if any(readings[name] != readings[candidates[0]] for name in candidates):
        raise GridError(1, 1, f"what may be {' or '.join(candidates)}", "--from to tell which")
    return readings[candidates[0]]


def write(board: list[str], notation: str) -> str:
    """The text of a board, without the cells that the notation does not have."""
    kept = NOTATIONS[notation].HOLDS
    lacking = str.maketrans({cell: "." for cell in "b-" if cell not in kept})
    return NOTATIONS[notation].write([row.translate(lacking) for row in board])
