"""Solve a puzzle on every road: answer sets, SAT, constraints, 0-1 programs, side by side.

Each road is a process of its own.  Its row has the verdict, the seconds to translate the puzzle
and to solve it, the seconds of the whole process, the most memory that it used, and the size of
the translated puzzle.  The verdict is unique, several or none, or where a least cost is wanted
optimum or none; undecided if the road could not decide, or not in time.  Every solution is
checked by the rules of the puzzle.  An answer in the grid is ignored.

Without --puzzle, the puzzle is Light Up or what the content of a file shows.  Exit status: 0,
whatever the verdict; 1 if the roads contradict each other, or one of them the rules, and then
the grid is printed.
"""

import argparse
import json
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import decode
from lab import notations, puzzles
from lab.common.files import write
from lab.common.terminal import Table, show_progress
from lab.common.words import count_noun
from lab.puzzles import LEAST_COST, UNIQUE, Puzzle
from lab.solvers.solver_run import UNDECIDED, SolverRun, run_solver

ROW = "{:9} {:9} {:>10} {:>9} {:>9} {:>9}  {}"
HEADINGS = ("road", "verdict", "translate", "solve", "whole", "memory", "size")
STYLES = {UNDECIDED: "yellow"}
SOLUTIONS = {  # the possible numbers of solutions for each verdict
    "none": range(1),
    "unique": range(1, 2),
    "several": range(2, sys.maxsize),
    UNDECIDED: range(sys.maxsize),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.epilog = "; ".join(
        f"The roads of {puzzle.title} are "
        + ", ".join(f"{name} ({what})" for name, what in puzzle.roads.items())
        for puzzle in puzzles.list_puzzles()
    )
    notations.add_arguments(parser)
    puzzles.add_argument(parser, "what the files hold, if the content does not show it")
    add = parser.add_argument
    add("others", nargs="*", metavar="FILE", help="more of them")
    add(
        "--time-limit",
        type=decode.parse_seconds,
        default=30.0,
        metavar="S",
        help="seconds for each road (30)",
    )
    add("--json", action="store_true", help="a list of objects, one for each file and road")


def run(options: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # this ends the road too
    is_contradicted = False
    records: list[dict[str, Any]] = []
    for name, puzzle, board in list(boards(options)):  # all are read before the first is run
        trips = travel_all(puzzle, board, options.time_limit)
        if options.json:
            results = list(trips)
            records += [record(name, puzzle, trip) for trip in results]
        else:
            results = list(printed(name, puzzle, board, trips))
        if complaints := contradictions(puzzle, board, results):
            is_contradicted = True
            grid = decode.format_grid(board).rstrip("\n")
            decode.report("\n".join([f"lab race: {name}:", *complaints, grid]))
    if options.json:
        write(json.dumps(records, indent=2) + "\n")
    return 1 if is_contradicted else 0


def boards(options: argparse.Namespace) -> Iterator[tuple[str, Puzzle, Any]]:
    """The boards of all files, without answers, each with its name and its puzzle."""
    for path in [options.file, *options.others]:
        source = notations.open_source(path, options.puzzle)
        for name, board in source.named_boards(options.notation):
            yield name, source.puzzle, source.puzzle.bare(board)


def travel_all(puzzle: Puzzle, board: Any, limit: float) -> Iterator[SolverRun]:
    """Run all roads, one after another, each for `limit` seconds at most."""
    for road in puzzle.roads:
        show_progress(road)
        trip = run_solver(puzzle, road, board, limit)
        show_progress()
        yield trip


def printed(
    name: str, puzzle: Puzzle, board: Any, trips: Iterable[SolverRun]
) -> Iterator[SolverRun]:
    """The same trips; each is printed as a row of a table as soon as it is there."""
    size = f"{count_noun(len(board), 'row')}, {count_noun(len(board[0]), 'column')}"
    write(f"{name}: {size}\n")
    with Table(ROW, *HEADINGS) as table:
        for trip in trips:
            if trip.missing:
                table.add_note(trip.road, trip.missing)
            else:
                table.add(*row(puzzle, trip), style=STYLES.get(trip.verdict, ""))
            yield trip


# ---------------------------------------------------------------- contradictions


def contradictions(puzzle: Puzzle, board: Any, trips: list[SolverRun]) -> list[str]:
    """Where the roads contradict the rules, each other or themselves, in words.

    Roads that are not installed do not count.
    """
    trips = [trip for trip in trips if not trip.missing]
    return wrong_solutions(puzzle, board, trips) or DISAGREEMENTS[puzzle.best](puzzle, trips)


def wrong_solutions(puzzle: Puzzle, board: Any, trips: list[SolverRun]) -> list[str]:
    """For each road that found a board which is no solution, its first offence in words."""
    found = []
    for trip in trips:
        offences = [one for answer in trip.found for one in puzzle.rules.offences(answer, board)]
        found += [f"{trip.road}: no solution: {one.words}" for one in offences[:1]]
    return found


def of_number(puzzle: Puzzle, trips: list[SolverRun]) -> list[str]:
    """The disagreement about the number of solutions, in words; empty if there is none.

    Each verdict must fit the number of different solutions that all roads found together.
    """
    known = {tuple(map(tuple, solution)) for trip in trips for solution in trip.found}
    if all(len(known) in SOLUTIONS[trip.verdict] for trip in trips):
        return []
    verdicts = (f"{trip.road} {trip.verdict} ({len(trip.found)} found)" for trip in trips)
    return [f"{count_noun(len(known), 'solution')}, but {', '.join(verdicts)}"]


def of_cost(puzzle: Puzzle, trips: list[SolverRun]) -> list[str]:
    """The disagreement about the least cost, in words; empty if there is none.

    Each optimum must cost as much as the best board that any road found.
    """
    costs = [cost(puzzle, trip) for trip in trips]
    least = min((known for known in costs if known is not None), default=None)
    if all(trip.verdict == UNDECIDED or cost(puzzle, trip) == least for trip in trips):
        return []
    verdicts = (
        f"{trip.road} {trip.verdict}" + (f" {known}" if known is not None else "")
        for trip, known in zip(trips, costs)
    )
    return [f"the best board costs {least}, but {', '.join(verdicts)}"]


DISAGREEMENTS: dict[str, Callable[[Puzzle, list[SolverRun]], list[str]]] = {
    UNIQUE: of_number,
    LEAST_COST: of_cost,
}


def cost(puzzle: Puzzle, trip: SolverRun) -> int | None:
    """The cost of the best board of a road; None without a board, or if boards have no cost."""
    if puzzle.best != LEAST_COST:
        return None
    return min(map(puzzle.rules.cost, trip.found), default=None)


# ---------------------------------------------------------------- words


def row(puzzle: Puzzle, trip: SolverRun) -> list[str]:
    """The cells of a row of the table."""
    sizes = [count_noun(number, kind.removesuffix("s")) for kind, number in trip.size.items()]
    known = cost(puzzle, trip)
    best = "" if known is None else f"cost {known}"
    about = "; ".join(filter(None, [best, ", ".join(sizes), trip.note]))
    times = [seconds(time) for time in (trip.translate, trip.solve, trip.process.seconds)]
    return [trip.road, trip.verdict, *times, f"{trip.process.memory / 1e6:.0f} MB", about]


def seconds(time: float | None) -> str:
    """A time in words, - for None."""
    return "-" if time is None else f"{time:.3f} s"


def record(name: str, puzzle: Puzzle, trip: SolverRun) -> dict[str, Any]:
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
