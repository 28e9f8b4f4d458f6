"""What lab corpus counts of puzzles of Light Up, and how it rates them."""

from lab.lightup.hint.reasoning import rate_board
from lab.lightup.hint.tactics import LABELS
from lab.lightup.rules import BLACK, BULB, CLUES, find_cells
from lab.settings import Figures

FIGURES = Figures(
    board={
        "black": lambda board: len(find_cells(board, BLACK)),
        "clues": lambda board: len(find_cells(board, CLUES)),
    },
    solution={"bulbs": lambda board: len(find_cells(board, BULB))},
    given_values=BLACK,  # lightup.lp concludes none of them
    labels=LABELS,
    rate=rate_board,
)
