"""Boards, programs and reports in a notebook: pictures as show draws them, words as check has them.

    %load_ext lab.notebook

works in the folder of the kit from then on, and adds for each puzzle a cell magic of its name:

    %%lightup dom01

asks decode.py for the answers of the program in the cell on a board, draws them, and lets check
judge the program.  `add("PATH")` adds the magic of a puzzle in any folder.  %%clingo gives what
is in the cell to clingo alone, with clingo's own options: %%clingo 0 --text.

A board is named like an example, or written with / between its rows: %%lightup x../.2./..b
"""

import argparse
import base64
import html
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import clingo

import decode
import encode
from lab import ROOT, Unusable, pictures, puzzles
from lab.check import report
from lab.check.folder_bank import FolderBank
from lab.check.subject import Subject
from lab.common.findings import STAGES, Finding, Remark
from lab.common.words import Cell, count_noun
from lab.puzzles import Puzzle, Rows

MOST = 1000  # answers that are counted
LIMIT = 20.0  # seconds for the answers of a cell
UNANSWERED = re.compile("^decode.py:|^undecided", re.MULTILINE)  # in what decode.py reports
FIGURE = '<figure style="display: inline-block; margin: 0 1em 1em 0">{}{}</figure>'
CAPTION = "<figcaption>{}</figcaption>"
PLAIN = "font-family: monospace; white-space: pre-wrap; word-break: normal"
COLOURS = {"yes": "#1a7f37", "no": "#cf222e"}


class Board:
    """A puzzle, with an answer or without; drawn as show draws it, printed as a grid.

    `board` is the name of an example, the path of a grid, its text, or rows; / may separate rows.
    `answer` are rows with an answer.  `marks` are cells to point out, in the colours of the viz
    file.
    """

    def __init__(
        self,
        board: str | Rows,
        answer: Rows | None = None,
        puzzle: Puzzle | str | None = None,
        marks: Mapping[Cell, str] | None = None,
    ) -> None:
        named = puzzles.find_puzzle(puzzle) if isinstance(puzzle, str) else puzzle
        self.puzzle = named or puzzles.default_puzzle()
        self.rows: Rows = rows_of(board, self.puzzle) if isinstance(board, str) else board
        self.answer, self.marks = answer, marks or {}

    def __repr__(self) -> str:
        return decode.format_grid(self.answer or self.rows).rstrip("\n")

    def _repr_svg_(self) -> str:
        return self._svg

    def _repr_html_(self) -> str:
        """The same picture; in notebooks that are not trusted Jupyter shows no SVG but this."""
        return image(self._svg, self)

    @cached_property
    def _svg(self) -> str:
        return drawn([self])[0]

    @property
    def facts(self) -> str:
        """What the viz file of the puzzle takes."""
        facts = encode.format_facts(self.rows)
        words = [f"mark({r},{c},{kind})." for (r, c), kind in self.marks.items()]
        if self.answer is None:
            words.append("partial.")
        else:
            facts = facts.replace("cell(", "given(")
            words += [
                f"cell({r},{c},{value})."
                for r, row in enumerate(self.answer)
                for c, value in enumerate(row)
                if value != encode.OPEN
            ]
        return facts + "".join(f"{word}\n" for word in words)


def rows_of(text: str, puzzle: Puzzle) -> Rows:
    """The board of this name, in the file of this path, or in this text; raises Unusable."""
    path = Path(encode.find_example(text, puzzle.examples))
    is_file = len(text) < 200 and "\n" not in text and path.is_file()
    data = path.read_bytes() if is_file else text.replace("/", "\n").encode()
    try:
        rows: Rows = puzzle.record.read(data)
    except encode.GridError as error:
        if is_file or "/" in text or "\n" in text:
            raise Unusable(f"{path if is_file else 'the board'}:{error}") from None
        raise Unusable(f"found no board {text!r} in {puzzle.examples}") from None
    return rows


