"""Draw pictures that belong together: lab/pictures/film.py VIZ PICTURE PACE, facts on stdin.

VIZ is the viz file of a puzzle.  A blank line separates the facts of one picture from the next.
PICTURE is a file for one picture, .png, .svg or .pdf; an animation, .gif, whose frames stay PACE
milliseconds; a file for each picture, with a number such as %03d in its name; or a folder (one that
exists, or ending in /).  Prints "one" or "several" as soon as drawing is known to be possible, then
the number of each picture and the name of each file when it is drawn.

lab/pictures starts this program, so that clingraph, which switches on Python in logic programs for
the whole process, is loaded in no other process.  The program show draws each single picture.

Exit status: 0, or 2 if nothing can be drawn.
"""

import importlib.util
import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING

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
COLOURS = 128  # of an animation
NUMBER = re.compile(r"%0?\d?d")  # in the name of several pictures
LAST_PACE = 5000  # milliseconds that the last frame of an animation stays


def main(viz: str, picture: str, pace: str) -> int:
    """Draw the pictures; return the exit status."""
    target = Path(picture)
    if picture.endswith("/") or target.is_dir():
        target = make_folder(target) / "step%03d.png"
    place = NUMBER.search(target.name)
    has_several = bool(place) or target.suffix == ".gif"
    show.check_picture(target, (*show.FORMATS, ".gif"))
    show.write("several\n" if has_several else "one\n")
    importlib.import_module("pygraphviz")  # takes a while, in which the facts are made
    text = sys.stdin.read().strip()
    if not text:
        return 0
    texts = text.split("\n\n") if has_several else [text]
    pictures = [show.parse_facts(part.encode(), "<stdin>") for part in texts]
    folder, viz_name = Path.cwd(), Path(Path(viz).name)
    os.chdir(Path(viz).parent)  # on Windows, clingo and Graphviz open ASCII paths alone
    if target.suffix == ".gif":
        data = draw_animation(pictures, viz_name, int(pace))
        show.save_picture(target, (folder / target).resolve(), data)
        return 0
    longest = {"longest": PAGE} if has_several else {}
    for number, facts in enumerate(pictures):
        name = target.name.replace(place[0], place[0] % number) if place else target.name
        file, graph = target.with_name(name), show.Graph(facts, viz_name)
        data = graph.draw(target.suffix[1:], **longest)
        show.save_picture(file, (folder / file).resolve(), data)
    return 0


def make_folder(path: Path) -> Path:
    """Make a folder if it is absent; fail if it contains steps of an earlier run."""
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        show.fail(f"{path}: {error.strerror}")
    if steps := sorted(path.glob("step[0-9]*.png")):
        show.fail(f"{steps[0]}: exists, and nothing is overwritten")
    return path


def draw_animation(pictures: Sequence[show.Facts], viz: Path, pace: int) -> bytes:
    """Return a GIF, each frame `pace` milliseconds long; print the number of each frame."""
    from PIL import Image

    def draw_frame(facts: show.Facts) -> "Image.Image":
        return Image.open(io.BytesIO(show.Graph(facts, viz).draw("png", FRAME))).convert("RGB")

    def frames() -> "Iterator[Image.Image]":
        for number, facts in enumerate(pictures):
            show.write(f"{number}\n")
            yield draw_frame(facts).quantize(palette=palette, dither=Image.Dither.NONE)

    palette = draw_frame(pictures[-1]).quantize(COLOURS)  # its legend has the colours of all
    images, file = frames(), io.BytesIO()
    times = [pace] * (len(pictures) - 1) + [LAST_PACE]
    next(images).save(file, "GIF", save_all=True, append_images=images, duration=times, loop=0)
    return file.getvalue()


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
