"""The pages of a sheet: which puzzles stand on each, where, and under which heading."""

import io
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import encode
from lab import Unusable
from lab.common.files import save
from lab.pictures import FILM
from lab.puzzles import Puzzle
from lab.sheet.drawing import Picture
from lab.sheet.entries import Entry
from lab.sheet.fonts import font_for

PAPER = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}  # points
MARGIN, HEAD, CAPTION, GAP = 45.0, 34.0, 16.0, 18.0  # points
CELL = 32.0  # points: the side of a cell is no longer,
LEAST, TINY = 11.0, 5.0  # and no shorter, in a puzzle and in a solution, where a page has room
TITLE, NAME, SMALL = 10.0, 15.0, 9.0  # points: the size of letters
SOLUTIONS = "Solutions"


class Style(NamedTuple):
    """What all pages have in common."""

    paper: str
    title: str
    is_grey: bool


class Line(NamedTuple):
    """A line of text, its letters of so many points."""

    text: str
    size: float
    is_bold: bool = False


class Place(NamedTuple):
    """A picture of a page with the line below it."""

    picture: Picture
    caption: str


class Page(NamedTuple):
    """Pictures, at most `number`, under a heading, which may be empty."""

    heading: str
    places: Sequence[Place]
    number: int


def sheets(puzzle: Puzzle, entries: Sequence[Entry], number: int, style: Style) -> list[Page]:
    """Pages with so many puzzles at most; those for a person on pages of their own."""
    drawn = pictures(puzzle, [unsolved(one) for one in entries])
    places = {id(one): Place(picture, one.caption) for one, picture in zip(entries, drawn)}
    owners = dict.fromkeys(one.owner for one in entries)
    found = []
    for owner in owners:
        own = [places[id(one)] for one in entries if one.owner == owner]
        for some, most in groups(own, number, style):
            found.append(Page(owner, some, min(most, len(own)) if owner else most))
    return found


def solutions(puzzle: Puzzle, entries: Sequence[Entry], number: int, style: Style) -> list[Page]:
    """Pages with so many solutions at most."""
    drawn = pictures(puzzle, [finished(one) for one in entries])
    places = [Place(picture, one.title) for one, picture in zip(entries, drawn)]
    return [Page(SOLUTIONS, *group) for group in groups(places, number, style, TINY)]


def groups(
    places: Sequence[Place], number: int, style: Style, least: float = LEAST
) -> Iterator[tuple[Sequence[Place], int]]:
    """The pictures of each page, and how many there is room for: `number` or fewer.

    There are fewer where cells would be smaller than `least` points, but one at least.
    """
    some: list[Place] = []
    most = number
    for place in places:
        mine = next((n for n in range(number, 1, -1) if is_legible(place, n, style, least)), 1)
        if some and len(some) >= min(most, mine):
            yield some, most
            some, most = [], number
        some.append(place)
        most = min(most, mine)
    if some:
        yield some, most


def is_legible(place: Place, number: int, style: Style, least: float) -> bool:
    """Whether the cells of a picture have `least` points where there are so many on a page."""
    width, height = PAPER[style.paper]
    room = (width - 2 * MARGIN, height - 2 * MARGIN - HEAD)
    columns = best(room, Page("", [place], number))
    return fitting(sides(room, number, columns), place.picture) * place.picture.cell >= least


# ---------------------------------------------------------------- pictures


def unsolved(one: Entry) -> str:
    """The facts of the picture of a puzzle."""
    return f"{encode.format_facts(one.board)}partial.\n"


def finished(one: Entry) -> str:
    """The facts of the picture of its solution."""
    cells = (
        line for line in encode.format_facts(one.board).splitlines() if line.startswith("cell(")
    )
    given = "".join(f"{line.replace('cell', 'given', 1)}\n" for line in cells)
    return f"{given}{encode.format_facts(one.solution)}partial.\n"


