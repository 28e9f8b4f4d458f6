"""letters: a grid with a letter for each line, after a line with its columns and rows or without.

A to Z are 1 to 26, a to z 27 to 52, or 1 to 26 where no letter is a capital.
Source: the puzzles of github.com/thomasahle/numberlink, which have the numbers of columns and rows,
and of github.com/mzucker/flow_solver, which have none.
"""

import re
import string

from amaze import puzzle
from lab.notations.letter_grid import LetterGrid


def make_grid(letters: str) -> LetterGrid:
    """Return the notation in which these letters are 1, 2 and so on."""
    cells = [".", *(f"{letter}={number}" for number, letter in enumerate(letters, start=1))]
    return LetterGrid(puzzle, " ".join(cells), size="w h?", expected="'.' (empty) or a letter")


CAPITALS = make_grid(string.ascii_uppercase + string.ascii_lowercase)
SMALL = make_grid(string.ascii_lowercase)

matches, split, write = CAPITALS.matches, CAPITALS.split, CAPITALS.write


def read(text: str) -> list[list[str]]:
    return list((CAPITALS if re.search("[A-Z]", text) else SMALL).read(text))
