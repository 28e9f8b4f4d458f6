"""Pictures of boards: frames in one file, in many, or in an animation, all drawn by film.py."""

import argparse
import contextlib
import subprocess
import sys
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import clingo

import encode
from lab import ROOT, Unusable
from lab.common.terminal import show_progress
from lab.common.words import Cell

FILM = [sys.executable, str(ROOT / "lab" / "pictures" / "film.py")]
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
        self.folder = Path(path) if Path(path).is_dir() or path.endswith("/") else None
        if self.folder:
            check_folder(self.folder)
        self._film = Film(f"{self.folder}/" if self.folder else path)
        self.has_all = self._film.has_several

    def draw(self, frames: Sequence[Frame]) -> None:
        """Draw all frames, or the last if there is place for one."""
        if self.folder:
            self.folder.mkdir(exist_ok=True)
        self._film.draw(frames if self.has_all else frames[-1:])


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


class Film:
    """film.py at work: it has checked that it can draw, and waits for frames, which it draws once.

    Unusable if it cannot draw.
    """

    def __init__(self, *words: str) -> None:
        self._process = subprocess.Popen(
            [*FILM, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        weakref.finalize(self, self._process.__exit__, None, None, None)  # it ends without frames
        self.has_several = self._line() == "several\n"

    def draw(self, frames: Sequence[Frame]) -> None:
        """Draw frames; on a terminal, they are counted meanwhile.  Unusable if it fails."""
        assert self._process.stdin
        with contextlib.suppress(BrokenPipeError), self._process.stdin as stdin:
            stdin.write("\n".join(map(facts, frames)))
        count = len(frames)
        for number, _ in enumerate(iter(self._line, ""), start=1):
            show_progress(f"{number} of {count} pictures drawn" if count > 1 else "")
        show_progress()

    def _line(self) -> str:
        """The next line that it prints, "" at its end; Unusable if it ends with an error."""
        assert self._process.stdout and self._process.stderr
        if line := self._process.stdout.readline():
            return line
        complaint = self._process.stderr.read().strip().removeprefix("show: ")
        if status := self._process.wait():
            raise Unusable(complaint or f"film.py: ended with status {status}")
        return ""


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
    board = [
        fact for fact in encode.format_facts(puzzle).splitlines() if not fact.startswith("#const")
    ]
    return "".join(f"{line}\n" for line in (*board, *(f"{line}." for line in lines)))
