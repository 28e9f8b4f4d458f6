"""Markdown as plain text: what is underlined, listed or in columns stays so without marks."""

import re
import textwrap
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

WIDTH = 79
CHARACTER = re.compile("`(.)`")  # which has quotes around it
INDENT = 4  # of what is a program, or what one prints


def parser() -> MarkdownIt:
    """What reads the Markdown of a sheet, in which markup is text."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def plain(markdown: str) -> str:
    """The text of a document, in lines of at most WIDTH letters where they can be broken."""
    tokens = parser().parse(markdown)
    return "\n\n".join(Blocks(tokens).all()) + "\n"


class Blocks:
    """The tokens of a document, taken one block at a time."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens, self.next = tokens, 0

    def all(self) -> list[str]:
        """The blocks as texts."""
        found: list[str] = []
        while self.next < len(self.tokens):
            found.append(self.block())
        return list(filter(None, found))

    def block(self) -> str:
        """The next block; empty for what only ends one."""
        token = self.take()
        if token.type == "heading_open":
            text = self.inline()
            return (
                f"{text}\n{'=' * len(text)}"
                if token.tag == "h1"
                else f"\n{text}\n{'-' * len(text)}"
            )
        if token.type == "paragraph_open":
            return filled(self.inline())
        if token.type in ("bullet_list_open", "ordered_list_open"):
            return self.items(token)
        if token.type in ("code_block", "fence"):
            return textwrap.indent(token.content.rstrip("\n"), " " * INDENT)
        return self.table() if token.type == "table_open" else ""

    def take(self) -> Token:
        """The next token."""
        self.next += 1
        return self.tokens[self.next - 1]

    def inline(self) -> str:
        """The text of a heading, a paragraph or a cell, without marks."""
        text = CHARACTER.sub(r"'\1'", self.take().content)
        return text.replace("`", "").replace("**", "")

    def items(self, opening: Token) -> str:
        """A list, each of whose items is one paragraph."""
        items: list[str] = []
        while (token := self.take()).type != opening.type.replace("open", "close"):
            if token.type == "paragraph_open":
                number = f"{len(items) + 1}. " if opening.type.startswith("ordered") else "- "
                items.append(filled(self.inline(), "  " + number))
        return "\n".join(items)

    def table(self) -> str:
        """A table of two columns, the second of them of figures."""
        cells: list[str] = []
        while (token := self.take()).type != "table_close":
            if token.type in ("th_open", "td_open"):
                cells.append(self.inline())
        rows = list(zip(cells[::2], cells[1::2]))
        right = max(len(figures) for _, figures in rows)
        left = WIDTH - right - 4
        lines: list[str] = []
        for words, figures in rows:
            *above, last = textwrap.wrap(words, left)
            lines += [f"  {line}" for line in above] + [f"  {last:{left}}  {figures:>{right}}"]
        rule = "  " + "-" * (WIDTH - 2)
        return "\n".join([lines[0], rule, *lines[1:-1], rule, lines[-1]])


def filled(text: str, first: str = "") -> str:
    """A paragraph in lines, the first of which begins with `first`."""
    return textwrap.fill(
        " ".join(text.split()),
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_long_words=False,
        break_on_hyphens=False,
    )
