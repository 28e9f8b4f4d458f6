"""inf432: a line with the size of a square board, then the rows.

`#` is a wall, `_` a free cell, a digit a clue, `O` a light, `.` or `-` a cell known to have
no light.
Source: the course project INF432, a SAT solver for Light Up (github.com/FDaCostaB/
LightUp-Solver, README.md and generation.c).
"""

from lab.lightup import puzzle
from lab.notations.letter_grid import LetterGrid

NOTATION = LetterGrid(puzzle, "#=x _=. O=b - .=- 0 1 2 3 4", size="n", marks=".-/_O")
