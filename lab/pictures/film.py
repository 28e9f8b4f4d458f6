"""Pictures that belong together: lab/pictures/film.py PICTURE, with their facts on standard input.

Draws one picture, or several with a blank line between their facts: frames of an animation where
PICTURE ends in .gif, a file each where it has a number such as %03d or is a folder, FOLDER/.
Prints "one" or "several" as soon as it knows that it can draw them, then the number of each frame
when it is drawn, and the name of each file.  A program of its own, started by pictures.py, so that
what draws is loaded in its process only, while the facts are made in another; show has what draws
a single picture.

Exit status: 0, or 2 if there is no picture.
"""

import argparse
import contextlib
import copy
import functools
import importlib.util
import io
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent.parent
if TYPE_CHECKING:
    import show
    from PIL.Image import Image
else:
    sys.path[0] = str(ROOT)
    spec = importlib.util.spec_from_loader("show", SourceFileLoader("show", str(ROOT / "show")))
    sys.modules["show"] = show = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(show)

FORMATS = (*show.FORMATS, ".gif")
PAGE, FRAME, COLOURS = 1200, 800, 128  # of several: these pixels and colours; in an animation
APART = 108  # points from one piece that is drawn anew to the next
SHORT, LONG = 1500, 5000  # milliseconds that a frame of an animation stays, and the last one


def main() -> int:
    """Do what the command line asks for; returns the exit status."""
    parser = argparse.ArgumentParser(prog="film.py", description="Draw pictures of facts.")
    parser.add_argument("picture", help="a .png, .svg, .pdf or .gif file, or several, or FOLDER/")
    pace = "milliseconds that a frame of an animation stays"
    parser.add_argument("--pace", type=int, default=SHORT, metavar="MS", help=pace)
    options = parser.parse_args()
    is_folder = options.picture.endswith("/")
    picture = Path(options.picture)
    several = is_folder or picture.suffix == ".gif" or bool(show.NUMBER.search(picture.name))
    show.check(picture.parent / "step.png" if is_folder else picture, FORMATS)
    if several:
        show.require("PIL", "Pillow")
    show.write("several\n" if several else "one\n")
    load(several)
    if text := sys.stdin.read().strip():
        texts = text.split("\n\n") if several else [text]
        target = picture / step_name(len(texts)) if is_folder else picture
        draw([facts_in(text) for text in texts], target, options.pace)
    return 0


def load(several: bool) -> None:
    """Import what draws: there is time for it, as the facts are still being made."""
    packages = ["clingo", "pygraphviz"]
    if several:
        packages += ["PIL.GifImagePlugin", "PIL.PngImagePlugin"]
    for package in packages:
        importlib.import_module(package)


def step_name(count: int) -> str:
    """The names of so many files; they are in order by name."""
    return f"step%0{max(3, len(str(count - 1)))}d.png"


def draw(pictures: Sequence[show.Facts], picture: Path, pace: int) -> None:
    """Draw pictures, which are one animation or have a file each, and print the files' names."""
    pictures = alike(pictures)
    album = Album(pictures, show.puzzle_named(show.PUZZLE).viz)
    paths = [show.numbered(picture, number) for number in range(len(pictures))]
    with show.fonts():
        if picture.suffix == ".gif":
            images = counted(frames(album, pictures, FRAME))
            show.save(picture, animation(images, len(pictures), pace))
        elif picture.suffix == ".png" and len(pictures) > 1:
            for path, image in zip(paths, frames(album, pictures, PAGE)):
                show.save(path, png(image))
        else:
            for path, facts in zip(paths, pictures):
                nodes = show.Nodes(album.shown(facts))
                resolution = nodes.resolution(show.LONGEST)
                show.save(path, show.rendered(nodes, path.suffix[1:], resolution))


# ---------------------------------------------------------------- the facts


def facts_in(text: str) -> show.Facts:
    """The facts in a program text, fast where there is one on each line."""
    facts = {fact_on(line) for line in text.splitlines()}
    return show.facts_in(text, "<stdin>") if None in facts else facts


@functools.cache
def fact_on(line: str) -> Any:
    """The fact on a line, None if there is anything else.

    Pictures that belong together have most of their lines in common: this is all that they cost.
    """
    import clingo

    with contextlib.suppress(RuntimeError, UnicodeDecodeError):
        return clingo.parse_term(line.removesuffix("."), logger=lambda *_: None)
    return None


def alike(pictures: Sequence[show.Facts]) -> list[show.Facts]:
    """The facts of pictures with equally many lines of a caption and the same colours explained."""
    everything = set.union(*pictures)
    legend = colours(everything) if len(pictures) > 1 else set()
    sizes, captions = ({f for f in everything if f.name == name} for name in ("dim", "caption"))
    texts = [show.caption_of(facts & sizes | facts & captions) for facts in pictures]
    height = max(map(len, texts))
    return [
        show.with_caption(facts & sizes, [*lines, *[" "] * (height - len(lines))])
        | (facts - captions)
        | legend
        for facts, lines in zip(pictures, texts)
    ]


def colours(facts: show.Facts) -> show.Facts:
    """The facts of a legend of all marks."""
    import clingo

    marks = {fact.arguments[2] for fact in facts if fact.match("mark", 3)}
    kinds = {*marks, clingo.Function("lit")} if marks else set()
    return {clingo.Function("legend", [kind]) for kind in kinds}


