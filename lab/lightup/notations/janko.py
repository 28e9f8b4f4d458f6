"""janko: the text in a page of janko.at, with the rows after [problem] and after [solution].

Cells are separated by blanks: `-` is a white cell, `x` a black one, a digit a clue; `o` in the
solution is a bulb, and all other cells of it are ignored.  Older pages have no brackets.
Source: pages such as janko.at/Raetsel/Akari/523.a.htm, and what
github.com/SmilingWayne/PuzzleSolver, Utils/AkariCrawler.py, takes from them.
"""

import re

from lab.lightup.rules import find_cells, replace_cells
from lab.notations.text import (
    LINE,
    Alphabet,
    Chunk,
    Span,
    find_spans,
    make_grid_error,
    number_chunks,
)

HOLDS = ".x01234b"
KEY = re.compile(
    r"^[ \t]*\[?(?P<key>[a-z]{3,})\]?(?:[ \t]+(?P<value>\S.*?))?[ \t]*(?:<.*)?$", re.M | re.I
)
NAMES = ("akari", "lightup")
PROBLEM = Alphabet(
    re.compile(r"\S+"),
    {"-": ".", ".": ".", "x": "x", "X": "x", **{clue: clue for clue in "01234"}},
    "'-' (white), 'x' (black) or a clue '0' to '4'",
)
SOLUTION = Alphabet(
    PROBLEM.token, {**PROBLEM.meaning, "o": "b", "O": "b"}, f"'o' (a bulb), {PROBLEM.expected}"
)
START = re.compile(r"^[ \t]*\[?problem\]?[ \t]*$", re.M | re.I)
BOUND = re.compile(r"(?mi:^(?=[ \t]*\[?begin\]?[ \t]*$)|(?<=\[end\]\n)|(?<=\nend\n))")

matches = START.search


def split(text: str) -> list[Chunk]:
    """Return the puzzles in the text, from [begin] to [end] or from [problem] on, without HTML."""
    bound = BOUND if BOUND.search(text) else re.compile(f"(?={START.pattern})", START.flags)
    chunks = number_chunks(bound.split(text))
    return [chunk for chunk in chunks if not chunk[1].lstrip().startswith("<")] or [(1, text)]


def read(text: str) -> list[str]:
    keys = list(KEY.finditer(text))
    blocks: dict[str, list[Span]] = {}
    for key, following in zip(keys, [*keys[1:], None]):
        end = following.start() if following else len(text)
        blocks[key["key"].lower()] = find_spans(LINE, text, key.end(), end)
        if key["key"].lower() == "puzzle" and (key["value"] or NAMES[0]).lower() not in NAMES:
            start = key.start("value")
            raise make_grid_error(text, start, f"the puzzle {key['value']!r}", " or ".join(NAMES))
    rows, answers = blocks.get("problem", []), blocks.get("solution", [])
    start = len(text) - len(text.lstrip())
    if not keys or start < keys[0].start("key") - 1:
        raise make_grid_error(text, start, repr(text[start]), "[problem]")
    if not rows:
        raise make_grid_error(text, len(text.rstrip()), "no rows", "rows after [problem]")
    height, width = len(rows), len(text[slice(*rows[0])].split())
    board = PROBLEM.read_board(text, rows, height, width)
    solution = SOLUTION.read_board(text, answers, height, width) if answers else board
    bulbs = find_cells(solution, "b")
    for r, c in bulbs:
        if board[r][c] != ".":
            bulb = find_spans(PROBLEM.token, text, *answers[r])[c]
            raise make_grid_error(text, bulb[0], "a bulb on a black cell", "it on a white one")
    return replace_cells(board, dict.fromkeys(bulbs, "b"))


def write(board: list[str]) -> str:
    """Return the text, with a solution if the board has bulbs."""
    problem = [" ".join("-" if cell in ".b" else cell for cell in row) for row in board]
    solution = [" ".join("o" if cell == "b" else "-" for cell in row) for row in board]
    answer = ["[solution]", *solution] if any("o" in row for row in solution) else []
    size = [f"rows {len(board)}", f"cols {len(board[0])}"]
    lines = ["[begin]", "puzzle akari", *size, "[problem]", *problem, *answer, "[end]"]
    return "\n".join(lines) + "\n"
