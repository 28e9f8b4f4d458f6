"""dzn: data for MiniZinc, the numbers h and w and the array b of h rows and w columns.

-1 is a white cell, 0 to 4 a clue, 5 a black cell without one.
Source: lightup.mzn and lightup.dzn in the MiniZinc Handbook, "Boolean Satisfiability
Modelling in MiniZinc", and the grammar of data files there.
"""

import re
from functools import partial

from lab.notations.minizinc import blank_comments, find_assignments, read_number
from lab.notations.text import Alphabet, find_spans, make_grid_error, split_paragraphs

HOLDS = ".x01234"
TABLE = re.compile(r"\[\|(.*)\|\]\Z", re.DOTALL)
LIST = re.compile(r"array2d\s*\([^\[]*\[([^\[\]]*)\]\s*\)\Z")
ROW = re.compile(r"[^|\s][^|]*")
CELLS = Alphabet(
    re.compile(r"[^,|\s](?:[^,|]*[^,|\s])?"),  # the text between commas
    {"-1": ".", "5": "x", **{clue: clue for clue in "01234"}},
    "-1 (white), 5 (black) or a clue 0 to 4",
)
WRITTEN = {cell: number for number, cell in CELLS.meaning.items()}

matches = re.compile(r"(?:^|[\s;/])[hwb]\s*=").search
split = partial(split_paragraphs, mark=r"\bb\s*=")


def read(text: str) -> list[str]:
    text = blank_comments(text)
    values = find_assignments(text, ("h", "w", "b"))
    height, width = (read_number(text, values[name]) for name in "hw")
    if table := TABLE.match(text, *values["b"]):
        return CELLS.read_board(text, find_spans(ROW, text, *table.span(1)), height, width)
    if cells := LIST.match(text, *values["b"]):
        flat = CELLS.read_board(text, [cells.span(1)], 1, height * width)[0]
        return [flat[row : row + width] for row in range(0, len(flat), width)]
    raise make_grid_error(
        text, values["b"][0], "no rows", "[| rows between bars |] or array2d(h, w, [])"
    )


def write(board: list[str]) -> str:
    rows = "\n     | ".join(", ".join(f"{WRITTEN[cell]:>2}" for cell in row) for row in board)
    return f"h = {len(board)};\nw = {len(board[0])};\nb = [| {rows}\n     |];\n"
