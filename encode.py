#!/usr/bin/env python3
"""Grid text in, facts out: python3 encode.py < dom01.txt > domain.lp

The grid has one character per cell, listed in LEGEND.  The facts are cell(R,C,V) for
every cell that is not white, row by row from 0, then the size: dim(N) and the constant n
for a square, dim(H,W) and the constants rows and cols for a rectangle.
"""

import argparse
import contextlib
import os
import re
import sys
from typing import NoReturn

WHITE = "."
LEGEND = {
    WHITE: "a white cell",
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
NAMES = {" ": "a blank", "\t": "a tab", "\r": "a carriage return", "\0": "a NUL byte"}


class GridError(ValueError):
    """Text that is no grid: where (line and column from 1), what was found and expected."""

    def __init__(self, line: int, column: int, found: str, expected: str) -> None:
        super().__init__(f"{line}:{column}: found {found}, expected {expected}")
        self.line, self.column, self.found, self.expected = line, column, found, expected


def facts(rows: list[str]) -> str:
    """The program text for a grid of h strings of w characters, one fact a line."""
    lines = []
    for r, row in enumerate(rows):
        lines += [f"cell({r},{cell.start()},{cell[0]}).\n" for cell in BLACK.finditer(row)]
    h, w = len(rows), len(rows[0])
    size = (
        f"dim({h}).\n#const n={h}.\n"
        if h == w
        else f"dim({h},{w}).\n#const rows={h}.\n#const cols={w}.\n"
    )
    return "".join(lines) + size


def grid(data: bytes, legend: str = "".join(LEGEND), expected: str = EXPECTED) -> list[str]:
    """The grid in `data` as h strings of w characters out of `legend`, or a GridError.

    Line ends may be CRLF; a byte-order mark, blank lines after the grid and a missing last
    newline are tolerated.
    """
    lines = [line.removesuffix("\r") for line in decoded(data).split("\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise GridError(1, 1, "an empty input", "a grid")
    width = len(lines[0])
    stranger = re.compile(f"[^{re.escape(legend)}]")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            raise GridError(number, 1, "a blank line", "a row of the grid")
        if unknown := stranger.search(line):
            found, hint = described(unknown[0])
            raise GridError(number, unknown.start() + 1, found, expected + hint)
        if len(line) != width:
            column = min(len(line), width) + 1
            raise GridError(number, column, f"a row of {cells(line)}", f"{width} as in line 1")
    return lines


BLACK = re.compile(f"[^{re.escape(WHITE)}]")


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


def described(character: str) -> tuple[str, str]:
    """How to call an unknown character, and a hint at what it probably meant."""
    name = NAMES.get(character, repr(character))
    hint = MEANT.get(character)
    return name, f" ({hint})" if hint else ""


def cells(line: str) -> str:
    return f"{len(line)} cell{'s' if len(line) != 1 else ''}"


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
    parser.add_argument("file", nargs="?", default="-", help="a grid; standard input without it")
    path = parser.parse_args().file
    name = "<stdin>" if path == "-" else path
    try:
        text = facts(grid(read_bytes(path)))
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
