"""The boards on which ASP is compared with the other roads of race.

Random boards have a fifth of their cells black, a clue on each, and at least one solution.
"""

import random
from collections.abc import Iterator

import encode
from lab import puzzles
from lab.bench.rounds import compare_solvers
from lab.lightup import rules
from lab.lightup.counts import cell_runs, place_bulbs, random_bulbs
from lab.lightup.rules import Board

PUZZLE = puzzles.default_puzzle()
ROADS = [road for road in PUZZLE.roads if road not in ("walksat", "tactics")]  # they may give up
EXAMPLES = ("dom01", "dom05", "dom08", "dom10", "dom11")  # of examples/, from 7x7 to 100x100
SIZES, LARGE = (50, 100, 300), 1000  # of random boards


def run(large: bool) -> None:
    """Print the table."""
    compare_solvers(PUZZLE, ROADS, list_boards(large))


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
