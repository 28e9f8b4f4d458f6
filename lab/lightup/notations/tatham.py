"""tatham: a game ID of Simon Tatham's Light Up, WIDTHxHEIGHT:CELLS, one on a line.

a to z are 1 to 26 white cells, B a black cell, a digit a clue.  Parameters of the generator
(b20s4d1: black cells, symmetry, difficulty) may follow the size; a width alone is a square.
Before the ID may stand "Game ID:" or the address of the game's page, up to lightup.html#.
Source: lightup.c of Simon Tatham's Portable Puzzle Collection, encode_params and
new_game_desc.
"""

import re
import string

from lab.notations.text import Chunk, Runs, grid_error, read_size, split_lines

HOLDS = ".x01234"
ONE_PER_LINE = True  # no blank line between two puzzles
PAGE = "lightup"
START = re.compile(r"\s*(?P<label>Game ID:\s*|\S*?(?P<page>\w+)\.html#)?", re.IGNORECASE)
HEAD = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?(?:[bsd][0-9]+)*")
ID = re.compile(r"[0-9]+(?:x[0-9]+)?(?:[bsd][0-9]+)*[:#]")
SIZE = re.compile(r"\s*[0-9]+x[0-9]+")
IN_NO_GRID = {*":#B", *string.ascii_lowercase} - {*"bx"}  # characters that only IDs have
SEED = re.compile("#|%23")
WHITES = {letter: "." * n for n, letter in enumerate(string.ascii_lowercase, start=1)}
CELLS = Runs(
    {**WHITES, "B": "x", **{clue: clue for clue in "01234"}},
    "'a' to 'z' (1 to 26 white cells), 'B' (black) or a clue '0' to '4'",
)


def matches(text: str) -> bool:
    """Whether the text begins with a label, an address or an ID, or nearly with an ID."""
    label, start = match_label(text)
    return bool(label or ID.match(text, start)) or is_nearly_an_id(text)


def is_nearly_an_id(text: str) -> bool:
    """Whether the text begins with a size, and its line has characters that only IDs have.

    A size alone is nearly an ID too.  1x1.. is the row of a grid.
    """
    size = SIZE.match(text)
    if not size:
        return False
    rest = text[size.end() :]
    line = set(rest.split("\n")[0])
    return not rest.strip() or bool(line & IN_NO_GRID and not line & {*".-"})


def match_label(text: str) -> tuple[re.Match[str] | None, int]:
    """Return the match of a label or address, None without one, and the offset of the ID."""
    start = START.match(text)
    assert start  # it matches the empty text, too
    return (start if start["label"] else None), start.end()


def split(text: str) -> list[Chunk]:
    """Return the puzzles in the text, one on each line."""
    return split_lines(text)


def read(text: str) -> list[str]:
    """Return the board of a puzzle; raise a GridError."""
    label, start = match_label(text)
    if label and label["page"] not in (None, PAGE):
        raise grid_error(text, label.start("page"), f"the puzzle {label['page']!r}", PAGE)
    head = HEAD.match(text, start)
    if not head:
        raise grid_error(text, start, "no size", "WIDTHxHEIGHT:")
    if text[head.end() : head.end() + 1] != ":":
        raise grid_error(text, head.end(), name_wrong_separator(text[head.end() :]), "':'")
    width, height = read_size(text, head, 1, 2 if head[2] else 1)
    return CELLS.board(text, (head.end() + 1, len(text.rstrip())), height, width)


def name_wrong_separator(rest: str) -> str:
    """Return the text in place of the colon, in words; `rest` begins there."""
    if seed := SEED.match(rest):
        return f"{seed[0]!r} (a random seed, from which only the program itself makes the puzzle)"
    return repr(rest[0]) if rest.strip() else "the end of the size"


def write(board: list[str]) -> str:
    """Return the text of a board."""
    cells = "".join(board).replace("x", "B")
    letters = re.sub(r"\.{1,26}", lambda run: string.ascii_lowercase[len(run[0]) - 1], cells)
    return f"{len(board[0])}x{len(board)}:{letters}\n"
