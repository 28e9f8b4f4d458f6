"""nus: a line with the numbers of rows and columns, then the rows.

`#` is a black cell, `.` a white one, `L` a light, a digit a clue.
Source: the homework on Light Up of CS3243, National University of Singapore, 2007
(comp.nus.edu.sg/~kanmy/courses/3243_2007/hw-lightup.html).
"""

from lab.lightup import puzzle
from lab.notations.letter_grid import LetterGrid

NOTATION = LetterGrid(puzzle, "#=x . L=b 0 1 2 3 4", size="h w")
