"""Small grids as pictures in a page: SVG, black on white, in which shapes and letters differ."""

from collections.abc import Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element

from encode import OPEN
from lab.check.subject import Subject
from lab.grade.markup import element
from lab.puzzles import Rows

CELL, MOST = 28, 640  # pixels of a cell, of a whole picture
EDGE = 2
ROUND = "o"  # a sign that is drawn as a disc


class Style(NamedTuple):
    """How values are drawn: those that are walls, and signs in place of values."""

    walls: frozenset[str]
    signs: Mapping[str, str]


def style(subject: Subject) -> Style:
    """The style of a puzzle."""
    return Style(frozenset(subject.settings.walls), subject.settings.signs)


def rows(text: str) -> list[list[str]]:
    """The cells of a grid, a list for each line."""
    lines = text.splitlines()
    return [line.split() for line in lines] if " " in text else list(map(list, lines))


def is_grid(text: str | None, beside: Rows) -> bool:
    """Whether a text is a grid of the same size as another."""
    return text is not None and list(map(len, rows(text))) == list(map(len, beside))


def svg(board: Rows, given: Rows, other: Rows | None, style: Style, label: str) -> Element:
    """The picture of a board; cells that differ from those of `other` have a dashed frame."""
    high, wide = len(board) * CELL, max(map(len, board), default=1) * CELL
    width, height = wide + 2 * EDGE, high + 2 * EDGE
    lines = "; ".join(
        "".join(row) if all(len(one) == 1 for one in row) else " ".join(row) for row in board
    )
    return element(
        "svg",
        element("title", f"{label}, row by row: {lines}"),
        *(
            one
            for r, row in enumerate(board)
            for c, value in enumerate(row)
            for one in cell(r, c, value, given[r][c] != OPEN, style)
        ),
        *(
            frame(r, c)
            for r, row in enumerate(board if other else [])
            for c, value in enumerate(row)
            if other and value != other[r][c]
        ),
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        viewBox=f"{-EDGE} {-EDGE} {width} {height}",
        width=min(width, MOST),
        height=round(height * min(1, MOST / width)),
        font_family="sans-serif",
        font_size=18,
        text_anchor="middle",
    )


def cell(r: int, c: int, value: str, is_given: bool, style: Style) -> list[Element]:
    """The shapes of a cell."""
    is_wall = value in style.walls
    paper = "#222" if is_wall else "#ddd" if is_given and value != OPEN else "#fff"
    shapes = [
        element(
            "rect",
            x=c * CELL,
            y=r * CELL,
            width=CELL,
            height=CELL,
            fill=paper,
            stroke="#666",
        )
    ]
    sign = "" if value == OPEN else style.signs.get(value, value)
    x, y = c * CELL + CELL // 2, r * CELL + CELL // 2
    if sign == ROUND:
        shapes.append(
            element("circle", cx=x, cy=y, r=8, fill="#ffd54a", stroke="#111", stroke_width=2.5)
        )
    elif sign:
        ink = "#fff" if is_wall else "#111"
        weight = "bold" if is_given else None
        shapes.append(element("text", sign, x=x, y=y + 6, fill=ink, font_weight=weight))
    return shapes


def frame(r: int, c: int) -> Element:
    """A mark on a cell."""
    return element(
        "rect",
        x=c * CELL + 2,
        y=r * CELL + 2,
        width=CELL - 4,
        height=CELL - 4,
        fill="none",
        stroke="#c00",
        stroke_width=3,
        stroke_dasharray="5 3",
    )
