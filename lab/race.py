"""One puzzle down every road: answer sets, SAT, constraints, 0-1 programs, side by side.

Each road is a process of its own.  Its row tells the verdict (unique, several or none; undecided
if it could not tell, or not in time), the seconds to translate the puzzle and to solve it, the
seconds of the whole process, the most memory it had, and the size of what the solver saw.  Every
solution is checked by the three rules.  Bulbs that the grid has are left out.

With --puzzle amaze, or data for MiniZinc that tells it, the puzzle is Amaze: the verdict is
optimum where the best board is proven to be so, and every such board must cost the same.

Exit status: 0, whatever the verdict; 1 if the roads contradict each other, or one of them the
rules, and then the grid is printed.
"""

import argparse
import json
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import decode
from lab import conditions, formats
from lab.formats import amaze as notations
from lab.formats.text import counted
from lab.grid import Board
from lab.output import write
from lab.roads import ROADS, amaze
from lab.roads.travel import Trip, travelled, unsound
from lab.sat import faults

ROW = "{:9} {:9} {:>10} {:>9} {:>9} {:>9}  {}"
SOLUTIONS = {  # how many there are by each verdict
    "none": range(1),
    "unique": range(1, 2),
    "several": range(2, sys.maxsize),
    "undecided": range(sys.maxsize),
}
HEAD = ROW.format("road", "verdict", "translate", "solve", "whole", "memory", "size")


class Puzzle(NamedTuple):
    """What a race has to know of a kind of puzzle, whatever its boards are."""

    roads: Iterable[str]
    read: Callable[[bytes, str, str | None], list[Any]]  # boards in data of this name
    travelled: Callable[[str, Any, float], Trip]
    contradictions: Callable[[Any, list[Trip]], list[str]]
    cost: Callable[[Trip], int | None]  # of the best board, where boards have a cost
    text: Callable[[Any], str]


def arguments(parser: argparse.ArgumentParser) -> None:
    told = "; ".join(f"{name}: {what}" for name, what in ROADS.items())
    parser.epilog = f"The roads of Light Up are {told}."
    formats.add_arguments(parser)
    add = parser.add_argument
    add("--puzzle", choices=PUZZLES, help="what the files hold, if it cannot be told")
    add("others", nargs="*", metavar="FILE", help="more of them")
    add(
        "--time-limit",
        type=decode.seconds,
        default=30.0,
        metavar="S",
        help="seconds for each road (30)",
    )
    add("--json", action="store_true", help="a list of objects, one for each file and road")


def run(options: argparse.Namespace) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # which ends the road too
    contradicted = False
    rows: list[dict[str, Any]] = []
    for name, puzzle, board in list(boards(options)):  # all are read before the first is run
        trips = list(raced(name, puzzle, board, options))
        rows += [record(name, puzzle, trip) for trip in trips]
        if complaints := puzzle.contradictions(board, trips):
            contradicted = True
            grid = puzzle.text(board).rstrip("\n")
            decode.tell("\n".join([f"lab race: {name}:", *complaints, grid]))
    if options.json:
        write(json.dumps(rows, indent=2) + "\n")
    return 1 if contradicted else 0


def boards(options: argparse.Namespace) -> Iterator[tuple[str, Puzzle, Any]]:
    """The puzzles of all files, named, and of what kind they are."""
    for path in [options.file, *options.others]:
        one = argparse.Namespace(file=path)
        data, source = formats.contents(one), formats.source(one)
        kind = notations.puzzle(options.puzzle, data)
        found = PUZZLES[kind].read(data, source, options.notation)
        for name, board in zip(formats.names(source, len(found)), found):
            yield name, PUZZLES[kind], board


def raced(name: str, puzzle: Puzzle, board: Any, options: argparse.Namespace) -> Iterator[Trip]:
    """The trips down all roads, printed as they end unless JSON is wanted."""
    if not options.json:
        size = f"{counted(len(board), 'row')}, {counted(len(board[0]), 'column')}"
        write(f"{name}: {size}\n{HEAD}\n")
    for road in puzzle.roads:
        trip = puzzle.travelled(road, board, options.time_limit)
        if not options.json:
            write(f"{row(trip, puzzle.cost(trip))}\n")
        yield trip


def contradictions(board: Board, trips: list[Trip]) -> list[str]:
    """Where the roads contradict the rules, each other or themselves, in words."""
    if wrong := unsound(trips, lambda solution: faults(board, solution)):
        return wrong
    known = {tuple(solution) for trip in trips for solution in trip.found}
    if all(len(known) in SOLUTIONS[trip.verdict] for trip in trips):
        return []
    said = (f"{trip.road} {trip.verdict} ({len(trip.found)} found)" for trip in trips)
    return [f"{counted(len(known), 'solution')}, but {', '.join(said)}"]


def lightup_boards(data: bytes, name: str, notation: str | None) -> list[Board]:
    """The puzzles, without the bulbs that they have."""
    return [conditions.puzzle(board) for board in formats.read(data, name, notation)]


PUZZLES = {
    "lightup": Puzzle(
        ROADS, lightup_boards, travelled, contradictions, lambda trip: None, "\n".join
    ),
    "amaze": Puzzle(
        amaze.ROADS, notations.read, amaze.travelled, amaze.contradictions, amaze.cost, amaze.text
    ),
}


# ---------------------------------------------------------------- words


def row(trip: Trip, cost: int | None) -> str:
    """A line of the table."""
    if trip.missing:
        return f"{trip.road:9} {trip.missing}"
    size = ", ".join(counted(number, kind.removesuffix("s")) for kind, number in trip.size.items())
    best = "" if cost is None else f"cost {cost}"
    about = "; ".join(filter(None, [best, size, trip.note]))
    process = trip.process
    times = [seconds(time) for time in (trip.translate, trip.solve, process.seconds)]
    memory = f"{process.memory / 1e6:.0f} MB"
    return ROW.format(trip.road, trip.verdict, *times, memory, about)


def seconds(time: float | None) -> str:
    return "-" if time is None else f"{time:.3f} s"


def record(name: str, puzzle: Puzzle, trip: Trip) -> dict[str, Any]:
    """A row for --json: seconds and bytes, null where the road did not come so far."""
    return {
        "file": name,
        "road": trip.road,
        "verdict": trip.verdict,
        "found": len(trip.found),
        "cost": puzzle.cost(trip),
        "seconds": None if trip.missing else trip.process.seconds,
        "translate": trip.translate,
        "solve": trip.solve,
        "memory": None if trip.missing else trip.process.memory,
        "size": trip.size,
        "note": trip.missing or trip.note,
    }
