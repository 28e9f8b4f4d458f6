"""ASP beside the other roads of race: whole processes that solve a puzzle and prove that its
solution is the only one, or find another.

ASP is encode.py and decode.py with lightup.lp, in a pipe.  Figures are medians; in each round all
roads take turns, but those that take over ten times as long as ASP have one.  A road that does
not answer in time has a - and is not tried on larger boards.
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
from lab.bench.turns import ASP, Figures, head, judged, seconds
from lab.lightup import rules
from lab.lightup.counts import runs, with_bulbs
from lab.lightup.rules import Board, bare
from lab.roads.travel import Process, measured, travelled

PIPE = '"$0" encode.py | "$0" decode.py lightup.lp -'
ANSWERED = (0, 1)  # statuses of decode.py
PUZZLE = puzzles.default()
OTHERS = [
    road for road in PUZZLE.roads if road not in (ASP, "walksat", "tactics")
]  # those may give up

EXAMPLES = ("dom01", "dom05", "dom08", "dom10", "dom11")  # of examples/, from 7x7 to 100x100
SIZES, LARGE = (50, 100, 300), 1000  # of random boards


def lines(large: bool) -> Iterator[str]:
    """The tables, as they come."""
    yield head(OTHERS)
    tried = [ASP, *OTHERS]
    grown: dict[int, list[Process]] = {}
    for name, board in boards(large):
        figures = compared(name, board, tried)
        tried = [road for road in tried if road in figures]
        yield ratios(name, figures)
        if name.startswith("random"):
            grown[len(board)] = figures.get(ASP, [])
    yield from ["", *growth(grown)]


def boards(large: bool) -> Iterator[tuple[str, Board]]:
    """The boards with their names, smaller ones first."""
    for name in EXAMPLES:
        board = encode.grid((PUZZLE.examples / f"{name}.txt").read_bytes())
        yield f"{name} {len(board)}x{len(board[0])}", board
    for size in (*SIZES, LARGE) if large else SIZES:
        yield f"random {size}x{size}", random_board(size)


def random_board(size: int) -> Board:
    """The random board of this size, always the same: bulbs where no other shines, then clues."""
    chance = random.Random(size)
    board = ["".join(chance.choices("x.", (1, 4), k=size)) for _ in range(size)]
    across, down = ({cell: run for run in lines for cell in run} for lines in runs(board))
    lit: set[range] = set()
    bulbs = set()
    for cell in chance.sample(list(across), len(across)):
        if lit.isdisjoint((across[cell], down[cell])):
            bulbs.add(cell)
            lit |= {across[cell], down[cell]}
    return clued(with_bulbs(board, bulbs))


def clued(solution: Board) -> Board:
    """The puzzle of this solution with a clue on every black cell."""
    rows = [list(row) for row in bare(solution)]
    for r, c in rules.cells(solution, rules.BLACK):
        beside = rules.neighbours(solution, (r, c))
        rows[r][c] = str(sum(solution[y][x] == rules.BULB for y, x in beside))
    return ["".join(row) for row in rows]


# ---------------------------------------------------------------- measuring


def compared(name: str, board: Board, roads: list[str]) -> Figures:
    """The processes of the roads that answer in time, a round after another."""
    small = len(board) * len(board[0]) <= 10_000
    limit = 30 if len(board) < LARGE else 600
    return turns.compared(name, roads, lambda road: travel(road, board, limit), 5 if small else 3)


def travel(road: str, board: Board, limit: float) -> tuple[Process, bool]:
    """A process, and whether it came to a verdict."""
    if road == ASP:
        process = measured(["sh", "-c", PIPE, sys.executable], decode.aligned(board), limit)
        return process, process.in_time and process.status in ANSWERED
    return judged(travelled(PUZZLE, road, board, limit))


# ---------------------------------------------------------------- words


def ratios(name: str, figures: Figures) -> str:
    """A line of the first table."""
    times = {road: seconds(processes) for road, processes in figures.items()}
    return turns.ratios(name, times, OTHERS)


def growth(grown: dict[int, list[Process]]) -> Iterator[str]:
    """The second table: ASP on random boards."""
    yield f"{ASP:10}{'seconds':>10}{'us a cell':>12}{'MB':>8}{'KB a cell':>12}"
    for size, processes in grown.items():
        if processes:
            time, memory = seconds(processes), median(process.memory for process in processes)
            yield (
                f"{f'{size}x{size}':10}{time:10.3f}{time / size**2 * 1e6:12.1f}"
                f"{memory / 1e6:8.0f}{memory / size**2 / 1e3:12.2f}"
            )
