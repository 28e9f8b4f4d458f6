"""pzprv3: the files of pzprjs, `pzprv3/lightup/ROWS/COLS/` and the rows, also in an address.

Cells are separated by blanks: `.` white, `#` a bulb, `+` no bulb, `-` black, digits clues.
In files the slashes are line ends.  A second grid may follow, of clues that the player
ticked off, and then the history of the game; both are ignored.
Source: pzprjs, see lab/notations/pzprjs.py, and src/variety/lightup.js.
"""

from lab.lightup import puzzle
from lab.notations.letter_grid import LetterGrid
from lab.notations.pzprjs import matches_file, read_pzprjs_file, split_files

ONE_PER_LINE = True
GRID = LetterGrid(puzzle, ". #=b +=- -=x 0 1 2 3 4", between=" ", frame=("", " /", " /\n"))
HOLDS = GRID.HOLDS

matches = matches_file
split = split_files


def read(text: str) -> list[str]:
    file = read_pzprjs_file(text, ("lightup", "akari"))
    rows = file.lines[: file.height] if len(file.lines) == 2 * file.height else file.lines
    return list(GRID.read_rows(file.text, rows, file.height, file.width))


def write(board: list[str]) -> str:
    return f"pzprv3/lightup/{len(board)}/{len(board[0])}/{GRID.write(board)}"
