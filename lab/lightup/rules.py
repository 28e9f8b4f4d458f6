"""The rules of Light Up as three checks in plain Python, for the whole kit.

A board is h strings of w characters: 'x' and '0' to '4' are black cells, all others white;
'b' is a bulb, '-' a white cell known to be without one.  A cell is (row, column), from 0.

    find_dark_cells(board)      every white cell is lit
    find_bulbs_in_sight(board)  no bulb lights another
    find_wrong_clues(board)     a clue is the number of bulbs beside it

Each check returns the cells that break its rule; a solution has none.  With `partial`, open cells
may still become bulbs, and only what can no longer be put right is an offence.  `offences` returns
all of them in words.
"""

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lab.common.language import translate
from lab.common.words import Cell, count_noun, describe_size, format_cell, join_and, list_cells
from lab.puzzles import Offence

Board = list[str]

RULES = {
    "lit": "every white cell is lit",
    "sight": "no bulb lights another",
    "clue": "a clue is the number of bulbs beside it",
}
MISCOUNTS = {
    "many": "{cell}: the clue {clue} has {bulbs}, too many",
    "few": "{cell}: the clue {clue} has {bulbs}, too few",
    "limited": "{cell}: the clue {clue} has {bulbs} and can get {most} at most",
}
UNLIT = {False: "{cell}: is dark", True: "{cell}: can no longer be lit"}  # texts by `partial`

CLUES, UNNUMBERED = "01234", "x"
BLACK = UNNUMBERED + CLUES  # the characters of black cells
# Characters of white cells; NO_BULB: known to be without a bulb.
BLANK, BULB, NO_BULB = ".", "b", "-"
WITHOUT_BULBS = str.maketrans({BULB: BLANK, NO_BULB: BLANK})


class Miscount(NamedTuple):
    """A clue, the bulbs beside it, and the most that there can be."""

    cell: Cell
    clue: int
    bulbs: int
    most: int


def offences(board: Board, givens: Board | None = None, partial: bool = False) -> list[Offence]:
    """Return the broken rules; if cells differ from `givens`, return these cells instead.

    The codes are those in RULES, and "given" for a cell that differs.
    """
    if givens is not None and (changes := list(find_changes(board, givens))):
        return changes
    broken = []
    for a, b in find_bulbs_in_sight(board):
        cells = join_and(map(format_cell, (a, b)))
        sentence = translate("{cells}: these bulbs see each other", cells=cells)
        broken.append(Offence("sight", (a, b), sentence))
    for cell, clue, bulbs, most in find_wrong_clues(board, partial):
        kind = "many" if bulbs > clue else "limited" if partial else "few"
        values = {"clue": clue, "bulbs": count_noun(bulbs, "bulb"), "most": most}
        sentence = translate(MISCOUNTS[kind], cell=format_cell(cell), **values)
        broken.append(Offence("clue", (cell,), sentence))
    for cell in find_dark_cells(board, partial):
        sentence = translate(UNLIT[partial], cell=format_cell(cell))
        broken.append(Offence("lit", (cell,), sentence))
    return broken


def find_changes(board: Board, givens: Board) -> Iterator[Offence]:
    """Yield an offence for each cell whose colour or clue differs, or one if the size differs."""
    if list(map(len, board)) != list(map(len, givens)):
        sizes = {"found": describe_size(board), "expected": describe_size(givens)}
        sentence = translate("found {found}, expected {expected}", **sizes)
        yield Offence("given", (), sentence)
        return
    kinds = bare(board)
    for (r, c), expected in list_cells(bare(givens)):
        if kinds[r][c] != expected:
            values = {"cell": format_cell((r, c)), "found": board[r][c], "expected": expected}
            sentence = translate("{cell}: found {found!r}, expected {expected!r}", **values)
            yield Offence("given", ((r, c),), sentence)


def is_solved(board: Board) -> bool:
    return not (find_dark_cells(board) or find_bulbs_in_sight(board) or find_wrong_clues(board))


def solutions(board: Board) -> Iterator[Board]:
    """Yield all solutions of a small board, by trying all placements without bulbs in sight."""
    lit_by = {cell: find_lit_cells(board, {cell}) for cell in find_white_cells(board)}
    placements: list[frozenset[Cell]] = [frozenset()]
    for cell, lit in lit_by.items():
        placements += [bulbs | {cell} for bulbs in placements if not bulbs & lit]
    for bulbs in placements:
        if lit_by.keys() == set().union(*map(lit_by.__getitem__, bulbs)):
            placed = replace_cells(board, dict.fromkeys(bulbs, BULB))
            if is_solved(placed):
                yield placed


