"""potsdam: the facts of the Potsdam course on answer set programming, counted from 1.

rows(R) and cols(C) are the size, digit(R,C,D) a clue, empty(R,C) a black cell without one,
light(R,C) a light of the answer.
Source: the project on Akari in github.com/potassco-asp-course/notebooks.
"""

import re

import decode
from encode import GridError
from lab.notations.facts import FactProgram
from lab.notations.text import Chunk, split_paragraphs

HOLDS = ".x01234b"
PLACE = r"\(([1-9][0-9]*),([1-9][0-9]*)"
DIGIT_FACT = re.compile(rf"^(digit{PLACE},([0-4])\))$", re.MULTILINE)
EMPTY_FACT = re.compile(rf"^(empty{PLACE}()\))$", re.MULTILINE)
LIGHT_FACT = re.compile(rf"^(light{PLACE}()\))$", re.MULTILINE)
FROM_1 = "rows and columns from 1"
WRITTEN = {
    "x": "empty({},{}).\n",
    "b": "light({},{}).\n",
    **{clue: f"digit({{}},{{}},{clue}).\n" for clue in "01234"},
}


def matches(text: str) -> bool:
    """Whether the text may be in this notation."""
    return bool(re.search(r"\b(?:rows|cols|digit|empty|light)\s*\(", text))


def split(text: str) -> list[Chunk]:
    """Return the puzzles in the text, which blank lines separate."""
    return split_paragraphs(text, mark=r"\brows\s*\(")


def read(text: str) -> list[str]:
    """Return the board of a puzzle; raise a GridError."""
    program = FactProgram(text)
    size = find_size(program)
    digits = program.cells("digit", 3, DIGIT_FACT, f"digit(R,C,D) with {FROM_1} and D of 0..4")
    black = program.cells("empty", 2, EMPTY_FACT, f"empty(R,C) with {FROM_1}")
    lights = program.cells("light", 2, LIGHT_FACT, f"light(R,C) with {FROM_1}")
    cells = [
        *digits,
        *((atom, row, column, "x") for atom, row, column, _ in black),
        *((atom, row, column, "b") for atom, row, column, _ in lights),
    ]
    return ["".join(row) for row in program.rows(cells, 1, size)]


def find_size(program: FactProgram) -> tuple[int, int]:
    """Return rows and columns; raise a GridError unless each is stated once."""
    sizes = [
        decode.size_of(fact.arguments[0])
        for name in ("rows", "cols")
        for fact in program.facts(name, 1)
    ]
    if len(sizes) != 2 or 0 in sizes or len(program.facts("rows", 1)) != 1:
        raise GridError(1, 1, "no size", "rows(R) and cols(C), each once and above 0")
    return sizes[0], sizes[1]


def write(board: list[str]) -> str:
    """Return the text of a board."""
    lines = [f"rows({len(board)}).\ncols({len(board[0])}).\n"]
    for r, row in enumerate(board, start=1):
        for c, cell in enumerate(row, start=1):
            if cell != ".":
                lines.append(WRITTEN[cell].format(r, c))
    return "".join(lines)
