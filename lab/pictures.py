"""Pictures of boards: frames in one file, in many, or in an animation, all drawn by film.py."""

import argparse
import contextlib
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import clingo

import encode
from lab import ROOT, Unusable
from lab.terminal import progress
from lab.words import Cell

FILM = [sys.executable, str(ROOT / "lab" / "film.py")]
USAGE = (
    "a picture of the result, .png, .svg or .pdf; one of each step for a folder (existing, or "
    "ending in /) or a name with a number such as %%03d; an animation of all for .gif"
)


class Frame(NamedTuple):
    """A board, b for a bulb and - for a cell without one, with cells to point out and a caption.

    The marks are those that viz-lightup.lp has colours for.  Cells that follow one another in an
    argument have numbers.  What is still missing on a board is not drawn as wrong.
    """

    board: Sequence[str]
    marks: Mapping[Cell, str] = {}
    caption: str = ""
    numbers: Mapping[Cell, int] = {}


class Picture:
    """A picture to be drawn, see USAGE; Unusable if nothing can be drawn at its path."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.is_folder = Path(path).is_dir() or path.endswith("/")
        if self.is_folder:
            check_folder(Path(path))
        self.has_all = self.is_folder or film([path, "--check"]) == ["several"]

    def draw(self, frames: Sequence[Frame]) -> None:
        """Draw all frames, or the last if there is place for one."""
        path = self.path
        if self.is_folder:
            Path(path).mkdir(exist_ok=True)
            path = str(Path(path) / step_name(len(frames)))
        drawn = frames if self.has_all else frames[-1:]
        film([path], "\n".join(map(facts, drawn)), len(drawn))


def picture(path: str) -> Picture:
    """The type of an argument."""
    if not path:
        raise argparse.ArgumentTypeError("found no name, expected that of a file or a folder")
    return Picture(path)


def check_folder(path: Path) -> None:
    """Unusable if there are steps in it, as those of two puzzles would mix, or no place for it."""
    if there := sorted(path.glob("step[0-9]*.png")):
        raise Unusable(f"{there[0]}: exists, and nothing is overwritten")
    if not path.parent.is_dir():
        raise Unusable(f"{path}: No such file or directory")
    if path.exists() and not path.is_dir():
        raise Unusable(f"{path}: File exists")
    film([str(path.parent / step_name(1)), "--check"])


def step_name(count: int) -> str:
    """The names of so many files; they are in order by name."""
    return f"step%0{max(3, len(str(count - 1)))}d.png"


def film(words: Sequence[str], text: str = "", count: int = 0) -> list[str]:
    """The lines that film.py prints, which takes `text`; Unusable if it fails.

    On a terminal, the lines are counted while it draws, as those of so many pictures.
    """
    lines = []
    with subprocess.Popen(
        [*FILM, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as drawing:
        assert drawing.stdin and drawing.stdout and drawing.stderr
        with contextlib.suppress(BrokenPipeError):
            drawing.stdin.write(text)
            drawing.stdin.close()
        for line in drawing.stdout:
            lines.append(line.rstrip("\n"))
            progress(f"{len(lines)} of {count} pictures drawn" if count > 1 else "")
        progress()
        complaint = drawing.stderr.read().strip().removeprefix("show: ")
    if drawing.returncode:
        raise Unusable(complaint or f"film.py: ended with status {drawing.returncode}")
    return lines


def facts(frame: Frame) -> str:
    """What viz-lightup.lp takes, without blank lines."""
    puzzle = [row.translate(str.maketrans("b-", "..")) for row in frame.board]
    cells = {(r, c): cell for r, row in enumerate(frame.board) for c, cell in enumerate(row)}
    lines = ["partial", "numbered"]
    lines += [f"cell({r},{c},b)" for (r, c), cell in cells.items() if cell == "b"]
    lines += [f"empty({r},{c})" for (r, c), cell in cells.items() if cell == "-"]
    lines += [f"mark({r},{c},{kind})" for (r, c), kind in frame.marks.items()]
    lines += [f"order({r},{c},{number})" for (r, c), number in frame.numbers.items()]
    for number, line in enumerate(frame.caption.splitlines()):
        lines.append(f"caption({number},{clingo.String(line)})")
    board = [fact for fact in encode.facts(puzzle).splitlines() if not fact.startswith("#const")]
    return "".join(f"{line}\n" for line in (*board, *(f"{line}." for line in lines)))
