"""Read data files of MiniZinc: assignments, each with a semicolon at its end, and comments.

Source: the MiniZinc Handbook, the grammar of data files.
"""

import re
from collections.abc import Sequence

from lab.notations.text import Span, make_grid_error

COMMENT = re.compile(r"%[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
ITEM = re.compile(r"([A-Za-z_]\w*)\s*=\s*([^;]*)(?:;|\Z)\s*")


def blank_comments(text: str) -> str:
    """Return the text with blanks in place of comments, so that places stay the same."""
    return COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), text)


def find_assignments(text: str, names: Sequence[str]) -> dict[str, Span]:
    """Return the spans of the values that are assigned to these names; raise a GridError."""
    values: dict[str, Span] = {}
    listed = ", ".join(names)
    end = len(text) - len(text.lstrip())
    while end < len(text):
        item = ITEM.match(text, end)
        if not item:
            raise make_grid_error(text, end, "no assignment", f"one of {listed}, and '='")
        if item[1] not in names or item[1] in values:
            raise make_grid_error(text, end, f"the name {item[1]!r}", f"{listed}, each once")
        values[item[1]] = item.start(2), item.start(2) + len(item[2].rstrip())
        end = item.end()
    for name in names:
        if name not in values:
            raise make_grid_error(text, len(text.rstrip()), f"no {name}", listed)
    return values


def read_number(text: str, span: Span, most: int = 10**9 - 1, noun: str = "a number") -> int:
    """Return the number from 1 to `most` at the span; raise a GridError."""
    value = text[slice(*span)]
    if not re.fullmatch(r"[0-9]{1,9}", value) or not 1 <= int(value) <= most:
        raise make_grid_error(text, span[0], repr(value[:20]), f"{noun} of 1 to {most}")
    return int(value)
