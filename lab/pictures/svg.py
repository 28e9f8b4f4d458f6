"""Draw a small board as SVG: black on white, with shapes that also differ without colours.

The feedback pages of grade and the notebooks draw boards with `draw_board_svg`.
walls, signs and lit_cells in checking.py of the puzzle's folder describe how values look.
"""

import html
from collections.abc import Collection

import encode
from lab.check.settings import CheckSettings
from lab.common.words import Cell, escape_controls
from lab.puzzles import Rows

CELL, EDGE, WIDEST = 28, 2, 640  # pixels: a cell, the space around the board, the whole picture
DISC = "o"  # in signs: a value that is drawn as a disc
WALL, GIVEN, LIT, BLANK = "#222", "#ddd", "#fff0b3", "#fff"  # colours of cells


def draw_board_svg(
    board: Rows,
    style: CheckSettings,
    label: str = "The board",
    puzzle_rows: Rows | None = None,
    marks: Collection[Cell] = (),
) -> str:
    """Return the picture of a board as an <svg> element, usable inline and as a file.

    `puzzle_rows` is the board without an answer, if `board` has one: given cells are grey and bold.
    Cells in `marks` have a dashed red frame.  `label` and the rows are the text alternative.
    """
    puzzle_rows = puzzle_rows or board
    lit = set(style.lit_cells(board))
    width = max(map(len, board), default=1) * CELL + 2 * EDGE
    height = len(board) * CELL + 2 * EDGE
    separator = "" if all(len(value) == 1 for row in board for value in row) else " "
    title = f"{label}, row by row: {'; '.join(map(separator.join, board))}"
    shapes = [f"<title>{escape_text(title)}</title>"]
    for r, row in enumerate(board):
        for c, value in enumerate(row):
            is_given = value != encode.BLANK and puzzle_rows[r][c] != encode.BLANK
            is_wall = value in style.walls
            colour = WALL if is_wall else GIVEN if is_given else LIT if (r, c) in lit else BLANK
            x, y = c * CELL, r * CELL
            shapes.append(
                f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}"'
                ' stroke="#666"/>'
            )
            sign = "" if value == encode.BLANK else style.signs.get(value, value)
            middle = x + CELL // 2
            if sign == DISC:
                shapes.append(
                    f'<circle cx="{middle}" cy="{y + CELL // 2}" r="8" fill="#ffd54a"'
                    ' stroke="#111" stroke-width="2.5"/>'
                )
            elif sign:
                ink = "#fff" if is_wall else "#111"
                weight = ' font-weight="bold"' if is_given else ""
                size = f' font-size="{40 // len(sign)}"' if len(sign) > 2 else ""
                shapes.append(
                    f'<text x="{middle}" y="{y + CELL // 2 + 6}" fill="{ink}"{weight}{size}>'
                    f"{escape_text(sign)}</text>"
                )
    for r, c in sorted(marks):
        shapes.append(
            f'<rect x="{c * CELL + 2}" y="{r * CELL + 2}" width="{CELL - 4}" height="{CELL - 4}"'
            ' fill="none" stroke="#c00" stroke-width="3" stroke-dasharray="5 3"/>'
        )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img"'
        f' viewBox="{-EDGE} {-EDGE} {width} {height}" width="{min(width, WIDEST)}"'
        f' height="{round(height * min(1, WIDEST / width))}" font-family="sans-serif"'
        f' font-size="18" text-anchor="middle">{"".join(shapes)}</svg>'
    )


def escape_text(text: str) -> str:
    """Return text for HTML or SVG, in which control characters can be seen."""
    return html.escape(escape_controls(text))
