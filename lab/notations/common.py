"""The notations that every puzzle has: grid, the text of its record, and facts, of encode.py.

A puzzle may have its own modules for them, in its notations/.
"""

from types import ModuleType, SimpleNamespace
from typing import Any

import decode
import encode
from lab.notations import facts
from lab.notations.text import split_paragraphs

CELL_FACT = facts.fact_pattern(decode.VALUE)
EXPECTED_CELLS = "cell(R,C,V) with rows and columns from 0"


def make_notation(name: str, record: ModuleType) -> SimpleNamespace:
    """Return the notation grid or facts for the puzzle of a record, with a module's functions."""
    is_facts = name == "facts"

    def read(text: str, solved: bool = False) -> Any:
        if is_facts:
            program = facts.FactProgram(text)
            text = decode.format_grid(
                program.rows(program.cells("cell", 3, CELL_FACT, EXPECTED_CELLS))
            )
        return record.read(text.encode(), solved=solved)

    return SimpleNamespace(
        matches=lambda text: bool(facts.matches(text)) == is_facts,
        split=facts.split if is_facts else split_paragraphs,
        read=read,
        read_solved=lambda text: read(text, solved=True),
        write=encode.format_facts if is_facts else decode.format_grid,
    )
