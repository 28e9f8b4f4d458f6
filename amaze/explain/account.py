"""Report an explanation of a puzzle: in words and as data."""

from collections.abc import Iterable
from typing import Any

import decode
from amaze.explain.exploration import MOST_OPTIMA, AmazeExploration
from amaze.explain.repair import EndRepair
from lab.common.language import translate
from lab.common.words import count_noun, format_cell

VERDICTS = {
    "none": "no solution",
    "unique": "exactly one optimum, of cost {cost}",
    "several": "several optima, of cost {cost}",
}
CLASHES = (  # of one line, of several
    "line {lines} cannot be drawn: the ends of the others cut its ends off",
    "lines {lines} cannot be drawn together, whatever the other lines do; "
    "without any one of them the rest can be drawn",
)
DIFFERENCES = (  # by one line, by several
    "{number} boards are best; they differ in {cells}, by line {lines}",
    "{number} boards are best; they differ in {cells}, by lines {lines}",
)
MORE_MOVES = "fewest ends to move: more than {ends}, how many is not known yet"


def describe_verdict(exploration: AmazeExploration) -> str:
    """Return the verdict in words, and what explore() was doing when the time limit came."""
    if exploration.verdict is None:
        return f"undecided: the time limit came while {exploration.stage}"
    verdict = translate(VERDICTS[exploration.verdict], cost=exploration.cost)
    limit = "" if exploration.is_done else f"; the time limit came while {exploration.stage}"
    return verdict + limit


def describe_in_words(exploration: AmazeExploration) -> str:
    """Return the explanation as lines of text; "" as long as there is nothing to explain."""
    if exploration.verdict is None:
        return ""
    by_verdict = {
        "none": describe_clash,
        "unique": describe_spare_lines,
        "several": describe_differences,
    }
    return "".join(f"{line}\n" for line in by_verdict[exploration.verdict](exploration))


def describe_clash(exploration: AmazeExploration) -> list[str]:
    """Return text lines on the lines of the puzzle that cannot be drawn together."""
    clash = exploration.clash
    if not clash:
        return []
    report = [translate(CLASHES[len(clash) > 1], lines=join_numbers(clash))]
    return [*report, translate("no fewer lines clash")] if len(clash) > 1 else report


def describe_spare_lines(exploration: AmazeExploration) -> list[str]:
    """Return text lines with the only optimum, and which lines of the puzzle can go."""
    report = [decode.format_grid(exploration.optima[0]).rstrip("\n")]
    if exploration.spare:
        lines = join_numbers(exploration.spare)
        report.append(f"without one of these lines the others stay, as the only optimum: {lines}")
    elif exploration.is_done:
        report.append("no line can go: without any one, others change or have another way")
    return report


def describe_differences(exploration: AmazeExploration) -> list[str]:
    """Return where the optima differ, and the repair; a grid is one item of several text lines."""
    optima, repair = exploration.optima, exploration.repair
    number: object = len(optima)
    if number == MOST_OPTIMA:
        number = translate("{number} or more", number=number)
    values = {"number": number, "cells": count_noun(len(exploration.cells), "cell")}
    lines = join_numbers(exploration.lines)
    report = [
        decode.compare_grids(optima[0], optima[-1]),
        translate(DIFFERENCES[len(exploration.lines) > 1], lines=lines, **values),
    ]
    if repair:
        ends, moves = count_noun(len(repair.moves), "end"), format_moves(repair)
        report.append(translate("fewest ends to move: {ends}, {moves}", ends=ends, moves=moves))
        report.append(decode.format_grid(repair.puzzle).rstrip("\n"))
    elif exploration.too_few:
        ends = count_noun(exploration.too_few, "end")
        report.append(translate(MORE_MOVES, ends=ends))
    return report


def format_moves(repair: EndRepair) -> str:
    """Return from where to where each end moves, in words."""
    moves = [(number, format_cell(start), format_cell(end)) for number, start, end in repair.moves]
    return "; ".join(
        translate("that of {number} in {start} to {end}", number=number, start=start, end=end)
        for number, start, end in moves
    )


def join_numbers(numbers: Iterable[object]) -> str:
    """Return some numbers as text: 1, 2 and 3."""
    *first, last = map(str, numbers)
    return f"{', '.join(first)}{translate(' and ')}{last}" if first else last


def describe_as_data(exploration: AmazeExploration) -> dict[str, Any]:
    """Return the explanation for programs; null for what is unknown.

    It is proven that `too_few` moved ends never leave exactly one optimum.
    """
    repair = exploration.repair
    moves = repair and [
        {"line": int(n), "from": start, "to": end} for n, start, end in repair.moves
    ]
    return {
        "verdict": exploration.verdict,
        "is_complete": exploration.is_done,
        "cost": exploration.cost if exploration.optima else None,
        "clash": exploration.clash,
        "optima": len(exploration.optima),
        "cells": exploration.cells,
        "lines": list(map(int, exploration.lines)),
        "moves": moves,
        "too_few": exploration.too_few,
        "puzzle": repair and repair.puzzle,
        "spare": exploration.spare,
    }
