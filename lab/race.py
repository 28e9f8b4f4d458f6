"""One puzzle down every road: answer sets, SAT, constraints, 0-1 programs, side by side.

Each road is a process of its own.  Its row has the verdict, the seconds to translate the puzzle
and to solve it, the seconds of the whole process, the most memory it had, and the size of what
the solver saw.  The verdict is unique, several or none, or where a least cost is wanted optimum
or none; undecided if the road could not decide, or not in time.  Every solution is checked by
the rules of the puzzle.  What the grid has of an answer is left out.

Without --puzzle, the puzzle is Light Up or what the content of a file shows.  Exit status: 0,
whatever the verdict; 1 if the roads contradict each other, or one of them the rules, and then
the grid is printed.
"""

import argparse
import json
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

import decode
from lab import notations, puzzles
from lab.files import write
from lab.puzzles import LEAST_COST, UNIQUE, Puzzle
from lab.roads.travel import Trip, travelled
from lab.words import counted

ROW = "{:9} {:9} {:>10} {:>9} {:>9} {:>9}  {}"
SOLUTIONS = {  # how many there are by each verdict
    "none": range(1),
    "unique": range(1, 2),
    "several": range(2, sys.maxsize),
    "undecided": range(sys.maxsize),
}
HEAD = ROW.format("road", "verdict", "translate", "solve", "whole", "memory", "size")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "; ".join(
        f"The roads of {puzzle.title} are "
        + ", ".join(f"{name} ({what})" for name, what in puzzle.roads.items())
        for puzzle in puzzles.known()
    )
    notations.add_arguments(parser)
    puzzles.add_argument(parser, "what the files hold, if the content does not show it")
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
    for name, puzzle, board in list(boards(options)):  # all are read before the first is run
        trips = list(raced(name, puzzle, board, options))
        rows += [record(name, puzzle, trip) for trip in trips]
        if complaints := contradictions(puzzle, board, trips):
            contradicted = True
            grid = decode.aligned(board).rstrip("\n")
            decode.tell("\n".join([f"lab race: {name}:", *complaints, grid]))
    if options.json:
        write(json.dumps(rows, indent=2) + "\n")
    return 1 if contradicted else 0


def boards(options: argparse.Namespace) -> Iterator[tuple[str, Puzzle, Any]]:
    """The puzzles of all files, without what is solved of them, each with its name."""
    for path in [options.file, *options.others]:
        source = notations.source(path, options.puzzle)
        for name, board in source.named(options.notation):
            yield name, source.puzzle, source.puzzle.bare(board)


def raced(name: str, puzzle: Puzzle, board: Any, options: argparse.Namespace) -> Iterator[Trip]:
    """The trips down all roads, printed as they end unless JSON is wanted."""
    if not options.json:
        size = f"{counted(len(board), 'row')}, {counted(len(board[0]), 'column')}"
        write(f"{name}: {size}\n{HEAD}\n")
    for road in puzzle.roads:
        trip = travelled(puzzle, road, board, options.time_limit)
        if not options.json:
            write(f"{row(puzzle, trip)}\n")
        yield trip


# ---------------------------------------------------------------- contradictions


def contradictions(puzzle: Puzzle, board: Any, trips: list[Trip]) -> list[str]:
    """Where the roads contradict the rules, each other or themselves, in words."""
    trips = [trip for trip in trips if not trip.missing]
    return unsound(puzzle, board, trips) or DISAGREEMENTS[puzzle.best](puzzle, trips)


def unsound(puzzle: Puzzle, board: Any, trips: list[Trip]) -> list[str]:
    """What is wrong with the first wrong solution of each road, in words."""
    judged = (
        (trip.road, puzzle.rules.offences(one, board)) for trip in trips for one in trip.found
    )
    first: dict[str, str] = {}
    for road, offences in judged:
        if offences:
            first.setdefault(road, f"{road}: no solution: {offences[0].words}")
    return list(first.values())


def of_number(puzzle: Puzzle, trips: list[Trip]) -> list[str]:
    """Verdicts that do not fit the number of solutions that all roads together found."""
    known = {tuple(map(tuple, solution)) for trip in trips for solution in trip.found}
    if all(len(known) in SOLUTIONS[trip.verdict] for trip in trips):
        return []
    said = (f"{trip.road} {trip.verdict} ({len(trip.found)} found)" for trip in trips)
    return [f"{counted(len(known), 'solution')}, but {', '.join(said)}"]


def of_cost(puzzle: Puzzle, trips: list[Trip]) -> list[str]:
    """Optima that differ from the least cost that any road found."""
    costs = [cost(puzzle, trip) for trip in trips]
    least = min((known for known in costs if known is not None), default=None)
    if all(trip.verdict == "undecided" or cost(puzzle, trip) == least for trip in trips):
        return []
    said = (f"{trip.road} {trip.verdict} {known}" for trip, known in zip(trips, costs))
    return [f"the best board costs {least}, but {', '.join(said)}"]


DISAGREEMENTS: dict[str, Callable[[Puzzle, list[Trip]], list[str]]] = {
    UNIQUE: of_number,
    LEAST_COST: of_cost,
}


def cost(puzzle: Puzzle, trip: Trip) -> int | None:
    """What the best board of a road costs; None without one, or where boards have no cost."""
    if puzzle.best != LEAST_COST:
        return None
    return min(map(puzzle.rules.cost, trip.found), default=None)


# ---------------------------------------------------------------- words


def row(puzzle: Puzzle, trip: Trip) -> str:
    """A line of the table."""
    if trip.missing:
        return f"{trip.road:9} {trip.missing}"
    size = ", ".join(counted(number, kind.removesuffix("s")) for kind, number in trip.size.items())
    known = cost(puzzle, trip)
    best = "" if known is None else f"cost {known}"
    about = "; ".join(filter(None, [best, size, trip.note]))
    process = trip.process
    times = [seconds(time) for time in (trip.translate, trip.solve, process.seconds)]
    memory = f"{process.memory / 1e6:.0f} MB"
    return ROW.format(trip.road, trip.verdict, *times, memory, about)


def seconds(time: float | None) -> str:
    return "-" if time is None else f"{time:.3f} s"


def record(name: str, puzzle: Puzzle, trip: Trip) -> dict[str, Any]:
    """A row for --json: seconds and bytes, null where there is none."""
    return {
        "file": name,
        "road": trip.road,
        "verdict": trip.verdict,
        "found": len(trip.found),
        "cost": cost(puzzle, trip),
        "seconds": None if trip.missing else trip.process.seconds,
        "translate": trip.translate,
        "solve": trip.solve,
        "memory": None if trip.missing else trip.process.memory,
        "size": trip.size,
        "note": trip.missing or trip.note,
    }
