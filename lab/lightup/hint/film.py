"""What the pictures of a reasoning show: where it starts, each step, and where it ends."""

from collections.abc import Sequence

from lab.common.words import Cell
from lab.lightup.hint.reasoning import placed
from lab.lightup.hint.steps import Step, sentence
from lab.lightup.rules import BULB, Board
from lab.pictures import Frame


def film(start: Board, steps: Sequence[Step], end: Board, outcome: str) -> list[Frame]:
    """The start, every step, and the end."""
    after = [*(step.before for step in steps[1:]), end]
    return [Frame(start), *map(frame, steps, after), Frame(end, {}, outcome)]


def frame(step: Step, after: Board) -> Frame:
    """The board after a step with its reason and its conclusion, or what it supposes."""
    if step.finding.supposed:
        return supposition(step)
    marks = dict.fromkeys(step.finding.reason, "reason")
    marks |= {cell: "conclusion" for cell, _ in step.finding.cells}
    return Frame(after, marks, sentence(step))


def supposition(step: Step) -> Frame:
    """The board as it would be with the supposed bulb and what follows from it, round by round."""
    found = step.finding
    assert found.supposed
    marks: dict[Cell, str] = {}
    numbers: dict[Cell, int] = {}
    for number, news in enumerate(found.chain, start=1):
        marks |= {cell: "chain" for cell, _ in news}
        numbers |= {cell: number for cell, _ in news}
    marks |= dict.fromkeys(found.completes, "completed") | dict.fromkeys(found.reason, "fails")
    followed = [(found.supposed, BULB), *(one for news in found.chain for one in news)]
    board = placed(step.before, followed)
    return Frame(board, marks | {found.supposed: "supposed"}, sentence(step), numbers)
