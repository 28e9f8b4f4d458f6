"""Draw pictures that belong together: lab/pictures/film.py VIZ PICTURE PACE, facts on stdin.

VIZ is the viz file of a puzzle.  A blank line separates the facts of one picture from the next.
PICTURE is a file for one picture, .png, .svg or .pdf; an animation, .gif, whose frames stay PACE
milliseconds; a file for each picture, with a number such as %03d in its name; or a folder (one that
exists, or ending in /).  Prints "one" or "several" as soon as drawing is known to be possible, then
the number of each frame of an animation, and the name of each file, when it is drawn.

lab/pictures starts this program, so that clingraph, which switches on Python in logic programs for
the whole process, is loaded in no other process.  The program show draws each single picture.

Exit status: 0, or 2 if nothing can be drawn.
"""

import functools
import importlib.util
import io
import math
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING, Any

import clingo

ROOT = Path(__file__).resolve().parent.parent.parent
if TYPE_CHECKING:
    import show
    from PIL.Image import Image
else:
    sys.path.insert(0, str(ROOT))  # of an embedded Python the first one is the standard library
    spec = importlib.util.spec_from_loader("show", SourceFileLoader("show", str(ROOT / "show")))
    sys.modules["show"] = show = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(show)

PAGE, FRAME = 1200, 800  # pixels of the longer side: of one of several files, of an animation
NUMBER = re.compile(r"%0?\d?d")  # in the name of several pictures
LAST_PACE = 5000  # milliseconds that the last frame of an animation stays
SHEET = 8000  # pixels of the height at which a sheet is full
COLUMN = 16  # pixels of the width of the columns of a sheet
MARGIN = 64  # pixels at its top
DEFAULTS = "graph_nodes", "default"  # the key of what is true of all nodes
LETTER = 0.7  # width of a wide letter, and half the height of a line, for fonts of size 1

Box = tuple[int, int, int, int]  # left, top, right, bottom in pixels; y grows downwards


def main(viz: str, picture: str, pace: str) -> int:
    """Draw the pictures; return the exit status."""
    target = Path(picture)
    if picture.endswith("/") or target.is_dir():
        target = make_steps_folder(target) / "step%03d.png"
    place = NUMBER.search(target.name)
    has_several = bool(place) or target.suffix == ".gif"
    show.check_picture(target, (*show.FORMATS, ".gif"))
    show.write("several\n" if has_several else "one\n")
    importlib.import_module("pygraphviz")  # takes a while, in which the facts are made
    text = sys.stdin.read().strip()
    if not text:
        return 0
    texts = text.split("\n\n") if has_several else [text]
    with show.new_control("<stdin>"):
        pictures = [set(filter(None, map(parse_fact, part.splitlines()))) for part in texts]
    folder, viz_name = Path.cwd(), Path(Path(viz).name)
    os.chdir(Path(viz).parent)  # on Windows, clingo and Graphviz open ASCII paths alone
    if target.suffix == ".gif":
        files = iter([make_animation(Film(pictures, viz_name, FRAME), int(pace))])
    elif target.suffix == ".png" and has_several:
        files = map(save_image, draw_pages(Film(pictures, viz_name, PAGE)))
    else:
        files = (show.Graph(facts, viz_name).draw(target.suffix[1:]) for facts in pictures)
    for number, data in enumerate(files):
        name = target.name.replace(place[0], place[0] % number) if place else target.name
        file = target.with_name(name)
        show.save_picture(file, (folder / file).resolve(), data)
    return 0


@functools.cache
def parse_fact(line: str) -> Any:
    """Return the fact on a line, None for a constant; most lines are in many pictures."""
    return None if line.startswith("#const") else clingo.parse_term(line.removesuffix("."))


