"""Draw a small board as SVG: shapes that also differ without colours, as the viz file says.

The feedback pages of grade and the notebooks draw boards with `draw_board_svg`.
"""

import html
from collections.abc import Collection, Iterator

import encode
from lab.common.language import translate
from lab.common.words import Cell, escape_controls, list_cells
from lab.pictures.drawn_cells import DrawnCell, read_drawn_cells
from lab.puzzles import Board, Puzzle

CELL_SIZE, EDGE = 28, 2  # pixels: a cell, the space around the board
WIDEST = 640  # pixels of the whole picture
TINT = 'fill="#2f7de1" fill-opacity="0.35" stroke="#2f7de1" stroke-width="2"'  # a tinted cell
OUTLINE = 'fill="none" stroke="#c00" stroke-width="3" stroke-dasharray="5 3"'  # a marked cell


def draw_board_svg(
    puzzle: Puzzle,
    board: Board,
    label: str = "The board",
    puzzle_rows: Board | None = None,
    marks: Collection[Cell] = (),
    *,
    tinted: Collection[Cell] = (),
) -> str:
    """Return the picture of a board as an <svg> element, usable inline and as a file.

    `puzzle_rows` is the board without an answer, if `board` has one: given cells are bold.  Cells
    that the viz file does not draw show their values, given ones on grey; images are discs.
    Cells in `marks` have a dashed red outline, those in `tinted` a blue tint.
    `label` and the rows are the text alternative.
    """
    puzzle_rows = puzzle_rows or board
    drawn_cells = read_drawn_cells(puzzle, puzzle_rows, board)
    separator = "" if all(len(value) == 1 for row in board for value in row) else " "
    rows = "; ".join(map(separator.join, board))
    title = translate("{label}, row by row: {rows}", label=label, rows=rows)
    shapes = [f"<title>{escape_text(title)}</title>"]
    for (r, c), value in list_cells(board):
        is_given = value != encode.BLANK and puzzle_rows[r][c] != encode.BLANK
        text = "" if value == encode.BLANK else value
        default = DrawnCell(text, "#ddd" if is_given else "#fff", "#111")
        shapes += draw_cell((r, c), drawn_cells.get((r, c), default), is_given)
    for cells, side, attributes in ((tinted, CELL_SIZE - 3, TINT), (marks, CELL_SIZE - 4, OUTLINE)):
        shapes += [draw_rectangle(*find_middle(c), side, side, attributes) for c in sorted(cells)]
    width = max(map(len, board), default=1) * CELL_SIZE + 2 * EDGE
    height = len(board) * CELL_SIZE + 2 * EDGE
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img"'
        f' viewBox="{-EDGE} {-EDGE} {width} {height}" width="{min(width, WIDEST)}"'
        f' height="{round(height * min(1, WIDEST / width))}" font-family="sans-serif"'
        f' font-size="18" text-anchor="middle">{"".join(shapes)}</svg>'
    )


def draw_cell(cell: Cell, drawn: DrawnCell, is_given: bool) -> Iterator[str]:
    """Yield the shapes of a cell: the background, then an image or a text, bold if it is given."""
    x, y = find_middle(cell)
    colour = escape_text(drawn.colour)
    is_full = drawn.width == drawn.height == 1
    fill = colour if is_full else "white"
    yield draw_rectangle(x, y, CELL_SIZE, CELL_SIZE, f'fill="{fill}" stroke="#666"')
    if not is_full:
        yield draw_rectangle(
            x, y, CELL_SIZE * drawn.width, CELL_SIZE * drawn.height, f'fill="{colour}"'
        )
    if drawn.has_image:
        yield (
            f'<circle cx="{x:g}" cy="{y:g}" r="8" fill="#ffd54a" stroke="#111" stroke-width="2.5"/>'
        )
    elif drawn.text:
        weight = ' font-weight="bold"' if is_given else ""
        size = f' font-size="{40 // len(drawn.text)}"' if len(drawn.text) > 2 else ""
        yield (
            f'<text x="{x:g}" y="{y + 6:g}" fill="{escape_text(drawn.ink)}"'
            f"{weight}{size}>{escape_text(drawn.text)}</text>"
        )


def find_middle(cell: Cell) -> tuple[float, float]:
    """Return x and y of the middle of a cell."""
    return (cell[1] + 0.5) * CELL_SIZE, (cell[0] + 0.5) * CELL_SIZE


def draw_rectangle(x: float, y: float, width: float, height: float, attributes: str) -> str:
    """Return a <rect> whose middle is at x, y."""
    left, top = x - width / 2, y - height / 2
    return f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" {attributes}/>'


def escape_text(text: str) -> str:
    """Return text for HTML or SVG, in which control characters can be seen."""
    return html.escape(escape_controls(text))
