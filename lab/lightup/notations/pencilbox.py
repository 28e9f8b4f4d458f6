"""pencilbox: a file of PencilBox and kanpen.net: the rows, the columns, then the cells.

Cells are separated by blanks: `.` white, `5` black, digits clues, `+` a bulb, `*` no bulb.
Source: pzprjs, kanpenOpen in src/variety/lightup.js.
"""

from lab.lightup import puzzle
from lab.notations.letter_grid import LetterGrid

CELLS = ". 5=x +=b *=- 0 1 2 3 4"
NOTATION = LetterGrid(puzzle, CELLS, size="h/w", between=" ", frame=("", " \n", " \n"))