def find_dark_cells(board: Board, partial: bool = False) -> list[Cell]:
    """Return the white cells that no bulb lights; with `partial`, that none can still light."""
    sources = find_bulbs(board) | (find_possible_bulbs(board) if partial else set())
    return sorted(find_white_cells(board) - find_lit_cells(board, sources))


def find_bulbs_in_sight(board: Board) -> list[tuple[Cell, Cell]]:
    """Return pairs: a bulb, and the next bulb in sight to the right or below."""
    bulbs = find_bulbs(board)
    return sorted(
        pair
        for run in list_runs(board)
        for pair in itertools.pairwise(cell for cell in run if cell in bulbs)
    )


def find_wrong_clues(board: Board, partial: bool = False) -> list[Miscount]:
    """Return the clues with too many bulbs, or too few; with `partial`, too few to be met."""
    bulbs = find_bulbs(board)
    possible = find_possible_bulbs(board) if partial else set()
    miscounts = []
    for r, c in find_cells(board, CLUES):
        beside = list_neighbours(board, (r, c))
        count = len(bulbs.intersection(beside))
        most = count + len(possible.intersection(beside))
        if not count <= int(board[r][c]) <= most:
            miscounts.append(Miscount((r, c), int(board[r][c]), count, most))
    return miscounts


def find_possible_bulbs(board: Board) -> set[Cell]:
    """Return the open cells where a bulb would be neither lit nor one too many for a clue."""
    bulbs = find_bulbs(board)
    full = {
        neighbour
        for r, c in find_cells(board, CLUES)
        if len(bulbs.intersection(beside := list_neighbours(board, (r, c)))) >= int(board[r][c])
        for neighbour in beside
    }
    return set(find_cells(board, BLANK)) - find_lit_cells(board, bulbs) - full


def find_lit_cells(board: Board, bulbs: set[Cell]) -> set[Cell]:
    """Return the cells that bulbs in these white cells light, their own cells included."""
    return {cell for run in list_runs(board) if bulbs.intersection(run) for cell in run}


def list_runs(board: Board) -> Sequence[Sequence[Cell]]:
    """Return the runs of the rows, then of the columns; the cells of a run see each other."""
    return list_runs_of_puzzle(tuple(bare(board)))


@functools.lru_cache(maxsize=100)  # check judges hundreds of answers to the same puzzle
def list_runs_of_puzzle(rows: tuple[str, ...]) -> Sequence[Sequence[Cell]]:
    height, width = len(rows), len(rows[0])
    lines = [[(r, c) for c in range(width)] for r in range(height)]
    lines += [[(r, c) for r in range(height)] for c in range(width)]
    inside = find_white_cells(list(rows))
    return [
        tuple(run)
        for line in lines
        for is_white, run in itertools.groupby(line, inside.__contains__)
        if is_white
    ]


def list_neighbours(board: Board, cell: Cell) -> list[Cell]:
    """Return the white cells above, left, right and below."""
    r, c = cell
    beside = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
    height, width = len(board), len(board[0])
    return [
        (r, c) for r, c in beside if 0 <= r < height and 0 <= c < width and board[r][c] not in BLACK
    ]


def find_bulbs(board: Board) -> set[Cell]:
    return set(find_cells(board, BULB))


def find_tints(board: Board) -> dict[str, set[Cell]]:
    """Return the lit cells and the satisfied clues, by the names of their tints on pages."""
    wrong = {miscount.cell for miscount in find_wrong_clues(board)}
    return {
        "lit": find_lit_cells(board, find_bulbs(board)),
        "satisfied": set(find_cells(board, CLUES)) - wrong,
    }


def add_clues(solution: Board) -> Board:
    """Return the puzzle of a solution with a clue on every black cell."""
    black, bulbs = find_cells(solution, BLACK), find_bulbs(solution)
    clues = {cell: str(len(bulbs.intersection(list_neighbours(solution, cell)))) for cell in black}
    return replace_cells(bare(solution), clues)


def replace_cells(board: Board, kinds: Mapping[Cell, str]) -> Board:
    """Return the board with these characters in these cells."""
    rows = list(board)
    for (r, c), kind in kinds.items():
        rows[r] = rows[r][:c] + kind + rows[r][c + 1 :]
    return rows


def bare(board: Board) -> Board:
    """Return the puzzle: the board without bulbs and marks."""
    return ["".join(row).translate(WITHOUT_BULBS) for row in board]


def find_white_cells(board: Board) -> set[Cell]:
    return {cell for cell, kind in list_cells(board) if kind not in BLACK}


def find_cells(board: Board, kinds: str) -> list[Cell]:
    """Return the cells with one of these characters, row by row."""
    cells = enumerate(board)  # without list_cells, which takes twice as long
    return [(r, c) for r, row in cells for c, kind in enumerate(row) if kind in kinds]
