"""Report an explanation of a puzzle: in words and as data."""

from typing import Any

import decode
from encode import BLANK
from lab.common.givens import Values
from lab.common.language import translate
from lab.common.words import format_cell, format_cells, join_clauses
from lab.explain.exploration import Exploration

VERDICTS = {
    "none": "no solution",
    "unique": "exactly one solution",
    "several": "several solutions",
    None: "undecided",
}


def describe_verdict(exploration: Exploration) -> str:
    """Return the verdict in words, and what explore() was doing when the time limit came."""
    verdict = VERDICTS[exploration.verdict]
    limit = "" if exploration.is_done else f"; the time limit came while {exploration.stage}"
    return verdict + limit


def describe_in_words(exploration: Exploration) -> str:
    """Return the explanation as lines of text; "" as long as there is nothing to explain."""
    lines: list[str] = []
    if exploration.clash:
        cells = format_cells(exploration.clash)
        lines.append(translate("no solution has these cells together: {cells}", cells=cells))
        lines.append(format_rows(exploration, keep_cells(exploration)))
    elif exploration.verdict == "unique" and exploration.is_done:
        cells = format_cells(exploration.spare)
        if cells:
            lines.append(translate("given cells of which any one can go: {cells}", cells=cells))
        else:
            lines.append(translate("without any one of the given cells there are more solutions"))
    elif exploration.verdict == "several":
        cells = format_cells(exploration.differing_cells)
        lines.append(translate("two solutions differ in {cells}", cells=cells))
        if exploration.shared:
            lines.append(translate("the same in all solutions:"))
            lines.append(format_rows(exploration, exploration.shared))
        if exploration.further:
            text = format_values(exploration.further)
            lines.append(
                translate("further given cells that leave one solution: {text}", text=text)
            )
    return "".join(f"{line}\n" for line in lines)


def keep_cells(exploration: Exploration) -> Values:
    """Return the values of the clashing cells."""
    return {(r, c): exploration.board[r][c] for r, c in exploration.clash}


def format_rows(exploration: Exploration, values: Values) -> str:
    """Return a grid with these values alone, without its last line end."""
    widths = enumerate(map(len, exploration.board))
    rows = [[values.get((r, c), BLANK) for c in range(width)] for r, width in widths]
    return decode.format_grid(rows).rstrip("\n")


def format_values(values: Values) -> str:
    """Return cells with their values, in words."""
    return join_clauses(f"{format_cell(cell)}: {value}" for cell, value in values.items())


def describe_as_data(exploration: Exploration) -> dict[str, Any]:
    """Return the explanation for programs; null for what is unknown."""
    further = exploration.further
    return {
        "verdict": exploration.verdict,
        "is_complete": exploration.is_done,
        "clash": exploration.clash,
        "spare": exploration.spare,
        "cells": exploration.differing_cells,
        "shared": sorted(exploration.shared.items()),
        "further": None if further is None else sorted(further.items()),
        "is_fewest": exploration.is_fewest,
    }
