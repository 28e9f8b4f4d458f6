"""What check says of Amaze in particular; lab/check/subject.py lists all possible names."""

from random import Random

from amaze.rules import EMPTY, Board, cost
from lab.check.samples import Samples

VALUE, GIVEN = "number", "ends"
HARD_CODED, FREE_CHOICE, ON_GIVEN = "hard-coded", "several", "end-moved"
NOT_OPTIMISED, SQUARE_ONLY = "not-minimised", "n-only-square"

CAUSE = [["1", ".", "."], [".", ".", "."], [".", "1", "."]]
SIZES = (4, 4, 5, 5, 5, 6, 6, 6, 7, 7)  # rows of fresh boards
OF_GRIDS = (6, 9, 11)
CROWD = 6  # cells of a board for each of its lines, about

COSTS = {"ends-not-counted": lambda puzzle, solved: cost(solved) - cost(puzzle)}
TOLERATED = {
    "own-line-touches-accepted": [
        ([list("1..1"), list("....")], [list("1111"), list(".11.")]),
        ([list("11"), list("..")], [list("11"), list("11")]),
    ]
}

SAMPLES = Samples(
    well_formed=[
        "11\n..\n",
        "1.\n.1\n",
        "1.2\n...\n1.2\n",
        ".....2\n3.....\n4.2.4.\n......\n.1.1..\n.....3\n",
        "  1  . 12\n  .  .  .\n  1  . 12\n",
        "1.2.1\n.....\n..2..\n",
        " 1 . 10  1\n . .  .  .\n. . 10 .\n",
    ],
    tolerated={
        "the last line without its end": "1.\n.1",
        "lines that end as on Windows": "1.\r\n.1\r\n",
        "tabs between numbers": "1\t.\n.\t1\n",
    },
    malformed={
        "an empty input": "",
        "a row that is too short": "1.1\n..\n...\n",
        "a row that is too long": "1.\n.1.\n",
        "a strange character": "1.\n?1\n",
        "a number that occurs once": "1.\n..\n",
    },
)


def fresh(size: int, chance: Random) -> Board:
    """A random board of so many rows, up to two columns wider; it may have no solution."""
    width = size + chance.choice((0, 0, 1, 2))
    places = [(r, c) for r in range(size) for c in range(width)]
    lines = max(1, len(places) // CROWD - chance.randrange(3))
    board = [[EMPTY] * width for _ in range(size)]
    for index, (r, c) in enumerate(chance.sample(places, 2 * lines)):
        board[r][c] = str(index // 2 + 1)
    return board
