"""The rules of Light Up as three checks in plain Python: what is true, for the whole kit.

A board is h strings of w characters: 'x' and '0' to '4' are black cells, all others white;
'b' is a bulb, '-' a white cell known to be without one.  A cell is (row, column), from 0.

    dark_cells(board)       every white cell is lit
    bulbs_in_sight(board)   no bulb lights another
    wrong_clues(board)      a clue is the number of bulbs beside it

Each check returns the offenders; a solution has none.  With `partial`, cells that are still
open may become bulbs, and only what can no longer be put right is an offence.  `offences` has
all of them in words.
"""

import functools
import itertools
from collections.abc import Iterator
from typing import NamedTuple

from lab.common.words import Cell, count_noun, format_cell
from lab.puzzles import Offence

Board = list[str]

RULES = {
    "lit": "every white cell is lit",
    "sight": "no bulb lights another",
    "clue": "a clue is the number of bulbs beside it",
}

CLUES, UNNUMBERED = "01234", "x"
BLACK = UNNUMBERED + CLUES  # the characters of black cells
OPEN, BULB, EMPTY = ".", "b", "-"  # of white cells; EMPTY: known to be without a bulb
WITHOUT_BULBS = str.maketrans({BULB: OPEN, EMPTY: OPEN})


class Miscount(NamedTuple):
    """A clue, the bulbs beside it, and the most that there can be."""

    cell: Cell
    clue: int
    bulbs: int
    most: int

    def words(self, partial: bool) -> str:
        """What is wrong with the clue."""
        has = f"the clue {self.clue} has {count_noun(self.bulbs, 'bulb')}"
        if self.bulbs > self.clue:
            return f"{has}, too many"
        return f"{has} and can get {self.most} at most" if partial else f"{has}, too few"


def offences(board: Board, puzzle: Board | None = None, partial: bool = False) -> list[Offence]:
    """How a board breaks the rules, in words; or, with `puzzle`, where it is another puzzle's.

    The codes of the rules are those of RULES, and "given" for a cell that is another than the
    puzzle's.
    """
    changed = [] if puzzle is None else list(find_changes(board, puzzle))
    lonely = "can no longer be lit" if partial else "is dark"
    return changed or [
        *(
            Offence(
                "sight",
                (a, b),
                f"{format_cell(a)} and {format_cell(b)}: these bulbs see each other",
            )
            for a, b in bulbs_in_sight(board)
        ),
        *(
            Offence("clue", (wrong.cell,), f"{format_cell(wrong.cell)}: {wrong.words(partial)}")
            for wrong in wrong_clues(board, partial)
        ),
        *(
            Offence("lit", (cell,), f"{format_cell(cell)}: {lonely}")
            for cell in dark_cells(board, partial)
        ),
    ]


def find_changes(board: Board, puzzle: Board) -> Iterator[Offence]:
    """Where a board has other black or white cells than a puzzle, whatever bulbs they have."""
    if list(map(len, board)) != list(map(len, puzzle)):
        found, expected = (f"{len(b)} rows of {len(b[0])} cells" for b in (board, puzzle))
        yield Offence("given", (), f"found {found}, expected {expected}")
        return
    for r, rows in enumerate(zip(board, bare(board), bare(puzzle))):
        for c, (shown, kind, expected) in enumerate(zip(*rows)):
            if kind != expected:
                words = f"{format_cell((r, c))}: found {shown!r}, expected {expected!r}"
                yield Offence("given", ((r, c),), words)


def is_solved(board: Board) -> bool:
    """Whether a board is a solution."""
    return not (dark_cells(board) or bulbs_in_sight(board) or wrong_clues(board))


def solutions(board: Board) -> Iterator[Board]:
    """All solutions of a small board, by trying every placement in which bulbs do not clash."""
    placements: list[frozenset[Cell]] = [frozenset()]
    for cell in white_cells(board):
        seen = {other for run in runs(board) if cell in run for other in run}
        placements += [bulbs | {cell} for bulbs in placements if not bulbs & seen]
    for bulbs in placements:
        placed = [
            "".join(BULB if (r, c) in bulbs else kind for c, kind in enumerate(row))
            for r, row in enumerate(board)
        ]
        if is_solved(placed):
            yield placed


