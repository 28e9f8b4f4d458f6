"""What is counted of a puzzle and of its solution, for corpus: the columns, each with its count."""

from lab.lightup.rules import BLACK, BULB, CLUES, Board, cells

GIVEN = BLACK  # the values of given cells; lightup.lp concludes none of them
BOARD = {
    "black": lambda board: count(board, BLACK),
    "clues": lambda board: count(board, CLUES),
}
SOLUTION = {"bulbs": lambda board: count(board, BULB)}


def count(board: Board, kinds: str) -> int:
    """How many cells have one of these characters."""
    return len(cells(board, kinds))