def drawn(boards: Sequence[Board]) -> list[str]:
    """The pictures of boards of the same puzzle, as SVG; raises Unusable."""
    if not boards:
        return []
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(ROOT / "show"), "-", "--facts"]
        command += ["--puzzle", boards[0].puzzle.spelt, "-o", f"{folder}/%04d.svg"]
        facts = "\n".join(board.facts for board in boards)
        done = subprocess.run(command, input=facts, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Unusable(done.stderr.strip())
        return [path.read_text("utf-8") for path in sorted(Path(folder).glob("*.svg"))]


def figures(boards: Sequence[Board], captions: Iterable[str] = ()) -> str:
    """Pictures of boards side by side, as HTML."""
    words = [*captions, *[""] * len(boards)]
    return "".join(
        FIGURE.format(CAPTION.format(html.escape(caption)) if caption else "", image(svg, board))
        for svg, board, caption in zip(drawn(boards), boards, words)
    )


def image(svg: str, board: Board) -> str:
    """A picture as an element of HTML."""
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{html.escape(repr(board))}" src="data:image/svg+xml;base64,{data}">'


def plain(text: str) -> str:
    """A text as an element of HTML that keeps its lines."""
    return f'<pre style="{PLAIN}">{html.escape(text)}</pre>' if text else ""


# ---------------------------------------------------------------- answers


class Answers:
    """What decode.py finds for a program on a board: the boards, and what it reports.

    `boards` has at most MOST of them; `most` are drawn.
    """

    def __init__(self, board: Board, found: Sequence[Rows], words: str, most: int = 4) -> None:
        self.words, self.most = words, most
        self.boards = [Board(board.rows, rows, board.puzzle) for rows in found]

    @property
    def verdict(self) -> str:
        """The number of answers in words; empty if the program could not be used."""
        number = len(self.boards)
        if not number:
            return "" if UNANSWERED.search(self.words) else "no answer"
        return f"more than {MOST} answers" if number > MOST else count_noun(number, "answer")

    def __repr__(self) -> str:
        return "\n\n".join(filter(None, [self.words, self._title, *map(repr, self._shown)]))

    def _repr_html_(self) -> str:
        title = f"<p><b>{html.escape(self._title)}</b></p>" if self._title else ""
        return plain(self.words) + title + figures(self._shown)

    @property
    def _shown(self) -> list[Board]:
        return self.boards[: self.most]

    @property
    def _title(self) -> str:
        rest = len(self.boards) > len(self._shown)
        return self.verdict + (f", {len(self._shown)} of them are drawn" if rest else "")


def answers(program: str, board: Board, most: int = 4, others: Sequence[str] = ()) -> Answers:
    """What decode.py finds for a program, a text, and other programs, which are files."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "cell.lp").write_text(program, "utf-8")
        paths = map(os.path.abspath, others)
        command = [sys.executable, str(ROOT / "decode.py"), "cell.lp", *paths]
        command += ["-", "--models", str(MOST + 1), "--time-limit", str(LIMIT)]
        done = subprocess.run(
            command,
            input=encode.format_facts(board.rows),
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
        )
    grids = done.stdout.split("\n\n") if done.stdout else []
    found = [[line.split() if " " in line else line for line in g.splitlines()] for g in grids]
    words = "\n".join(line for line in done.stderr.splitlines() if line != "no solution")
    return Answers(board, found, words, most)


# ---------------------------------------------------------------- reports


class Report:
    """What check finds of a program: its words, with pictures of the grids."""

    def __init__(self, puzzle: Puzzle, data: Mapping[str, Any]) -> None:
        sentences = Subject(FolderBank(puzzle)).bank.sentences
        self.puzzle, self.stages = puzzle, data["stages"]
        self.findings = [
            Finding(
                brief=one.pop("message"),
                sentence=sentences.get(one["mistake"] or "", ""),
                **one,
            )
            for one in map(dict, data["findings"])
        ]
        self.remarks = [Remark(**one) for one in data["remarks"]]

    def __repr__(self) -> str:
        lines = []
        for stage, (question, answer) in zip(self.stages, self._questions):
            lines.append(f"{question} {answer}")
            found = [one for one in self.findings if one.stage == stage]
            lines += [report.indented(text).rstrip("\n") for text in report.paragraphs(found)]
        return "\n".join([*lines, *(f"remark: {one.message}" for one in self.remarks)])

    def _repr_html_(self) -> str:
        parts = []
        for stage, (question, answer) in zip(self.stages, self._questions):
            word = f'<b style="color: {COLOURS[answer]}">{answer}</b>'
            parts.append(f"<p>{question} {word}</p>")
            parts += [self._shown(one) for one in self.findings if one.stage == stage]
        parts += [f"<p>remark: {html.escape(one.message)}</p>" for one in self.remarks]
        return "".join(parts)

    @property
    def _questions(self) -> list[tuple[str, str]]:
        return [(STAGES[stage], answer) for stage, answer in self.stages.items()]

    def _shown(self, finding: Finding) -> str:
        """A finding as HTML: its pictures where all its grids are boards, else its grids."""
        words = "\n".join(filter(None, [finding.message, finding.sentence]))
        texts = {name: text for name in report.GRIDS if (text := getattr(finding, name))}
        try:
            boards = [self._board(finding, text) for text in texts.values()]
            grids = figures(boards, texts)
        except (Unusable, encode.GridError):
            grids = plain(report.beside(texts))
        return f'<div style="margin-left: 2em">{plain(words)}{grids}</div>'

    def _board(self, finding: Finding, text: str) -> Board:
        """The grid of a finding; raises a GridError if a text is none."""
        rows = self.puzzle.record.read((finding.grid or "").encode())
        if text == finding.grid:
            return Board(rows, None, self.puzzle)
        return Board(rows, self.puzzle.record.read(text.encode(), True), self.puzzle)


def checked(program: str, puzzle: Puzzle, seed: int = 1) -> Report:
    """What check finds of a program, a text; raises Unusable if it cannot judge.

    It runs in a process of its own, as it ends all processes that its own has started.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "cell.lp")
        path.write_text(program, "utf-8")
        command = [sys.executable, str(ROOT / "lab"), "check", str(path), "--json"]
        command += ["--puzzle", puzzle.spelt, "--seed", str(seed)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1) or not done.stdout:
        raise Unusable(done.stderr.strip())
    return Report(puzzle, json.loads(done.stdout))


