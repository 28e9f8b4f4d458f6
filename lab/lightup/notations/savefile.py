"""savefile: a saved game of Simon Tatham's Light Up, as a file or within a report.

A line is KEY     :LENGTH:VALUE.  PARAMS begins with the size, DESC has the cells as in tatham; a
MOVE switches bulbs (LX,Y) and marks (IX,Y) up to the state number STATEPOS, from 1.
Source: midend.c and lightup.c of Simon Tatham's Portable Puzzle Collection.
"""

import re

from lab.lightup.notations import tatham
from lab.notations.minizinc import read_number
from lab.notations.text import Chunk, grid_error, number_chunks, read_size

HOLDS = ".x01234b-"
START = re.compile(r"^[ \t>]*SAVEFILE *:", re.MULTILINE)
LINE = re.compile(r"^[ \t>]*([A-Z]{4,8}) *:[0-9]+:(.*?)[ \t]*$", re.MULTILINE)
PROSE = re.compile(r"[ \t>]*$|.*[A-Za-z]{2},?[ \t]+[A-Za-z]{2}")  # a line of a report
SWITCH = re.compile(r"([LI])([0-9]{1,9}),([0-9]{1,9})")
GAME = "Light Up"

matches = START.search


def split(text: str) -> list[Chunk]:
    """Return the saved games, each with the lines of a report around it, and what is neither."""
    pieces, has_game, is_other = [""], False, False  # of the last piece
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
    lines = list(LINE.finditer(text))
    values = {line[1]: line for line in lines}
    for key in ("GAME", "PARAMS", "DESC"):
        if key not in values:
            raise grid_error(text, len(text.rstrip()), f"no {key}", "SAVEFILE, GAME, PARAMS, DESC")
    if values["GAME"][2] != GAME:
        start = values["GAME"].start(2)
        raise grid_error(text, start, f"the game {values['GAME'][2]!r}", GAME)
    size, cells = values["PARAMS"].start(2), values["DESC"].span(2)
    head = tatham.HEAD.match(text, size)
    if not head:
        raise grid_error(text, size, "no size", "WIDTHxHEIGHT")
    width, height = read_size(text, head, 1, 2 if head[2] else 1)
    board = list(map(list, tatham.CELLS.board(text, cells, height, width)))
    given = [row.copy() for row in board]
    moves = [line for line in lines if line[1] in ("MOVE", "SOLVE", "RESTART")]
    if state := values.get("STATEPOS"):
        moves = moves[: read_number(text, state.span(2)) - 1]
    for move in moves:
        if move[1] == "RESTART":
            board = [row.copy() for row in given]
        for switch in SWITCH.finditer(text, *move.span(2)):
            cell = "b" if switch[1] == "L" else "-"
            c, r = int(switch[2]), int(switch[3])
            if not (r < height and c < width and given[r][c] == "."):
                raise grid_error(text, switch.start(), f"a move {switch[0]}", "a white cell")
            board[r][c] = "." if board[r][c] == cell else cell
    return list(map("".join, board))


def write(board: list[str]) -> str:
    cells = enumerate(board)
    moves = [
        f"{'L' if cell == 'b' else 'I'}{c},{r}"
        for r, row in cells
        for c, cell in enumerate(row)
        if cell in "b-"
    ]
    size, _, desc = tatham.write([re.sub("[b-]", ".", row) for row in board]).strip().partition(":")
    states = str(len(moves) + 1)
    lines = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        ("VERSION", "1"),
        ("GAME", GAME),
        ("PARAMS", size),
        ("CPARAMS", size),
        ("DESC", desc),
        ("NSTATES", states),
        ("STATEPOS", states),
        *(("MOVE", move) for move in moves),
    ]
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in lines)
