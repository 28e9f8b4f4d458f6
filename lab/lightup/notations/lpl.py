"""lpl: input and answer of the model lightup1 of the modelling language LPL.

It reads the height, the width and the rows, separated by commas: -1 is a white cell, 0 to 4
a clue, 5 a black cell without one.  Its answer, also without the size, has `L` for a light
and `.` for a lit cell.  Cells are two characters wide.
Source: T. Huerlimann, "Light Up Puzzle" (matmod.ch/lpl/doc), after the MiniZinc Handbook.
"""

import re

from lab.notations.text import LINE, Alphabet, Chunk, find_spans, read_size, split_paragraphs

HOLDS = ".x01234b"
HEAD = re.compile(r"\s*([0-9]{1,9})[\s,;]+([0-9]{1,9})[ \t,;]*(?:\n|\Z)")
ROW = re.compile(r"[^\s,;][^,;]*")
CELLS = Alphabet(
    re.compile(r"[^\s,;]+"),
    {"-1": ".", ".": ".", "L": "b", "5": "x", **{clue: clue for clue in "01234"}},
    "-1 (white), 5 (black), a clue 0 to 4, L (a light) or '.' (lit)",
)
ANSWER = re.compile(r"\s*(?:(?:-1|[0-5L.])\s+)+(?:-1|[0-5L.])\s*")  # a line of it
WRITTEN = {".": "-1", "x": "5", "b": "L"}


def matches(text: str) -> bool:
    """Whether the text may be in this notation."""
    return bool(HEAD.match(text)) or (
        "L" in text and all(ANSWER.fullmatch(line) for line in text.split("\n") if line.strip())
    )


def split(text: str) -> list[Chunk]:
    """Return the puzzles in the text, which blank lines separate."""
    return split_paragraphs(text, mark=rf"\A{HEAD.pattern}")


def read(text: str) -> list[str]:
    """Return the board of a puzzle; raise a GridError."""
    head = HEAD.match(text)
    if not head:
        rows = find_spans(LINE, text, 0)
        return CELLS.board(text, rows, len(rows), len(CELLS.token.findall(text, *rows[0])))
    height, width = read_size(text, head, 1, 2)
    separated = ROW if re.compile("[,;]").search(text, head.end()) else LINE
    return CELLS.board(text, find_spans(separated, text, head.end()), height, width)


def write(board: list[str]) -> str:
    """Return the input of LPL, or, if the board has bulbs, its form of an answer."""
    written = {**WRITTEN, ".": "."} if any("b" in row for row in board) else WRITTEN
    rows = (" ".join(f"{written.get(cell, cell):>2}" for cell in row) for row in board)
    return f"{len(board)} {len(board[0])}\n" + ",\n".join(rows) + "\n"
