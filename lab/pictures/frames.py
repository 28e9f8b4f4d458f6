"""Pictures of boards: one file, a file for each step, or an animation, all drawn by film.py."""

import contextlib
import subprocess
import tempfile
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import clingo

import encode
from lab import Unusable
from lab.common.files import name_file_in_errors
from lab.common.processes import make_module_command
from lab.common.terminal import show_progress
from lab.common.words import Cell, list_cells
from lab.pictures import graph
from lab.puzzles import Board, Puzzle

SIDE = 36  # points of a cell, as in the viz files
KNOWN_BLANK = "-"  # the value of a cell in a frame that is known to stay blank
USAGE = (
    "a picture of the result, .png, .svg or .pdf; one of each step for a folder (existing, or "
    "ending in /) or a name with a number such as %%03d; an animation of all for .gif"
)


OUTLINE_COLOURS = {  # the colours of marked cells, by mark
    "reason": "#8e6fc9",
    "conclusion": "#2d9d3a",
    "clash": "#e5484d",
    "differ": "#3e8ede",
    "superfluous": "#3e8ede",
}


class Frame(NamedTuple):
    """A board with cells to point out and a caption; the board may have KNOWN_BLANK cells.

    The puzzle's viz file has a colour for each mark, or else marked cells get a coloured outline.
    `numbers` show the order of cells in an argument.  Parts of a solution that are still missing
    are not drawn as wrong.  `givens` is the puzzle, whose values the board may hide.
    """

    board: Board
    marks: Mapping[Cell, str] = {}
    caption: str = ""
    numbers: Mapping[Cell, int] = {}
    givens: Board = ()


class Picture:
    """A picture to be drawn at `path`, see USAGE; raises Unusable if nothing can be drawn there.

    A folder is made at once.  film.py is started at once, too: it loads what draws while the frames
    are made.  `pace` is the time that each frame of an animation stays, in milliseconds.
    """

    def __init__(self, path: str, puzzle: Puzzle, pace: int = 1500) -> None:
        target = Path(path)
        if path.endswith("/") or target.is_dir():
            make_steps_folder(target)
            target = target / "step%03d.png"
        try:
            graph.check_picture(target, (*graph.FORMATS, ".gif"))
        except graph.Undrawable as error:
            raise Unusable(str(error)) from None
        self._has_several = target.suffix == ".gif" or bool(graph.NUMBER.search(target.name))
        self._process = subprocess.Popen(
            [*make_module_command("lab.pictures.film"), str(puzzle.viz), str(target), str(pace)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        has_marks = puzzle.viz.is_file() and "mark(" in puzzle.viz.read_text("utf-8", "replace")
        self._colours = {} if has_marks else OUTLINE_COLOURS

    def draw(self, frames: Sequence[Frame]) -> None:
        """Draw all frames, or the last if there is room for one only; raises Unusable."""
        drawn = frames if self._has_several else frames[-1:]
        self.draw_facts(format_frames(drawn, self._colours))

    def draw_facts(self, texts: Sequence[str]) -> None:
        """Draw the facts of each picture; raises Unusable."""
        assert self._process.stdin
        with contextlib.suppress(BrokenPipeError), self._process.stdin as stdin:
            stdin.write("\n".join(texts))
        for number, _ in enumerate(iter(self._read_line, ""), start=1):
            show_progress(f"{number} of {len(texts)} pictures drawn" if len(texts) > 1 else "")
        show_progress()

    def _read_line(self) -> str:
        """Return the next line of film.py, "" at its end; raises Unusable if film.py failed."""
        assert self._process.stdout and self._process.stderr
        if line := self._process.stdout.readline():
            return line
        message = self._process.stderr.read().strip().removeprefix("film.py: ")
        if status := self._process.wait():
            raise Unusable(message or f"film.py: ended with status {status}")
        return ""


def make_steps_folder(path: Path) -> None:
    """Make a folder if it is absent; raise Unusable if it contains steps of an earlier run."""
    with name_file_in_errors(path):
        path.mkdir(exist_ok=True)
    if steps := sorted(path.glob("step[0-9]*.png")):
        raise Unusable(f"{steps[0]}: exists, and nothing is overwritten")


def open_picture(path: str | None, puzzle: Puzzle) -> Picture | None:
    """Return the picture of the option --picture, None without it; raises Unusable."""
    return None if path is None else Picture(path, puzzle)


def draw_boards(puzzle: Puzzle, boards: Sequence[tuple[Board, Board | None]]) -> list[str]:
    """Return the pictures of boards, each with its answer or None, as show draws them: SVG.

    Raises Unusable.
    """
    texts = [format_board_facts(board, answer) for board, answer in boards]
    with tempfile.TemporaryDirectory() as folder:
        Picture(str(Path(folder, "%05d.svg")), puzzle).draw_facts(texts)
        return [path.read_text("utf-8") for path in sorted(Path(folder).iterdir())]


def format_board_facts(board: Board, answer: Board | None) -> str:
    """Return the facts of a board and its answer for the puzzle's viz file; None: no answer."""
    facts = encode.format_facts(answer or board) + ("" if answer else "partial.\n")
    return facts + "".join(f"{fact}.\n" for fact in list_givens(board if answer else ()))


def list_givens(board: Board) -> list[str]:
    """Return given/3 for the given cells of a puzzle."""
    cells = list_cells(board)
    return [f"given({r},{c},{value})" for (r, c), value in cells if value != encode.BLANK]


def format_frames(frames: Sequence[Frame], colours: Mapping[str, str]) -> list[str]:
    """Return the facts of each frame for the puzzle's viz file, without blank lines.

    Cells get an outline in the colour of their mark, if `colours` has one.
    All captions have the same number of lines; several frames have the same legend, of all marks.
    """
    kinds = {kind for frame in frames for kind in frame.marks.values()}
    legend = [f"legend({kind})" for kind in sorted({*kinds, "lit"})] if len(frames) > 1 else []
    captions = [wrap_caption(frame) for frame in frames]
    height = max(map(len, captions), default=0)
    texts = []
    for frame, lines in zip(frames, captions):
        board = [
            [encode.BLANK if value == KNOWN_BLANK else value for value in row]
            for row in frame.board
        ]
        facts = ["partial", "numbered", *(legend if kinds else []), *list_givens(frame.givens)]
        cells = list_cells(frame.board)
        facts += [f"empty({r},{c})" for (r, c), value in cells if value == KNOWN_BLANK]
        facts += [f"mark({r},{c},{kind})" for (r, c), kind in frame.marks.items()]
        for (r, c), kind in frame.marks.items():
            if kind in colours:
                facts += [
                    f'attr(node,({r},{c}),color,"{colours[kind]}")',
                    f"attr(node,({r},{c}),penwidth,4)",
                ]
        facts += [f"order({r},{c},{number})" for (r, c), number in frame.numbers.items()]
        for number, line in enumerate([*lines, *[" "] * (height - len(lines))]):
            facts.append(f"caption({number},{clingo.String(line)})")
        texts.append(encode.format_facts(board) + "".join(f"{fact}.\n" for fact in facts))
    return texts


def wrap_caption(frame: Frame) -> list[str]:
    """Break a caption into lines that fit below the board, or of 34 letters below a narrow one.

    The viz files choose the size of the letters: a fiftieth of the board, at least 10 points.
    """
    height, width = SIDE * len(frame.board), SIDE * len(frame.board[0])
    letters = max(int(1.62 * width / max(10, max(height, width) // 50)), 34)
    return [
        line
        for text in frame.caption.splitlines()
        for line in textwrap.wrap(text, letters, break_long_words=False)
    ]
