"""The sheet of an assignment: one Markdown text, as plain text and as a page with pictures."""

import base64
import html
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Sequence
from pathlib import Path

import decode
from lab import ROOT, Unusable
from lab.check.answers import added_cells
from lab.handout.plain import WIDTH, parser, plain
from lab.handout.words import Words
from lab.puzzles import Puzzle, Rows

PICTURES = "PICTURES"  # a paragraph in whose place the pictures come
PAGE = Path(__file__).parent / "page.html"
COLUMN = 84  # letters of a line of atoms
GAP = 6  # columns between two grids


class Example:
    """The puzzle that the sheet shows, with its solution."""

    def __init__(self, name: str, board: Rows, solved: Rows) -> None:
        self.name, self.board, self.solved = name, board, solved


class Sheet:
    """The sheet in the words of a course, with one example; `facts` are those of the example."""

    def __init__(self, words: Words, example: Example, facts: str) -> None:
        self.words, self.example, self.facts = words, example, facts

    @property
    def text(self) -> str:
        """The sheet as plain text, with grids in place of pictures."""
        grids = beside(
            {
                self.words.of_puzzle("unsolved"): decode.format_grid(self.example.board),
                self.words.of_puzzle("solved"): decode.format_grid(self.example.solved),
            }
        )
        return plain(self._markdown(indented(grids)))

    @property
    def page(self) -> str:
        """The sheet as a page of HTML, which needs no other file."""
        language, title = self.words.course.language, html.escape(self.words.title)
        body = parser().render(self._markdown(PICTURES))
        body = body.replace(f"<p>{PICTURES}</p>", self._figures())
        template = PAGE.read_text("utf-8")
        return template.replace("LANGUAGE", language).replace("TITLE", title).replace("BODY", body)

    def _figures(self) -> str:
        """The pictures of the puzzle and of its solution."""
        drawn = pictures(self.words.puzzle, self.example)
        figures = ""
        for kind, svg in drawn.items():
            caption = html.escape(self.words.of_puzzle(kind))
            data = base64.b64encode(svg).decode("ascii")
            figures += (
                f'<figure><img alt="{caption}" src="data:image/svg+xml;base64,{data}">'
                f"<figcaption>{caption}</figcaption></figure>\n"
            )
        return f'<div class="pictures">\n{figures}</div>'

    def _markdown(self, drawn: str) -> str:
        words, example = self.words, self.example
        atoms = sorted(added_cells(example.board, example.solved), key=in_order)
        return words.filled(
            "sheet",
            course="\n".join(f"- {name}: {text}" for name, text in words.head.items()),
            about=words.of_puzzle("about"),
            pictures=drawn,
            rules=f"{words.of_puzzle('rules')}\n\n{numbered(list(words.rules.values()))}",
            text=words.of_puzzle("text"),
            legend="\n".join(f"- `{cell}`: {meaning}" for cell, meaning in words.legend.items()),
            example=example.name,
            grid=indented(decode.format_grid(example.board)),
            facts=indented(self.facts),
            answer=words.of_puzzle("answer"),
            atoms=indented(textwrap.fill(" ".join(map(str, atoms)), COLUMN)),
            best=words.best,
            **words.delivery,
            points=table(words.points),
            late=words.late,
            partial=words.partial,
        )


def in_order(cell: Sequence[str]) -> tuple[int, ...]:
    """Row and column as numbers."""
    return tuple(map(int, cell[:2]))


def numbered(sentences: Sequence[str]) -> str:
    """An ordered list of Markdown."""
    endings = [","] * (len(sentences) - 1) + ["."]
    lines = zip(sentences, endings)
    return "\n".join(f"{n}. {one}{end}" for n, (one, end) in enumerate(lines, start=1))


def table(rows: Sequence[tuple[str, str]]) -> str:
    """A table of Markdown, whose second column has figures."""
    lines = [f"| {words} | {figures} |" for words, figures in rows]
    return "\n".join([lines[0], "| --- | ---: |", *lines[1:]])


def indented(text: str) -> str:
    """What is a program, or what one prints, in Markdown."""
    return textwrap.indent(text.rstrip("\n"), "    ")


def beside(grids: dict[str, str]) -> str:
    """Grids under their titles side by side, or one below the other if they are wide."""
    columns = [[title, *grid.splitlines()] for title, grid in grids.items()]
    widths = [max(map(len, column)) + GAP for column in columns]
    if sum(widths) > WIDTH:
        return "\n\n".join("\n".join(column) for column in columns)
    rows = zip(*columns)
    return "\n".join("".join(c.ljust(w) for c, w in zip(row, widths)).rstrip() for row in rows)


def pictures(puzzle: Puzzle, example: Example) -> dict[str, bytes]:
    """The pictures of a puzzle and of its solution as SVG, drawn by show."""
    with tempfile.TemporaryDirectory() as folder:
        grid = Path(folder, f"{example.name}.txt")
        grid.write_text(decode.format_grid(example.board), "utf-8")
        kinds = {"unsolved": ["--unsolved"], "solved": []}
        return {kind: picture(puzzle, grid, flags) for kind, flags in kinds.items()}


def picture(puzzle: Puzzle, grid: Path, flags: Sequence[str]) -> bytes:
    """A picture as SVG; raises Unusable if none was drawn."""
    drawn = grid.with_suffix(".svg")
    words = [ROOT / "show", grid, "-o", drawn, "--puzzle", puzzle.spelt, *flags]
    command = [sys.executable, *map(str, words)]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    if done.returncode:
        raise Unusable(done.stderr.strip() or f"show: ended with status {done.returncode}")
    return drawn.read_bytes()