def make_steps_folder(path: Path) -> Path:
    """Make a folder if it is absent; fail if it contains steps of an earlier run."""
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        show.fail(f"{path}: {error.strerror}")
    if steps := sorted(path.glob("step[0-9]*.png")):
        show.fail(f"{steps[0]}: exists, and nothing is overwritten")
    return path


def make_animation(film: "Film", pace: int) -> bytes:
    """Return a GIF, each frame `pace` milliseconds long; print the number of each frame."""
    from PIL import Image

    def frames() -> "Iterator[Image.Image]":
        for number, page in enumerate(draw_pages(film)):
            show.write(f"{number}\n")
            yield page.quantize(palette=palette, dither=Image.Dither.NONE)

    count = len(film.pictures)
    last = film.draw_page(count - 1)  # its legend has the colours of all
    palette = last.quantize(method=Image.Quantize.FASTOCTREE)
    images, times = frames(), [pace] * (count - 1) + [LAST_PACE]
    options = {"save_all": True, "append_images": images, "duration": times, "loop": 0}
    return save_image(next(images), "GIF", **options)


def read_image(data: bytes) -> "Image":
    from PIL import Image

    return Image.open(io.BytesIO(data)).convert("RGB")


def save_image(image: "Image", form: str = "PNG", **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


# ----------------------------------------------------------------- what changes


def draw_pages(film: "Film") -> "Iterator[Image]":
    """Yield the page of each picture: one image, on which changed nodes are drawn."""
    page, numbers = film.draw_page(0), range(1, len(film.pictures))
    yield page
    if film.has_others:
        yield from map(film.draw_page, numbers)
        return
    changes = draw_changes(film)
    for number in numbers:
        for image, place in changes[number]:
            page.paste(image, place)
        yield page


def draw_changes(film: "Film") -> "Mapping[int, list[tuple[Image, tuple[int, int]]]]":
    """Draw the nodes that change, many at once; return their images and places in each picture."""
    from PIL import Image

    numbers = range(1, len(film.pictures))
    groups = [(number, names) for number in numbers for names in film.group_changes(number)]
    groups.sort(key=lambda group: film.boxes[group[1][0]][2] - film.boxes[group[1][0]][0])
    changes = defaultdict(list)
    while groups:
        sheet, copies = FilmPage(film), []
        while groups and sheet.height < SHEET:
            number, names = groups.pop()
            down = sheet.add_nodes(names, number)
            copies += [(number, film.boxes[name], down) for name in names]
        drawn = sheet.draw_image()
        image = Image.new("RGB", (drawn.width, sheet.height), "white")  # boxes may reach below
        image.paste(drawn)
        for number, (left, top, right, bottom), down in copies:
            part = image.crop((left, top + down, right, bottom + down))
            changes[number].append((part, (left, top)))
    return changes


class ShownSymbols(clingo.Observer):
    """What a viz file shows, each symbol after its literal, which is 0 for a fact."""

    def __init__(self) -> None:
        self.pairs: list[tuple[int, clingo.Symbol]] = []

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        self.pairs.append((atom, symbol))

    def output_term(self, symbol: clingo.Symbol, condition: Sequence[int]) -> None:
        self.pairs.append((condition[0] if condition else 0, symbol))


class Film:
    """Pictures as a viz file shows them: their nodes, and which of them change when.

    The pictures are grounded together; facts of some of them only are external.
    """

    def __init__(self, pictures: Sequence[show.Facts], viz: Path, longest: int) -> None:
        self.pictures, self.viz, self.longest = pictures, viz, longest
        self.truths: list[set[int]] = []  # the true literals of each picture
        shown, common = ShownSymbols(), set.intersection(*pictures)
        externals = "".join(f"#external {f}.\n" for f in sorted(set.union(*pictures) - common))
        with show.new_control(str(viz)) as control:
            control.register_observer(shown)
            control.load(str(viz))
            control.add("base", [], show.join_facts(common) + externals)
            control.ground([("base", [])], show.VizFunctions())
            literals = {literal for literal, _ in shown.pairs} - {0}
            for before, facts in zip([common, *pictures], pictures):
                for fact in before ^ facts:
                    control.assign_external(fact, fact in facts)
                with control.solve(yield_=True) as models:
                    model = models.model() or show.fail("nothing to draw: viz has no answer")
                    self.truths.append({0, *filter(model.is_true, literals)})
        self.nodes: dict[str, int] = {}  # with the literal of each
        self.entries = defaultdict[tuple[str, str], list[tuple[int, str, str]]](list)
        self.changing = defaultdict[int, set[str]](set)  # nodes, by the literal that changes them
        self.has_others = False  # whether anything but nodes can change
        used_literals = set().union(*self.truths)
        for literal, symbol in shown.pairs:
            if literal in used_literals and symbol.match("attr", 4):
                kind, name, attribute, value = show.read_attribute(symbol)
                self.entries[kind, name].append((literal, attribute, value))
                self.changing[literal].add(name)
                self.has_others |= kind != "node" and literal != 0
            elif literal in used_literals and symbol.match("node", 1):
                self.nodes[str(symbol.arguments[0])] = literal
                self.changing[literal].add(str(symbol.arguments[0]))
            self.has_others |= symbol.match("edge", 1)
        self.nodes = {name: self.nodes[name] for name in show.sort_nodes(self.nodes)}
        self._find_places()

    def _find_places(self) -> None:
        """Find the resolution, and a box on the page around all that a node ever is."""
        page = FilmPage(self)
        self.dpi = page.resolution(self.longest)
        text = page.render("plain").decode()  # inches from the corner at the bottom left
        height = float(re.findall(r"^graph \S+ \S+ (\S+)", text)[0])
        first = re.findall(r'^node (?:"(?:\\.|[^"])*"|\S+) (\S+) (\S+)', text, re.M)[0]
        x, y = read_place(page.attributes["node", page.nodes[0]]["pos"])
        pad = float(page.attributes["graph", "default"].get("pad", "0.0555").split(",")[0])
        left, top = x - 72 * (float(first[0]) + pad), y - 72 * (height - float(first[1]) + pad)
        self.boxes = {name: self._find_box(name, left, top) for name in self.nodes}
        self.list_neighbours = functools.cache(self._list_neighbours)

    def _find_box(self, name: str, left: float, top: float) -> Box:
        def values(attribute: str) -> list[str]:
            """Return the values in all pictures; that of all nodes if the node has none in some."""
            entries = [entry for entry in self.entries["node", name] if entry[1] == attribute]
            literals = {literal for literal, _, _ in entries}
            if any(map(literals.isdisjoint, self.truths)):
                entries += [entry for entry in self.entries[DEFAULTS] if entry[1] == attribute]
            return [value for _, _, value in entries]

        def largest(attribute: str, default: float) -> float:
            return max(map(float, values(attribute)), default=default)

        labels = [re.split(r"\\[nlr](?!$)", label) for label in values("label") or [name]]
        letter, width = LETTER * largest("fontsize", 14), 72 * largest("width", 0.75)
        text = letter * max(len(line) for lines in labels for line in lines)
        margin = largest("penwidth", 1) / 2 + 1
        across = max(width, text, 2 * text - width) / 2 + margin  # text may start at the left edge
        down = max(36 * largest("height", 0.5), letter * max(map(len, labels))) + margin
        xs, ys = zip(*map(read_place, values("pos")))
        scale = self.dpi / 72
        return (
            math.floor((min(xs) - across - left) * scale),
            math.floor((min(ys) - down - top) * scale),
            math.ceil((max(xs) + across - left) * scale),
            math.ceil((max(ys) + down - top) * scale),
        )

    def _list_neighbours(self, name: str) -> list[str]:
        """Return the nodes whose boxes overlap that of a node, in the order of drawing."""
        left, top, right, bottom = self.boxes[name]
        return [
            neighbour
            for neighbour, box in self.boxes.items()
            if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]
        ]

    def list_changes(self, number: int) -> set[str]:
        """Return the nodes whose look changes from one picture to the next."""
        literals = self.truths[number] ^ self.truths[number - 1]
        return self.nodes.keys() & set().union(*(self.changing[literal] for literal in literals))

    def group_changes(self, number: int) -> Iterator[list[str]]:
        """Yield groups of nodes that change; those whose boxes overlap are in the same group."""
        changes = self.list_changes(number)
        while changes:
            group = [changes.pop()]
            for name in group:
                near = changes.intersection(self.list_neighbours(name))
                group += near
                changes -= near
            yield group

    def draw_page(self, number: int) -> "Image":
        if self.has_others:
            return read_image(show.Graph(self.pictures[number], self.viz).draw("png", self.longest))
        sheet = FilmPage(self)
        sheet.copy_nodes(self.nodes, number)
        return sheet.draw_image()


