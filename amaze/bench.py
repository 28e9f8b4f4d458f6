"""The chapter of bench for Amaze: ASP and the other roads of race on the examples."""

from collections.abc import Callable

from amaze.puzzle import read
from lab import puzzles
from lab.bench.rounds import compare_solvers

PUZZLE = puzzles.find_puzzle("amaze")


def run(large: bool) -> None:
    """Print the table; there are no larger boards."""
    paths = sorted(PUZZLE.examples.glob("dom*.txt"))
    boards = ((path.stem, read(path.read_bytes())) for path in paths)
    named = ((f"{name} {len(board)}x{len(board[0])}", board) for name, board in boards)
    compare_solvers(PUZZLE, list(PUZZLE.roads), named)


CHAPTERS: dict[str, Callable[[bool], None]] = {"amaze": run}
