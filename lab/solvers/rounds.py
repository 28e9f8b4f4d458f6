"""Compares ASP with the other solvers of race.

Each solver finds a solution and proves that there is no other one, or no cheaper one.  ASP is
encode.py and decode.py with NAME.lp, in a pipe.  A figure is the median of several rounds, in which
the solvers take turns.
"""

import sys
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

import decode
from lab import Unusable
from lab.common.terminal import TerminalTable, print_message, show_progress
from lab.common.words import quote_line
from lab.puzzles import Board, Puzzle
from lab.solvers import UNDECIDED
from lab.solvers.measure import EndedProcess, measure
from lab.solvers.solver_run import run_solver

ASP = "asp"
PIPE = '"$0" encode.py --puzzle "$1" | "$0" decode.py "$2" -'
ROUNDS = 3
SLOW_FACTOR = 10  # solvers that take more than this many times as long as ASP run in one round
LARGE_BOARD = 1_000_000  # cells, at least
TIME_LIMIT, LARGE_TIME_LIMIT = 60, 600  # seconds, for other boards and for large ones

RoadRuns = dict[str, list[EndedProcess]]  # a process for each round, by road


def compare_solvers(puzzle: Puzzle, roads: list[str], boards: Iterable[tuple[str, Any]]) -> None:
    """Print a row of figures for each named board; the boards come in the order of their sizes.

    A row has ASP's seconds, its microseconds for a cell, its memory, and how many times as long
    the other roads take.  A road without a verdict has a - and is not run on the later boards.
    """
    other_roads = [road for road in roads if road != ASP]
    form = "{:18}{:>10}{:>11}{:>7}" + "{:>10}" * len(other_roads)
    table = TerminalTable(form, "", ASP, "us a cell", "MB", *other_roads)
    for name, board in boards:
        figures = measure_rounds(puzzle, roads, name, board)
        roads = list(figures)
        table.add_row(*format_figures(name, board, figures, other_roads))


def measure_rounds(puzzle: Puzzle, roads: list[str], name: str, board: Board) -> RoadRuns:
    """Run each road in each round, slow ones in the first only; leave out roads without verdict."""
    figures: RoadRuns = {road: [] for road in roads}
    for number in range(ROUNDS):
        for road in list(figures):
            asp, earlier = figures.get(ASP), figures[road]
            if asp and earlier and compute_median(earlier) > SLOW_FACTOR * compute_median(asp):
                continue
            show_progress(f"{name}, round {number + 1}, {road}")
            if process := measure_road(puzzle, road, board):
                figures[road].append(process)
            else:
                del figures[road]
    return figures


def measure_road(puzzle: Puzzle, road: str, board: Board) -> EndedProcess | None:
    """Run a road on a board; return None if it has no verdict."""
    limit = TIME_LIMIT if len(board) * len(board[0]) < LARGE_BOARD else LARGE_TIME_LIMIT
    if road == ASP:
        command = ["sh", "-c", PIPE, sys.executable, puzzle.name_or_path, str(puzzle.encoding)]
        pipe = measure(command, decode.format_grid(board), limit)
        return pipe if pipe.in_time and pipe.status in (0, 1) else None
    run = run_solver(puzzle, road, board, limit)
    if run.missing:
        show_progress()
        print_message(f"lab bench: {run.missing}")
    return run.process if run.verdict != UNDECIDED else None


def time_in_turns(name: str, programs: list[tuple[list[str], int]]) -> list[float]:
    """Run each program once in each round; return its median seconds for one puzzle.

    programs: commands, each with the number of puzzles that it makes or solves.  Raises Unusable
    if one fails.
    """
    runs = []
    for number in range(ROUNDS):
        show_progress(f"{name}, round {number + 1}")
        runs.append([measure_success(command, LARGE_TIME_LIMIT) for command, _ in programs])
    return [compute_median(turns) / count for turns, (_, count) in zip(zip(*runs), programs)]


def measure_success(command: Sequence[str], limit: float) -> EndedProcess:
    """Run a program; raise Unusable after `limit` seconds, and for any exit status but 0."""
    process = measure(command, "", limit)
    if not process.in_time or process.status:
        end = f"status {process.status}" if process.in_time else f"no end in {limit:g} s"
        raise Unusable(f"{' '.join(command)}: {end}: {quote_line(process.stderr.strip())}")
    return process


def compute_median(processes: Iterable[EndedProcess]) -> float:
    return median(process.seconds for process in processes)


def format_figures(name: str, board: Board, figures: RoadRuns, other_roads: list[str]) -> list[str]:
    """Return a row of compare_solvers(); a name and a - if ASP has no verdict."""
    if ASP not in figures:
        return [name, "-"]
    seconds = compute_median(figures[ASP])
    memory = median(process.memory for process in figures[ASP])
    ratios = [
        f"{compute_median(figures[road]) / seconds:.2f}" if road in figures else "-"
        for road in other_roads
    ]
    microseconds = seconds / (len(board) * len(board[0])) * 1e6
    return [name, f"{seconds:.3f} s", f"{microseconds:.1f}", f"{memory / 1e6:.0f}", *ratios]
