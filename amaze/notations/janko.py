"""janko: the text of Arukone in a page of janko.at, with the rows after [problem].

Cells are separated by blanks: `-` is an empty cell.  The solution, with directions, is ignored.
Source: see lab/notations/janko.py.
"""

from amaze import puzzle
from lab.notations.janko import JankoPage, JankoPuzzle
from lab.notations.letter_grid import LetterGrid

EXPECTED = f"'-' (empty) or a number 1 to {puzzle.LARGEST_NUMBER}"
ARUKONE = JankoPuzzle(
    ("arukone", "numberlink", "arukone-3", "arukone3"),
    LetterGrid(puzzle, "-=.", is_open=True, between=" ", expected=EXPECTED),
)
NOTATION = JankoPage(ARUKONE, ())
