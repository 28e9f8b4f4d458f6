"""Compares ASP with the other roads of race on Amaze.

Each process finds a cheapest board and proves that none is cheaper.  A figure is the median of
three rounds, in which the roads take turns; a road that takes over ten times as long as ASP has
one round, and a road that does not answer in time has a -.
"""

from collections.abc import Callable

from amaze.puzzle import read
from amaze.rules import Board
from lab import puzzles
from lab.bench.rounds import (
    ASP,
    decided_process,
    format_ratios,
    measure_rounds,
    median_seconds,
    open_table,
)
from lab.solvers.solver_run import run_solver

PUZZLE = puzzles.find_puzzle("amaze")
ROADS = list(PUZZLE.roads)
OTHERS = [road for road in ROADS if road != ASP]
ROUNDS, LIMIT = 3, 60  # seconds


def run(large: bool = False) -> None:
    """Print the table, a row for each example that has a solution; there are no larger boards."""
    table = open_table(OTHERS)
    for path in sorted(PUZZLE.examples.glob("dom*.txt")):
        board = read(path.read_bytes())
        name = f"{path.stem} {len(board)}x{len(board[0])}"
        table.add(*format_ratios(name, measure_board(board, name=name), OTHERS))


def measure_board(board: Board, rounds: int = ROUNDS, name: str = "") -> dict[str, float]:
    """Return the median seconds of each road that answers."""
    figures = measure_rounds(
        name,
        ROADS,
        lambda road: decided_process(run_solver(PUZZLE, road, board, LIMIT)),
        rounds,
    )
    return {road: median_seconds(processes) for road, processes in figures.items()}


CHAPTERS: dict[str, Callable[[bool], None]] = {"amaze": run}