# ---------------------------------------------------------------- figures


def ground_rules(programs: Sequence[str], rows: Rows, text: str = "") -> int:
    """The number of rules of programs, files and a text, ground for a board."""
    rules = Rules()
    control = clingo.Control(logger=lambda *_: None)
    control.register_observer(rules)
    for path in programs:
        control.load(path)
    control.add("base", [], text + encode.format_facts(rows))
    control.ground([("base", [])])
    return rules.number


class Rules(clingo.Observer):
    """Counts the rules of a program while clingo grounds it."""

    number = 0

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self.number += 1

    def weight_rule(self, *_: Any) -> None:
        self.number += 1


def chart(
    lines: Mapping[str, Mapping[float, float]],
    x: str,
    y: str,
    scale: str = "linear",
    has_steps: bool = False,
) -> Any:
    """A chart of lines, each a mapping from x to y; `scale` is log where y is to be.

    With steps, a value holds up to the next one.
    """
    from matplotlib import pyplot, ticker

    figure, axes = pyplot.subplots(figsize=(6, 3.5), dpi=120, layout="constrained")
    for (name, points), mark in zip(lines.items(), "os^DvPX"):
        style = "steps-post" if has_steps else "default"
        axes.plot(
            list(points), list(points.values()), marker=mark, ms=4, label=name, drawstyle=style
        )
    if all(isinstance(place, int) for points in lines.values() for place in points):
        axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
    axes.set(xlabel=x, ylabel=y, yscale=scale)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    pyplot.close(figure)
    return figure


# ---------------------------------------------------------------- animations


class Animation:
    """Frames of lab.pictures as an animation: each stays `pace` milliseconds, the last longer."""

    def __init__(
        self, frames: Sequence[pictures.Frame], pace: int = 300, puzzle: Puzzle | None = None
    ) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "frames.gif")
            pictures.Picture(str(path), puzzle or puzzles.default_puzzle(), pace).draw(frames)
            self.data = path.read_bytes()
        self.number = len(frames)

    def __repr__(self) -> str:
        return f"an animation of {count_noun(self.number, 'frame')}"

    def _repr_html_(self) -> str:
        data = base64.b64encode(self.data).decode()
        return f'<img alt="{self!r}" width="400" src="data:image/gif;base64,{data}">'


# ---------------------------------------------------------------- magics


def load_ipython_extension(shell: Any) -> None:
    """Work in the folder of the kit, with this Python; add the magics."""
    os.chdir(ROOT)
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    shell.run_line_magic("config", "InlineBackend.figure_formats = ['png']")
    shell.register_magic_function(clingo_alone, "cell", "clingo")
    for puzzle in puzzles.list_puzzles():
        shell.register_magic_function(magic(puzzle), "cell", puzzle.name)


def add(path: str) -> Puzzle:
    """Add the magic of the puzzle in a folder; returns the puzzle."""
    from IPython import get_ipython

    puzzle = puzzles.find_puzzle(path)
    shell: Any = get_ipython()
    shell.register_magic_function(magic(puzzle), "cell", puzzle.name)
    return puzzle


def magic(puzzle: Puzzle) -> Callable[[str, str], None]:
    """The cell magic of a puzzle."""
    parser = argparse.ArgumentParser(prog=f"%%{puzzle.name}", description=magic.__doc__)
    add_argument = parser.add_argument
    add_argument("board", nargs="?", help="on which it is tried; check alone without it")
    add_argument("--with", nargs="+", default=[], dest="others", help="more programs, files")
    add_argument(
        "--draw", type=decode.parse_natural, default=4, metavar="N", help="N answers at most"
    )
    add_argument("--no-check", action="store_true", help="only the answers")

    def run(line: str, cell: str) -> None:
        """Draw the answers of the program in a cell, and check it."""
        from IPython import display as ipython

        display: Any = ipython.display
        try:
            options = parser.parse_args(shlex.split(line))
            program = numbered(cell)
            if options.board:
                board = Board(options.board, None, puzzle)
                display(answers(program, board, options.draw, options.others))
            if not options.no_check:
                texts = [Path(other).read_text("utf-8") for other in options.others]
                display(checked("\n".join([program, *texts]), puzzle))
        except (Unusable, OSError) as error:
            decode.report(f"%%{puzzle.name}: {error}")
        except SystemExit:  # argparse has said why
            return

    return run


def clingo_alone(line: str, cell: str) -> None:
    """Print what clingo prints for the program in a cell."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "cell.lp").write_text(numbered(cell), "utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "clingo", "-V0", *shlex.split(line), "cell.lp"],
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
        )
    print(done.stderr.partition("Traceback")[0].strip() or done.stdout.rstrip())


def numbered(cell: str) -> str:
    """The program in a cell, its lines counted as the notebook counts them: the magic is the first.

    So a message of clingo names the line that the editor shows.
    """
    return f"\n{cell}"
