"""The sheet of an assignment: one Markdown text, as plain text and as a page with pictures."""

import base64
import html
import io
import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

import decode
from lab.check.answers import added_cells
from lab.handout.examples import Example
from lab.handout.texts import HandoutTexts
from lab.pictures import draw_boards

PICTURES_MARK = "PICTURES"  # the paragraph that the pictures replace
PAGE_TEMPLATE = Path(__file__).parent / "files" / "page.html"
TEXT_WIDTH, ATOMS_WIDTH = 79, 84  # characters of a line: of the plain text, of atoms
GRID_GAP = 6  # characters between two grids


class Sheet(NamedTuple):
    """The sheet in the words of a course, with one example and its `facts`."""

    texts: HandoutTexts
    example: Example
    facts: str

    @property
    def text(self) -> str:
        """The sheet as plain text, with grids in place of pictures."""
        columns = [
            [self.texts.of_puzzle(kind), *decode.format_grid(rows).splitlines()]
            for kind, rows in (("unsolved", self.example.board), ("solved", self.example.solution))
        ]
        return format_plain(self.format_markdown(indent(join_columns(columns))))

    @property
    def page(self) -> str:
        """The sheet as a page of HTML that needs no other file."""
        boards = [(self.example.board, None), (self.example.board, self.example.solution)]
        figures = ""
        for kind, svg in zip(("unsolved", "solved"), draw_boards(self.texts.puzzle, boards)):
            caption = html.escape(self.texts.of_puzzle(kind))
            data = base64.b64encode(svg.encode()).decode("ascii")
            figures += (
                f'<figure><img alt="{caption}" src="data:image/svg+xml;base64,{data}">'
                f"<figcaption>{caption}</figcaption></figure>\n"
            )
        parser = MarkdownIt("commonmark", {"html": False}).enable("table")
        body = parser.render(self.format_markdown(PICTURES_MARK)).replace(
            f"<p>{PICTURES_MARK}</p>", f'<div class="pictures">\n{figures}</div>'
        )
        page = PAGE_TEMPLATE.read_text("utf-8").replace("LANGUAGE", self.texts.course.language)
        return page.replace("TITLE", html.escape(self.texts.title)).replace("BODY", body)

    def format_markdown(self, pictures: str) -> str:
        """Return the sheet in Markdown, with `pictures` where the pictures belong."""
        texts, example = self.texts, self.example
        rules = list(texts.rules.values())
        numbered = [f"{n}. {rule}" for n, rule in enumerate(rules, start=1)]
        added = added_cells(example.board, example.solution)
        atoms = sorted(added, key=lambda atom: (int(atom[0]), int(atom[1])))
        head, *rows = [f"| {part} | {points} |" for part, points in texts.points]
        return texts.fill(
            "sheet",
            course="\n".join(f"- {name}: {text}" for name, text in texts.head.items()),
            about=texts.of_puzzle("about"),
            pictures=pictures,
            rules=texts.of_puzzle("rules") + "\n\n" + ",\n".join(numbered) + ".",
            text=texts.of_puzzle("text"),
            legend="\n".join(f"- `{cell}`: {meaning}" for cell, meaning in texts.legend.items()),
            example=example.name,
            grid=indent(decode.format_grid(example.board)),
            facts=indent(self.facts),
            answer=texts.of_puzzle("answer"),
            atoms=indent(textwrap.fill(" ".join(map(str, atoms)), ATOMS_WIDTH)),
            best=texts.best,
            **texts.delivery,
            points="\n".join([head, "| --- | ---: |", *rows]),
            late=texts.late,
            partial=texts.partial,
        )


def format_plain(markdown: str) -> str:
    """Return Markdown as text of TEXT_WIDTH columns; single characters get quotation marks."""
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=TEXT_WIDTH, file=io.StringIO(), color_system=None, record=True)
    console.print(Markdown(re.sub("`(.)`", r"'\1'", markdown)))
    text = "".join(f"{line.rstrip()}\n" for line in console.export_text().splitlines())
    return re.sub("\n{3,}", "\n\n", text)


def indent(text: str) -> str:
    """Return text that Markdown shows as it is."""
    return textwrap.indent(text.rstrip("\n"), "    ")


def join_columns(columns: Sequence[Sequence[str]]) -> str:
    """Return columns of lines side by side, or one below the other if they are wide."""
    widths = [max(map(len, column)) + GRID_GAP for column in columns]
    if sum(widths) > TEXT_WIDTH:
        return "\n\n".join("\n".join(column) for column in columns)
    rows = zip(*columns)
    return "\n".join("".join(c.ljust(w) for c, w in zip(row, widths)).rstrip() for row in rows)