class Album:
    """What a viz file shows of pictures.

    All pictures are grounded at once.  What is a fact of some of them only is switched on for
    these and off for the others, so that little is left to do for each.
    """

    def __init__(self, pictures: Sequence[show.Facts], viz: Path) -> None:
        self.common = set.intersection(*pictures)
        self.switched_on: show.Facts = set()
        with show.control(str(viz)) as self.control:
            self.control.load(str(viz))
            self.control.add("base", [], show.as_program(self.common))
            with self.control.backend() as backend:
                for fact in set.union(*pictures) - self.common:
                    backend.add_external(backend.add_atom(fact))
            self.control.ground([("base", [])], show.Functions())

    def shown(self, picture: show.Facts) -> show.Shown:
        """What is shown of one of the pictures."""
        wanted = picture - self.common
        for fact in wanted ^ self.switched_on:
            self.control.assign_external(fact, fact in wanted)
        self.switched_on = wanted
        return show.answer(self.control)


# ---------------------------------------------------------------- the images


def frames(album: Album, pictures: Sequence[show.Facts], longest: int) -> "Iterator[Image]":
    """Images of pictures: of one after the other, only what changes is drawn."""
    last = Canvas(Pieces(album.shown(pictures[-1])), longest).image
    shown: show.Shown = {}
    for facts in pictures:
        before, shown = shown, album.shown(facts)
        gone = [symbol for symbol in before if symbol not in shown]
        come = [symbol for symbol in shown if symbol not in before]
        if not before or not all(symbol.match("attr", 4) for symbol in (*gone, *come)):
            nodes = Pieces(shown)
            canvas = Canvas(nodes, longest)
            palette = palette_of([canvas.image, last])
        elif changed := nodes.change(gone, come):
            canvas.draw_anew(nodes.part(changed))
        yield in_colours(canvas.image, palette)


class Canvas:
    """An image of nodes, of which some can be drawn anew where they are.

    The sides of cells are whole numbers of pixels, so that what is drawn anew fits exactly.
    """

    def __init__(self, nodes: "Pieces", longest: int) -> None:
        self.corner = nodes.corner()
        self.resolution = max(nodes.resolution(longest) // 4 * 4, 4)
        self.image = image_of(nodes, self.resolution, "white").convert("RGB")

    def draw_anew(self, nodes: "Pieces") -> None:
        """Draw nodes over what is there."""
        for piece in nodes.pieces():
            patch = image_of(piece, self.resolution, "transparent")
            (x, y), (left, top) = piece.corner(), self.corner
            place = ((x - left) * self.resolution / 72, (top - y) * self.resolution / 72)
            self.image.paste(patch, (round(place[0]), round(place[1])), mask=patch)


class Pieces(show.Nodes):
    """Nodes that can change, and be drawn in pieces."""

    def change(self, gone: Sequence[Any], come: Sequence[Any]) -> set[str]:
        """Take attributes away and add others; returns the names of their nodes."""
        for attribute in gone:
            kind, element, name, _ = map(str, attribute.arguments)
            del self.attributes[kind, element][name]
        for attribute in come:
            self.add(attribute)
        return {str(attribute.arguments[1]) for attribute in (*gone, *come)}

    def part(self, names: Iterable[str]) -> "Pieces":
        """Some of the nodes."""
        part = copy.copy(self)
        part.names = list(names)
        return part

    def corner(self) -> tuple[float, float]:
        """How far the nodes reach to the left and up, in points."""
        reaches = [self.reach(name) for name in self.names]
        return min(left for left, _ in reaches), max(top for _, top in reaches)

    def reach(self, name: str) -> tuple[float, float]:
        """How far one node reaches to the left and up, in points."""
        own = self.attributes["graph_nodes", "default"] | self.attributes["node", name]
        x, y = map(float, show.NUMERAL.findall(own["pos"]))
        width = float(own.get("width", 0.75))  # inches; a height may be left out of a square
        return x - 36 * width, y + 36 * float(own.get("height", width))

    def pieces(self) -> "Iterator[Pieces]":
        """The nodes in groups that are apart from top to bottom, such as cells and a caption."""
        piece: list[str] = []
        for top, name in sorted((self.reach(name)[1], name) for name in self.names):
            if piece and top - self.reach(piece[-1])[1] > APART:
                yield self.part(piece)
                piece = []
            piece.append(name)
        yield self.part(piece)


# ---------------------------------------------------------------- the files


def image_of(nodes: Pieces, resolution: float, background: str) -> "Image":
    """The image of nodes."""
    from PIL import Image

    return Image.open(io.BytesIO(show.rendered(nodes, "png", resolution, background)))


def in_colours(image: "Image", palette: "Image") -> "Image":
    """The image in the colours of another."""
    from PIL import Image

    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def palette_of(images: Iterable["Image"]) -> "Image":
    """An image with the most frequent colours of some images."""
    from PIL import Image

    frequent = Counter[Any]()
    for image in images:
        for count, colour in image.getcolors(image.width * image.height) or ():
            frequent[colour] += count
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour, _ in frequent.most_common(COLOURS) for part in colour])
    return palette


def counted(images: "Iterator[Image]") -> "Iterator[Image]":
    """The images; the number of each is printed when it is drawn."""
    for number, image in enumerate(images):
        show.write(f"{number}\n")
        yield image


def animation(images: "Iterator[Image]", count: int, pace: int) -> bytes:
    """A GIF of so many images, each `pace` milliseconds long but the last, which stays longest."""
    film = io.BytesIO()
    times = [pace] * (count - 1) + [LONG]
    first = next(images)
    first.save(film, "GIF", save_all=True, append_images=images, duration=times, loop=0)
    return film.getvalue()


def png(image: "Image") -> bytes:
    """An image as a PNG file."""
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
