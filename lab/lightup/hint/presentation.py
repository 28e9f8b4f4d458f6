"""A step of the reasoning in words and as a picture: its tactic, its reason, its conclusions."""

from collections.abc import Sequence

from lab.common.language import translate
from lab.common.words import Cell, count_noun, format_cell, format_cells, join_and
from lab.lightup import rules
from lab.lightup.hint.reasoning import TacticStep
from lab.lightup.rules import BLACK, BLANK, BULB, NO_BULB, Board
from lab.pictures.frames import Frame

FAILURES = {  # texts by rule: {cell} is the clue or dark cell, {place} that of the bulb
    "dark": "{cell} could not be lit",
    "miscounted": "{cell} could not be met",
    "in_sight": "the bulb at {place} would see another",
}
REASONS = {  # one or two texts by tactic: {cell} is the first clue or dark cell
    "A": ("{cell} has all its bulbs",),
    "B": ("{cell} has {places} left", "{cell} has {bulbs} and {places} left"),
    "C": ("{cell} can be lit from one place only",),
    "D": (
        "{cell} can spare no place, and a bulb here would light at least one",
        "{cell} can spare one place, and a bulb here would light two of them",
    ),
    "E": (
        "{cell} can be lit only from {sources}, and a bulb here would light that cell",
        "{cell} can be lit only from {sources}, and a bulb here would light both",
    ),
    "F": ("all ways to meet {cell} agree", "all ways to meet both {cell} and {other} agree"),
}
CONCLUSIONS = {  # about one cell or several
    BULB: ("bulb at {cells}", "bulbs at {cells}"),
    NO_BULB: ("no bulb at {cells}", "no bulbs at {cells}"),
}


def describe_step(step: TacticStep) -> str:
    """Return the tactic, the reason and the conclusion, on one line."""
    parts = []
    for kind in CONCLUSIONS:
        cells = [cell for cell, concluded in step.inference.conclusions if concluded == kind]
        if cells:
            parts.append(translate(CONCLUSIONS[kind][len(cells) > 1], cells=format_cells(cells)))
    values = {"reason": describe_reason(step), "conclusion": ", ".join(parts)}
    return translate("{tactic}: {reason}: {conclusion}", tactic=step.tactic, **values)


def describe_reason(step: TacticStep) -> str:
    tactic, board, reason = step.tactic, step.before, step.inference.reason
    if tactic in "GH":
        return describe_supposition(step)
    if tactic == "S":
        return translate("the same in all solutions")
    first, last = reason[0], reason[-1]  # F has two, which may be equal
    around = [board[r][c] for r, c in rules.list_neighbours(board, first)]
    bulbs, free = around.count(BULB), around.count(BLANK)
    lit = rules.find_lit_cells(board, {first}) if tactic == "E" else set()  # slow on large boards
    sources = sorted(cell for cell in lit if board[cell[0]][cell[1]] == BLANK)
    is_second = (
        (tactic == "B" and bulbs > 0)
        or (tactic == "D" and bulbs + free > int(board[first[0]][first[1]]))
        or (tactic == "E" and len(sources) == 2)
        or (tactic == "F" and first != last)
    )
    return translate(
        REASONS[tactic][is_second],
        cell=name_cell(board, first),
        other=name_cell(board, last),
        bulbs=count_noun(bulbs, "bulb"),
        places=count_noun(free, "place"),
        sources=format_cells(sources),
    )


def describe_supposition(step: TacticStep) -> str:
    """Return what would fail with the bulb that G or H supposes."""
    inference, board = step.inference, step.before
    place = inference.reason[0]
    names = {"cell": name_cell(board, place), "place": format_cell(place)}
    failure = translate(FAILURES[inference.broken_rule], **names)
    if inference.completes:
        clues = join_and(name_cell(board, clue) for clue in inference.completes)
        values = {"clues": clues, "failure": failure}
        return translate("a bulb here would complete {clues}, and then {failure}", **values)
    if not inference.chain:
        return translate("with a bulb here, {failure}", failure=failure)
    values = {"rounds": count_noun(len(inference.chain), "round"), "failure": failure}
    return translate("with a bulb here and after {rounds} of A, B and C, {failure}", **values)


def name_cell(board: Board, cell: Cell) -> str:
    """Return "the 2", a clue, or "the dark cell", and its place."""
    kind = board[cell[0]][cell[1]]
    if kind in BLACK:
        return translate("the {clue} at {place}", clue=kind, place=format_cell(cell))
    return translate("the dark cell at {place}", place=format_cell(cell))


def draw_steps(start: Board, steps: Sequence[TacticStep], end: Board, outcome: str) -> list[Frame]:
    """Return a frame for the start, one for each step, and one for the end with the outcome."""
    after = [*(step.before for step in steps[1:]), end]
    return [Frame(start), *map(draw_step, steps, after), Frame(end, {}, outcome)]


def draw_step(step: TacticStep, after: Board) -> Frame:
    """Return the board after a step, for G and H with the supposed bulb."""
    inference, caption = step.inference, describe_step(step)
    if not inference.supposed:
        marks = dict.fromkeys(inference.reason, "reason")
        marks |= {cell: "conclusion" for cell, _ in inference.conclusions}
        return Frame(after, marks, caption)
    marks, numbers = {}, dict[Cell, int]()
    board = rules.replace_cells(step.before, {inference.supposed: BULB})
    for number, conclusions in enumerate(inference.chain, start=1):
        board = rules.replace_cells(board, dict(conclusions))
        marks |= {cell: "chain" for cell, _ in conclusions}
        numbers |= {cell: number for cell, _ in conclusions}
    marks |= dict.fromkeys(inference.completes, "completed")
    marks |= dict.fromkeys(inference.reason, "fails")
    return Frame(board, marks | {inference.supposed: "supposed"}, caption, numbers)
