"""Read boards from a text in a notation of their puzzle; a missing notation is guessed.

Every puzzle has the notations grid, the text of its record, and facts, of encode.py.  A puzzle may
have its own modules for them, in its notations/.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Protocol, TypeVar

import decode
import encode
from encode import BLANK, GridError
from lab.common.words import VALUE_PATTERN, Cell, list_cells
from lab.notations import fact_program
from lab.notations.text import Chunk, make_grid_error, shift_error, split_paragraphs
from lab.puzzles import Board, read_board

BoardForm = TypeVar("BoardForm")
# The groups are the parts of a FactText.
CELL_FACT = re.compile(rf"(cell\(([0-9]+),([0-9]+),({VALUE_PATTERN})\))")
EXPECTED_CELLS = "cell(R,C,V) with rows and columns from 0"


class Notation(Protocol[BoardForm]):
    """The functions of a notation: a module has them, or an object NOTATION in it.

    Optional: read_solved(text), which reads a board with an answer in it; check_guess(text), which
    raises a GridError if the text is more likely in another notation; HOLDS, the cells that it can
    write, if not all; ONE_PER_LINE, true if line ends separate puzzles.
    """

    def matches(self, text: str, /) -> object:
        """Whether the text may be in this notation, a quick test; often a pattern's match."""

    def split(self, text: str, /) -> list[Chunk]:
        """Return the puzzles in the text: the first line number of each, and its text."""

    def read(self, text: str, /) -> BoardForm:
        """Return the board of one puzzle; raise a GridError with the place in the text."""

    def write(self, board: BoardForm, /) -> str:
        """Return the text of a board, with a newline at its end."""


REQUIRED = ("matches", "split", "read", "write")  # the names that each notation defines


def parse_boards(
    text: str, notations: Mapping[str, Notation[BoardForm]], solved: bool = False
) -> list[BoardForm]:
    """Return the boards in a text, read by the notation that fits.

    With `solved`, boards may contain answers.  Raises a GridError if no notation can read the text,
    or if several read different boards.
    """
    if len(notations) == 1:
        return parse_as(next(iter(notations.values())), text, solved)
    readings: dict[str, list[BoardForm]] = {}
    errors: dict[str, GridError] = {}
    for name, candidate in notations.items():
        if candidate.matches(text):
            try:
                readings[name] = parse_as(candidate, text, solved, is_guess=True)
            except GridError as error:
                errors[name] = error
    if not readings:
        raise join_errors(errors, notations)
    boards, *alternatives = readings.values()
    if any(alternative != boards for alternative in alternatives):
        raise GridError(1, 1, f"what may be {' or '.join(readings)}", "--from")
    return boards


def join_errors(errors: Mapping[str, GridError], names: Iterable[str]) -> GridError:
    """Return one error for a text that none of the notations with these names can read.

    The error has the place in the likeliest notation, which read furthest, and lists what the
    others miss.  On the same line grid comes last, because it matches most texts.
    """
    if not errors:
        expected = f"one of {', '.join(names)}, or --cells"
        return GridError(1, 1, "a text in no known notation", expected)
    order = sorted(
        errors, key=lambda name: (errors[name].line, name != "grid", errors[name].column)
    )
    name = order.pop()
    likeliest, expected = errors[name], errors[name].expected
    if order:
        expected += f" ({name})"
    for name in reversed(order):
        error = errors[name]
        expected += f"; not {name} ({error.line}:{error.column}: found {error.found})"
    return GridError(likeliest.line, likeliest.column, likeliest.found, expected)


def parse_as(
    notation: Notation[BoardForm], text: str, solved: bool, is_guess: bool = False
) -> list[BoardForm]:
    """Return the boards in a text of this notation; raise a GridError."""
    read = getattr(notation, "read_solved", notation.read) if solved else notation.read
    boards, chunks = list[BoardForm](), notation.split(text)
    check_guess = getattr(notation, "check_guess", None) if is_guess else None
    try:
        for _, chunk in chunks:
            board = read(chunk)
            if check_guess:
                check_guess(chunk)
            boards.append(board)
    except GridError as error:
        raise shift_error(error, chunks[len(boards)][0] - 1) from None
    return boards


