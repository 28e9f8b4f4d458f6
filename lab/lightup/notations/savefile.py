"""savefile: a saved game of Simon Tatham's Light Up, as a file or within a report.

A line is KEY     :LENGTH:VALUE.  PARAMS begins with the size, DESC has the cells as in tatham;
moves are ignored.
Source: midend.c of Simon Tatham's Portable Puzzle Collection.
"""

import re

from lab.lightup.notations import tatham
from lab.notations.text import Chunk, make_grid_error, number_chunks, read_size

HOLDS = tatham.HOLDS
START = re.compile(r"^[ \t>]*SAVEFILE *:", re.MULTILINE)
LINE = re.compile(r"^[ \t>]*([A-Z]{4,8}) *:[0-9]+:(.*?)[ \t]*$", re.MULTILINE)
PROSE = re.compile(r"[ \t>]*$|.*[A-Za-z]{2},?[ \t]+[A-Za-z]{2}")  # a line of a report
GAME = "Light Up"

matches = START.search


def split(text: str) -> list[Chunk]:
    """Return the saved games, each with the lines of a report around it, and all other texts."""
    pieces, has_game, is_other = [""], False, False  # the last two are of the last piece
    for line in re.split(r"(?<=\n)", text):
        is_start = bool(START.match(line))
        if (is_start and (has_game or is_other)) or (
            has_game and not LINE.match(line) and not PROSE.match(line)
        ):
            pieces.append("")
            has_game = is_other = False
        pieces[-1] += line
        has_game |= is_start
        is_other |= not (LINE.match(line) or PROSE.match(line))
    return number_chunks(pieces)


def read(text: str) -> list[str]:
    values = {line[1]: line for line in LINE.finditer(text)}
    for key in ("GAME", "PARAMS", "DESC"):
        if key not in values:
            raise make_grid_error(
                text, len(text.rstrip()), f"no {key}", "SAVEFILE, GAME, PARAMS, DESC"
            )
    if values["GAME"][2] != GAME:
        start = values["GAME"].start(2)
        raise make_grid_error(text, start, f"the game {values['GAME'][2]!r}", GAME)
    size = values["PARAMS"].start(2)
    head = tatham.HEAD.match(text, size)
    if not head:
        raise make_grid_error(text, size, "no size", "WIDTHxHEIGHT")
    width, height = read_size(text, head, 1, 2 if head[2] else 1)
    return tatham.CELLS.read_board(text, values["DESC"].span(2), height, width)


def write(board: list[str]) -> str:
    size, _, cells = tatham.write(board).strip().partition(":")
    values = {
        "SAVEFILE": "Simon Tatham's Portable Puzzle Collection",
        "VERSION": "1",
        "GAME": GAME,
        "PARAMS": size,
        "CPARAMS": size,
        "DESC": cells,
        "NSTATES": "1",
        "STATEPOS": "1",
    }
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in values.items())
