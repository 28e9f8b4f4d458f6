"""Programs with one change: another number, another comparison, or a fact that is gone.

`mutants(text)` yields them with what was changed.  Comments and directives stay as they are.
"""

import re
from collections.abc import Iterator

LINE = re.compile(r"(?m)^(?!%|#defined|#program).*$")
COMPARISON = re.compile(r"!=|<=|>=|<|>|(?<![!<>])=(?!=)")
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w])|(?<=\.\.)\d+")
FACT = re.compile(r"(?m)^[a-z]+\([^:\n]*\)\.$")
REPLACEMENTS = {
    "!=": ("=", "<", ">"),
    "=": ("!=", "<", ">"),
    "<": ("<=", ">"),
    ">": (">=", "<"),
    "<=": ("<", ">="),
    ">=": (">", "<="),
}


def list_mutants(text: str) -> Iterator[tuple[str, str]]:
    """Yield each changed text after a description of its change."""
    for start, end, piece in list_changes(text):
        number = text.count("\n", 0, start) + 1
        yield f"{number}: {text[start:end]} -> {piece}", text[:start] + piece + text[end:]


def list_changes(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the start and end of a piece of the text, and its replacement."""
    for line in LINE.finditer(text):
        for match in COMPARISON.finditer(text, *line.span()):
            if not text[: match.start()].endswith(":") and match[0] in REPLACEMENTS:
                yield from ((*match.span(), symbol) for symbol in REPLACEMENTS[match[0]])
        for match in NUMBER.finditer(text, *line.span()):
            number = int(match[0])
            yield from ((*match.span(), str(n)) for n in (number + 1, number - 1) if n >= 0)
    for match in FACT.finditer(text):
        yield (*match.span(), "")