# ---------------------------------------------------------------- boards of a record


def build_board(
    record: ModuleType,
    values: Board,
    tokens: Sequence[Sequence[re.Match[str]]],
    solved: bool = False,
    expected: str = "",
) -> Board:
    """Return the board with these values as the record reads it.

    An answer may be in the board if it is `solved`, or if the record has ANSWERS.  Raises a
    GridError at the token of the value that is wrong; `expected` has all texts of cells in words.
    """
    grid = decode.format_grid(values)
    try:
        return read_grid(record, grid, solved)
    except GridError as error:
        r, c = find_cell(grid, error)
        c = min(c, len(values[r]) - 1)  # a column of long values may be read as rows
        cells = [cell for cell, value in list_cells(values) if len(value) > 1]
        if unknown := [cell for cell in cells if not is_value(record, values[cell[0]][cell[1]])]:
            r, c = unknown[0]
        value = values[r][c]
        fault = repr(value) if unknown else error.found
        if fault != repr(value) or not expected:
            expected = error.expected.removesuffix(f" ({encode.HINTS[' ']})")  # they separate here
        if (token := tokens[r][c])[0] != value:
            fault = fault.replace(value, f"{token[0]} ({value})")
        raise make_grid_error(token.string, token.start(), fault, expected) from None


def is_value(record: ModuleType, value: str) -> bool:
    """Whether a cell may have this value: the record reads it as a board of one cell."""
    try:
        rows = read_board(record, decode.format_grid([[value]]).encode(), solved=True)
    except GridError:
        return False
    return list(map(list, rows)) == [[value]]


def find_cell(grid: str, error: GridError) -> Cell:
    """Return the row and column, from 0, of the cell of a grid at which an error points."""
    left = grid.split("\n")[error.line - 1][: error.column - 1]
    return error.line - 1, len(left.split()) if " " in grid else len(left)


def make_notation(name: str, record: ModuleType) -> SimpleNamespace:
    """Return the notation grid or facts for the puzzle of a record, with a module's functions."""
    is_facts = name == "facts"
    read = partial(read_board_facts if is_facts else read_grid, record)
    notation = SimpleNamespace(
        matches=lambda text: bool(fact_program.matches(text)) == is_facts,
        split=fact_program.split if is_facts else split_paragraphs,
        read=read,
        read_solved=partial(read, solved=True),
        write=encode.format_facts if is_facts else decode.format_grid,
    )
    answers = getattr(record, "ANSWERS", {})
    if is_facts and answers:  # of which some are no terms
        notation.HOLDS = [value for value in answers if re.fullmatch(VALUE_PATTERN, value)]
    return notation


def read_grid(record: ModuleType, text: str, solved: bool = False) -> Board:
    """Return the board of a grid; raise a GridError.

    An answer may be in it if it is `solved`, or if the record has ANSWERS.
    """
    return read_board(record, text.encode(), solved or hasattr(record, "ANSWERS"))


def read_board_facts(record: ModuleType, text: str, solved: bool = False) -> Board:
    """Return the board of facts; raise a GridError, at the fact of the cell that is wrong."""
    program = fact_program.FactProgram(text)
    rows = program.arrange_rows(program.read_cells("cell", 3, CELL_FACT, EXPECTED_CELLS))
    grid = decode.format_grid(rows)
    try:
        return read_grid(record, grid, solved)
    except GridError as error:
        r, c = find_cell(grid, error)
        if r < len(rows) and c < len(rows[r]) and rows[r][c] != BLANK:
            raise program.make_error(f"cell({r},{c},{rows[r][c]})", "", error.expected) from None
        raise GridError(1, 1, error.found, error.expected) from None
