"""legup: the XML of LEGUP, a program that teaches logic by puzzles.

Cells that are not listed are white.  A value is a clue 0 to 4, -1 a black cell without one, -2 a
white cell, -3 a white cell known to be without a bulb, -4 a bulb; x is the column, y the row, from
0.  Goals and proofs in the file are ignored.
Source: github.com/Bram-Hub/LEGUP, edu.rpi.legup.puzzle.lightup: LightUpImporter, LightUpCellType.
"""

import re

from lab.common.words import list_cells
from lab.notations.text import Chunk, make_grid_error, make_token_error, number_chunks, place_cells

HOLDS = ".x01234b-"
VALUES = {"-1": "x", "-2": ".", "-3": "-", "-4": "b", **{clue: clue for clue in "01234"}}
WRITTEN = {cell: value for value, cell in VALUES.items()}
PUZZLE = re.compile(r"<puzzle\s[^>]*>", re.IGNORECASE)
BOARD = re.compile(r"(?is:<board\s[^>]*>.*?<cells\b(?P<cells>.*?)</(?:cells|board)>)")
CELL = re.compile(r"<cell\s[^>]*>", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""(\w+)\s*=\s*["']([^"'<>]*)["']""")

matches = re.compile(r"\s*<(?:[^<]*<)?legup\b", re.IGNORECASE).match


def split(text: str) -> list[Chunk]:
    """Return the files in the text, each up to the end of its element."""
    return number_chunks(re.split(r"(?i:(?<=</legup>))", text))


def read(text: str) -> list[str]:
    puzzle, board = PUZZLE.search(text), BOARD.search(text)
    if not puzzle or not board:
        fault = "no puzzle with a board and its cells"
        raise make_grid_error(text, len(text.rstrip()), fault, "<puzzle>, <board> and <cells>")
    if find_attributes(puzzle).get("name", "").lower() != "lightup":
        raise make_token_error(puzzle, "", 'name="LightUp"')
    sizes = find_attributes(board)
    size = [read_number(board, sizes.get(name, sizes.get("size"))) for name in ("height", "width")]
    cells = []
    for cell in CELL.finditer(text, *board.span("cells")):
        attributes = find_attributes(cell)
        r, c = (read_number(cell, attributes.get(name)) for name in "yx")
        value = VALUES.get(attributes.get("value", ""))
        if not value:
            raise make_token_error(cell, "", "a value 0 to 4, -1 (black), -2 (white), -3 or -4")
        if value != ".":
            cells.append((cell, r, c, value))
    return list(map("".join, place_cells(size, cells, make_token_error)))


def find_attributes(element: re.Match[str]) -> dict[str, str]:
    start, end = element.start(), element.string.index(">", element.start())
    return {match[1].lower(): match[2] for match in ATTRIBUTE.finditer(element.string, start, end)}


def read_number(element: re.Match[str], value: str | None) -> int:
    if not re.fullmatch("[0-9]{1,9}", value or ""):
        raise make_token_error(element, "", "numbers as width, height, x and y")
    return int(value or 0)


def write(board: list[str]) -> str:
    cells = [
        f'        <cell value="{WRITTEN[value]}" x="{c}" y="{r}"/>\n'
        for (r, c), value in list_cells(board)
        if value != "."
    ]
    return (
        '<Legup version="2.0.0">\n  <puzzle name="LightUp">\n'
        f'    <board height="{len(board)}" width="{len(board[0])}">\n      <cells>\n'
        f"{''.join(cells)}      </cells>\n    </board>\n  </puzzle>\n</Legup>\n"
    )
