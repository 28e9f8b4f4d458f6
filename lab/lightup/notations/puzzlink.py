"""puzzlink: an address of puzz.link, pzv.jp, kanpen.net or similar sites, or its end.

One a line; the puzzle is called akari, lightup or bijutsukan.  0 to 4 is a clue, 5 to 9 a
clue with a white cell after it, a to e a clue with two, `.` a black cell without a clue,
g to z are 1 to 20 white cells.  In kanpen.net's own form the cells are those of pencilbox.
Source: pzprjs, see lab/notations/pzprjs.py, and decode4Cell in src/variety-common/Encode.js.
"""

import re

from lab.lightup.notations import pencilbox
from lab.notations.pzprjs import PIECE, make_matcher, read_address
from lab.notations.text import RunReader, find_spans, split_lines

HOLDS = ".x01234"
ONE_PER_LINE = True
NAMES = ("akari", "lightup", "bijutsukan")
WHITES = {letter: "." * n for n, letter in enumerate("ghijklmnopqrstuvwxyz", start=1)}
CLUES = {f"{clue + 5 * n:x}": f"{clue}{'.' * n}" for n in range(3) for clue in range(5)}
RUNS = {**WHITES, **CLUES, ".": "x"}
CELLS = RunReader(
    re.compile("."),
    RUNS.get,
    "'0' to '9' or 'a' to 'e' (a clue), '.' (black) or 'g' to 'z' (1 to 20 white cells)",
)
LETTERS = {cells: letter for letter, cells in RUNS.items()}

matches = make_matcher(NAMES).match
split = split_lines


def read(text: str) -> list[str]:
    address = read_address(text, NAMES)
    size = address.height, address.width
    if address.has_rows:
        text = address.text.replace("_", " ")
        rows = find_spans(PIECE, text, *address.cells)
        return list(pencilbox.NOTATION.read_rows(text, rows, *size))
    return CELLS.read_board(address.text, address.cells, *size)


def write(board: list[str]) -> str:
    cells = re.sub(r"[0-4]\.{0,2}|\.{1,20}|x", lambda run: LETTERS[run[0]], "".join(board))
    return f"https://puzz.link/p?akari/{len(board[0])}/{len(board)}/{cells}\n"
