#!/usr/bin/env python3
"""Grid text in, facts out: python3 encode.py < dom01.txt > domain.lp

A grid of Light Up has one character per cell: '.' white, 'x' black, '0' to '4' black with that
clue.  The facts are cell(R,C,V) for every cell that is not '.', row by row from 0, then the size:
dim(N) and the constant n for a square, dim(H,W) and the constants rows and cols for a rectangle.
For another puzzle (--puzzle) its record, puzzle.py in its folder, says how a grid is read; the
facts are the same.

Exit status: 0; 2 for a text that is not a grid, or a file that cannot be read; 130 interrupted.
"""

import argparse
import errno
import io
import os
import re
import runpy
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

HERE = Path(__file__).resolve().parent
LIGHT_UP = "lightup"
BLANK = "."  # a cell without a fact
LEGEND = BLANK + "x01234"
EXPECTED = "'.' (white), 'x' (black) or a clue '0' to '4'"
HINTS = {  # what to write instead of an unknown character
    **dict.fromkeys("X#*", "a black cell is a small 'x'"),
    **dict.fromkeys("bB", "a bulb is part of the answer; in a puzzle its cell is '.'"),
    **dict.fromkeys("-_", "a white cell is '.'"),
    **dict.fromkeys("oO", "a clue of zero is '0', a white cell is '.'"),
    **dict.fromkeys(" \t,;", "cells are not separated, and a white cell is '.'"),
    **dict.fromkeys("56789", "a cell has four neighbours, so no clue exceeds 4"),
    "\r": "lines end with a newline",
}
CHARACTER_NAMES = {" ": "a blank", "\t": "a tab", "\r": "a carriage return", "\0": "a NUL byte"}
CLOSED_PIPE = (errno.EPIPE, errno.EINVAL) if os.name == "nt" else (errno.EPIPE,)  # error numbers


def main() -> None:
    sys.stderr = sys.stderr or io.StringIO()  # it is closed
    options = parse_arguments()
    name = "<stdin>" if options.file == "-" else options.file
    try:
        read, examples = find_reader(options.puzzle)
        rows = read(read_bytes(find_example(options.file, examples)))
        write(format_facts(rows))
    except GridError as error:
        fail(f"{name}:{error}")
    except OSError as error:
        fail(f"{error.filename or name}: {error.strerror}")
    except KeyboardInterrupt:
        sys.exit(130)
    except MemoryError:
        fail("out of memory")
    except Exception as error:  # puzzle.py may contain anything
        fail(f"--puzzle: {options.puzzle}: puzzle.py: {type(error).__name__}: {error}")


def read_grid(data: bytes, legend: str = LEGEND, expected: str = EXPECTED) -> list[str]:
    """Return the grid in `data` as h strings of w characters of `legend`; raise a GridError.

    `expected` names these characters in error messages.
    """
    syntax = CellSyntax(re.compile("."), set(legend).__contains__, expected, HINTS)
    return ["".join(row) for row in split_cells(split_lines(data), syntax)]


def format_facts(rows: Sequence[Sequence[str]]) -> str:
    """Return the facts for a grid of h rows of w cells, one on each line."""
    lines = []
    for r, row in enumerate(rows):
        lines += [f"cell({r},{c},{value}).\n" for c, value in enumerate(row) if value != BLANK]
    h, w = len(rows), len(rows[0])
    size = f"dim({h}).\n#const n={h}.\n"
    if h != w:
        size = f"dim({h},{w}).\n#const rows={h}.\n#const cols={w}.\n"
    return "".join(lines) + size


