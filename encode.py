#!/usr/bin/env python3
"""Grid text in, facts out: python3 encode.py < dom01.txt > domain.lp

A grid of Light Up has one character per cell, listed in LEGEND.  A grid of Amaze (--puzzle
amaze) has '.' or a number in each cell, every number twice: digits side by side, or numbers
of any length between blanks.  The facts are cell(R,C,V) for every cell that is not '.', row
by row from 0, then the size: dim(N) and the constant n for a square, dim(H,W) and the
constants rows and cols for a rectangle.
"""

import argparse
import contextlib
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, NoReturn

OPEN = "."  # a cell that no fact is about
LEGEND = {
    OPEN: "a white cell",
    "x": "a black cell without a clue",
    **{digit: f"a black cell with the clue {digit}" for digit in "01234"},
}
EXPECTED = "'.' (white), 'x' (black) or a clue '0' to '4'"

MEANT = {  # what an unknown character probably meant
    **dict.fromkeys("X#*", "a black cell is a small 'x'"),
    **dict.fromkeys("bB", "a bulb is part of the answer; in a puzzle its cell is '.'"),
    **dict.fromkeys("-_", "a white cell is '.'"),
    **dict.fromkeys("oO", "a clue of zero is '0', a white cell is '.'"),
    **dict.fromkeys(" \t,;", "cells are not separated, and a white cell is '.'"),
    "\r": "lines end with a newline",
    **dict.fromkeys("56789", "a cell has four neighbours, so no clue exceeds 4"),
}
MEANT_IN_AMAZE = {
    **dict.fromkeys("0-_oO", "an empty cell is '.'"),
    **dict.fromkeys("xX#*", "Amaze has no black cells"),
    **dict.fromkeys(",;|", "numbers are separated by blanks"),
    "\r": MEANT["\r"],
}
NAMES = {" ": "a blank", "\t": "a tab", "\r": "a carriage return", "\0": "a NUL byte"}


class GridError(ValueError):
    """Text that is no grid: where (line and column from 1), what was found and expected."""

    def __init__(self, line: int, column: int, found: str, expected: str) -> None:
        super().__init__(f"{line}:{column}: found {found}, expected {expected}")
        self.line, self.column, self.found, self.expected = line, column, found, expected


def facts(rows: Sequence[Sequence[str]]) -> str:
    """The program text for a grid of h rows of w cells, one fact a line."""
    lines = []
    for r, row in enumerate(rows):
        lines += [f"cell({r},{c},{value}).\n" for c, value in enumerate(row) if value != OPEN]
    h, w = len(rows), len(rows[0])
    size = (
        f"dim({h}).\n#const n={h}.\n"
        if h == w
        else f"dim({h},{w}).\n#const rows={h}.\n#const cols={w}.\n"
    )
    return "".join(lines) + size


class Style(NamedTuple):
    """How cells are written: what matches one, what matches none, and what that says."""

    cell: re.Pattern[str]
    stranger: re.Pattern[str]
    expected: str
    meant: Mapping[str, str]


def grid(data: bytes, legend: str = "".join(LEGEND), expected: str = EXPECTED) -> list[str]:
    """The grid in `data` as h strings of w characters out of `legend`, or a GridError."""
    style = Style(re.compile("."), re.compile(f"[^{re.escape(legend)}]"), expected, MEANT)
    return ["".join(row) for row in table(lines_of(data), style)]


def amaze(data: bytes) -> list[list[str]]:
    """The grid of Amaze in `data` as h lists of w cells, '.' or a number, or a GridError.

    A blank within any line makes blanks separate the cells of all lines.
    """
    text = lines_of(data)
    spaced = next((n for n, line in enumerate(text, start=1) if BLANK.search(line.rstrip())), 0)
    style = SPACED._replace(expected=f"{SPACED.expected} as in line {spaced}") if spaced else DENSE
    rows = table(text, style)
    check_pairs(text, style.cell)
    return rows


READERS: dict[str, Callable[[bytes], Sequence[Sequence[str]]]] = {"lightup": grid, "amaze": amaze}

