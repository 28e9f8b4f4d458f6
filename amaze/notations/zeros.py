"""zeros: a grid of numbers in which 0 is an empty cell, after its size or without.

Blanks or commas stand between the cells if a number has several digits.
Source: solvers that read a puzzle as an array of numbers.
"""

from amaze import puzzle
from lab.notations.letter_grid import LetterGrid

EXPECTED = f"'0' (empty) or a number 1 to {puzzle.LARGEST_NUMBER}"
NOTATION = LetterGrid(puzzle, "0=.", is_open=True, size="*", expected=EXPECTED)
