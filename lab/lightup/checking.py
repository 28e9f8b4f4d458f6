"""What check needs to know about Light Up: CHECKING, a record of lab/settings/check.py."""

from collections.abc import Iterator
from random import Random

from lab.lightup import rules
from lab.lightup.counts import add_random_clues
from lab.lightup.rules import BLACK, BLANK, CLUES, UNNUMBERED, Board
from lab.settings.check import RECTANGLE, CheckSettings, GridSamples

PART_SIZES, MAX_WHITE_CELLS = (3, 4), 9  # parts of a board: their rows, and the most white cells
BLACK_SHARE, BLACK_SHARE_PER_ROW = 0.28, 0.005  # share of black cells on a random board; more a row
FEW_CLUES_ROWS, FULL_ROWS = 6, 60  # rows of random boards of three kinds
BORDER_CELLS = 4  # cells at each end of a row that are near the border of the largest boards

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


def list_small_parts(board: Board) -> Iterator[Board]:
    """Yield the square parts of a board that have few white cells, the smallest first."""
    for size in PART_SIZES:
        for r in range(len(board) - size + 1):
            for c in range(len(board[0]) - size + 1):
                part = [row[c : c + size] for row in board[r : r + size]]
                if len(rules.find_white_cells(part)) <= MAX_WHITE_CELLS:
                    yield part


def make_grid(size: int, chance: Random) -> Board:
    """Make a random square grid, which need not have a solution, with rows of one character."""
    blank_share = chance.choice((0.0, 0.0, 0.3, 0.9, 1.0))

    def make_row() -> str:
        if chance.random() < (1 - blank_share) / 3:
            return size * str(chance.choice(BLANK + BLACK))
        is_blank = (chance.random() < blank_share for _ in range(size))
        return "".join(BLANK if blank else chance.choice(BLACK) for blank in is_blank)

    return [make_row() for _ in range(size)]


def make_board(size: int, chance: Random) -> Board:
    """Make a random square board with a solution.

    A small board has few clues, because an error in one of many does not show.  A board of up to
    FULL_ROWS rows has a clue on each black cell, and a row and a column are white.  In a larger
    one, all cells away from the border are black.
    """
    if size <= FEW_CLUES_ROWS:
        return make_board_of_few_clues(size, chance)
    row, column = chance.randrange(size), chance.randrange(size)
    share = BLACK_SHARE + BLACK_SHARE_PER_ROW * min(size, FULL_ROWS)
    rows = [
        [
            BLANK if row == r or column == c or chance.random() > share else UNNUMBERED
            for c in range(size)
        ]
        for r in range(size)
    ]
    if size > FULL_ROWS:
        inner = slice(BORDER_CELLS, size - BORDER_CELLS)
        for cells in rows[inner]:
            cells[inner] = UNNUMBERED * (size - 2 * BORDER_CELLS)
    return add_random_clues(list(map("".join, rows)), chance)


def make_board_of_few_clues(size: int, chance: Random) -> Board:
    """Make a random board with a solution and up to three clues, most of them near the border."""
    near_border = (0, 0, 1, size - 2, size - 1, size - 1, chance.randrange(size))
    number = chance.choice((1, 1, 2, 2, 3))
    clued = {(chance.choice(near_border), chance.choice(near_border)) for _ in range(number)}
    white = [BLANK * size] * size
    beside = [cell for clue in clued for cell in rules.list_neighbours(white, clue)]
    rows = [
        "".join(
            UNNUMBERED
            if (r, c) in clued or ((r, c) not in beside and chance.random() < BLACK_SHARE)
            else BLANK
            for c in range(size)
        )
        for r in range(size)
    ]
    first = chance.sample(beside, chance.randint(len(beside) // 2, len(beside)))
    numbered = add_random_clues(rows, chance, [r * size + c + 1 for r, c in first])
    added_clues = [cell for cell in rules.find_cells(numbered, CLUES) if cell not in clued]
    return rules.replace_cells(numbered, dict.fromkeys(added_clues, UNNUMBERED))


CHECKING = CheckSettings(
    value="bulb",
    given_code="black",
    optimises_code="fewest-bulbs",
    make_board=make_board,
    sizes=range(6, 21),
    large_sizes=(range(21, 26), range(26, 31), range(31, 61), range(101, 111)),
    make_grid=make_grid,
    grid_sizes=range(1, 61),
    samples=SAMPLES,
    cause_board=["...", ".2.", "..."],  # each of the three rules can be broken by itself
    parts=list_small_parts,
    own_cells="bulb-blackens-cell",
    hard_coded="hard-coded",
    fixed_size="size-fixed",
    free_choice="free-choice",
    on_given="bulb-on-black",
)
