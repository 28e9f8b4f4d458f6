"""The pages of a sheet: which puzzles are on each, how large they are drawn, and the PDF."""

import io
from collections.abc import Iterator, Sequence
from itertools import chain
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from lab.common.files import save
from lab.common.language import translate
from lab.common.words import escape_controls
from lab.pictures.frames import SIDE, draw_boards
from lab.puzzles import Puzzle
from lab.sheet.entries import SheetEntry
from lab.sheet.printing import BoardPicture, find_font, split_by_font

PAPER = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}  # points
MARGIN, HEAD_HEIGHT, CAPTION_HEIGHT, GAP = 45.0, 34.0, 16.0, 18.0  # points
MAX_SIDE = 32.0  # points: of a cell
MIN_SIDE, MIN_SOLUTION_SIDE = 11.0, 5.0  # points: of a cell, if there is room
TITLE_SIZE, HEADING_SIZE, CAPTION_SIZE = 10.0, 15.0, 9.0  # points: of letters
ELLIPSIS = "…"


class PageStyle(NamedTuple):
    paper: str
    title: str

    @property
    def room(self) -> tuple[float, float]:
        """The width and height for the pictures of a page."""
        width, height = PAPER[self.paper]
        return width - 2 * MARGIN, height - 2 * MARGIN - HEAD_HEIGHT


class Page(NamedTuple):
    """Pictures under a heading, which may be empty; `capacity` of this size would fit."""

    heading: str
    pictures: Sequence[BoardPicture]
    capacity: int


def make_puzzle_pages(
    puzzle: Puzzle, entries: Sequence[SheetEntry], capacity: int, style: PageStyle
) -> list[Page]:
    """Return pages with up to `capacity` puzzles; each owner has pages of their own."""
    pictures: dict[str, list[BoardPicture]] = {}
    for entry, svg in zip(entries, draw_boards(puzzle, [(e.board, None) for e in entries])):
        pictures.setdefault(entry.owner, []).append(BoardPicture(svg, entry.caption))
    return [
        Page(owner, group, min(most, len(owner_pictures)) if owner else most)
        for owner, owner_pictures in pictures.items()
        for group, most in split_into_pages(owner_pictures, capacity, style)
    ]


def make_solution_pages(
    puzzle: Puzzle, entries: Sequence[SheetEntry], capacity: int, style: PageStyle
) -> list[Page]:
    svgs = draw_boards(puzzle, [(entry.board, entry.solution) for entry in entries])
    pictures = [BoardPicture(svg, e.solution_caption) for e, svg in zip(entries, svgs)]
    return [
        Page(translate("Solutions"), *group)
        for group in split_into_pages(pictures, capacity, style, MIN_SOLUTION_SIDE)
    ]


def split_into_pages(
    pictures: Sequence[BoardPicture], capacity: int, style: PageStyle, smallest: float = MIN_SIDE
) -> Iterator[tuple[Sequence[BoardPicture], int]]:
    """Yield the pictures of each page, with the number that the page has room for.

    The number is `capacity`, or less, but at least 1, if cells would be smaller than `smallest`
    points.
    """

    def is_legible(picture: BoardPicture, count: int) -> bool:
        scales = (fit_scale(style.room, count, n, picture) for n in range(1, count + 1))
        return max(scales) * SIDE >= smallest

    page: list[BoardPicture] = []
    page_capacity = capacity
    for picture in pictures:
        counts = range(capacity, 1, -1)
        most = next((count for count in counts if is_legible(picture, count)), 1)
        if page and len(page) >= min(page_capacity, most):
            yield page, page_capacity
            page, page_capacity = [], capacity
        page.append(picture)
        page_capacity = min(page_capacity, most)
    if page:
        yield page, page_capacity


# ---------------------------------------------------------------- places on a page


def compute_slot_size(room: tuple[float, float], count: int, columns: int) -> tuple[float, float]:
    """Return the width and height for each of `count` pictures in columns, without captions."""
    rows = -(-count // columns)
    return (room[0] + GAP) / columns - GAP, (room[1] + GAP) / rows - GAP - CAPTION_HEIGHT


def fit_scale(room: tuple[float, float], count: int, columns: int, picture: BoardPicture) -> float:
    """Return the largest scale of a picture that fits, with cells of at most MAX_SIDE points."""
    width, height = compute_slot_size(room, count, columns)
    return min(width / picture.width, height / picture.height, MAX_SIDE / SIDE)


# ---------------------------------------------------------------- paper


def write_pdf(path: Path, pages: Sequence[Page], style: PageStyle) -> None:
    """Write pages as a PDF, whole or not at all; raises Unusable."""
    from reportlab.pdfgen.canvas import Canvas

    data = io.BytesIO()
    canvas = Canvas(data, PAPER[style.paper], invariant=True)
    canvas.setTitle(escape_controls(style.title))
    for number, page in enumerate(pages, start=1):
        draw_page(canvas, page, style, f"{number} / {len(pages)}")
        canvas.showPage()
    canvas.save()
    save(path, data.getvalue())


def draw_page(canvas: Any, page: Page, style: PageStyle, number: str) -> None:
    """Draw the title, the page number, the heading, and the pictures with their captions."""
    width, height = PAPER[style.paper]
    top = height - MARGIN
    draw_line(canvas, style.title, (MARGIN, top), TITLE_SIZE)
    canvas.setFont(find_font("0"), CAPTION_SIZE)
    canvas.drawRightString(width - MARGIN, top, number)
    draw_line(canvas, page.heading, (MARGIN, top - 20), HEADING_SIZE, is_bold=True)
    room = style.room

    def find_smallest_scale(columns: int) -> float:
        return min(fit_scale(room, page.capacity, columns, picture) for picture in page.pictures)

    columns = max(range(1, page.capacity + 1), key=find_smallest_scale)
    slot = compute_slot_size(room, page.capacity, columns)
    for index, picture in enumerate(page.pictures):
        row, column = divmod(index, columns)
        left = MARGIN + column * (slot[0] + GAP)
        upper = MARGIN + room[1] - row * (slot[1] + CAPTION_HEIGHT + GAP)
        scale = fit_scale(room, page.capacity, columns, picture)
        picture.draw(canvas, left, upper, scale)
        below = upper - scale * picture.height - CAPTION_SIZE - 1
        draw_line(canvas, picture.caption, (left, below), CAPTION_SIZE, most=slot[0])


def draw_line(
    canvas: Any,
    text: str,
    place: tuple[float, float],
    size: float,
    *,
    is_bold: bool = False,
    most: float = inf,
) -> None:
    """Draw a line of text; an ellipsis stands for what is beyond `most` points."""

    def measure(line: str) -> float:
        parts = split_by_font(line, is_bold)
        return float(sum(canvas.stringWidth(part, font, size) for font, part in parts))

    cuts = (text[:end].rstrip() + ELLIPSIS for end in range(len(text) - 1, -1, -1))
    line = next((line for line in chain([text], cuts) if measure(line) <= most), "")
    text_object = canvas.beginText(*place)
    for font, part in split_by_font(line, is_bold):
        text_object.setFont(font, size)
        text_object.textOut(part)
    canvas.setFillGray(0)
    canvas.drawText(text_object)


def list_texts(pages: Sequence[Page], style: PageStyle) -> list[str]:
    texts = [style.title]
    for page in pages:
        texts += [page.heading, *(picture.caption for picture in page.pictures)]
    return list(dict.fromkeys(texts))
