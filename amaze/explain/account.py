"""An exploration in words and as data."""

from typing import Any

import decode
from amaze.explain.exploration import MOST, Exploration
from amaze.explain.moving import Repair
from lab.common.words import count_noun, format_cell, format_cells


def verdict(found: Exploration) -> str:
    """The verdict, in words."""
    if found.verdict is None:
        return f"undecided: the time limit came while {found.stage}"
    words = {
        "none": "no solution",
        "unique": f"exactly one optimum, of cost {found.cost}",
        "several": f"several optima, of cost {found.cost}",
    }[found.verdict]
    return words if found.is_done else f"{words}; the time limit came while {found.stage}"


def text(found: Exploration) -> str:
    """The explanation, some lines."""
    lines = {"none": clash, "unique": spare, "several": several}
    return "\n".join(lines[found.verdict](found)) + "\n" if found.verdict else ""


def clash(found: Exploration) -> list[str]:
    """Why there is no solution."""
    if not found.clash:
        return []
    if len(found.clash) == 1:
        (number,) = found.clash
        return [f"line {number} cannot be drawn: the ends of the others cut its ends off"]
    numbers = listed(found.clash)
    some = "either of them" if len(found.clash) == 2 else "any of them left out, the others"
    return [
        f"lines {numbers} cannot be drawn together, whatever the other lines do; {some} can be",
        "no fewer lines clash",
    ]


def spare(found: Exploration) -> list[str]:
    """What could be left out of a puzzle with one optimum."""
    lines = [decode.format_grid(found.optima[0]).rstrip("\n")]
    if found.spare:
        verb = "may be left out" if len(found.spare) == 1 else "may each be left out"
        noun = "line" if len(found.spare) == 1 else "lines"
        lines.append(f"{noun} {listed(found.spare)} {verb}: the others stay, as the only optimum")
    elif found.is_done:
        lines.append("no line may be left out: without any, others change or have another way")
    return lines


def several(found: Exploration) -> list[str]:
    """Where optima differ, and what would leave one."""
    number = f"{MOST} or more" if len(found.optima) == MOST else str(len(found.optima))
    lines = [
        decode.compare_grids(found.optima[0], other(found)),
        f"{number} boards are best; they differ in {count_noun(len(found.cells), 'cell')}, "
        f"by {'line' if len(found.lines) == 1 else 'lines'} {listed(found.lines)}",
    ]
    if found.blocks is not None:
        noun = count_noun(len(found.blocks), "cell")
        lines.append(f"fewest cells to block: {noun}, {format_cells(found.blocks)}")
    elif found.is_blockable is False:
        lines.append("no cells to block: beside each of them is another, through the same cells")
    elif found.too_few_blocks:
        cells = count_noun(found.too_few_blocks, "cell")
        lines.append(f"fewest cells to block: more than {cells}, how many is not known yet")
    repair = found.repair
    if repair:
        number = count_noun(len(repair.moves), "end")
        lines.append(f"fewest ends to move: {number}, {moved(repair)}")
        lines.append(decode.format_grid(repair.puzzle).rstrip("\n"))
    elif found.too_few:
        ends = count_noun(found.too_few, "end")
        lines.append(f"fewest ends to move: more than {ends}, how many is not known yet")
    return lines


def moved(repair: Repair) -> str:
    """What is moved where, in words."""
    moves = (
        f"that of {number} in {format_cell(start)} to {format_cell(end)}"
        for number, start, end in repair.moves
    )
    return "; ".join(moves)


def other(found: Exploration) -> Any:
    """The optimum that differs most from the first."""
    first = found.optima[0]
    pairs = ((rows, board) for board in found.optima for rows in [zip(first, board)])
    return max(pairs, key=lambda pair: sum(a != b for rows in pair[0] for a, b in zip(*rows)))[1]


def listed(numbers: Any) -> str:
    """Numbers in words: 1, 2 and 3."""
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last


def data(found: Exploration) -> dict[str, Any]:
    """The explanation for programs; null for what is not known.

    `too_few` ends that are moved leave several optima, or no solution, wherever they go; so do
    `too_few_blocks` cells that are blocked.
    """
    repair = found.repair
    return {
        "verdict": found.verdict,
        "is_complete": found.is_done,
        "cost": found.cost if found.optima else None,
        "clash": found.clash,
        "optima": len(found.optima),
        "cells": found.cells,
        "lines": list(map(int, found.lines)),
        "blocks": found.blocks,
        "is_blockable": found.is_blockable,
        "too_few_blocks": found.too_few_blocks,
        "moves": repair
        and [
            {"line": int(number), "from": start, "to": end} for number, start, end in repair.moves
        ],
        "too_few": found.too_few,
        "puzzle": repair and repair.puzzle,
        "spare": found.spare,
    }
