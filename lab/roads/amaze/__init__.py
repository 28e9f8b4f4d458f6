"""The roads from a puzzle of Amaze to its cheapest boards, as lab.roads has them for Light Up.

The solutions of a Problem are ever better boards here, the last of them proven optimal.
"""

from lab import lines
from lab.lines import Board
from lab.roads.travel import Trip, trip, unsound

ROADS = {  # name of the module: what solves there
    "asp": "clingo, by amaze.lp",
    "minizinc": "Gecode, by amaze.mzn",
    "cpsat": "CP-SAT of OR-Tools",
    "pycsp3": "ACE, by amaze_pycsp3.py",
}


def text(board: Board) -> str:
    """A grid with blanks between its cells, whatever numbers it has."""
    return "".join(f" {' '.join(row)}\n" for row in board)


def travelled(road: str, puzzle: Board, limit: float) -> Trip:
    """The puzzle on a road, for so many seconds at most."""
    return trip(f"amaze.{road}", text(puzzle), limit, verdict)


def verdict(found: int, complete: bool) -> str:
    if not complete:
        return "undecided"
    return "optimum" if found else "none"


def cost(trip: Trip) -> int | None:
    """What the best board costs."""
    return min(map(lines.cost, trip.found), default=None)


def contradictions(puzzle: Board, trips: list[Trip]) -> list[str]:
    """Where the roads contradict the rules or each other, in words."""
    if wrong := unsound(trips, lambda board: lines.faults(puzzle, board)):
        return wrong
    costs = [cost(trip) for trip in trips]
    least = min((known for known in costs if known is not None), default=None)
    if all(trip.verdict == "undecided" or cost(trip) == least for trip in trips):
        return []
    said = (f"{trip.road} {trip.verdict} {known}" for trip, known in zip(trips, costs))
    return [f"the best board costs {least}, but {', '.join(said)}"]
