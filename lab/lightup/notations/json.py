"""json: the rows as lists of numbers in a list.

-1 is a white cell, 0 to 4 a clue, 5 a black cell without one.
Source: solvers that read a puzzle as JSON, with the numbers of dzn.
"""

import json
import re
from functools import partial

from encode import GridError
from lab.lightup.notations.dzn import CELLS, HOLDS, WRITTEN
from lab.notations.text import find_spans, make_grid_error, split_paragraphs

__all__ = ["HOLDS", "matches", "read", "split", "write"]

START = r"\s*\[\s*\["
ROW = re.compile(r"(?<=\[)[^\[\]]*(?=\])")

matches = re.compile(START).match
split = partial(split_paragraphs, mark=rf"\A{START}")


def read(text: str) -> list[str]:
    try:
        rows = json.loads(text, parse_int=str)  # CELLS reads the numbers, of any length
    except json.JSONDecodeError as error:
        raise make_grid_error(
            text, error.pos, f"no JSON ({error.msg})", "lists of numbers"
        ) from None
    except RecursionError:
        raise GridError(1, 1, "too many brackets", "lists of numbers in a list") from None
    if not (isinstance(rows, list) and rows and all(map(is_row, rows))):
        raise GridError(1, 1, "other JSON", "lists of numbers in a list")
    return CELLS.read_board(text, find_spans(ROW, text), len(rows), len(rows[0]))


def is_row(row: object) -> bool:
    """Return whether a value is a list of elements that are neither lists nor objects."""
    return isinstance(row, list) and bool(row) and not any(type(c) in (list, dict) for c in row)


def write(board: list[str]) -> str:
    rows = ",\n ".join(json.dumps([int(WRITTEN[cell]) for cell in row]) for row in board)
    return f"[{rows}]\n"
