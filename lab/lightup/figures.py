"""What lab corpus counts of puzzles of Light Up, and how it rates them."""

from lab.corpus.figures import Figures
from lab.lightup.hint.reasoning import rate_board
from lab.lightup.hint.tactics import LABELS
from lab.lightup.rules import BLACK, BULB, CLUES, cells

FIGURES = Figures(
    board={
        "black": lambda board: len(cells(board, BLACK)),
        "clues": lambda board: len(cells(board, CLUES)),
    },
    solution={"bulbs": lambda board: len(cells(board, BULB))},
    given_values=BLACK,  # lightup.lp concludes none of them
    labels=LABELS,
    rate=rate_board,
)
