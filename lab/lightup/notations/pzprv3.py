"""pzprv3: the files of pzprjs, `pzprv3/lightup/ROWS/COLS/` and the rows.

Cells are separated by blanks: `.` white, `#` a bulb, `+` no bulb, `-` black, digits clues.
In files the slashes are line ends.  A second grid may follow, of clues that the player
ticked off, and then the history of the game; both are ignored.
Source: pzprjs, src/pzpr/parser.js and src/variety/lightup.js.
"""

import re

from lab.notations.text import Alphabet, Chunk, find_spans, grid_error, number_chunks, read_size

HOLDS = ".x01234b-"
ONE_PER_LINE = True
HEAD = re.compile(
    r"\s*pzprv3(?:\.[0-9]+)?[ \t]*[/\n]\s*(?P<name>\w+)[ \t]*[/\n]"
    r"\s*(?P<height>[0-9]{1,9})[ \t]*[/\n]\s*(?P<width>[0-9]{1,9})[ \t]*[/\n]"
)
PIECE = re.compile(r"[^/\s][^/\n]*")  # the text between slashes or line ends
HISTORY = re.compile(r"^[ \t]*(?:info:|history:|__HISTORY__|http://)", re.MULTILINE)
MEANING = {".": ".", "#": "b", "+": "-", "-": "x", **{clue: clue for clue in "01234"}}
WRITTEN = {cell: text for text, cell in MEANING.items()}
CELLS = Alphabet(
    re.compile(r"\S+"),
    MEANING,
    "'.' (white), '#' (a bulb), '+' (no bulb), '-' (black) or a clue '0' to '4'",
)

matches = re.compile(r"\s*pzprv3").match


def split(text: str) -> list[Chunk]:
    """Return the puzzles in the text; each begins at a line with pzprv3."""
    return number_chunks(re.split(r"^(?=[ \t]*pzprv3)", text, flags=re.MULTILINE))


def read(text: str) -> list[str]:
    head = HEAD.match(text)
    if not head:
        raise grid_error(text, 0, "no size", "pzprv3/lightup/ROWS/COLS/")
    if head["name"] != "lightup":
        raise grid_error(text, head.start("name"), f"the puzzle {head['name']!r}", "lightup")
    height, width = read_size(text, head, "height", "width")
    history = HISTORY.search(text, head.end())
    rows = find_spans(PIECE, text, head.end(), history.start() if history else len(text))
    if len(rows) == 2 * height:
        del rows[height:]
    return CELLS.board(text, rows, height, width)


def write(board: list[str]) -> str:
    rows = (" ".join(WRITTEN[cell] for cell in row) for row in board)
    return f"pzprv3/lightup/{len(board)}/{len(board[0])}/{' /'.join(rows)} /\n"
