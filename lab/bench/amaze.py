"""ASP beside the other roads of race on Amaze: whole processes that find a cheapest board and
prove that there is none cheaper.

Figures are medians of three rounds, in which the roads take turns; a road that took over ten
times as long as ASP has one round, and one that does not answer in time has a -.
"""

from collections.abc import Iterator
from statistics import median

import decode
import encode
from lab.lines import Board
from lab.roads.amaze import ROADS, travelled
from lab.roads.travel import ROOT, Trip

ASP, *OTHERS = ROADS
ROUNDS, LIMIT = 3, 60  # seconds


def lines() -> Iterator[str]:
    """The table, as it comes: the seconds of ASP, and how many times as long the others take."""
    yield f"{'':18}{ASP:>10}" + "".join(f"{road:>10}" for road in OTHERS)
    for name, board in boards():
        yield ratios(name, seconds(board))


def boards() -> Iterator[tuple[str, Board]]:
    """The examples that have a solution, with their names."""
    for path in sorted((ROOT / "amaze" / "examples").glob("dom*.txt")):
        board = encode.amaze(path.read_bytes())
        yield f"{path.stem} {len(board)}x{len(board[0])}", board


def seconds(board: Board, rounds: int = ROUNDS) -> dict[str, float]:
    """By road, of those that answer."""
    times: dict[str, list[float]] = {road: [] for road in ROADS}
    for _ in range(rounds):
        for road in list(times):
            if times[road] and times[road][0] > 10 * median(times.get(ASP, [LIMIT])):
                continue
            trip = travelled(road, board, LIMIT)
            times[road].append(trip.process.seconds)
            if not answered(trip):
                del times[road]
    return {road: median(found) for road, found in times.items()}


def answered(trip: Trip) -> bool:
    if trip.missing:
        decode.tell(f"lab bench: {trip.missing}")
    return trip.verdict != "undecided"


def ratios(name: str, times: dict[str, float]) -> str:
    """A line of the table."""
    if ASP not in times:
        return f"{name:18}{'-':>10}"
    others = [f"{times[road] / times[ASP]:.2f}" if road in times else "-" for road in OTHERS]
    return f"{name:18}{times[ASP]:>8.3f} s" + "".join(f"{time:>10}" for time in others)
