"""potsdam: the facts of the Potsdam course on answer set programming, counted from 1.

rows(R) and cols(C) are the size, digit(R,C,D) a clue, empty(R,C) a black cell without one,
light(R,C) a light of the answer.
Source: the project on Akari in github.com/potassco-asp-course/notebooks.
"""

import re
from functools import partial

import decode
from encode import GridError
from lab.common.words import list_cells
from lab.notations.fact_program import FactProgram
from lab.notations.text import split_paragraphs

HOLDS = ".x01234b"
PREDICATES = {  # by predicate: the value, or a pattern of the last argument; and the atom in words
    "digit": ("", ",([0-4])", "digit(R,C,D) with rows and columns from 1 and D of 0..4"),
    "empty": ("x", "()", "empty(R,C) with rows and columns from 1"),
    "light": ("b", "()", "light(R,C) with rows and columns from 1"),
}
WRITTEN = {
    "x": "empty({},{}).\n",
    "b": "light({},{}).\n",
    **{clue: f"digit({{}},{{}},{clue}).\n" for clue in "01234"},
}

matches = re.compile(r"\b(?:rows|cols|digit|empty|light)\s*\(").search
split = partial(split_paragraphs, mark=r"\brows\s*\(")


def read(text: str) -> list[str]:
    program = FactProgram(text)
    sizes = [
        decode.read_count(fact.arguments[0])
        for name in ("rows", "cols")
        for fact in program.list_facts(name, 1)
    ]
    if len(sizes) != 2 or 0 in sizes or len(program.list_facts("rows", 1)) != 1:
        raise GridError(1, 1, "no size", "rows(R) and cols(C), each once and above 0")
    cells = []
    for name, (kind, last, expected) in PREDICATES.items():
        fact = re.compile(rf"^({name}\(([1-9][0-9]*),([1-9][0-9]*){last}\))$", re.MULTILINE)
        arity = 2 if kind else 3
        for atom, row, column, digit in program.read_cells(name, arity, fact, expected):
            cells.append((atom, row, column, kind or digit))
    return ["".join(row) for row in program.arrange_rows(cells, 1, sizes)]


def write(board: list[str]) -> str:
    cells = [
        WRITTEN[value].format(r + 1, c + 1) for (r, c), value in list_cells(board) if value != "."
    ]
    return f"rows({len(board)}).\ncols({len(board[0])}).\n{''.join(cells)}"
