"""Read boards from a text in a notation of their puzzle; a missing notation is guessed.

Every puzzle has the notations grid, the text of its record, and facts, of encode.py.  A puzzle may
have its own modules for them, in its notations/.
"""

from collections.abc import Mapping
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Protocol, TypeVar

import decode
import encode
from encode import BLANK, GridError
from lab.notations import fact_program
from lab.notations.text import Chunk, shift_error, split_paragraphs
from lab.puzzles import AnyBoard

BoardForm = TypeVar("BoardForm")
CELL_FACT = fact_program.make_fact_pattern(decode.VALUE)
EXPECTED_CELLS = "cell(R,C,V) with rows and columns from 0"


class Notation(Protocol[BoardForm]):
    """The functions of a notation's module.

    Optional: read_solved(text), which reads a board with an answer in it; HOLDS, the cells that
    it can write, if not all; ONE_PER_LINE, true if line ends separate puzzles.
    """

    def matches(self, text: str, /) -> object:
        """Whether the text may be in this notation, a quick test; often a pattern's match."""

    def split(self, text: str, /) -> list[Chunk]:
        """Return the puzzles in the text: the first line number of each, and its text."""

    def read(self, text: str, /) -> BoardForm:
        """Return the board of one puzzle; raise a GridError with the place in the text."""

    def write(self, board: BoardForm, /) -> str:
        """Return the text of a board, with a newline at its end."""


def parse_boards(
    text: str,
    notations: Mapping[str, Notation[BoardForm]],
    notation: str | None,
    solved: bool = False,
) -> list[BoardForm]:
    """Return the boards in a text, in this notation, or else in the one that fits.

    With `solved`, boards may contain answers.  Raises a GridError if no notation can read the text,
    or if several read different boards.
    """
    if notation:
        return parse_as(notations[notation], text, solved)
    readings: dict[str, list[BoardForm]] = {}
    errors: dict[str, GridError] = {}
    for name, candidate in notations.items():
        if candidate.matches(text):
            try:
                readings[name] = parse_as(candidate, text, solved)
            except GridError as error:
                errors[name] = error
    if not readings and errors:
        # The notation that read furthest is the likeliest.  On the same line grid comes last,
        # because it matches most texts.
        raise max(errors.items(), key=lambda i: (i[1].line, i[0] != "grid", i[1].column))[1]
    if not readings:
        raise GridError(1, 1, "a text in no known notation", f"one of {', '.join(notations)}")
    boards, *alternatives = readings.values()
    if any(alternative != boards for alternative in alternatives):
        raise GridError(1, 1, f"what may be {' or '.join(readings)}", "--from")
    return boards


def parse_as(notation: Notation[BoardForm], text: str, solved: bool) -> list[BoardForm]:
    """Return the boards in a text of this notation; raise a GridError."""
    read = getattr(notation, "read_solved", notation.read) if solved else notation.read
    boards, chunks = list[BoardForm](), notation.split(text)
    try:
        for _, chunk in chunks:
            boards.append(read(chunk))
    except GridError as error:
        raise shift_error(error, chunks[len(boards)][0] - 1) from None
    return boards


# ---------------------------------------------------------------- grid and facts


def make_notation(name: str, record: ModuleType) -> SimpleNamespace:
    """Return the notation grid or facts for the puzzle of a record, with a module's functions."""
    is_facts = name == "facts"
    read = partial(read_board_facts if is_facts else read_grid, record)
    return SimpleNamespace(
        matches=lambda text: bool(fact_program.matches(text)) == is_facts,
        split=fact_program.split if is_facts else split_paragraphs,
        read=read,
        read_solved=partial(read, solved=True),
        write=encode.format_facts if is_facts else decode.format_grid,
    )


def read_grid(record: ModuleType, text: str, solved: bool = False) -> AnyBoard:
    """Return the board of a grid; raise a GridError."""
    return record.read(text.encode(), solved=solved)


def read_board_facts(record: ModuleType, text: str, solved: bool = False) -> AnyBoard:
    """Return the board of facts; raise a GridError, at the fact of the cell that is wrong."""
    program = fact_program.FactProgram(text)
    rows = program.arrange_rows(program.read_cells("cell", 3, CELL_FACT, EXPECTED_CELLS))
    grid = decode.format_grid(rows)
    try:
        return read_grid(record, grid, solved)
    except GridError as error:
        r, left = error.line - 1, grid.split("\n")[error.line - 1][: error.column - 1]
        c = len(left.split()) if " " in grid else len(left)
        if r < len(rows) and c < len(rows[r]) and rows[r][c] != BLANK:
            raise program.make_error(f"cell({r},{c},{rows[r][c]})", "", error.expected) from None
        raise GridError(1, 1, error.found, error.expected) from None
