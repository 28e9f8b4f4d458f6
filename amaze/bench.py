"""Compares ASP with the other roads of race on Amaze.

Each process finds a cheapest board and proves that none is cheaper.  A figure is the median of
three rounds, in which the roads take turns; a road that takes over ten times as long as ASP has
one round, and a road that does not answer in time has a -.
"""

from collections.abc import Callable, Iterator

from amaze.puzzle import read
from amaze.rules import Board
from lab import puzzles
from lab.bench import turns
from lab.solvers.solver_run import run_solver

PUZZLE = puzzles.find_puzzle("amaze")
ROADS = list(PUZZLE.roads)
OTHERS = [road for road in ROADS if road != turns.ASP]
ROUNDS, LIMIT = 3, 60  # seconds


def run(large: bool = False) -> None:
    """Print the table, a row for each example; there are no larger boards."""
    with turns.table(OTHERS) as table:
        for name, board in boards():
            table.add(*turns.ratios(name, seconds(board, name=name), OTHERS))


def boards() -> Iterator[tuple[str, Board]]:
    """The examples that have a solution, with their names."""
    for path in sorted(PUZZLE.examples.glob("dom*.txt")):
        board = read(path.read_bytes())
        yield f"{path.stem} {len(board)}x{len(board[0])}", board


def seconds(board: Board, rounds: int = ROUNDS, name: str = "") -> dict[str, float]:
    """The median seconds of each road that answers."""
    figures = turns.take_turns(
        name, ROADS, lambda road: turns.process_of(run_solver(PUZZLE, road, board, LIMIT)), rounds
    )
    return {road: turns.seconds(processes) for road, processes in figures.items()}


CHAPTERS: dict[str, Callable[[bool], None]] = {"amaze": run}
