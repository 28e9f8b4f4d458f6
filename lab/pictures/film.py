"""Draw pictures that belong together: lab.pictures.film VIZ PICTURE PACE, facts on stdin.

VIZ is the viz file of a puzzle.  A blank line separates the facts of one picture from the next.
PICTURE is a file for one picture, .png, .svg or .pdf; an animation, .gif, whose frames stay PACE
milliseconds; or a file for each picture, with a number such as %03d in its name.  Prints the number
of each picture when it is drawn.

Few nodes change from one picture to the next.  The changed cells are drawn with their surroundings
on large sheets, cut out, and pasted over the previous picture.  An animation of 25x25 cells takes a
seventh of the time of whole pictures.

lab/pictures starts this program, so that clingraph, which switches on Python in logic programs for
the whole process, is loaded in no other process.  graph.py draws each single picture.

Exit status: 0, or 2 if nothing can be drawn.
"""

import functools
import importlib
import io
import math
import operator
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import clingo

from lab.common.command import describe_error
from lab.common.files import write
from lab.common.terminal import print_message, take_arguments
from lab.pictures import graph
from lab.pictures.changes import Film, NodeAttributes

if TYPE_CHECKING:
    from PIL.Image import Image

PAGE_SIZE = 1200  # pixels of the longer side of each picture, if each is a file
FRAME_SIZE = 800  # pixels of the longer side of an animation
LAST_PACE = 5000  # milliseconds that the last frame of an animation stays
SHEET = 8000  # pixels of the height at which a sheet is full
COLUMN = 16  # pixels of the width of the columns of a sheet
MARGIN = 64  # pixels at its top
NODE_SIZES = {"fontsize": "14", "width": "0.75", "height": "0.5", "penwidth": "1"}  # Graphviz's own
DEFAULTS = "graph_nodes", "default"  # the key of the attributes of all nodes
LETTER = 0.7  # width of a wide letter, and half the height of a line, for fonts of size 1

Box = tuple[int, int, int, int]  # left, top, right, bottom in pixels; y grows downwards


def main(viz: str, picture: str, pace: str) -> int:
    """Draw the pictures; return the exit status."""
    target = Path(picture)
    match = graph.NUMBER.search(target.name)
    importlib.import_module("pygraphviz")  # takes a while, in which the facts are made
    text = sys.stdin.read().strip()
    if not text:
        return 0
    with graph.make_control("<stdin>"):
        pictures = [
            set(filter(None, map(parse_fact, facts.splitlines()))) for facts in text.split("\n\n")
        ]
    folder, viz_name = Path.cwd(), Path(Path(viz).name)
    os.chdir(Path(viz).parent)  # on Windows, clingo and Graphviz open ASCII paths alone
    with graph.explain_errors(viz_name.name):
        if target.suffix == ".gif":
            files = iter([make_animation(Pages(Film(pictures, viz_name), FRAME_SIZE), int(pace))])
        elif target.suffix == ".png" and match:
            files = map(save_image, draw_pages(Pages(Film(pictures, viz_name), PAGE_SIZE)))
        else:
            files = (
                graph.Graph(graph.join_facts(facts), viz_name).draw(target.suffix[1:])
                for facts in pictures
            )
        for number, data in enumerate(files):
            name = target.name.replace(match[0], match[0] % number) if match else target.name
            file = target.with_name(name)
            graph.save_picture(file, (folder / file).resolve(), data)
            if target.suffix != ".gif":
                write(f"{number}\n")
    return 0


@functools.cache
def parse_fact(line: str) -> Any:
    """Return the fact on a line, None for a constant; most lines are in many pictures."""
    return None if line.startswith("#const") else clingo.parse_term(line.removesuffix("."))


def make_animation(pages: "Pages", pace: int) -> bytes:
    """Return a GIF, each frame `pace` milliseconds long; print the number of each frame."""

    def yield_frames() -> "Iterator[Image]":
        for number, page in enumerate(draw_pages(pages)):
            write(f"{number}\n")
            yield page

    last = len(pages.film.pictures) - 1  # this page has the colours of all in its legend
    pages.palette = pages.draw_page(last).quantize(method=2)  # FASTOCTREE
    images, times = yield_frames(), [pace] * last + [LAST_PACE]
    options = {"save_all": True, "append_images": images, "duration": times, "loop": 0}
    return save_image(next(images), "GIF", **options)


