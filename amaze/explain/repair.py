"""The fewest cells to block, so that one of several optima is left."""

from pathlib import Path

import decode
from amaze.optima import Optima
from amaze.rules import Board, filled
from lab.words import Cell

BLOCKS = Path(__file__).with_name("blocks.lp")
ROUNDS = 50  # of finding an optimum that the cells so far do not block


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

    program.optimise(note)
    return best[-1] if best else None
