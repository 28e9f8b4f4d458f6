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
from lab.bench import rounds
from lab.bench.rounds import ASP, Figures, median_seconds
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
    """Print a table of ratios, and one of what ASP takes on random boards by their size."""
    roads = [ASP, *OTHERS]
    growth: dict[int, list[Process]] = {}
    table = rounds.open_table(OTHERS)
    for name, board in list_boards(large):
        figures = measure_board(name, board, roads)
        roads = list(figures)
        table.add(*format_figures(name, figures))
        if name.startswith("random") and ASP in figures:
            growth[len(board)] = figures[ASP]
    write("\n")
    headings = (ASP, "seconds", "us a cell", "MB", "KB a cell")
    table = Table("{:10}{:>10}{:>12}{:>8}{:>12}", *headings)
    for size, processes in growth.items():
        cells, seconds = size**2, median_seconds(processes)
        memory = median(process.memory for process in processes)
        table.add(
            f"{size}x{size}",
            f"{seconds:.3f}",
            f"{seconds / cells * 1e6:.1f}",
            f"{memory / 1e6:.0f}",
            f"{memory / cells / 1e3:.2f}",
        )


def list_boards(large: bool) -> Iterator[tuple[str, Board]]:
    """Yield the boards with their names, the smaller ones first."""
    for name in EXAMPLES:
        board = encode.read_grid((PUZZLE.examples / f"{name}.txt").read_bytes())
        yield f"{name} {len(board)}x{len(board[0])}", board
    for size in (*SIZES, LARGE) if large else SIZES:
        yield f"random {size}x{size}", random_board(size)


def random_board(size: int) -> Board:
    """Return the random board of this size: black cells, bulbs, then clues for these."""
    generator = random.Random(size)
    board = ["".join(generator.choices("x.", (1, 4), k=size)) for _ in range(size)]
    return rules.add_clues(place_bulbs(board, random_bulbs(*cell_runs(board), generator)))


def measure_board(name: str, board: Board, roads: list[str]) -> Figures:
    """Return the processes of the roads that answer in time, one for each round."""
    limit = 30 if len(board) < LARGE else 600

    def measure_road(road: str) -> Process | None:
        if road != ASP:
            return rounds.decided_process(run_solver(PUZZLE, road, board, limit))
        pipe = measure(["sh", "-c", PIPE, sys.executable], decode.format_grid(board), limit)
        return pipe if pipe.in_time and pipe.status in ANSWERED else None

    number = 5 if len(board) * len(board[0]) <= 10_000 else 3
    return rounds.measure_rounds(name, roads, measure_road, number)


def format_figures(name: str, figures: Figures) -> list[str]:
    """Return a row of the first table."""
    times = {road: median_seconds(processes) for road, processes in figures.items()}
    return rounds.format_ratios(name, times, OTHERS)
