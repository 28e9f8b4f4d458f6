"""dzn: data for MiniZinc, the numbers h and w and the array b of h rows and w columns.

-1 is a white cell, 0 to 4 a clue, 5 a black cell without one.
Source: lightup.mzn and lightup.dzn in the MiniZinc Handbook, "Boolean Satisfiability
Modelling in MiniZinc", and the grammar of data files there.
"""

import re
from collections.abc import Sequence

from lab.formats.text import Alphabet, Chunk, Span, fault, paragraphs, size, spans

HOLDS = ".x01234"
COMMENT = re.compile(r"%[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
ITEM = re.compile(r"([A-Za-z_]\w*)\s*=\s*([^;]*)(?:;|\Z)\s*")
NUMBER = re.compile(r"([0-9]{1,9})\Z")
TABLE = re.compile(r"\[\|(.*)\|\]\Z", re.DOTALL)
LIST = re.compile(r"array2d\s*\([^\[]*\[([^\[\]]*)\]\s*\)\Z")
ROW = re.compile(r"[^|\s][^|]*")
CELLS = Alphabet(
    re.compile(r"[^,|\s](?:[^,|]*[^,|\s])?"),  # what stands between commas
    {"-1": ".", "5": "x", **{clue: clue for clue in "01234"}},
    "-1 (white), 5 (black) or a clue 0 to 4",
)
WRITTEN = {cell: number for number, cell in CELLS.meaning.items()}


def recognised(text: str) -> bool:
    return bool(re.search(r"(?:^|[\s;/])[hwb]\s*=", text))


def split(text: str) -> list[Chunk]:
    return paragraphs(text, telling=re.compile(r"\bb\s*="))


def read(text: str) -> list[str]:
    text = uncommented(text)
    values = items(text, "hwb")
    height, width = (number(text, values[name]) for name in "hw")
    if table := TABLE.match(text, *values["b"]):
        return CELLS.board(text, spans(ROW, text, *table.span(1)), height, width)
    if cells := LIST.match(text, *values["b"]):
        flat = CELLS.row(text, cells.span(1), height * width)
        return [flat[row : row + width] for row in range(0, len(flat), width)]
    raise fault(text, values["b"][0], "no rows", "[| rows between bars |] or array2d(h, w, [])")


def uncommented(text: str) -> str:
    """The text with blanks for its comments, so that places stay."""
    return COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), text)


def items(text: str, names: Sequence[str]) -> dict[str, Span]:
    """Where the values of these names stand, in whatever order."""
    values: dict[str, Span] = {}
    *others, last = names
    listed = ", ".join(others)
    end = len(text) - len(text.lstrip())
    while end < len(text):
        item = ITEM.match(text, end)
        if not item:
            raise fault(text, end, "no assignment", f"{listed} or {last}, and '='")
        if item[1] not in names or item[1] in values:
            raise fault(text, end, f"the name {item[1]!r}", f"{listed} and {last}, each once")
        values[item[1]] = item.start(2), item.start(2) + len(item[2].rstrip())
        end = item.end()
    for name in names:
        if name not in values:
            raise fault(text, len(text.rstrip()), f"no {name}", f"{listed} and {last}")
    return values


def number(text: str, span: Span) -> int:
    match = NUMBER.match(text, *span)
    if not match:
        raise fault(text, span[0], repr(text[slice(*span)][:20]), "a number")
    return size(text, match, 1)[0]


def write(board: list[str]) -> str:
    rows = "\n     | ".join(", ".join(f"{WRITTEN[cell]:>2}" for cell in row) for row in board)
    return f"h = {len(board)};\nw = {len(board[0])};\nb = [| {rows}\n     |];\n"
