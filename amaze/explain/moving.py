"""The fewest ends to move, so that a puzzle with several optima has one.

clingo proposes a board, a draft, whose ends are those of the puzzle but for a few (moved.lp).  If
it is not the only optimum of its ends, a swap rules out this one and others, see drafts.py.  When
none is left, so few ends do not suffice.
"""

import itertools
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import encode
from amaze.explain.drafts import Drafts
from amaze.rules import EMPTY, Board, filled
from lab.common.words import Cell

MOVED = Path(__file__).with_name("moved.lp")


class Move(NamedTuple):
    """An end of a line that goes to another cell."""

    number: str
    start: Cell
    end: Cell


class Repair(NamedTuple):
    """Moves, and the puzzle that comes of them."""

    moves: list[Move]
    puzzle: Board


class Moved(Drafts):
    """Boards that may be the only optimum of their ends, some of which are moved."""

    def __init__(self, puzzle: Board) -> None:
        given = filled(puzzle)
        size = encode.format_facts([[EMPTY for _ in row] for row in puzzle])
        facts = (f"given({r},{c},{number}).\n" for (r, c), number in given.items())
        super().__init__(puzzle, [MOVED], size + "".join(facts))
        self._beyond, self._farther = self.numbered("beyond"), self.numbered("farther")

    def propose(self, most: int, distance: int | None = None) -> Board | None:
        """A draft with so many ends moved at most, none of them farther; None if there is none."""
        found: list[Board] = []
        bounds = [self._beyond.get(most), distance and self._farther.get(distance)]
        assumed = [-literal for literal in bounds if literal]
        self.solve(lambda answer: found.append(answer.rows), assumed, models=1)
        return found[0] if found else None


def moves(puzzle: Board, moved: Board) -> list[Move]:
    """The moves that lead from one puzzle to another, each as short as can be."""
    before, after = filled(puzzle), filled(moved)
    gone, fresh = before.items() - after.items(), after.items() - before.items()
    found = []
    for number in sorted({number for _, number in gone}, key=int):
        starts = sorted(cell for cell, one in gone if one == number)
        ends = sorted(cell for cell, one in fresh if one == number)
        orders = itertools.permutations(ends)
        pairings = [[Move(number, *pair) for pair in zip(starts, order)] for order in orders]
        found += min(pairings, key=length)
    return found


def length(moves: Iterable[Move]) -> int:
    """How far ends are moved in all, in rows and columns."""
    return sum(abs(r - s) + abs(c - d) for _, (r, c), (s, d) in moves)
