"""Programs with one change: another number, another comparison, or a fact that is gone.

`mutants(text)` yields them with what was changed.  Comments and directives stay as they are.
"""

import re
from collections.abc import Iterator

LINE = re.compile(r"(?m)^(?!%|#defined|#program).*$")
COMPARISON = re.compile(r"!=|<=|>=|<|>|(?<![!<>])=(?!=)")
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w])|(?<=\.\.)\d+")
FACT = re.compile(r"(?m)^[a-z]+\([^:\n]*\)\.$")
OTHERS = {
    "!=": ("=", "<", ">"),
    "=": ("!=", "<", ">"),
    "<": ("<=", ">"),
    ">": (">=", "<"),
    "<=": ("<", ">="),
    ">=": (">", "<="),
}


def mutants(text: str) -> Iterator[tuple[str, str]]:
    """Each changed text, after what was changed in it: the line and the new piece."""
    for start, end, new in changes(text):
        number = text.count("\n", 0, start) + 1
        yield f"{number}: {text[start:end]} -> {new}", text[:start] + new + text[end:]


def changes(text: str) -> Iterator[tuple[int, int, str]]:
    """Where a piece of the text begins and ends, and what takes its place."""
    for line in LINE.finditer(text):
        for match in COMPARISON.finditer(text, *line.span()):
            if not text[: match.start()].endswith(":") and match[0] in OTHERS:
                yield from ((*match.span(), other) for other in OTHERS[match[0]])
        for match in NUMBER.finditer(text, *line.span()):
            number = int(match[0])
            yield from ((*match.span(), str(n)) for n in (number + 1, number - 1) if n >= 0)
    for match in FACT.finditer(text):
        yield (*match.span(), "")
