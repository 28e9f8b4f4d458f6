"""pzprv3: the files of pzprjs for Numberlink, `pzprv3/numlin/ROWS/COLS/` and the rows.

Cells are separated by blanks: `.` is empty; an end point is a number, or in the files of arukone,
which have a line of settings before the rows, a letter: A to Z are 1 to 26, a to z 27 to 52.
In files the slashes are line ends.  Lines that a player drew, and a history, are ignored.
Source: pzprjs, see lab/notations/pzprjs.py, and src/variety/numlin.js.
"""

import re
import string

from amaze.notations.pairs import read_row_spans
from amaze.puzzle import LARGEST_NUMBER
from encode import BLANK
from lab.notations.pzprjs import matches_file, read_pzprjs_file, split_files
from lab.notations.text import Alphabet

ONE_PER_LINE = True
LETTERS = string.ascii_uppercase + string.ascii_lowercase
NUMBERS = Alphabet(
    re.compile(r"\S+"),
    {BLANK: BLANK, **{str(number): str(number) for number in range(1, LARGEST_NUMBER + 1)}},
    f"'.' (empty) or a number 1 to {LARGEST_NUMBER}",
)
LETTERED = Alphabet(
    NUMBERS.token,
    {BLANK: BLANK, **{letter: str(n) for n, letter in enumerate(LETTERS, start=1)}},
    "'.' (empty) or a letter",
)

matches = matches_file
split = split_files


def read(text: str) -> list[list[str]]:
    file = read_pzprjs_file(text, ("numlin", "arukone"))
    first, alphabet = (1, LETTERED) if file.name == "arukone" else (0, NUMBERS)
    rows = file.lines[first : first + file.height]
    return read_row_spans(file.text, rows, file.height, file.width, alphabet)


def write(board: list[list[str]]) -> str:
    h, w = len(board), len(board[0])
    rows = [" ".join(row) for row in board]
    lines = [" ".join("0" * (w - 1))] * h + [" ".join("0" * w)] * (h - 1)
    return f"pzprv3/numlin/{h}/{w}/{' /'.join([*rows, *lines])} /\n"
