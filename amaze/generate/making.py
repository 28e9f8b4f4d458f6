"""Makes a puzzle with exactly one optimum, line by line: with each there is only one.

A new line starts in an empty cell and ends where one shortest way leads, around the lines that
are there.  Whether all these lines together still are the only optimum, clingo says.
"""

import random
from collections.abc import Callable, Container
from typing import NamedTuple

from amaze.optima import ConflictLimit, Optima
from amaze.rules import EMPTY, Board, neighbours_of, numbers_by_cell
from lab.common.words import Cell
from lab.series import Exhausted, GeneratedPuzzle

TRIES = 600  # boards that are solved for one puzzle, at most
STALE = 25  # of them for one more line, before all lines are laid anew
CONFLICTS = 30_000  # of clingo on one board: what needs more is not used

Lines = dict[str, tuple[Cell, Cell]]  # the ends by number


class PuzzleOrder(NamedTuple):
    """What a puzzle is to be."""

    height: int
    width: int
    lines: int


def make_puzzle(
    wish: PuzzleOrder,
    taken: Container[Board],
    seed: str,
    report: Callable[[str], None] = lambda text: None,
) -> GeneratedPuzzle:
    """The puzzle of this wish and seed, and none of those taken; Exhausted if none was found."""
    chance = random.Random(seed)
    effort = Effort(report)
    while True:
        numbers = list(map(str, range(1, wish.lines + 1)))
        chance.shuffle(numbers)
        state: State | None = State(wish, {}, [], {})
        while state and numbers:
            state = grown(state, numbers.pop(), chance, effort)
        if state and state.board not in taken:
            return GeneratedPuzzle(state.board, state.solution)


class Effort:
    """Counts the boards that are solved, and reports them."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report, self._spent = report, 0

    def spend(self, lines: int) -> None:
        """Count one more board; raises Exhausted if there were too many."""
        self._spent += 1
        if self._spent > TRIES:
            raise Exhausted
        self._report(f"{self._spent} boards, now with {lines} lines")


class State(NamedTuple):
    """The ends of lines, the optimum, and the cells that are the same in all optima."""

    wish: PuzzleOrder
    lines: Lines
    solution: Board
    shared: dict[Cell, str]

    @property
    def board(self) -> Board:
        """The puzzle."""
        return drawn(self.wish, self.lines)

    @property
    def is_single(self) -> bool:
        """Whether there is one optimum."""
        return len(self.shared) == len(numbers_by_cell(self.solution))


def grown(state: State, number: str, chance: random.Random, effort: Effort) -> State | None:
    """A board with one more line, and one optimum; None if none was found soon."""
    for _ in range(STALE):
        ways = single_ways(state.wish, numbers_by_cell(state.solution), chance)
        if ways:
            effort.spend(len(state.lines) + 1)
            pair = ways[0], chance.choice(ways[len(ways) // 2 :])
            larger = solved(state.wish, {**state.lines, number: pair})
            if larger and larger.is_single:
                return larger
    return None


def single_ways(wish: PuzzleOrder, taken: Container[Cell], chance: random.Random) -> list[Cell]:
    """A random start, and the cells to which one shortest way leads from there, nearest first.

    The ways are of empty cells; the neighbours of the start are left out.  Empty if there are
    none.
    """
    places = free(wish, taken)
    if not places:
        return []
    start = chance.choice(places)
    ways, level = {start: 1}, [start]
    found = []
    while level:
        ahead: dict[Cell, int] = {}
        for cell in level:
            for place in neighbours_of(cell):
                if place in places and place not in ways:
                    ahead[place] = ahead.get(place, 0) + ways[cell]
        ways |= ahead
        level = list(ahead)
        found += [cell for cell in level if ahead[cell] == 1 and cell not in neighbours_of(start)]
    return [start, *found] if found else []


def solved(wish: PuzzleOrder, lines: Lines) -> State | None:
    """The board with these lines; None if it has no solution, or none is found soon enough."""
    optima = Optima(drawn(wish, lines), conflicts=CONFLICTS)
    try:
        return State(wish, lines, optima.best[1], optima.shared_cells()) if optima.best else None
    except ConflictLimit:
        return None


def drawn(wish: PuzzleOrder, lines: Lines) -> Board:
    """The board with the ends of lines."""
    board = [[EMPTY] * wish.width for _ in range(wish.height)]
    for number, pair in lines.items():
        for r, c in pair:
            board[r][c] = number
    return board


def free(wish: PuzzleOrder, cells: Container[Cell]) -> list[Cell]:
    """The cells of the board that are on no line, row by row."""
    every = [(r, c) for r in range(wish.height) for c in range(wish.width)]
    return [cell for cell in every if cell not in cells]
