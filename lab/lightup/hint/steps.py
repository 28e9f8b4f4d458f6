"""A step of the reasoning, with its reason and conclusion in words."""

from typing import NamedTuple

from lab.common.words import Cell, count_noun, format_cell, format_cells, spell_noun
from lab.lightup.hint.rounds import Finding
from lab.lightup.rules import BLACK, BULB, OPEN, Board, neighbours, runs


class Step(NamedTuple):
    """A finding of a tactic, about open cells only, and the board before it."""

    tactic: str
    finding: Finding
    before: Board


def sentence(step: Step) -> str:
    """The tactic, the reason and the conclusion, on one line."""
    return f"{because(step)}: {conclusion(step.finding)}"


def because(step: Step) -> str:
    """The tactic and the reason."""
    return f"{step.tactic}: {REASONS[step.tactic](step)}"


def conclusion(finding: Finding) -> str:
    """The cells that are bulbs, then those that are empty."""
    bulbs = [cell for cell, kind in finding.cells if kind == BULB]
    empty = [cell for cell, kind in finding.cells if kind != BULB]
    parts = [f"{bulbs_at('bulb', bulbs)}", f"{bulbs_at('no bulb', empty)}"]
    return ", ".join(filter(None, parts))


def bulbs_at(what: str, cells: list[Cell]) -> str:
    """A bulb, or no bulb, at some places; empty without places."""
    return f"{what}{'s' if len(cells) > 1 else ''} at {format_cells(cells)}" if cells else ""


# ---------------------------------------------------------------- reasons


def satisfied(step: Step) -> str:
    """A: a clue with all its bulbs."""
    return f"{named(step)} has all its bulbs"


def needy(step: Step) -> str:
    """B: a clue that needs all places left."""
    bulbs, left = beside(step)
    has = f"{spell_noun(bulbs, 'bulb')} and " if bulbs else ""
    return f"{named(step)} has {has}{spell_noun(left, 'place')} left"


def one_source(step: Step) -> str:
    """C: a dark cell with one place for its light."""
    return f"{named(step)} can be lit from one place only"


def sparing(step: Step) -> str:
    """D: a clue that can spare one place at most."""
    (r, c), possible = step.finding.reason[0], sum(beside(step))
    if possible == int(step.before[r][c]):
        return f"{named(step)} can spare no place, and a bulb here would light at least one"
    return f"{named(step)} can spare one place, and a bulb here would light two of them"


def seen_sources(step: Step) -> str:
    """E: a dark cell whose sources a bulb would light."""
    sources = sources_of(step.before, step.finding.reason[0])
    seen = "both" if len(sources) == 2 else "that cell"
    places = format_cells(sources)
    return f"{named(step)} can be lit only from {places}, and a bulb here would light {seen}"


def two_clues(step: Step) -> str:
    """F: what all ways to meet two clues share."""
    one, other = named(step), named(step, 1)
    return f"all ways to meet {one if one == other else f'both {one} and {other}'} agree"


def supposition(step: Step) -> str:
    """G and H: a bulb after which a rule would fail."""
    found = step.finding
    failure = FAILURES[found.fails].format(named(step), format_cell(found.reason[0]))
    if found.completes:
        clues = " and ".join(name(step.before, clue) for clue in found.completes)
        return f"a bulb here would complete {clues}, and then {failure}"
    later = f" and after {count_noun(found.depth, 'round')} of A, B and C" if found.depth else ""
    return f"with a bulb here{later}, {failure}"


def searched(step: Step) -> str:
    """S: what the search has found."""
    return "the same in all solutions"


REASONS = {
    "A": satisfied,
    "B": needy,
    "C": one_source,
    "D": sparing,
    "E": seen_sources,
    "F": two_clues,
    "G": supposition,
    "H": supposition,
    "S": searched,
}
FAILURES = {
    "dark": "{0} could not be lit",
    "miscounted": "{0} could not be met",
    "in_sight": "the bulb at {1} would see another",
}


# ---------------------------------------------------------------- words


def named(step: Step, which: int = 0) -> str:
    """A clue or a dark cell of the reason."""
    return name(step.before, step.finding.reason[which])


def name(board: Board, cell: Cell) -> str:
    """A clue or a dark cell, and its place."""
    kind = board[cell[0]][cell[1]]
    return f"the {kind if kind in BLACK else 'dark cell'} at {format_cell(cell)}"


def beside(step: Step) -> tuple[int, int]:
    """How many bulbs, and how many open cells, are beside the clue of the reason."""
    around = [step.before[r][c] for r, c in neighbours(step.before, step.finding.reason[0])]
    return around.count(BULB), around.count(OPEN)


def sources_of(board: Board, cell: Cell) -> list[Cell]:
    """The open cells that can light it."""
    seen = {other for run in runs(board) if cell in run for other in run}
    return sorted((r, c) for r, c in seen if board[r][c] == OPEN)
