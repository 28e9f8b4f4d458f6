"""janko: the text in a page of janko.at, with the rows after [problem] and after [solution].

Cells are separated by blanks: `-` is a white cell, `x` a black one, a digit a clue; `o` in the
solution is a bulb, and all other cells of it are ignored.
Source: see lab/notations/janko.py.
"""

from lab.lightup import puzzle
from lab.notations.janko import JankoPage, JankoPuzzle
from lab.notations.letter_grid import LetterGrid

CELLS = "-=. . x X=x 0 1 2 3 4"
AKARI = JankoPuzzle(
    ("akari", "lightup"),
    LetterGrid(puzzle, CELLS, between=" "),
    LetterGrid(puzzle, "X=x x . -=. 0 1 2 3 4 O=b o=b", between=" "),
    ("b",),
)
NOTATION = JankoPage(AKARI, ".x01234b")
