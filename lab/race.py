"""Solve a puzzle by clingo and by other solvers, side by side.  Each solver with its model of the
puzzle is called a road: answer sets (asp), SAT, constraints, 0-1 programs.

Each road has a process and a row: the verdict, the seconds to translate the puzzle and to solve
it, the seconds of the whole process, the most memory that it used, and the size of the translated
puzzle.  The verdict is unique, several or none, or where a least cost is wanted optimum or none;
undecided if the solver gave up or had too little time.  Every solution is checked by the rules of
the puzzle.  An answer in the grid is set aside if rules.py of the puzzle has bare(), and else taken
as given.

Without --puzzle, the puzzle is Light Up or what the content of a file shows.  Exit status: 0,
whatever the verdict; 1 if the roads contradict each other, or one of them the rules, and then
the grid is printed.
"""

import argparse
import json
from typing import Any

from lab import notations, puzzles
from lab.common.command import parse_seconds
from lab.common.files import write
from lab.common.terminal import TerminalTable, print_message, show_progress
from lab.common.words import count_noun, format_rows
from lab.puzzles import LEAST_COST, VERDICT_BY_NUMBER, Board, Puzzle
from lab.solvers import UNDECIDED
from lab.solvers.solver_run import SolverRun, run_solver

ROW = "{:9} {:9} {:>10} {:>9} {:>9} {:>9}  {}"
HEADINGS = ("road", "verdict", "translate", "solve", "whole", "memory", "size")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "\n\n".join(
        f"The roads of {puzzle.title} are "
        + ", ".join(f"{name} ({solver})" for name, solver in puzzle.roads.items())
        for puzzle in puzzles.list_puzzles()
    )
    notations.add_arguments(parser)
    puzzles.add_argument(parser, "what the files hold, if the content does not show it")
    add = parser.add_argument
    add("more_files", nargs="*", metavar="FILE", help="more of them")
    limit = "seconds for each road (30)"
    add("--time-limit", type=parse_seconds, default=30.0, metavar="S", help=limit)
    add("--json", action="store_true", help="a list of objects, one for each file and road")


def run(options: argparse.Namespace) -> int:
    status = 0
    records: list[dict[str, Any]] = []
    boards = list(notations.read_puzzles([options.file, *options.more_files], options))
    for name, puzzle, board in boards:
        if not options.json:
            size = f"{count_noun(len(board), 'row')}, {count_noun(len(board[0]), 'column')}"
            write(f"{name}: {size}\n")
            table = TerminalTable(ROW, *HEADINGS)
        runs = []
        for road in puzzle.roads:
            show_progress(road)
            runs.append(run_solver(puzzle, road, board, options.time_limit))
            show_progress()
            if not options.json:
                style = "yellow" if runs[-1].verdict == UNDECIDED else ""
                table.add_row(*format_run(puzzle, runs[-1]), style=style)
        records += [make_record(name, puzzle, run) for run in runs]
        if contradictions := find_contradictions(puzzle, board, runs):
            status = 1
            print_message("\n".join([f"lab race: {name}:", *contradictions, format_rows(board)]))
    if options.json:
        write(json.dumps(records, indent=2) + "\n")
    return status


def find_contradictions(puzzle: Puzzle, board: Board, runs: list[SolverRun]) -> list[str]:
    """Return sentences on roads that contradict the rules, or else each other.

    Solvers that are not installed are skipped.
    """
    runs = [run for run in runs if not run.missing]
    contradictions = []
    for run in runs:
        offences = [puzzle.list_offences(solution, board) for solution in run.boards]
        if first := next(filter(None, offences), None):
            contradictions.append(f"{run.road}: no solution: {first[0].sentence}")
    if contradictions:
        return contradictions
    return compare_costs(puzzle, runs) if puzzle.best == LEAST_COST else compare_numbers(runs)


def compare_numbers(runs: list[SolverRun]) -> list[str]:
    """Return a sentence if a verdict contradicts the number of different solutions of all runs."""
    number = len({tuple(map(tuple, solution)) for run in runs for solution in run.boards})
    verdict = VERDICT_BY_NUMBER[min(number, 2)]
    if all(run.verdict in (verdict, UNDECIDED) for run in runs):
        return []
    verdicts = (f"{run.road} {run.verdict} ({len(run.boards)} found)" for run in runs)
    return [f"{count_noun(number, 'solution')}, but {', '.join(verdicts)}"]


def compare_costs(puzzle: Puzzle, runs: list[SolverRun]) -> list[str]:
    """Return a sentence if an optimum costs more than the best board of all runs."""
    costs = [find_least_cost(puzzle, run) for run in runs]
    least = min((cost for cost in costs if cost is not None), default=None)
    if all(run.verdict == UNDECIDED or cost == least for run, cost in zip(runs, costs)):
        return []
    verdicts = (
        f"{run.road} {run.verdict}" + ("" if cost is None else f" {cost}")
        for run, cost in zip(runs, costs)
    )
    return [f"the best board costs {least}, but {', '.join(verdicts)}"]


def find_least_cost(puzzle: Puzzle, run: SolverRun) -> int | None:
    """Return the cost of the best board of a run; None without a board or without costs."""
    if puzzle.best != LEAST_COST:
        return None
    return min(map(puzzle.rules.cost, run.boards), default=None)


def format_run(puzzle: Puzzle, run: SolverRun) -> list[str]:
    if run.missing:
        return [run.road, run.missing]
    sizes = [count_noun(number, kind.removesuffix("s")) for kind, number in run.size.items()]
    cost = find_least_cost(puzzle, run)
    remarks = ["" if cost is None else f"cost {cost}", ", ".join(sizes), run.note]
    times = [
        "-" if seconds is None else f"{seconds:.3f} s"
        for seconds in (run.translate, run.solve, run.process.seconds)
    ]
    memory = f"{run.process.memory / 1e6:.0f} MB"
    return [run.road, run.verdict, *times, memory, "; ".join(filter(None, remarks))]


def make_record(name: str, puzzle: Puzzle, run: SolverRun) -> dict[str, Any]:
    """Return the object of a run for --json: seconds and bytes, null where there is none."""
    return {
        "file": name,
        "road": run.road,
        "verdict": run.verdict,
        "found": len(run.boards),
        "cost": find_least_cost(puzzle, run),
        "seconds": None if run.missing else run.process.seconds,
        "translate": run.translate,
        "solve": run.solve,
        "memory": None if run.missing else run.process.memory,
        "size": run.size,
        "note": run.missing or run.note,
    }