def split_lines(data: bytes) -> list[str]:
    """Return the lines of a grid; raise a GridError if there are none.

    Line ends may be CRLF; blank lines at the end and a missing last newline are accepted.
    """
    lines = [line.removesuffix("\r") for line in decode_text(data).split("\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise GridError(1, 1, "an empty input", "a grid")
    return lines


def decode_text(data: bytes) -> str:
    """Decode UTF-8, or UTF-16 after its byte-order mark; raise a GridError for other bytes."""
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as error:
        *lines, line = data[: error.start].split(b"\n")  # up to the byte
        byte = f"the byte 0x{data[error.start]:02x}"
        raise GridError(len(lines) + 1, len(line) + 1, byte, "plain text") from None


class CellSyntax(NamedTuple):
    """How cells are written in a line of text."""

    cell: re.Pattern[str]  # matches each cell of a line
    is_known: Callable[[str], bool]
    expected: str  # the known cells, in words
    hints: Mapping[str, str]  # what to write instead of an unknown cell


def split_cells(lines: Sequence[str], syntax: CellSyntax) -> list[list[str]]:
    """Return the cells of each line; raise a GridError for an unknown cell or an uneven line."""
    rows = [syntax.cell.findall(line) for line in lines]
    for number, (line, cells) in enumerate(zip(lines, rows), start=1):
        if not line.strip():
            raise GridError(number, 1, "a blank line", "a row of the grid")
        starts = (cell.start() + 1 for cell in syntax.cell.finditer(line))  # their columns
        for cell in dict.fromkeys(cells):
            if not syntax.is_known(cell):
                name = CHARACTER_NAMES.get(cell, repr(cell[:20]))
                hint = f" ({syntax.hints[cell]})" if cell in syntax.hints else ""
                column = [*starts][cells.index(cell)]
                raise GridError(number, column, name, syntax.expected + hint)
        if len(cells) != (width := len(rows[0])):
            row = f"a row of {len(cells)} cell{'s' if len(cells) != 1 else ''}"
            column = [*starts, len(line.rstrip()) + 1][min(len(cells), width)]
            raise GridError(number, column, row, f"{width} as in line 1")
    return rows


def find_reader(puzzle: str) -> tuple[Callable[[bytes], Sequence[Sequence[str]]], Path]:
    """Return the function that reads the grids of a puzzle, and the folder of its examples.

    `puzzle` is the name of a folder beside this file or in lab/, or the path of a folder.
    """
    paths = {(HERE / puzzle).resolve(), Path(puzzle).resolve()}
    if paths & {HERE / LIGHT_UP, HERE / "lab" / LIGHT_UP}:
        return read_grid, HERE / "examples"
    folders = [HERE / puzzle, HERE / "lab" / puzzle, Path(puzzle)]
    folder = next((path for path in folders if os.path.isfile(path / "puzzle.py")), None)
    if not folder:
        records = [*HERE.glob("*/puzzle.py"), *HERE.glob("lab/*/puzzle.py")]
        names = ", ".join(sorted(record.parent.name for record in records))
        fail(f"--puzzle: found no puzzle.py for {puzzle!r}, expected {names}, or a folder with one")
    sys.modules["encode"] = sys.modules[__name__]  # which puzzle.py imports
    record = runpy.run_path(str(folder / "puzzle.py"))
    if "read" not in record:
        fail(f"--puzzle: {puzzle}: puzzle.py: found no function read")
    return record["read"], folder / "examples"


def find_example(name: str, examples: Path) -> str:
    """Return the path of a file, else of the example with this name, else `name` unchanged."""
    paths = [Path(name), examples / name, examples / f"{name}.txt"]
    return str(next((path for path in paths if os.path.isfile(path)), name))


def read_bytes(path: str) -> bytes:
    """Return the contents of a file, or of standard input for '-'; raise an OSError."""
    if path != "-":
        return Path(path).read_bytes()
    if not sys.stdin:
        raise OSError(errno.EBADF, "it is closed")
    return sys.stdin.buffer.read()


def write(text: str) -> None:
    """Print UTF-8 with newlines on every system; a closed pipe is not an error."""
    try:
        with open(1, "wb", closefd=False) as stdout:
            stdout.write(text.encode())
    except OSError as error:
        if error.errno not in CLOSED_PIPE:
            fail(f"standard output: {error.strerror}")


def parse_arguments() -> argparse.Namespace:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("encode.py", description=__doc__, formatter_class=form)
    add = parser.add_argument
    add("file", nargs="?", default="-", help="a grid, or dom01 of examples/; default: stdin")
    add("--puzzle", default=LIGHT_UP, metavar="NAME", help=f"whose grid it is ({LIGHT_UP})")
    options = parser.parse_args()
    if "" in vars(options).values():
        fail("found an empty argument, expected a name or a path")
    return options


class GridError(ValueError):
    """A text that is not a grid: line and column (from 1), what was found and expected there."""

    def __init__(self, line: int, column: int, found_text: str, expected: str) -> None:
        super().__init__(f"{line}:{column}: found {found_text}, expected {expected}")
        self.line, self.column, self.found, self.expected = line, column, found_text, expected


def fail(message: str) -> NoReturn:
    """End with status 2, after a line with the reason."""
    sys.stderr.write(f"encode.py: {message}\n")
    sys.exit(2)


if __name__ == "__main__":
    main()
