"""A smallest set of pairs that cannot be joined together.

Source: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest MUS Extraction with
Minimal Hitting Set Dualization", CP 2015.
"""

import itertools
from collections.abc import Collection, Iterable
from pathlib import Path

import encode
from amaze.rules import Board, ends
from lab.common.queries import GrowingProgram

JOINED = Path(__file__).with_name("joined.lp")


class Joining(GrowingProgram):
    """Which lines of a puzzle can be drawn together, asked again and again."""

    def __init__(self, puzzle: Board) -> None:
        super().__init__([str(JOINED)], text=encode.format_facts(puzzle))
        self._literals = self.numbered("wanted")

    def is_possible(self, lines: Iterable[int]) -> bool:
        """Whether all these lines can be drawn together; the ends of others are in their way."""
        assumed = [self._literals[number] for number in lines]
        return self.solve(lambda answer: False, assumed, models=1) is None


def smallest_clash(puzzle: Board) -> list[int]:
    """A smallest set of lines that cannot be drawn together; empty if all can be."""
    joining, lines = Joining(puzzle), sorted(ends(puzzle))
    if joining.is_possible(lines):
        return []
    rests: list[set[int]] = []  # of each, one is in any such set: all others can be drawn
    for size in range(1, len(lines) + 1):
        for chosen in itertools.combinations(lines, size):
            if all(rest.intersection(chosen) for rest in rests):
                if not joining.is_possible(chosen):
                    return list(chosen)
                rests.append(rest_of(joining, chosen, lines))
    raise AssertionError("all lines clash")


def rest_of(joining: Joining, chosen: Collection[int], lines: Iterable[int]) -> set[int]:
    """The lines that are left when as many are drawn beside those chosen as can be, one by one."""
    drawn, rest = list(chosen), set()
    for number in lines:
        if number not in chosen:
            if joining.is_possible([*drawn, number]):
                drawn.append(number)
            else:
                rest.add(number)
    return rest
