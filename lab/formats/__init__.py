"""Every notation in which a Light Up puzzle is written: a module each, told or guessed.

A board is a list of h strings of w characters: encode.LEGEND, 'b' a bulb, '-' a white cell
known to be without one.  lab.formats.amaze is the same for Amaze.
"""

import argparse
from typing import Protocol

import encode
from lab import Unusable
from lab.formats import dzn, facts, grid, inf432, lpl, nus, potsdam, puzzlink, pzprv3, tatham
from lab.formats.reading import Notation, boards_in


class Module(Notation[list[str]], Protocol):
    """What each module has."""

    HOLDS: str  # the cells that can be written, out of those of a board


NOTATIONS: dict[str, Module] = {
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
    return read(contents(options), source(options), options.notation)


def board(options: argparse.Namespace) -> list[str]:
    """The only board of the input."""
    found = boards(options)
    if len(found) > 1:
        raise Unusable(f"{source(options)}: found {len(found)} puzzles, expected one")
    return found[0]


def contents(options: argparse.Namespace) -> bytes:
    """The input as it is."""
    try:
        return encode.read_bytes(options.file)
    except OSError as error:
        raise Unusable(f"{source(options)}: {error.strerror}") from None


def source(options: argparse.Namespace) -> str:
    return "<stdin>" if options.file == "-" else str(options.file)


def names(source: str, number: int) -> list[str]:
    """Of so many puzzles from one source: its own, or with #1, #2 and so on."""
    return [source] if number == 1 else [f"{source}#{n}" for n in range(1, number + 1)]


def read(data: bytes, name: str, notation: str | None = None) -> list[list[str]]:
    """The boards in `data`; Unusable, with the place in `name`, if there are none."""
    return boards_in(data, name, NOTATIONS, notation)


def write(board: list[str], notation: str) -> str:
    """The text of a board, without the cells that the notation does not have."""
    kept = NOTATIONS[notation].HOLDS
    lacking = str.maketrans({cell: "." for cell in "b-" if cell not in kept})
    return NOTATIONS[notation].write([row.translate(lacking) for row in board])
