"""puzzlekit: the JSON of puzzlekit, with the texts "problem" and "solution" of each puzzle.

The cells are those of janko, after a line with the numbers of rows and columns.
Source: see lab/notations/janko.py.
"""

from lab.lightup.notations.janko import AKARI
from lab.notations.janko import PuzzleKit

NOTATION = PuzzleKit(AKARI, "Akari", ".x01234b")
