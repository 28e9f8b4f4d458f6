"""pzprv3: the files of pzprjs for Numberlink, `pzprv3/numlin/ROWS/COLS/` and the rows.

Cells are separated by blanks: `.` is empty; an end point is a number, or in the files of arukone,
which have a line of settings before the rows, a letter: A to Z are 1 to 26, a to z 27 to 52.
In files the slashes are line ends.  Lines that a player drew, and a history, are ignored.
Source: pzprjs, see lab/notations/pzprjs.py, and src/variety/numlin.js.
"""

from amaze import puzzle
from amaze.notations import letters
from lab.notations.letter_grid import LetterGrid
from lab.notations.pzprjs import matches_file, read_pzprjs_file, split_files

ONE_PER_LINE = True
EXPECTED = f"'.' (empty) or a number 1 to {puzzle.LARGEST_NUMBER}"
NUMBERS = LetterGrid(puzzle, ".", is_open=True, between=" ", expected=EXPECTED)

matches = matches_file
split = split_files


def read(text: str) -> list[list[str]]:
    file = read_pzprjs_file(text, ("numlin", "arukone"))
    first, cells = (1, letters.CAPITALS) if file.name == "arukone" else (0, NUMBERS)
    rows = file.lines[first : first + file.height]
    return list(cells.read_rows(file.text, rows, file.height, file.width))


def write(board: list[list[str]]) -> str:
    h, w = len(board), len(board[0])
    rows = [" ".join(row) for row in board]
    lines = [" ".join("0" * (w - 1))] * h + [" ".join("0" * w)] * (h - 1)
    return f"pzprv3/numlin/{h}/{w}/{' /'.join([*rows, *lines])} /\n"
