"""The fewest ends to move, so that a puzzle with several optima has one.

clingo proposes a board, a draft, whose ends are those of the puzzle but for a few (moved.lp).  If
its ends have another board that costs no more, the two differ by a swap: some lines go another
way.  Wherever the same can be done to a board, it is not the only optimum of its ends.  So each
swap rules out many drafts, and all that are ruled out are; when none is left, so few ends do not
suffice.

Why a swap is good for other boards: say S and T have the same ends, T costs no more, and D are
the cells in which they differ.  Let a board have what S has, in the cells of D and in those to
which they are linked.  Give its cells of D the values that they have in T.  Each cell beside D
has lost as many links as it has gained, as it has between S and T; so an end has one link still,
any other cell of a line two, which makes a way between the two ends of each line, and perhaps
loops.  The shortest ways through these cells are a solution that costs no more, and another one,
as a line of S has left a cell of D.  If one line only differs, its number does not matter.
"""

import itertools
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import encode
from amaze.optima import Optima, differing
from amaze.rules import EMPTY, Board, around, filled, implied
from lab.asked import Asked
from lab.words import Cell

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


class Drafts(Asked):
    """Boards that may be the only optimum of their ends."""

    def __init__(self, puzzle: Board) -> None:
        given = filled(puzzle)
        size = encode.facts([[EMPTY for _ in row] for row in puzzle])
        facts = (f"given({r},{c},{number}).\n" for (r, c), number in given.items())
        super().__init__([str(MOVED)], text=size + "".join(facts))
        self._beyond, self._farther = self.numbered("beyond"), self.numbered("farther")
        self._numbers = sorted(set(given.values()))
        self._swaps = 0

    def propose(self, most: int, distance: int | None = None) -> Board | None:
        """A draft with so many ends moved at most, none of them farther; None if there is none."""
        found: list[Board] = []
        bounds = [self._beyond.get(most), distance and self._farther.get(distance)]
        assumed = [-literal for literal in bounds if literal]
        self.solve(lambda answer: found.append(answer.rows), assumed, models=1)
        return found[0] if found else None

    def rule_out(self, draft: Board, rival: Board) -> None:
        """Rule out all boards with the swap between a draft and another board."""
        cells = set(differing([draft, rival]))
        lines = filled(draft)
        places = {cell for cell in cells if cell in lines}
        joined = {
            beside
            for cell in places
            for beside in around(cell)
            if beside not in cells and lines.get(beside) == lines[cell]
        }
        old = {cell: lines[cell] for cell in places | joined}
        changed = numbers_in(draft, cells) | numbers_in(rival, cells)
        for number in self._numbers if len(changed) == 1 else [""]:
            self._add({cell: number or line for cell, line in old.items()}, cells - places)

    def _add(self, old: dict[Cell, str], new: set[Cell]) -> None:
        """Add a swap."""
        self._swaps += 1
        facts = [f"old({self._swaps},{r},{c},{number}).\n" for (r, c), number in old.items()]
        facts += [f"new({self._swaps},{r},{c}).\n" for r, c in new]
        self.extend("swap", self._swaps, "".join(facts))


def rival(draft: Board) -> Board | None:
    """A board with the same ends that costs no more, in which few lines differ; None without."""
    optima = Optima(implied(draft))
    found = optima.rival(draft)
    if found:
        numbers = set(filled(draft).values())
        for number in sorted(numbers, key=int, reverse=True):
            changed = changed_lines(draft, found)
            if number in changed:
                found = optima.rival(draft, numbers - changed | {number}) or found
    return found


def changed_lines(draft: Board, board: Board) -> set[str]:
    """The numbers of the lines that differ."""
    cells = set(differing([draft, board]))
    return numbers_in(draft, cells) | numbers_in(board, cells)


def numbers_in(board: Board, cells: set[Cell]) -> set[str]:
    """The numbers in some cells of a board."""
    return {board[r][c] for r, c in cells} - {EMPTY}


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
