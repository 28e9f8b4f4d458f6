"""What check needs to know about Light Up: CHECKING, a record of lab/check/settings.py."""

from collections.abc import Iterator, Sequence
from random import Random

from lab.check.settings import RECTANGLE, CheckSettings, GridSamples
from lab.common.words import Cell
from lab.lightup import counts
from lab.lightup.rules import (
    BLACK,
    BLANK,
    BULB,
    CLUES,
    UNNUMBERED,
    Board,
    add_clues,
    dark_cells,
    find_cells,
    white_cells,
)
from lab.puzzles import Rows

PART_SIZES, MAX_WHITE_CELLS = (3, 4), 9  # of the parts of a board: rows, white cells
BLACK_SHARE, BLACK_SHARE_PER_ROW = 0.28, 0.005  # of a random board: 0.28, and more for each row

SAMPLES = GridSamples(
    well_formed=[
        ".\n",
        "x\n",
        "..\n..\n",
        "x0.\n1.2\n.34\n",
        "x...x.x\n..0....\n2....3.\n.......\n.x....2\n....0..\n0.x...x\n",
        "............\n" * 10 + "x..........1\n2..........x\n",
    ],
    tolerated={RECTANGLE: "x.1\n...\n"},
)


def small_parts(board: Board) -> Iterator[Board]:
    """Yield the square parts of a board that have few white cells, the smallest first."""
    for size in PART_SIZES:
        for r in range(len(board) - size + 1):
            for c in range(len(board[0]) - size + 1):
                part = [row[c : c + size] for row in board[r : r + size]]
                if len(white_cells(part)) <= MAX_WHITE_CELLS:
                    yield part


def lit_cells_of_answer(rows: Rows) -> set[Cell]:
    """Return the white cells that bulbs light; values of other puzzles count as white cells."""
    values = {*BLACK, BULB}
    board = ["".join(value if value in values else BLANK for value in row) for row in rows]
    return white_cells(board).difference(dark_cells(board))


def is_comparable(board: Board, codes: Sequence[str]) -> bool:
    """Return whether the answers of two programs that break these rules can be compared.

    Mistakes with clues reject some boards that break the rules of light, so such answers are
    compared on boards without clues only.
    """
    return not ({"lit", "sight"} & set(codes) and find_cells(board, CLUES))


def make_board(size: int, chance: Random) -> Board:
    """Make a random square board with a solution and all clues; a row and a column are white."""
    row, column = chance.randrange(size), chance.randrange(size)
    share = BLACK_SHARE + BLACK_SHARE_PER_ROW * size
    blank = [
        "".join(
            BLANK if row == r or column == c or chance.random() > share else UNNUMBERED
            for c in range(size)
        )
        for r in range(size)
    ]
    bulbs = counts.random_bulbs(*counts.cell_runs(blank), chance)
    return add_clues(counts.place_bulbs(blank, bulbs))


CHECKING = CheckSettings(
    value="bulb",
    given_code="black",
    optimises_code="fewest-bulbs",
    walls=BLACK,
    signs={"x": "", "b": "o"},
    lit_cells=lit_cells_of_answer,
    make_board=make_board,
    large_sizes=range(31, 61),
    samples=SAMPLES,
    oblong=([".."], [".", "."], [".x.", "1.."]),
    cause_board=["...", ".2.", "..."],  # each of the three rules can be broken by itself
    parts=small_parts,
    hard_coded="hard-coded",
    free_choice="free-choice",
    on_given="bulb-on-black",
    is_comparable=is_comparable,
)
