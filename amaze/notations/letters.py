"""letters: a grid with a letter for each line, after a line with its columns and rows or without.

A to Z are 1 to 26, a to z 27 to 52, or 1 to 26 where no letter is a capital.
Source: the puzzles of github.com/thomasahle/numberlink, which have the numbers of columns and rows,
and of github.com/mzucker/flow_solver, which have none.
"""

import re
import string

from amaze import puzzle
from lab.notations.letter_grid import LetterGrid

LETTERS = string.ascii_uppercase + string.ascii_lowercase
CELLS = " ".join([".", *(f"{letter}={number}" for number, letter in enumerate(LETTERS, start=1))])
CAPITALS = LetterGrid(puzzle, CELLS, size="w h?", expected="'.' (empty) or a letter")
SMALL = LetterGrid(
    puzzle,
    " ".join([".", *(f"{letter}={number}" for number, letter in enumerate(LETTERS[26:], start=1))]),
    size="w h?",
    expected="'.' (empty) or a letter",
)

matches, split, write = CAPITALS.matches, CAPITALS.split, CAPITALS.write


def read(text: str) -> list[list[str]]:
    return list((CAPITALS if re.search("[A-Z]", text) else SMALL).read(text))
