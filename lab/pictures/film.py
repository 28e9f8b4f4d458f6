"""Draw pictures that belong together: lab/pictures/film.py VIZ PICTURE, facts on standard input.

VIZ is the viz file of a puzzle.  A blank line separates the facts of one picture from the next.
PICTURE is a file for one picture, .png, .svg or .pdf; an animation, .gif; a file for each picture,
with a number such as %03d in its name; or FOLDER/.  Prints "one" or "several" as soon as drawing is
known to be possible, then the number of each picture and the name of each file when it is drawn.

lab/pictures starts this program, so that clingraph, which switches on Python in logic programs for
the whole process, is loaded in no other process.  The program show draws each single picture.

Exit status: 0, or 2 if nothing can be drawn.
"""

import argparse
import importlib.util
import io
import re
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

PAGE, FRAME = 1200, 800  # pixels of the longer side: of one of several files, of an animation
COLOURS = 128  # of an animation
NUMBER = re.compile(r"%(0?\d?d)")  # in the name of several pictures
PACE, LAST_PACE = 1500, 5000  # milliseconds that each frame of an animation stays, and the last


def main() -> int:
    """Draw what the command line asks for; return the exit status."""
    parser = argparse.ArgumentParser(prog="film.py", description="Draw pictures of facts.")
    parser.add_argument("viz", type=Path, help="the viz file of the puzzle")
    parser.add_argument("picture", help="a .png, .svg, .pdf or .gif file, or several, or FOLDER/")
    pace = "milliseconds that a frame of an animation stays"
    parser.add_argument("--pace", type=int, default=PACE, metavar="MS", help=pace)
    options = parser.parse_args()
    is_folder = options.picture.endswith("/")
    target = Path(options.picture)
    has_several = is_folder or target.suffix == ".gif" or bool(NUMBER.search(target.name))
    show.check_picture(target.parent / "step.png" if is_folder else target, (*show.FORMATS, ".gif"))
    show.write("several\n" if has_several else "one\n")
    importlib.import_module("pygraphviz")  # takes a while, in which the facts are made
    text = sys.stdin.read().strip()
    if not text:
        return 0
    texts = text.split("\n\n") if has_several else [text]
    pictures = [show.parse_facts(part.encode(), "<stdin>") for part in texts]
    if is_folder:
        target /= step_pattern(len(pictures))
    if target.suffix == ".gif":
        show.save_picture(target, draw_animation(pictures, options.viz, options.pace))
        return 0
    longest = {"longest": PAGE} if has_several else {}
    for number, facts in enumerate(pictures):
        path = number_path(target, number)
        graph = show.Graph(facts, options.viz)
        show.save_picture(path, graph.draw(path.suffix[1:], **longest))
    return 0


def number_path(path: Path, number: int) -> Path:
    """Return the path with the number in place of %d."""
    return path.with_name(NUMBER.sub(lambda match: f"{number:{match[1]}}", path.name))


def step_pattern(count: int) -> str:
    """Return the pattern of the names of `count` files; the files are in order by name."""
    return f"step%0{max(3, len(str(count - 1)))}d.png"


def draw_animation(pictures: Sequence[show.Facts], viz: Path, pace: int) -> bytes:
    """Return a GIF, each frame `pace` milliseconds long; print the number of each frame."""
    from PIL import Image

    def draw_frame(facts: show.Facts) -> "Image.Image":
        return Image.open(io.BytesIO(show.Graph(facts, viz).draw("png", FRAME))).convert("RGB")

    def frames() -> "Iterator[Image.Image]":
        for number, facts in enumerate(pictures):
            show.write(f"{number}\n")
            yield draw_frame(facts).quantize(palette=palette, dither=Image.Dither.NONE)

    palette = common_palette(map(draw_frame, (pictures[0], pictures[-1])))
    images, file = frames(), io.BytesIO()
    times = [pace] * (len(pictures) - 1) + [LAST_PACE]
    next(images).save(file, "GIF", save_all=True, append_images=images, duration=times, loop=0)
    return file.getvalue()


def common_palette(images: "Iterable[Image]") -> "Image":
    """Return an image whose palette has the most frequent colours of some images."""
    from PIL import Image

    counts = Counter[Any]()
    for image in images:
        for count, colour in image.getcolors(image.width * image.height) or ():
            counts[colour] += count
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour, _ in counts.most_common(COLOURS) for part in colour])
    return palette


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
