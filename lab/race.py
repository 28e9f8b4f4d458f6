"""One puzzle down every road: answer sets, SAT, constraints, 0-1 programs, side by side.

Each road is a process of its own.  Its row tells the verdict (unique, several or none; undecided
if it could not tell, or not in time), the seconds to translate the puzzle and to solve it, the
seconds of the whole process, the most memory it had, and the size of what the solver saw.  Every
solution is checked by the three rules.  Bulbs that the grid has are left out.

Exit status: 0, whatever the verdict; 1 if the roads contradict each other, or one of them the
rules, and then the grid is printed.
"""

import argparse
import json
import signal
import sys
from collections.abc import Iterator
from typing import Any

import decode
from lab import formats
from lab.conditions import puzzle
from lab.grid import Board
from lab.roads import ROADS
from lab.roads.travel import Trip, travelled
from lab.sat import faults, write

ROW = "{:9} {:9} {:>10} {:>9} {:>9} {:>9}  {}"
SOLUTIONS = {  # how many there are by each verdict
    "none": range(1),
    "unique": range(1, 2),
    "several": range(2, sys.maxsize),
    "undecided": range(sys.maxsize),
}
HEAD = ROW.format("road", "verdict", "translate", "solve", "whole", "memory", "size")


def arguments(parser: argparse.ArgumentParser) -> None:
    formats.add_arguments(parser)
    add = parser.add_argument
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
    for name, board in boards(options):
        trips = list(raced(name, board, options))
        rows += [record(name, trip) for trip in trips]
        if complaints := contradictions(board, trips):
            contradicted = True
            decode.tell("\n".join([f"lab race: {name}:", *complaints, *board]))
    if options.json:
        write(json.dumps(rows, indent=2) + "\n")
    return 1 if contradicted else 0


def boards(options: argparse.Namespace) -> Iterator[tuple[str, Board]]:
    """The puzzles of all files, named."""
    for path in [options.file, *options.others]:
        one = argparse.Namespace(file=path, notation=options.notation)
        found = formats.boards(one)
        for number, board in enumerate(found, start=1):
            name = formats.source(one) + (f"#{number}" if len(found) > 1 else "")
            yield name, puzzle(board)


def raced(name: str, board: Board, options: argparse.Namespace) -> Iterator[Trip]:
    """The trips down all roads, printed as they end unless JSON is wanted."""
    if not options.json:
        write(f"{name}: {len(board)} rows, {len(board[0])} columns\n{HEAD}\n")
    for road in ROADS:
        trip = travelled(road, board, options.time_limit)
        if not options.json:
            write(f"{row(trip)}\n")
        yield trip


def contradictions(board: Board, trips: list[Trip]) -> list[str]:
    """Where the roads contradict the rules, each other or themselves, in words."""
    wrong = [
        f"{trip.road}: no solution: {fault}"
        for trip in trips
        for solution in trip.found
        for fault in faults(board, solution)[:1]
    ]
    if wrong:
        return wrong
    known = {tuple(solution) for trip in trips for solution in trip.found}
    if all(len(known) in SOLUTIONS[trip.verdict] for trip in trips):
        return []
    said = (f"{trip.road} {trip.verdict} ({len(trip.found)} found)" for trip in trips)
    return [f"{len(known)} solutions, but {', '.join(said)}"]


# ---------------------------------------------------------------- words


def row(trip: Trip) -> str:
    """A line of the table."""
    if trip.missing:
        return f"{trip.road:9} {trip.missing}"
    size = ", ".join(f"{number} {kind}" for kind, number in trip.size.items())
    about = "; ".join(filter(None, [size, trip.note]))
    process = trip.process
    times = [seconds(time) for time in (trip.translate, trip.solve, process.seconds)]
    memory = f"{process.memory / 1e6:.0f} MB"
    return ROW.format(trip.road, trip.verdict, *times, memory, about)


def seconds(time: float | None) -> str:
    return "-" if time is None else f"{time:.3f} s"


def record(name: str, trip: Trip) -> dict[str, Any]:
    """A row for --json: seconds and bytes, null where the road did not come so far."""
    return {
        "file": name,
        "road": trip.road,
        "verdict": trip.verdict,
        "found": len(trip.found),
        "seconds": None if trip.missing else trip.process.seconds,
        "translate": trip.translate,
        "solve": trip.solve,
        "memory": None if trip.missing else trip.process.memory,
        "size": trip.size,
        "note": trip.missing or trip.note,
    }
