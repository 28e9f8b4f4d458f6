"""dzn: data for MiniZinc, the numbers h and w and the array b of h rows and w columns.

-1 is a white cell, 0 to 4 a clue, 5 a black cell without one.
Source: lightup.mzn and lightup.dzn in the MiniZinc Handbook, "Boolean Satisfiability
Modelling in MiniZinc", and the grammar of data files there.
"""

import re
from functools import partial

from lab.lightup import puzzle
from lab.notations.letter_grid import LetterGrid
from lab.notations.minizinc import blank_comments, find_assignments, read_number
from lab.notations.text import find_spans, make_grid_error, split_paragraphs

TABLE = re.compile(r"\[\|(.*)\|\]\Z", re.DOTALL)
LIST = re.compile(r"array2d\s*\([^\[]*\[([^\[\]]*)\]\s*\)\Z")
ROW = re.compile(r"[^|\s][^|]*")
GRID = LetterGrid(
    puzzle, "-1=. 5=x 0 1 2 3 4", between=", ", frame=("b = [| ", "\n     | ", "\n     |];\n")
)
HOLDS = GRID.HOLDS

matches = re.compile(r"(?:^|[\s;/])[hwb]\s*=").search
split = partial(split_paragraphs, mark=r"\bb\s*=")


def read(text: str) -> list[str]:
    text = blank_comments(text)
    values = find_assignments(text, ("h", "w", "b"))
    height, width = (read_number(text, values[name]) for name in "hw")
    if table := TABLE.match(text, *values["b"]):
        return list(GRID.read_rows(text, find_spans(ROW, text, *table.span(1)), height, width))
    if cells := LIST.match(text, *values["b"]):
        flat = GRID.read_rows(text, [cells.span(1)], 1, height * width)[0]
        return [flat[row : row + width] for row in range(0, len(flat), width)]
    raise make_grid_error(
        text, values["b"][0], "no rows", "[| rows between bars |] or array2d(h, w, [])"
    )


def write(board: list[str]) -> str:
    return f"h = {len(board)};\nw = {len(board[0])};\n{GRID.write(board)}"
