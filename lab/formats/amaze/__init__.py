"""Every notation in which a puzzle of Amaze is written: a module each, told or guessed.

A board is a list of h lists of w cells, '.' or a number as text; each number occurs twice.
"""

import re

from lab import Unusable
from lab.formats.amaze import dzn, facts, grid
from lab.formats.reading import Notation, boards_in

Board = list[list[str]]

NOTATIONS: dict[str, Notation[Board]] = {"grid": grid, "facts": facts, "dzn": dzn}


def claims(data: bytes) -> bool:
    """Whether the content tells that it is Amaze: a grid or facts may be of any puzzle."""
    return bool(re.search(rb"\bend_points_(?:start|end)_[xy]\s*=", data))


def puzzle(told: str | None, data: bytes) -> str:
    """What the data holds, by what is told of it or by its content: amaze or lightup."""
    return told or ("amaze" if claims(data) else "lightup")


def read(data: bytes, name: str, notation: str | None = None) -> list[Board]:
    """The boards in `data`; Unusable, with the place in `name`, if there are none."""
    checked(notation)
    return boards_in(data, name, NOTATIONS, notation)


def write(board: Board, notation: str) -> str:
    """The text of a board."""
    checked(notation)
    return NOTATIONS[notation].write(board)


def checked(notation: str | None) -> None:
    if notation not in (None, *NOTATIONS):
        raise Unusable(f"found {notation} for Amaze, expected one of {', '.join(NOTATIONS)}")
