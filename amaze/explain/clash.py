"""A smallest set of lines that cannot be drawn together."""

from pathlib import Path

import encode
from amaze.rules import Board, ends_by_number
from lab.common.clash import Demands, find_smaller_clashes
from lab.common.queries import GrowingProgram

JOINED = Path(__file__).with_name("joined.lp")


def find_clashing_lines(puzzle: Board) -> list[int]:
    """Return as few lines as possible that cannot be drawn together; empty if all can be.

    The ends of the other lines are in their way.
    """
    options = ["--heuristic=Domain"]
    program = GrowingProgram([str(JOINED)], options, text=encode.format_facts(puzzle))
    demands = Demands(program, program.literals_by_number("drawn"))
    lines = set(ends_by_number(puzzle))
    if demands.meet(lines)[0]:
        return []
    *_, smallest = find_smaller_clashes(demands, lines)
    return sorted(smallest.members)
