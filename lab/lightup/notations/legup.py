"""legup: the XML of LEGUP, a program that teaches logic by puzzles.

Cells that are not listed are white.  A value is a clue 0 to 4, -1 a black cell without one, -2 a
white cell, -3 a white cell known to be without a bulb, -4 a bulb; x is the column, y the row, from
0.  Goals and proofs in the file are ignored.
Source: github.com/Bram-Hub/LEGUP, edu.rpi.legup.puzzle.lightup: LightUpImporter, LightUpCellType.
"""

import re
from xml.parsers import expat

from lab.notations.text import Chunk, make_grid_error, number_chunks, place_cells

HOLDS = ".x01234b-"
VALUES = {"-1": "x", "-2": ".", "-3": "-", "-4": "b", **{clue: clue for clue in "01234"}}
WRITTEN = {cell: value for value, cell in VALUES.items()}
DECLARATION = re.compile(r"<\?xml[^>]*>")
PUZZLE, BOARD = ["legup", "puzzle"], ["legup", "puzzle", "board"]

matches = re.compile(r"\s*<(?:.*<)?legup\b", re.IGNORECASE | re.DOTALL).match


def split(text: str) -> list[Chunk]:
    """Return the files in the text, each up to the end of its element."""
    return number_chunks(re.split(r"(?i:(?<=</legup>))", text))


class Reader:
    """The elements of a file: the size of the board, and cells as for place_cells."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.size = (0, 0)
        self.cells: list[tuple[int, int, int, str]] = []
        self._path: list[str] = []
        blank = DECLARATION.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
        self._data = blank.encode()
        self._parser = expat.ParserCreate("utf-8")
        self._parser.StartElementHandler = self._start_element
        self._parser.EndElementHandler = lambda name: self._path.pop()
        self._parser.StartDoctypeDeclHandler = lambda *parts: self._fail("a DOCTYPE", "<Legup>")

    def read(self) -> list[list[str]]:
        """Return the board; raise a GridError."""
        try:
            self._parser.Parse(self._data, True)
        except expat.ExpatError as error:
            self._fail(f"what is no XML ({expat.ErrorString(error.code)})", "a file of LEGUP")
        if not all(self.size):
            raise make_grid_error(self.text, 0, "no board", "<board> with its width and height")
        return place_cells(self.text, self.size, self.cells)

    def _start_element(self, name: str, attributes: dict[str, str]) -> None:
        self._path.append(name.lower())
        if self._path == PUZZLE and attributes.get("name", "").lower() != "lightup":
            self._fail(f"the puzzle {attributes.get('name')!r}", "LightUp")
        elif self._path == BOARD:
            square = attributes.get("size")
            width, height = (
                self._read_number({name: square} if square else attributes, name)
                for name in ("width", "height")
            )
            self.size = height, width
        elif self._path == [*BOARD, "cells", "cell"]:
            c, r = (self._read_number(attributes, name) for name in "xy")
            value = attributes.get("value", "")
            if value not in VALUES:
                self._fail(f"the value {value!r}", "0 to 4, -1 (black), -2 (white), -3 or -4")
            if value != "-2":
                self.cells.append((self._find_offset(), r, c, VALUES[value]))

    def _read_number(self, attributes: dict[str, str], name: str) -> int:
        value = attributes.get(name, "")
        if not re.fullmatch("[0-9]{1,9}", value):
            self._fail(f"{name}={value!r}", "a number")
        return int(value)

    def _find_offset(self) -> int:
        """Return the offset in the text of what the parser reads."""
        return len(self._data[: max(self._parser.CurrentByteIndex, 0)].decode(errors="ignore"))

    def _fail(self, fault: str, expected: str) -> None:
        raise make_grid_error(self.text, self._find_offset(), fault, expected)


def read(text: str) -> list[str]:
    return list(map("".join, Reader(text).read()))


def write(board: list[str]) -> str:
    cells = [
        f'        <cell value="{WRITTEN[cell]}" x="{c}" y="{r}"/>\n'
        for r, row in enumerate(board)
        for c, cell in enumerate(row)
        if cell != "."
    ]
    return (
        '<Legup version="2.0.0">\n  <puzzle name="LightUp">\n'
        f'    <board height="{len(board)}" width="{len(board[0])}">\n      <cells>\n'
        f"{''.join(cells)}      </cells>\n    </board>\n  </puzzle>\n</Legup>\n"
    )
