"""Formats the Markdown of a sheet as plain text in lines of at most WIDTH characters.

Knows the Markdown that the words of a sheet have: headings, paragraphs, lists, indented programs
and tables of two columns, all with blank lines between them, `code` and **bold**.
"""

import re
import textwrap

WIDTH = 79
CHARACTER = re.compile("`(.)`")  # gets quotation marks
ITEM = re.compile(r"^(- |\d+\. )", re.MULTILINE)


def format_plain(markdown: str) -> str:
    """Return a Markdown document as plain text."""
    return "\n\n".join(map(format_block, re.split(r"\n{2,}", markdown.strip("\n")))) + "\n"


def format_block(block: str) -> str:
    """Return a heading, a paragraph, a list, a program or a table as plain text."""
    if block.startswith("    "):
        return block
    block = CHARACTER.sub(r"'\1'", block).replace("`", "").replace("**", "")
    if block.startswith("# "):
        return f"{block[2:]}\n{'=' * len(block[2:])}"
    if block.startswith("## "):
        return f"\n{block[3:]}\n{'-' * len(block[3:])}"
    if block.startswith("| "):
        return format_table(block)
    if ITEM.match(block):
        _, *parts = ITEM.split(block)
        return "\n".join(fill(text, f"  {mark}") for mark, text in zip(parts[::2], parts[1::2]))
    return fill(block)


def format_table(block: str) -> str:
    """Return a table with a rule below its head and above its last row; numbers stand right."""
    head, _, *lines = block.splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in [head, *lines]]
    right = max(len(numbers) for _, numbers in rows)
    left = WIDTH - right - 4
    texts = []
    for part, numbers in rows:
        *above, last = textwrap.wrap(part, left)
        texts.append("\n".join([*above, f"{last:{left}}  {numbers:>{right}}"]))
    rule = "-" * (WIDTH - 2)
    return textwrap.indent("\n".join([texts[0], rule, *texts[1:-1], rule, texts[-1]]), "  ")


def fill(text: str, start: str = "") -> str:
    """Return a paragraph in lines; the first begins with `start`, the others are indented."""
    return textwrap.fill(
        " ".join(text.split()),
        WIDTH,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )
