"""pzprv3: the files of pzprjs, `pzprv3/lightup/ROWS/COLS/` and the rows, also in an address.

Cells are separated by blanks: `.` white, `#` a bulb, `+` no bulb, `-` black, digits clues.
In files the slashes are line ends.  A second grid may follow, of clues that the player
ticked off, and then the history of the game; both are ignored.
Source: pzprjs, see lab/notations/pzprjs.py, and src/variety/lightup.js.
"""

import re

from lab.notations.pzprjs import matches_file, read_pzprjs_file, split_files
from lab.notations.text import Alphabet

HOLDS = ".x01234b-"
ONE_PER_LINE = True
MEANING = {".": ".", "#": "b", "+": "-", "-": "x", **{clue: clue for clue in "01234"}}
WRITTEN = {cell: text for text, cell in MEANING.items()}
CELLS = Alphabet(
    re.compile(r"\S+"),
    MEANING,
    "'.' (white), '#' (a bulb), '+' (no bulb), '-' (black) or a clue '0' to '4'",
)

matches = matches_file
split = split_files


def read(text: str) -> list[str]:
    file = read_pzprjs_file(text, ("lightup", "akari"))
    rows = file.lines[: file.height] if len(file.lines) == 2 * file.height else file.lines
    return CELLS.read_board(file.text, rows, file.height, file.width)


def write(board: list[str]) -> str:
    rows = (" ".join(WRITTEN[cell] for cell in row) for row in board)
    return f"pzprv3/lightup/{len(board)}/{len(board[0])}/{' /'.join(rows)} /\n"
