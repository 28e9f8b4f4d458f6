"""Compares ASP with the other roads of race.

Each process solves a puzzle, and proves that its solution is the only one or finds another.  ASP
is encode.py and decode.py with lightup.lp, in a pipe.  A figure is the median of several rounds,
in which the roads take turns; a road that takes over ten times as long as ASP has one round.  A
road that does not answer in time has a - and is not tried on larger boards.
Random boards have a fifth of their cells black, a clue on each, and at least one solution.
"""

import random
import sys
from collections.abc import Iterator
from statistics import median

import decode
import encode
from lab import puzzles
from lab.bench import turns
from lab.bench.turns import ASP, Figures, seconds
from lab.common.files import write
from lab.common.measure import Process, measure
from lab.common.terminal import Table
from lab.lightup import rules
from lab.lightup.counts import cell_runs, place_bulbs, random_bulbs
from lab.lightup.rules import Board
from lab.solvers.solver_run import run_solver

PIPE = '"$0" encode.py | "$0" decode.py lightup.lp -'
ANSWERED = (0, 1)  # statuses of decode.py
PUZZLE = puzzles.default_puzzle()
UNSURE = ("walksat", "tactics")  # they may give up
OTHERS = [road for road in PUZZLE.roads if road not in (ASP, *UNSURE)]

EXAMPLES = ("dom01", "dom05", "dom08", "dom10", "dom11")  # of examples/, from 7x7 to 100x100
SIZES, LARGE = (50, 100, 300), 1000  # of random boards


def run(large: bool) -> None:
    """Print both tables."""
    tried = [ASP, *OTHERS]
    grown: dict[int, list[Process]] = {}
    with turns.table(OTHERS) as table:
        for name, board in boards(large):
            figures = compare(name, board, tried)
            tried = list(figures)
            table.add(*ratios(name, figures))
            if name.startswith("random"):
                grown[len(board)] = figures.get(ASP, [])
    write("\n")
    print_growth(grown)


def boards(large: bool) -> Iterator[tuple[str, Board]]:
    """The boards with their names, smaller ones first."""
    for name in EXAMPLES:
        board = encode.read_grid((PUZZLE.examples / f"{name}.txt").read_bytes())
        yield f"{name} {len(board)}x{len(board[0])}", board
    for size in (*SIZES, LARGE) if large else SIZES:
        yield f"random {size}x{size}", random_board(size)


def random_board(size: int) -> Board:
    """The random board of this size, always the same: black cells, bulbs, then clues."""
    chance = random.Random(size)
    board = ["".join(chance.choices("x.", (1, 4), k=size)) for _ in range(size)]
    return rules.add_clues(place_bulbs(board, random_bulbs(*cell_runs(board), chance)))


# ---------------------------------------------------------------- measuring


def compare(name: str, board: Board, roads: list[str]) -> Figures:
    """The processes of the roads that answer in time, one for each round."""
    is_small = len(board) * len(board[0]) <= 10_000
    limit = 30 if len(board) < LARGE else 600
    return turns.take_turns(
        name, roads, lambda road: process(road, board, limit), 5 if is_small else 3
    )


def process(road: str, board: Board, limit: float) -> Process | None:
    """The process of a road, None if it came to no verdict."""
    if road != ASP:
        return turns.process_of(run_solver(PUZZLE, road, board, limit))
    pipe = measure(["sh", "-c", PIPE, sys.executable], decode.format_grid(board), limit)
    return pipe if pipe.in_time and pipe.status in ANSWERED else None


# ---------------------------------------------------------------- tables


def ratios(name: str, figures: Figures) -> list[str]:
    """A row of the first table."""
    times = {road: seconds(processes) for road, processes in figures.items()}
    return turns.ratios(name, times, OTHERS)


def print_growth(grown: dict[int, list[Process]]) -> None:
    """Print the second table: what ASP takes on random boards, by their size."""
    headings = (ASP, "seconds", "us a cell", "MB", "KB a cell")
    with Table("{:10}{:>10}{:>12}{:>8}{:>12}", *headings) as table:
        for size, processes in grown.items():
            if processes:
                table.add(f"{size}x{size}", *growth(size**2, processes))


def growth(cells: int, processes: list[Process]) -> list[str]:
    """Seconds and megabytes, each also for one cell."""
    time, memory = seconds(processes), median(process.memory for process in processes)
    return [
        f"{time:.3f}",
        f"{time / cells * 1e6:.1f}",
        f"{memory / 1e6:.0f}",
        f"{memory / cells / 1e3:.2f}",
    ]
