"""Pictures of the steps: each shows a board, and marks the cells of a reason and its conclusion."""

from collections.abc import Sequence

from lab.common.words import Cell
from lab.lightup.hint.reasoning import Step, place_conclusions
from lab.lightup.hint.sentences import describe_step
from lab.lightup.rules import BULB, Board
from lab.pictures import Frame


def draw_steps(start: Board, steps: Sequence[Step], end: Board, outcome: str) -> list[Frame]:
    """Return a frame for the start, one for each step, and one for the end with the outcome."""
    after = [*(step.before for step in steps[1:]), end]
    return [Frame(start), *map(draw_step, steps, after), Frame(end, {}, outcome)]


def draw_step(step: Step, after: Board) -> Frame:
    """Return the board after a step; of G and H, as it would be with the supposed bulb."""
    inference, caption = step.inference, describe_step(step)
    if not inference.supposed:
        marks = dict.fromkeys(inference.reason, "reason")
        marks |= {cell: "conclusion" for cell, _ in inference.cells}
        return Frame(after, marks, caption)
    marks, numbers = {}, dict[Cell, int]()
    board = place_conclusions(step.before, [(inference.supposed, BULB)])
    for number, conclusions in enumerate(inference.chain, start=1):
        board = place_conclusions(board, conclusions)
        marks |= {cell: "chain" for cell, _ in conclusions}
        numbers |= {cell: number for cell, _ in conclusions}
    marks |= dict.fromkeys(inference.completes, "completed")
    marks |= dict.fromkeys(inference.reason, "fails")
    return Frame(board, marks | {inference.supposed: "supposed"}, caption, numbers)