def save_image(image: "Image", form: str = "PNG", **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


# -------------------------------------------------------------- pages and sheets


def draw_pages(pages: "Pages") -> "Iterator[Image]":
    """Yield the page of each picture: one image, on which changed nodes are drawn."""
    changes = {} if pages.film.has_others else draw_changes(pages)
    for number in range(len(pages.film.pictures)):
        if number == 0 or pages.film.has_others:
            page = pages.draw_page(number)
        for image, offset in changes.get(number, ()):
            page.paste(image, offset)
        yield page


def draw_changes(pages: "Pages") -> "Mapping[int, list[tuple[Image, tuple[int, int]]]]":
    """Draw the nodes that change, many at once; return images and offsets in each picture."""
    boxes, changes, groups = pages.boxes, defaultdict(list), list(pages.group_changes())
    groups.sort(key=lambda group: boxes[group[1][0]][2] - boxes[group[1][0]][0])  # by width
    while groups:
        sheet, copies = DrawingSheet(pages), []
        while groups and sheet.height < SHEET:
            number, names, nodes = groups.pop()
            down = sheet.add_group(nodes)
            copies += [(number, boxes[name], down) for name in names]
        image = sheet.draw_image()
        for number, (left, top, right, bottom), down in copies:
            part = image.crop((left, top + down, right, bottom + down))
            changes[number].append((part, (left, top)))
    return changes


class Pages:
    """The resolution of a film, and for each node a box in pixels around all its forms."""

    def __init__(self, film: Film, longest: int) -> None:
        self.film, self.longest = film, longest
        self.palette: Image | None = None
        if film.has_others:  # each page is drawn whole
            return
        page = DrawingSheet(self)
        self.dpi = page.compute_resolution(longest)
        text = page.render("plain").decode()  # inches from the corner at the bottom left
        height = float(re.findall(r"^graph \S+ \S+ (\S+)", text)[0])
        first = re.findall(r'^node (?:"(?:\\.|[^"])*"|\S+) (\S+) (\S+)', text, re.M)[0]
        x, y = read_position(page.attributes["node", page.nodes[0]]["pos"])
        pad = float(page.attributes["graph", "default"].get("pad", "0.0555").split(",")[0])
        x_in_page, y_in_page = float(first[0]) + pad, height - float(first[1]) + pad  # in inches
        self.corner = x - 72 * x_in_page, y - 72 * y_in_page
        defaults = NODE_SIZES | page.attributes[DEFAULTS]
        boxes = defaultdict[str, list[Box]](list)
        for changes in film.changes:
            for name in filter(changes.get, changes):
                boxes[name].append(self._find_box(name, defaults | changes[name]))
        self.boxes = {name: join_boxes(boxes[name]) for name in film.nodes}

    def _find_box(self, name: str, attributes: NodeAttributes) -> Box:
        lines = re.split(r"\\[nlr](?!$)", attributes.get("label", name))
        letter, width = LETTER * float(attributes["fontsize"]), 72 * float(attributes["width"])
        text, margin = letter * max(map(len, lines)), float(attributes["penwidth"]) / 2 + 1
        across = max(width, text, 2 * text - width) / 2 + margin  # text may start at the left edge
        down = max(36 * float(attributes["height"]), letter * len(lines)) + margin
        x, y = map(operator.sub, read_position(attributes["pos"]), self.corner)
        edges = x - across, y - down, x + across, y + down
        left, top, right, bottom = (edge * self.dpi / 72 for edge in edges)
        return math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)

    def find_neighbours(self, names: Iterable[str]) -> set[str]:
        """Return the nodes whose boxes overlap those of some nodes."""
        return {
            neighbour
            for left, top, right, bottom in map(self.boxes.__getitem__, names)
            for neighbour, box in self.boxes.items()
            if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]
        }

    def group_changes(self) -> Iterator[tuple[int, list[str], dict[str, NodeAttributes]]]:
        """Yield groups of overlapping nodes that change from a picture to the next.

        Each has the number of the second picture, the nodes of the group, and the attributes of
        nodes that the group overlaps, with its own.
        """
        nodes: dict[str, NodeAttributes] = {}
        for number, changes in enumerate(self.film.changes):
            nodes.update(changes)
            nodes_left = set(changes) if number else set()
            while nodes_left:
                names, near, drawn = list[str](), {max(nodes_left)}, set[str]()
                while near:
                    names += sorted(near)
                    nodes_left -= near
                    drawn |= self.find_neighbours(near)
                    near = nodes_left & drawn
                yield number, names, {name: nodes[name] for name in self.boxes if name in drawn}

    def read_image(self, data: bytes, height: int = 0) -> "Image":
        """Return an image, white from its end to a height, in the colours of the palette if any."""
        from PIL import Image

        drawn = Image.open(io.BytesIO(data))
        image = Image.new("RGB", (drawn.width, max(height, drawn.height)), "white")
        image.paste(drawn)
        if self.palette:
            image = image.quantize(palette=self.palette, dither=Image.Dither.NONE)
        return image

    def draw_page(self, number: int) -> "Image":
        if self.film.has_others:
            facts = graph.join_facts(self.film.pictures[number])
            return self.read_image(graph.Graph(facts, self.film.viz).draw("png", self.longest))
        sheet = DrawingSheet(self)
        sheet.copy_nodes(functools.reduce(operator.or_, self.film.changes[: number + 1]))
        return sheet.draw_image()