def dark_cells(board: Board, partial: bool = False) -> list[Cell]:
    """The white cells that no bulb lights; with `partial`, that no bulb can light any more."""
    sources = set(cells(board, BULB)) | (possible_bulbs(board) if partial else set())
    lit = {cell for run in runs(board) if sources.intersection(run) for cell in run}
    return sorted(white_cells(board) - lit)


def bulbs_in_sight(board: Board) -> list[tuple[Cell, Cell]]:
    """The pairs of bulbs that see each other, for want of a black cell between them."""
    bulbs = set(cells(board, BULB))
    return sorted(
        pair
        for run in runs(board)
        for pair in itertools.combinations([cell for cell in run if cell in bulbs], 2)
    )


def wrong_clues(board: Board, partial: bool = False) -> list[Miscount]:
    """The clues with too many bulbs, or with fewer than they need and can still get."""
    bulbs = set(cells(board, BULB))
    hopes = possible_bulbs(board) if partial else set()
    found = []
    for r, c in cells(board, CLUES):
        beside = neighbours(board, (r, c))
        count = len(bulbs.intersection(beside))
        most = count + len(hopes.intersection(beside))
        if not count <= int(board[r][c]) <= most:
            found.append(Miscount((r, c), int(board[r][c]), count, most))
    return found


def possible_bulbs(board: Board) -> set[Cell]:
    """The open cells where a bulb would not be lit by another, nor be too many for a clue."""
    bulbs = set(cells(board, BULB))
    lit = {cell for run in runs(board) if bulbs.intersection(run) for cell in run}
    full = {
        neighbour
        for r, c in cells(board, CLUES)
        if len(bulbs.intersection(beside := neighbours(board, (r, c)))) >= int(board[r][c])
        for neighbour in beside
    }
    return set(cells(board, OPEN)) - lit - full


def runs(board: Board) -> list[list[Cell]]:
    """The rows, then the columns, cut at the black cells: the white cells that see each other."""
    return list(map(list, runs_of(tuple(row.translate(WITHOUT_BULBS) for row in board))))


@functools.lru_cache(maxsize=1)  # one board is judged with many placements of bulbs
def runs_of(board: tuple[str, ...]) -> list[list[Cell]]:
    """The same of a board without bulbs."""
    height, width = len(board), len(board[0])
    lines = [[(r, c) for c in range(width)] for r in range(height)]
    lines += [[(r, c) for r in range(height)] for c in range(width)]
    inside = white_cells(list(board))
    return [
        list(run)
        for line in lines
        for is_white, run in itertools.groupby(line, inside.__contains__)
        if is_white
    ]


def neighbours(board: Board, cell: Cell) -> list[Cell]:
    """The white cells above, left, right and below."""
    r, c = cell
    beside = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
    height, width = len(board), len(board[0])
    return [
        (r, c) for r, c in beside if 0 <= r < height and 0 <= c < width and board[r][c] not in BLACK
    ]


def bulbs_beside(board: Board, cell: Cell) -> int:
    """How many of the white cells beside a cell have a bulb."""
    return sum(board[r][c] == BULB for r, c in neighbours(board, cell))


def add_clues(solution: Board) -> Board:
    """The puzzle of a solution with a clue on every black cell."""
    rows = [list(row) for row in bare(solution)]
    for r, c in cells(solution, BLACK):
        rows[r][c] = str(bulbs_beside(solution, (r, c)))
    return ["".join(row) for row in rows]


def bare(board: Board) -> Board:
    """The puzzle: the board without bulbs and marks."""
    return ["".join(row).translate(WITHOUT_BULBS) for row in board]


def white_cells(board: Board) -> set[Cell]:
    """The white cells."""
    return {
        (r, c) for r, row in enumerate(board) for c, kind in enumerate(row) if kind not in BLACK
    }


def cells(board: Board, kinds: str) -> list[Cell]:
    """The cells with one of these characters, row by row."""
    return [(r, c) for r, row in enumerate(board) for c, kind in enumerate(row) if kind in kinds]
