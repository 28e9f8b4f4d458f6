"""The facts of a grid as the contract has them; no other module of check makes them."""

from decode import BLANK
from lab.puzzles import Rows


def stated(board: Rows) -> list[str]:
    """The statements that a board becomes, one for each line that encode.py has to write.

    encode.py is not asked: it may be the one that is judged.
    """
    cells = [
        f"cell({r},{c},{value})."
        for r, row in enumerate(board)
        for c, value in enumerate(row)
        if value != BLANK
    ]
    h, w = len(board), len(board[0])
    if h == w:
        return [*cells, f"dim({h}).", f"#const n={h}."]
    return [*cells, f"dim({h},{w}).", f"#const rows={h}.", f"#const cols={w}."]
