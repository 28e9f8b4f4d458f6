"""What check needs to know about Amaze: CHECKING, a record of lab/settings/check.py."""

from random import Random

from amaze.rules import BLANK, Board, cost
from lab.settings.check import CheckSettings, GridSamples

CELLS_PER_LINE = 6  # cells for one line on a random board, about

SAMPLES = GridSamples(
    well_formed=[
        "11\n..\n",
        "1.\n.1\n",
        "1.2\n...\n1.2\n",
        ".....2\n3.....\n4.2.4.\n......\n.1.1..\n.....3\n",
        "  1  . 12\n  .  .  .\n  1  . 12\n",
        "1.2.1\n.....\n..2..\n",
        " 1 . 10  1\n . .  .  .\n. . 10 .\n",
    ],
    tolerated={"tabs between numbers": "1\t.\n.\t1\n"},
)


def make_board(size: int, chance: Random) -> Board:
    """Make a random board of `size` rows and up to two columns more; it may have no solution."""
    width = size + chance.choice((0, 0, 1, 2))
    cells = [(r, c) for r in range(size) for c in range(width)]
    lines = max(1, len(cells) // CELLS_PER_LINE - chance.randrange(3))
    board = [[BLANK] * width for _ in range(size)]
    for index, (r, c) in enumerate(chance.sample(cells, 2 * lines)):
        board[r][c] = str(index // 2 + 1)
    return board


CHECKING = CheckSettings(
    value="number",
    given_code="ends",
    make_board=make_board,
    sizes=(4, 4, 5, 5, 5, 6, 6, 6, 7, 7),
    make_grid=make_board,
    grid_sizes=range(3, 31),
    samples=SAMPLES,
    cause_board=[["1", ".", "."], [".", ".", "."], [".", "1", "."]],
    hard_coded="hard-coded",
    free_choice="several",
    not_optimised="not-minimised",
    square_only="n-only-square",
    on_given="end-moved",
    wrong_costs={"ends-not-counted": lambda givens, solved: cost(solved) - cost(givens)},
    tolerated={
        "own-line-touches-accepted": [
            ([list("1..1"), list("....")], [list("1111"), list(".11.")]),
            ([list("11"), list("..")], [list("11"), list("11")]),
        ]
    },
)
