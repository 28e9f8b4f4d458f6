"""lpl: input and answer of the model lightup1 of the modelling language LPL.

It reads the height, the width and the rows, separated by commas: -1 is a white cell, 0 to 4
a clue, 5 a black cell without one.  Its answer has `L` for a light and `.` for a lit cell.
Cells are two characters wide.
Source: T. Huerlimann, "Light Up Puzzle" (matmod.ch/lpl/doc), after the MiniZinc Handbook.
"""

from lab.lightup import puzzle
from lab.notations.letter_grid import LetterGrid

CELLS = "-1=. 5=x L=b .=. 0 1 2 3 4"
NOTATION = LetterGrid(puzzle, CELLS, size="h w", between=" ", frame=("", ",\n", "\n"))