def pictures(puzzle: Puzzle, facts: Sequence[str]) -> list[Picture]:
    """The pictures of facts, drawn by show; raises Unusable."""
    if not facts:
        return []
    with tempfile.TemporaryDirectory() as folder:
        several = str(Path(folder, "p%05d.svg"))
        words = [*FILM, str(puzzle.viz), several]
        done = subprocess.run(
            words,
            input="\n".join(facts),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise Unusable(done.stderr.strip() or f"show: ended with status {done.returncode}")
        return [Picture(path.read_text("utf-8")) for path in sorted(Path(folder).iterdir())]


# ---------------------------------------------------------------- paper


def write(path: Path, pages: Sequence[Page], style: Style) -> None:
    """Write pages as a PDF, whole or not at all; raises Unusable."""
    try:
        from reportlab.pdfgen import canvas
    except ImportError:
        words = "reportlab is missing; install it with: python3 -m pip install reportlab"
        raise Unusable(words) from None
    data = io.BytesIO()
    paper = canvas.Canvas(data, PAPER[style.paper], invariant=True)
    paper.setTitle(style.title)
    for number, page in enumerate(pages, start=1):
        draw(paper, page, style, f"{number} / {len(pages)}")
        paper.showPage()
    paper.save()
    save(path, data.getvalue())


def texts(pages: Sequence[Page], style: Style) -> Iterator[str]:
    """The titles, headings and captions of pages."""
    yield style.title
    for page in pages:
        yield page.heading
        yield from (place.caption for place in page.places)


def draw(paper: Any, page: Page, style: Style, number: str) -> None:
    """Draw one page."""
    width, height = PAPER[style.paper]
    upper = height - MARGIN
    write_line(paper, (MARGIN, upper), Line(style.title, TITLE))
    write_line(paper, (width - MARGIN, upper), Line(number, SMALL), anchor="end")
    if page.heading:
        write_line(paper, (MARGIN, upper - 22), Line(page.heading, NAME, is_bold=True))
    top = height - MARGIN - HEAD - 6 * bool(page.heading)
    room = (width - 2 * MARGIN, top - MARGIN)
    columns = best(room, page)
    side = sides(room, page.number, columns)
    for index, place in enumerate(page.places):
        row, column = divmod(index, columns)
        left = MARGIN + column * (side[0] + GAP)
        upper = top - row * (side[1] + CAPTION + GAP)
        scale = fitting(side, place.picture)
        place.picture.draw(paper, left, upper, scale, style.is_grey)
        below = upper - scale * place.picture.height - SMALL - 1
        write_line(paper, (left, below), Line(place.caption, SMALL), most=side[0])


def best(room: tuple[float, float], page: Page) -> int:
    """The number of columns in which the pictures of a page are largest."""

    def scale(columns: int) -> float:
        side = sides(room, page.number, columns)
        return min(fitting(side, place.picture) for place in page.places)

    return max(range(1, page.number + 1), key=scale)


def sides(room: tuple[float, float], number: int, columns: int) -> tuple[float, float]:
    """Width and height that there are for each of so many pictures, in so many columns."""
    rows = -(-number // columns)
    return (room[0] + GAP) / columns - GAP, (room[1] + GAP) / rows - GAP - CAPTION


def fitting(side: tuple[float, float], picture: Picture) -> float:
    """By what a picture is multiplied so that it fits, and its cells are not larger than CELL."""
    return min(side[0] / picture.width, side[1] / picture.height, CELL / picture.cell)


def write_line(
    paper: Any, place: tuple[float, float], line: Line, anchor: str = "start", most: float = 0
) -> None:
    """Write a line of text, cut off where it is longer than `most` points."""
    text, font = line.text, font_for(line.text, line.is_bold)
    while most and text and paper.stringWidth(text, font, line.size) > most:
        text = text[:-1]
    paper.setFillGray(0)
    paper.setFont(font, line.size)
    (paper.drawRightString if anchor == "end" else paper.drawString)(*place, text)