BLANK = re.compile(r"[ \t]")
DENSE = Style(
    re.compile(r"[^ \t]"),
    re.compile(r"[^ \t.1-9]"),
    "'.' (empty) or a digit 1 to 9; longer numbers stand between blanks",
    MEANT_IN_AMAZE,
)
SPACED = Style(
    re.compile(r"[^ \t]+"),
    # from blank to blank, but not '.' or a number there
    re.compile(r"(?<![^ \t])(?!(?:\.|[1-9][0-9]{0,3})(?![^ \t]))[^ \t]+"),
    "'.' (empty) or a number 1 to 9999, all separated by blanks",
    MEANT_IN_AMAZE,
)


def lines_of(data: bytes) -> list[str]:
    """The lines of a grid.

    Line ends may be CRLF; a byte-order mark, blank lines after the grid and a missing last
    newline are tolerated.
    """
    lines = [line.removesuffix("\r") for line in decoded(data).split("\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise GridError(1, 1, "an empty input", "a grid")
    return lines


def table(lines: list[str], style: Style) -> list[list[str]]:
    """The cells of each line, as many as on the first."""
    rows: list[list[str]] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            raise GridError(number, 1, "a blank line", "a row of the grid")
        if unknown := style.stranger.search(line):
            found, hint = described(unknown[0], style.meant)
            raise GridError(number, unknown.start() + 1, found, style.expected + hint)
        rows.append(style.cell.findall(line))
        width = len(rows[0])
        if len(rows[-1]) != width:
            starts = [*(cell.start() for cell in style.cell.finditer(line)), len(line.rstrip())]
            column = starts[min(len(rows[-1]), width)] + 1
            raise GridError(number, column, f"a row of {cells(rows[-1])}", f"{width} as in line 1")
    return rows


def check_pairs(lines: list[str], cell: re.Pattern[str]) -> None:
    """A GridError for the first number that has no partner, or more than one."""
    places = defaultdict(list)
    for number, line in enumerate(lines, start=1):
        for match in cell.finditer(line):
            places[match[0]].append((number, match.start() + 1))
    places.pop(OPEN, None)
    if not places:
        raise GridError(1, 1, "no numbers", "pairs of equal numbers")
    alone = [(*found[0], f"only one {value}") for value, found in places.items() if not found[1:]]
    third = [(*found[2], f"a third {value}") for value, found in places.items() if found[2:]]
    if alone + third:
        raise GridError(*min(alone + third), "each number exactly twice")


def decoded(data: bytes) -> str:
    """UTF-8 text without its byte-order mark."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise GridError(1, 1, "a UTF-16 byte-order mark", "plain text (ASCII or UTF-8)")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line_start = data.rfind(b"\n", 0, error.start) + 1
        line = data.count(b"\n", 0, error.start) + 1
        found = f"the byte 0x{data[error.start]:02x}"
        raise GridError(line, error.start - line_start + 1, found, "plain text") from None


def described(unknown: str, meant: Mapping[str, str]) -> tuple[str, str]:
    """How to call what is no cell, and a hint at what it probably meant."""
    name = NAMES.get(unknown, repr(unknown[:20]))
    hint = meant.get(unknown)
    return name, f" ({hint})" if hint else ""


def cells(row: Sequence[str]) -> str:
    return f"{len(row)} cell{'s' if len(row) != 1 else ''}"


def read_bytes(path: str) -> bytes:
    """The contents of a file, of standard input for '-'."""
    if path == "-":
        return sys.stdin.buffer.read()
    with open(path, "rb") as file:
        return file.read()


def write(text: str) -> None:
    """To standard output; a reader that has left is no error."""
    stdout = os.fdopen(1, "w", encoding="ascii", closefd=False)
    with contextlib.suppress(BrokenPipeError), stdout:
        stdout.write(text)


def fail(message: str) -> NoReturn:
    sys.stderr.write(f"encode.py: {message}\n")
    sys.exit(2)


def main() -> None:
    parser = argparse.ArgumentParser(prog="encode.py", description="Grid text to cell/3 facts.")
    add = parser.add_argument
    add("file", nargs="?", default="-", help="a grid; standard input without it")
    add("--puzzle", choices=READERS, default="lightup", help="whose grid it is (default: lightup)")
    options = parser.parse_args()
    path = options.file
    name = "<stdin>" if path == "-" else path
    try:
        text = facts(READERS[options.puzzle](read_bytes(path)))
    except GridError as error:
        fail(f"{name}:{error}")
    except OSError as error:
        fail(f"{name}: {error.strerror}")
    try:
        write(text)
    except OSError as error:
        fail(f"standard output: {error.strerror}")


if __name__ == "__main__":
    main()
