"""Boards, answers of programs and animations as a notebook shows them."""

import base64
import html
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, repeat
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import encode
from lab import ROOT, Unusable, puzzles
from lab.common.words import count_noun, format_rows
from lab.pictures.frames import Frame, Picture
from lab.pictures.svg import draw_board_svg
from lab.puzzles import Board, Puzzle, read_board, shape_like

MAX_COUNTED = 1000  # answers that are counted
ANSWER_SECONDS = 20.0  # seconds for the answers of a program
PREFORMATTED = "font-family: monospace; white-space: pre-wrap; word-break: normal"


class DrawnBoard:
    """A puzzle, with an answer or without; drawn as SVG, printed as a grid.

    `board` is rows, or a text: the name of an example, the path of a grid, or rows with / between
    them.  `answer` is the same board with an answer.
    """

    def __init__(
        self, board: str | Board, answer: Board | None = None, puzzle: Puzzle | None = None
    ) -> None:
        self.puzzle = puzzle or puzzles.find_default_puzzle()
        self.rows: Board = find_board(board, self.puzzle) if isinstance(board, str) else board
        self.answer = answer

    def __repr__(self) -> str:
        return format_rows(self.answer or self.rows)

    def _repr_svg_(self) -> str:
        label = f"A board of {self.puzzle.title}"
        return draw_board_svg(self.puzzle, self.answer or self.rows, label, self.rows)

    def _repr_html_(self) -> str:
        """Return the same picture: Jupyter shows no SVG in notebooks that are not trusted."""
        data = base64.b64encode(self._repr_svg_().encode()).decode()
        return f'<img alt="{html.escape(repr(self))}" src="data:image/svg+xml;base64,{data}">'


def find_board(text: str, puzzle: Puzzle) -> Board:
    """Return the board of this name, in the file of this path, or in this text itself.

    Raises Unusable.
    """
    path = Path(encode.find_example(text, puzzle.examples_folder))
    is_file = len(text) < 200 and "\n" not in text and path.is_file()
    try:
        data = path.read_bytes() if is_file else text.replace("/", "\n").encode()
        rows = read_board(puzzle.record, data)
    except encode.GridError as error:
        if is_file or "/" in text or "\n" in text:
            raise Unusable(f"{path if is_file else 'the board'}:{error}") from None
        raise Unusable(f"found no board {text!r} in {puzzle.examples_folder}") from None
    return rows


def format_pictures(boards: Sequence[DrawnBoard], captions: Iterable[str] = ()) -> str:
    """Return pictures of boards side by side as HTML, under their captions, if there are any."""
    return "".join(
        '<figure style="display: inline-block; margin: 0 1em 1em 0">'
        + (f"<figcaption>{html.escape(caption)}</figcaption>" if caption else "")
        + f"{board._repr_html_()}</figure>"
        for board, caption in zip(boards, chain(captions, repeat("")))
    )


def format_preformatted(text: str) -> str:
    """Return text as HTML that keeps its lines."""
    return f'<pre style="{PREFORMATTED}">{html.escape(text)}</pre>' if text else ""


class DecodedAnswers:
    """The answers of a program on a board, at most MAX_COUNTED + 1, and the messages of decode.py.

    `record` is that of decode.py, empty if it could not use the program.  A notebook shows the
    messages, the number of answers, and the first `shown` answers.
    """

    def __init__(
        self, board: DrawnBoard, record: Mapping[str, Any], messages: str, shown: int = 4
    ) -> None:
        self.messages, self.stage = messages, record.get("stage")
        answers = (shape_like(rows, board.rows) for rows in record.get("boards", ()))
        self.boards = [DrawnBoard(board.rows, answer, board.puzzle) for answer in answers]
        self.shown = self.boards[:shown]

    @property
    def title(self) -> str:
        """The number of answers in words; "" if none was found and some may exist."""
        count = len(self.boards)
        if not count:
            return "no answer" if self.stage == "done" else ""
        more = "more than " if count > MAX_COUNTED else ""
        note = f", {len(self.shown)} of them are drawn" if count > len(self.shown) else ""
        return more + count_noun(min(count, MAX_COUNTED), "answer") + note

    def __repr__(self) -> str:
        return "\n\n".join(filter(None, [self.messages, self.title, *map(repr, self.shown)]))

    def _repr_html_(self) -> str:
        title = f"<p><b>{html.escape(self.title)}</b></p>" if self.title else ""
        return format_preformatted(self.messages) + title + format_pictures(self.shown)


def run_on_program(program: str, *arguments: str, text: str = "") -> CompletedProcess[str]:
    """Run Python with arguments and a text as input in a folder with the program as cell.lp.

    The program has a process of its own, which can be ended whatever it does.
    """
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "cell.lp").write_text(program, "utf-8")
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, input=text, capture_output=True, text=True, cwd=folder, check=False
        )


def decode_answers(
    program: str, board: DrawnBoard, shown: int = 4, files: Sequence[str] = ()
) -> DecodedAnswers:
    """Run decode.py for a program text and program files on a board, for ANSWER_SECONDS at most."""
    arguments = [str(ROOT / "decode.py"), "cell.lp", *map(os.path.abspath, files), "-"]
    arguments += ["--json", f"--models={MAX_COUNTED + 1}", f"--time-limit={ANSWER_SECONDS}"]
    result = run_on_program(program, *arguments, text=encode.format_facts(board.rows))
    record = json.loads(result.stdout or "{}")
    messages = result.stderr.splitlines()
    if record and record["stage"] != "done":
        limit = f"the time limit of {ANSWER_SECONDS:g} s came while {record['stage']}"
        messages.append(f"undecided: {limit}")
    return DecodedAnswers(board, record, "\n".join(messages), shown)


class Animation:
    """Frames as an animation: each stays `pace` milliseconds, the last one longer."""

    def __init__(
        self, frames: Sequence[Frame], pace: int = 300, puzzle: Puzzle | None = None
    ) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "frames.gif")
            Picture(str(path), puzzle or puzzles.find_default_puzzle(), pace).draw(frames)
            self.data = path.read_bytes()
        self.count = len(frames)

    def __repr__(self) -> str:
        return f"an animation of {count_noun(self.count, 'frame')}"

    def _repr_html_(self) -> str:
        data = base64.b64encode(self.data).decode()
        return f'<img alt="{self!r}" width="400" src="data:image/gif;base64,{data}">'
