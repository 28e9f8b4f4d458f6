"""The sheet of an assignment, one Markdown text, as plain text and as a page."""

import base64
import io
import re
import textwrap
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

import decode
from lab.check import report
from lab.check.bank.answers import find_added_cells
from lab.common.words import add_detail
from lab.course.templates import fill_template
from lab.course.texts import HandoutTexts
from lab.material.examples import Example
from lab.pictures.frames import draw_boards

PICTURES_PLACE = "PICTURES"  # the paragraph that the pictures replace
PAGE_TEMPLATE = Path(__file__).parent / "files" / "page.html"
FIGURE = '<figure><img alt="{caption}" src="data:image/svg+xml;base64,{data}">' + (
    "<figcaption>{caption}</figcaption></figure>\n"
)
LONG_ADDRESS, STAND_IN = re.compile(r"<https?://[^\s<>]{60,}>"), "-" * 60
LONG_COMMAND, OTHER_STAND_IN = re.compile("(?m)^    .{60,}$"), "=" * 60
CODE, HELD_BLANK = re.compile("`[^`]+`"), "\ue000"  # code in a sentence; a blank in it
TEXT_WIDTH, ATOMS_WIDTH = 79, 84  # characters of a line: of the plain text, of atoms


class Sheet(NamedTuple):
    """The sheet in the words of a course, with one example and its `facts`."""

    texts: HandoutTexts
    example: Example
    facts: str
    has_blanks: bool  # whether blanks separate cells in any grid that encode.py has to read
    cells: Mapping[str, str]  # what may stand in a grid, with its meaning
    rows: int  # rows of the largest example

    @property
    def text(self) -> str:
        """The sheet as plain text, with grids in place of pictures."""
        boards = (self.example.board, self.example.solution)
        grids = dict(zip(self.captions, map(decode.format_grid, boards)))
        return format_plain(self.format_markdown(indent(report.join_columns(grids))))

    @property
    def page(self) -> str:
        """The sheet as a page of HTML that needs no other file."""
        boards = [(self.example.board, None), (self.example.board, self.example.solution)]
        svgs = draw_boards(self.texts.puzzle, boards)
        pictures = [base64.b64encode(svg.encode()).decode("ascii") for svg in svgs]
        figures = "".join(
            FIGURE.format(caption=escape(caption), data=data)
            for caption, data in zip(self.captions, pictures)
        )
        body = render_markdown(self.format_markdown(PICTURES_PLACE))
        body = body.replace(f"<p>{PICTURES_PLACE}</p>", f'<div class="pictures">\n{figures}</div>')
        return render_page(self.texts.course.language, self.texts.title, body)

    @property
    def captions(self) -> list[str]:
        """The words above or below the puzzle, and those for its solution."""
        return [self.texts.find_puzzle_text("unsolved"), self.texts.find_puzzle_text("solved")]

    def format_markdown(self, pictures: str) -> str:
        """Return the sheet in Markdown, with `pictures` where the pictures belong."""
        texts, example = self.texts, self.example
        numbered = [f"{n}. {rule}" for n, rule in enumerate(texts.rules.values(), start=1)]
        added = find_added_cells(example.board, example.solution)
        atoms = sorted(added, key=lambda atom: (int(atom[0]), int(atom[1])))
        head, *rows = [f"| {part} | {points} |" for part, points in texts.list_points(self.rows)]
        has_blanks = self.has_blanks and "text" not in texts.puzzle_words
        return texts.fill(
            "sheet",
            course="\n".join(f"- {add_detail(*line)}" for line in texts.head.items()),
            about=texts.find_puzzle_text("about"),
            pictures=pictures,
            rules=texts.find_puzzle_text("rules") + "\n\n" + ",\n".join(numbered) + ".",
            text=texts.find_puzzle_text("text") + texts.find_puzzle_text("blanks") * has_blanks,
            legend="\n".join(
                f"- `{cell}`: {meaning}"
                for cell, meaning in texts.puzzle_words.get("cell", self.cells).items()
            ),
            example=example.name,
            grid=indent(decode.format_grid(example.board)),
            facts=indent(self.facts),
            answer=texts.find_puzzle_text("answer"),
            atoms=indent(textwrap.fill(" ".join(map(str, atoms)), ATOMS_WIDTH)),
            best=texts.best,
            page=texts.page,
            **texts.delivery,
            points="\n".join([head, "| --- | ---: |", *rows]),
            costs=texts.costs,
            late=texts.late,
            partial=texts.partial,
        )


def render_markdown(text: str) -> str:
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))


def render_page(language: str, title: str, body: str) -> str:
    return fill_template(PAGE_TEMPLATE, language=language, title=title, body=body)


def format_plain(markdown: str) -> str:
    """Return Markdown as text of TEXT_WIDTH columns; single characters get quotation marks.

    Long addresses and code are not broken; rich would do so.
    """
    from rich.console import Console
    from rich.markdown import Markdown

    addresses, commands = LONG_ADDRESS.findall(markdown), LONG_COMMAND.findall(markdown)
    markdown = LONG_ADDRESS.sub(f"<http:{STAND_IN}>", markdown)
    markdown = LONG_COMMAND.sub(f"    {OTHER_STAND_IN}", markdown)
    markdown = re.sub("`(.)`", r"'\1'", markdown)
    markdown = CODE.sub(lambda match: HELD_BLANK.join(match[0].split()), markdown)
    console = Console(width=TEXT_WIDTH, file=io.StringIO(), color_system=None, record=True)
    console.print(Markdown(markdown))
    text = "".join(f"{line.rstrip()}\n" for line in console.export_text().splitlines())
    text = re.sub(f"http:{STAND_IN}", lambda match: addresses.pop(0)[1:-1], text)
    text = re.sub(OTHER_STAND_IN, lambda match: commands.pop(0).strip(), text)
    return re.sub("\n{3,}", "\n\n", text.replace(HELD_BLANK, " "))


def indent(text: str) -> str:
    """Return text that Markdown shows as it is."""
    return textwrap.indent(text.rstrip("\n"), "    ")
