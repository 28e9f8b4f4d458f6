"""puzzlekit: the JSON of puzzlekit, with the text "problem" of each puzzle.

The cells are those of janko, after a line with the numbers of rows and columns.
Source: see lab/notations/janko.py.
"""

from amaze.notations.janko import ARUKONE
from lab.notations.janko import PuzzleKit

NOTATION = PuzzleKit(ARUKONE, "NumberLink", ())
