"""json: the rows as lists of numbers in a list.

-1 is a white cell, 0 to 4 a clue, 5 a black cell without one.
Source: solvers that read a puzzle as JSON, with the numbers of dzn.
"""

from lab.lightup import puzzle
from lab.notations.letter_grid import LetterGrid

CELLS = "-1=. 5=x 0 1 2 3 4"
NOTATION = LetterGrid(puzzle, CELLS, between=", ", frame=("[[", "],\n [", "]]\n"))
