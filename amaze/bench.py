"""ASP beside the other roads of race on Amaze: whole processes that find a cheapest board and
prove that there is none cheaper.

Figures are medians of three rounds, in which the roads take turns; a road that took over ten
times as long as ASP has one round, and one that does not answer in time has a -.
"""

from collections.abc import Callable, Iterator

from amaze.puzzle import read
from amaze.rules import Board
from lab import puzzles
from lab.bench import turns
from lab.roads.travel import travelled

PUZZLE = puzzles.found("amaze")
ROADS = list(PUZZLE.roads)
OTHERS = [road for road in ROADS if road != turns.ASP]
ROUNDS, LIMIT = 3, 60  # seconds


def lines(large: bool = False) -> Iterator[str]:
    """The table, as it comes: the seconds of ASP, and how many times as long the others take."""
    yield turns.head(OTHERS)
    for name, board in boards():
        yield ratios(name, seconds(board, name=name))


def boards() -> Iterator[tuple[str, Board]]:
    """The examples that have a solution, with their names."""
    for path in sorted(PUZZLE.examples.glob("dom*.txt")):
        board = read(path.read_bytes())
        yield f"{path.stem} {len(board)}x{len(board[0])}", board


def seconds(board: Board, rounds: int = ROUNDS, name: str = "") -> dict[str, float]:
    """By road, of those that answer."""
    figures = turns.compared(
        name, ROADS, lambda road: turns.judged(travelled(PUZZLE, road, board, LIMIT)), rounds
    )
    return {road: turns.seconds(processes) for road, processes in figures.items()}


def ratios(name: str, times: dict[str, float]) -> str:
    """A line of the table."""
    return turns.ratios(name, times, OTHERS)


CHAPTERS: dict[str, Callable[[bool], Iterator[str]]] = {"amaze": lines}
