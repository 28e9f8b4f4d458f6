"""What leaves one of several optima: cells to block, or an end to move."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import decode
from amaze.optima import Optima
from amaze.rules import EMPTY, Board, filled
from lab.words import Cell

BLOCKS = Path(__file__).with_name("blocks.lp")
ROUNDS = 50  # of finding an optimum that the cells so far do not block


class Move(NamedTuple):
    """An end of a line that goes to another cell, and the puzzle that comes of it."""

    number: str
    start: Cell
    end: Cell
    puzzle: Board


def fewest_blocks(puzzle: Board, optima: list[Board]) -> list[Cell] | None:
    """The fewest cells that leave one of the optima if no line may use them.

    `optima` are some of them, at least two; others are added when they are found.  None if cells
    alone do not do, as two optima have the same cells.
    """
    known = list(optima)
    for _ in range(ROUNDS):
        blocks = hitting(known)
        if blocks is None:
            return None
        left = Optima(puzzle, blocks).boards(2)
        if len(left) == 1:
            return blocks
        known += [board for board in left if board not in known]
    return None


def hitting(optima: list[Board]) -> list[Cell] | None:
    """The fewest cells of which all but one of the boards have one; None if there are none."""
    facts = "".join(
        f"part({index},{r},{c}).\n" for index, board in enumerate(optima) for r, c in filled(board)
    )
    program = decode.Program([str(BLOCKS)], text=facts)
    best: list[list[Cell]] = []

    def note(answer: decode.Answer) -> None:
        atoms = [one for one in answer.model.symbols(atoms=True) if one.match("blocked", 2)]
        best.append(sorted((one.arguments[0].number, one.arguments[1].number) for one in atoms))

    program.solve(note)
    return best[-1] if best else None


def moves(puzzle: Board, lines: list[str]) -> Iterator[Move]:
    """The puzzles in which one end is elsewhere: near places first, of the lines named first."""
    given = filled(puzzle)
    found = [
        (abs(r - s) + abs(c - d), number not in lines, (r, c), (s, d))
        for (r, c), number in given.items()
        for s, row in enumerate(puzzle)
        for d, value in enumerate(row)
        if value == EMPTY
    ]
    for _, _, start, end in sorted(found):
        yield Move(given[start], start, end, moved(puzzle, start, end))


def moved(puzzle: Board, start: Cell, end: Cell) -> Board:
    """The puzzle with the value of one cell in another."""
    rows = [row[:] for row in puzzle]
    rows[end[0]][end[1]], rows[start[0]][start[1]] = rows[start[0]][start[1]], EMPTY
    return rows