class FilmPage(show.Graph):
    """Nodes of pages, moved down; invisible nodes of a whole page fix where its corner is."""

    def __init__(self, film: Film) -> None:
        self.film, self.nodes = film, list(film.nodes)
        self.edges: list[Any] = []
        self.attributes = defaultdict[tuple[str, str], dict[str, str]](dict)
        for (kind, name), entries in film.entries.items():
            invisible = {"style": "invis"} if kind == "node" else {}
            self.attributes[kind, name] = {key: value for _, key, value in entries} | invisible
        self.height = MARGIN
        self._ends = defaultdict[int, int](lambda: MARGIN)  # in each column, of all nodes
        self._box_ends = defaultdict[int, int](lambda: MARGIN)  # of the boxes of added nodes

    def draw_image(self) -> "Image":
        return read_image(self.render("png", self.film.dpi))

    def add_nodes(self, names: Sequence[str], number: int) -> int:
        """Add nodes of a picture with overlapping nodes, below the boxes of earlier ones.

        Return how many pixels they are moved down.
        """
        boxes = self.film.boxes
        near = {neighbour for name in names for neighbour in self.film.list_neighbours(name)}
        neighbours = [name for name in self.film.nodes if name in near]  # in the order of drawing
        down = max(
            ends[column] - boxes[name][1]
            for ends, part in ((self._box_ends, neighbours), (self._ends, names))
            for name in part
            for column in list_columns(boxes[name])
        )
        for ends, part in ((self._box_ends, names), (self._ends, neighbours)):
            for name in part:
                bottom = boxes[name][3] + down
                for column in list_columns(boxes[name]):
                    ends[column] = max(ends[column], bottom)
                self.height = max(self.height, bottom)
        self.copy_nodes(neighbours, number, down)
        return int(down)

    def copy_nodes(self, names: Iterable[str], number: int, down: int = 0) -> None:
        """Add those nodes that are in a picture, moved down by some pixels."""
        truth, defaults = self.film.truths[number], self.attributes[DEFAULTS]
        for name in names:
            if self.film.nodes[name] in truth:
                entries = self.film.entries["node", name]
                attributes = {key: value for literal, key, value in entries if literal in truth}
                x, y = read_place(attributes["pos"])
                attributes["pos"] = f"{x},{-y - down * 72 / self.film.dpi}!"
                label = {"label": defaults.get("label", name.strip('"'))}  # not the copy's name
                self.nodes.append(f"{name} {len(self.nodes)}")
                self.attributes["node", self.nodes[-1]] = label | attributes


def list_columns(box: Box) -> range:
    """Return the columns of a sheet that a box touches."""
    return range(box[0] // COLUMN, box[2] // COLUMN + 1)


def read_place(text: str) -> tuple[float, float]:
    """Return the numbers of a position such as "36,-18!", the second with the other sign."""
    x, y = text.rstrip("!").split(",")
    return float(x), -float(y)


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
