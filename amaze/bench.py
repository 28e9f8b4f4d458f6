"""amaze: ASP and the other roads of race on the examples."""

from collections.abc import Callable

from amaze.puzzle import read
from lab import puzzles
from lab.common.words import format_size, get_size
from lab.solvers.rounds import compare_solvers

PUZZLE = puzzles.find_puzzle("amaze")


def run(large: bool) -> None:
    """Print the table; there are no larger boards."""
    boards = []
    for path, _ in puzzles.list_example_files(PUZZLE.examples_folder):
        board = read(path.read_bytes())
        boards.append((f"{path.stem} {format_size(get_size(board))}", board))
    compare_solvers(PUZZLE, list(PUZZLE.roads), boards)


CHAPTERS: dict[str, Callable[[bool], None]] = {"amaze": run}
