"""The notations that every puzzle has: grid, the text of its record, and facts, of encode.py.

A puzzle may have its own modules for them, in its notations/.
"""

from functools import partial
from types import ModuleType, SimpleNamespace

import decode
import encode
from encode import BLANK, GridError
from lab.notations import facts
from lab.notations.text import split_paragraphs
from lab.puzzles import AnyBoard

CELL_FACT = facts.fact_pattern(decode.VALUE)
EXPECTED_CELLS = "cell(R,C,V) with rows and columns from 0"


def make_notation(name: str, record: ModuleType) -> SimpleNamespace:
    """Return the notation grid or facts for the puzzle of a record, with a module's functions."""
    is_facts = name == "facts"
    read = partial(read_board_facts if is_facts else read_grid, record)
    return SimpleNamespace(
        matches=lambda text: bool(facts.matches(text)) == is_facts,
        split=facts.split if is_facts else split_paragraphs,
        read=read,
        read_solved=partial(read, solved=True),
        write=encode.format_facts if is_facts else decode.format_grid,
    )


def read_grid(record: ModuleType, text: str, solved: bool = False) -> AnyBoard:
    """Return the board of a grid; raise a GridError."""
    return record.read(text.encode(), solved=solved)


def read_board_facts(record: ModuleType, text: str, solved: bool = False) -> AnyBoard:
    """Return the board of facts; raise a GridError, at the fact of the cell that is wrong."""
    program = facts.FactProgram(text)
    rows = program.rows(program.cells("cell", 3, CELL_FACT, EXPECTED_CELLS))
    grid = decode.format_grid(rows)
    try:
        return read_grid(record, grid, solved)
    except GridError as error:
        r, c = find_cell(grid, error)
        if r < len(rows) and c < len(rows[r]) and rows[r][c] != BLANK:
            raise program.make_error(f"cell({r},{c},{rows[r][c]})", "", error.expected) from None
        raise GridError(1, 1, error.found, error.expected) from None


def find_cell(grid: str, error: GridError) -> tuple[int, int]:
    """Return the row and the column, from 0, of the cell of a grid at the place of an error."""
    left = grid.split("\n")[error.line - 1][: error.column - 1]
    return error.line - 1, len(left.split()) if " " in grid else len(left)
