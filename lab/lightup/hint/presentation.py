"""A step of the reasoning in words and as a picture: its tactic, its reason, its conclusions."""

from collections.abc import Sequence

from lab.common.words import Cell, count_noun, format_cell, format_cells, spell_noun
from lab.lightup.hint.reasoning import Step
from lab.lightup.rules import (
    BLACK,
    BLANK,
    BULB,
    Board,
    find_cells,
    lit_cells,
    neighbours,
    replace_cells,
)
from lab.pictures import Frame

FAILURES = {  # by rule: {0} is the clue or dark cell, {1} the place of the bulb
    "dark": "{0} could not be lit",
    "miscounted": "{0} could not be met",
    "in_sight": "the bulb at {1} would see another",
}


def describe_step(step: Step) -> str:
    """Return the tactic, the reason and the conclusion, on one line."""
    conclusions = step.inference.conclusions
    parts = []
    for noun, is_bulb in (("bulb", True), ("no bulb", False)):
        places = [cell for cell, kind in conclusions if (kind == BULB) == is_bulb]
        if places:
            parts.append(f"{noun}{'s' if len(places) > 1 else ''} at {format_cells(places)}")
    return f"{step.tactic}: {describe_reason(step)}: {', '.join(parts)}"


def describe_reason(step: Step) -> str:
    """Return why the tactic applies."""
    if step.tactic == "S":
        return "the same in all solutions"
    if step.tactic in "GH":
        return describe_failure(step)
    if step.tactic == "F":  # the two clues may be one and the same
        clues = dict.fromkeys(name_cell(step.before, clue) for clue in step.inference.reason)
        names = f"{'both ' if len(clues) == 2 else ''}{' and '.join(clues)}"
        return f"all ways to meet {names} agree"
    place = step.inference.reason[0]
    around = [step.before[r][c] for r, c in neighbours(step.before, place)]
    bulbs, free = around.count(BULB), around.count(BLANK)
    if step.tactic == "A":
        reason = "has all its bulbs"
    elif step.tactic == "B":
        has = f"{spell_noun(bulbs, 'bulb')} and " if bulbs else ""
        reason = f"has {has}{spell_noun(free, 'place')} left"
    elif step.tactic == "C":
        reason = "can be lit from one place only"
    elif step.tactic == "D":
        has_spare = bulbs + free > int(step.before[place[0]][place[1]])
        spares, lights = ("one", "two of them") if has_spare else ("no", "at least one")
        reason = f"can spare {spares} place, and a bulb here would light {lights}"
    else:  # E
        open_cells = find_cells(step.before, BLANK)
        sources = sorted(lit_cells(step.before, {place}).intersection(open_cells))
        lit = "both" if len(sources) == 2 else "that cell"
        only = f"can be lit only from {format_cells(sources)}"
        reason = f"{only}, and a bulb here would light {lit}"
    return f"{name_cell(step.before, place)} {reason}"


def describe_failure(step: Step) -> str:
    """Return what would fail with the bulb that G or H supposes."""
    inference, board = step.inference, step.before
    place = inference.reason[0]
    failure = FAILURES[inference.broken_rule].format(name_cell(board, place), format_cell(place))
    if inference.completes:
        clues = " and ".join(name_cell(board, clue) for clue in inference.completes)
        return f"a bulb here would complete {clues}, and then {failure}"
    rounds = len(inference.chain)
    later = f" and after {count_noun(rounds, 'round')} of A, B and C" if rounds else ""
    return f"with a bulb here{later}, {failure}"


def name_cell(board: Board, cell: Cell) -> str:
    """Return "the 2", a clue, or "the dark cell", and its place."""
    kind = board[cell[0]][cell[1]]
    return f"the {kind if kind in BLACK else 'dark cell'} at {format_cell(cell)}"


def draw_steps(start: Board, steps: Sequence[Step], end: Board, outcome: str) -> list[Frame]:
    """Return a frame for the start, one for each step, and one for the end with the outcome."""
    after = [*(step.before for step in steps[1:]), end]
    return [Frame(start), *map(draw_step, steps, after), Frame(end, {}, outcome)]


def draw_step(step: Step, after: Board) -> Frame:
    """Return the board after a step; of G and H, as it would be with the supposed bulb."""
    inference, caption = step.inference, describe_step(step)
    if not inference.supposed:
        marks = dict.fromkeys(inference.reason, "reason")
        marks |= {cell: "conclusion" for cell, _ in inference.conclusions}
        return Frame(after, marks, caption)
    marks, numbers = {}, dict[Cell, int]()
    board = replace_cells(step.before, {inference.supposed: BULB})
    for number, conclusions in enumerate(inference.chain, start=1):
        board = replace_cells(board, dict(conclusions))
        marks |= {cell: "chain" for cell, _ in conclusions}
        numbers |= {cell: number for cell, _ in conclusions}
    marks |= dict.fromkeys(inference.completes, "completed")
    marks |= dict.fromkeys(inference.reason, "fails")
    return Frame(board, marks | {inference.supposed: "supposed"}, caption, numbers)
