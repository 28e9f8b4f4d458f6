"""Pictures of a reasoning: one of where it ends, one for each step, or an animation."""

import importlib.util
import re
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import encode
from lab import Unusable
from lab.lightup.hint.steps import Step, because
from lab.lightup.rules import BULB, EMPTY, Board, bare, cells
from lab.pictures import SHOW
from lab.words import Cell

USAGE = (
    "a picture of the result, .png, .svg or .pdf; one of each step for a folder (existing, or "
    "ending in /) or a name with a number such as %%03d; an animation of all for .gif"
)
NUMBER = re.compile(r"%0?\d?d")  # as show takes it
CHARACTERS, MARGIN = 6, 2  # of a caption, in the width of a cell and beside the board
LARGEST, COLOURS = 800, 64  # of an animation: the pixels of its longer side
SHORT, LONG = 1500, 5000  # milliseconds that a frame of an animation stays, and the last one


class Frame(NamedTuple):
    """A board with cells to point out, as viz-lightup.lp calls them, and a text below it."""

    board: Board
    marks: dict[Cell, str]
    caption: str = ""


def make(path: str, frames: Sequence[Frame]) -> None:
    """Draw what the path asks for, see USAGE; Unusable if that cannot be done."""
    target = Path(path)
    if target.suffix == ".gif":
        animate(frames, path)
    elif target.is_dir() or path.endswith("/"):
        make_folder(target)
        digits = max(3, len(str(len(frames) - 1)))
        draw(frames, str(target / f"step%0{digits}d.png"))
    elif NUMBER.search(target.name):
        draw(frames, path)
    else:
        draw(frames[-1:], path)


def make_folder(path: Path) -> None:
    """Make it, if need be; Unusable if there are steps in it, as those of two puzzles would mix."""
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None
    if there := sorted(path.glob("step[0-9]*.png")):
        raise Unusable(f"{there[0]}: exists, and nothing is overwritten")


def film(start: Board, steps: Sequence[Step], end: Board, outcome: str) -> list[Frame]:
    """The start, every step, and the end."""
    after = [*(step.before for step in steps[1:]), end]
    return [Frame(start, {}), *map(frame, steps, after), Frame(end, {}, outcome)]


def frame(step: Step, after: Board) -> Frame:
    """The board after a step, with its reason and its conclusion."""
    marks = dict.fromkeys(step.finding.reason, "reason")
    marks |= {cell: "conclusion" for cell, _ in step.finding.cells}
    return Frame(after, marks, because(step))


def animate(frames: Sequence[Frame], path: str) -> None:
    """Write an animated GIF."""
    if not importlib.util.find_spec("PIL"):
        raise Unusable("Pillow is missing; install it with: python3 -m pip install pillow")
    from PIL import Image

    with tempfile.TemporaryDirectory() as folder:
        draw(frames, f"{folder}/%05d.png")
        images = [Image.open(png).convert("RGB") for png in sorted(Path(folder).iterdir())]
    for image in images:
        image.thumbnail((LARGEST, LARGEST))
    images = [image.quantize(COLOURS, dither=Image.Dither.NONE) for image in images]
    times = [SHORT] * (len(images) - 1) + [LONG]
    try:
        images[0].save(path, save_all=True, append_images=images[1:], duration=times, loop=0)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None


def draw(frames: Sequence[Frame], path: str) -> None:
    """Draw the frames with one process; the path has a number's place if there are several."""
    captions = [wrapped(frame.caption, len(frame.board[0])) for frame in frames]
    lines = max(map(len, captions))
    texts = [
        facts(frame.board, frame.marks, [*caption, *[""] * (lines - len(caption))])
        for frame, caption in zip(frames, captions)
    ]
    command = [sys.executable, str(SHOW), "--facts", "-", "-o", path]
    drawing = subprocess.run(
        command, input="\n".join(texts), capture_output=True, text=True, check=False
    )
    if drawing.returncode:
        raise Unusable(drawing.stderr.strip().removeprefix("show: "))


def wrapped(caption: str, width: int) -> list[str]:
    """The lines of a caption that fit below a board of so many columns."""
    fitting = CHARACTERS * width + MARGIN
    return [part for line in caption.splitlines() for part in textwrap.wrap(line, fitting)]


def facts(board: Board, marks: dict[Cell, str], caption: Sequence[str]) -> str:
    """What viz-lightup.lp takes, without blank lines."""
    lines = ["partial."]
    lines += [f"cell({r},{c},b)." for r, c in cells(board, BULB)]
    lines += [f"empty({r},{c})." for r, c in cells(board, EMPTY)]
    lines += [f"mark({r},{c},{kind})." for (r, c), kind in marks.items()]
    lines += [f'caption({number},"{line}").' for number, line in enumerate(caption)]
    return encode.facts(bare(board)) + "".join(f"{line}\n" for line in lines)
