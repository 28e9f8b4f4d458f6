"""tatham: a game ID of Simon Tatham's Light Up, WIDTHxHEIGHT:CELLS, one on a line.

a to z are 1 to 26 white cells, B a black cell, a digit a clue.  Parameters of the generator
(b20s4d1: black cells, symmetry, difficulty) may follow the size; a width alone is a square.  "Game
ID:" or the address of the game's page, up to lightup.html#, may stand before the ID.  Source:
lightup.c of Simon Tatham's Portable Puzzle Collection, encode_params and new_game_desc.
"""

import re
import string

from lab.notations.text import RunReader, make_grid_error, read_size, split_lines

HOLDS = ".x01234"
ONE_PER_LINE = True
PAGE = "lightup"
START = re.compile(r"\s*(?:Game ID:\s*|\S*?\b(?P<page>\w+)\.html#)?", re.IGNORECASE)
HEAD = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?(?:[bsd][0-9]+)*")
SEED = re.compile("#|%23")
WHITES = {letter: "." * n for n, letter in enumerate(string.ascii_lowercase, start=1)}
RUNS = {**WHITES, "B": "x", **{clue: clue for clue in "01234"}}
CELLS = RunReader(
    re.compile("."), RUNS.get, "'a' to 'z' (1 to 26 white cells), 'B' (black) or a clue '0' to '4'"
)

matches = re.compile(  # a label, an address or an ID
    r"\s*(?:(?i:Game ID:|\S*?\w\.html#(?=[0-9]))|[0-9]+(?:x[0-9]+)?(?:[bsd][0-9]+)*[:#])"
).match
split = split_lines


def read(text: str) -> list[str]:
    start = START.match(text)
    assert start  # it matches the empty text, too
    if start["page"] not in (None, PAGE):
        raise make_grid_error(text, start.start("page"), f"the puzzle {start['page']!r}", PAGE)
    head = HEAD.match(text, start.end())
    if not head:
        raise make_grid_error(text, start.end(), "no size", "WIDTHxHEIGHT:")
    if text[head.end() : head.end() + 1] != ":":
        after = text[head.end() :]
        separator = repr(after[0]) if after.strip() else "the end of the size"
        if seed := SEED.match(after):
            program = "from which only the program itself makes the puzzle"
            separator = f"{seed[0]!r} (a random seed, {program})"
        raise make_grid_error(text, head.end(), separator, "':'")
    width, height = read_size(text, head, 1, 2 if head[2] else 1)
    return CELLS.read_board(text, (head.end() + 1, len(text.rstrip())), height, width)


def write(board: list[str]) -> str:
    cells = "".join(board).replace("x", "B")
    letters = re.sub(r"\.{1,26}", lambda run: string.ascii_lowercase[len(run[0]) - 1], cells)
    return f"{len(board[0])}x{len(board)}:{letters}\n"