class DrawingSheet(graph.Graph):
    """Copies of nodes of pages, moved down; invisible nodes fix the corner of the page."""

    def __init__(self, pages: Pages) -> None:
        self.pages, self.nodes, self.edges = pages, list(pages.film.nodes), []
        self.attributes = defaultdict(dict, pages.film.attributes)
        for name in self.nodes:
            self.attributes["node", name] = self.attributes["node", name] | {"style": "invis"}
        self.height = 0  # the height that added nodes need
        self._ends = defaultdict[int, int](lambda: MARGIN)  # in each column, of all nodes

    def draw_image(self) -> "Image":
        return self.pages.read_image(self.render("png", self.pages.dpi), self.height)

    def add_group(self, nodes: Mapping[str, NodeAttributes]) -> int:
        """Add nodes below earlier ones; return how many pixels they are moved down."""
        left, top, right, bottom = join_boxes(self.pages.boxes[name] for name in nodes)
        columns = range(left // COLUMN, right // COLUMN + 1)
        down = max(self._ends[column] for column in columns) - top
        self._ends.update(dict.fromkeys(columns, bottom + down))
        self.height = max(self.height, bottom + down)
        self.copy_nodes(nodes, down)
        return down

    def copy_nodes(self, nodes: Mapping[str, NodeAttributes], down: int = 0) -> None:
        """Add the nodes that have attributes, moved down by some pixels."""
        defaults = self.attributes[DEFAULTS]
        for name, attributes in nodes.items():
            if attributes:
                x, y = read_position(attributes["pos"])
                position = f"{x},{-y - down * 72 / self.pages.dpi}!"
                label = {"label": defaults.get("label", name.strip('"'))}  # not the copy's name
                self.nodes.append(f"{name} {len(self.nodes)}")
                self.attributes["node", self.nodes[-1]] = label | attributes | {"pos": position}


def join_boxes(boxes: Iterable[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes)
    return min(lefts), min(tops), max(rights), max(bottoms)


def read_position(text: str) -> tuple[float, float]:
    """Return the numbers of a position such as "36,-18!", the second with the other sign."""
    x, y = text.rstrip("!").split(",")
    return float(x), -float(y)


if __name__ == "__main__":
    try:
        sys.exit(main(*take_arguments("film.py", "commands such as lab hint", ".+", ".+", r"\d+")))
    except graph.Undrawable as error:
        print_message(f"film.py: {error}")
    except OSError as error:
        print_message(f"film.py: {describe_error(error)}")
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(2)
