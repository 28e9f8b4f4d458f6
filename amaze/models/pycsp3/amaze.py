"""The rules of Amaze for PyCSP3: lines between equal numbers at the least cost.

Input:  n, m    rows and columns
        points  for each line the (row, column) of its two ends, counted from 1
Output: x[i][j], the number in row i and column j, 0 where no line goes, and a border of zeros
Run:    python3 amaze/models/pycsp3/amaze.py -data=dom01.json -solve
"""

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from pycsp3 import ANY, Count, Sum, VarArray, data, minimize, ne, satisfy

n, m, points = data
LINES = range(1, len(points) + 1)
ENDS = {(i, j): line for line, pair in zip(LINES, points) for i, j in pair}
INSIDE = [(i, j) for i in range(1, n + 1) for j in range(1, m + 1)]


def domain(i: int, j: int) -> Iterable[int]:
    """Return the possible values of a cell; on the border only 0."""
    return range(len(points) + 1) if (i, j) in INSIDE else {0}


x = VarArray(size=[n + 2, m + 2], dom=domain)


def beside(i: int, j: int) -> list[Any]:
    """Return the four cells beside a cell."""
    return [x[i - 1][j], x[i][j - 1], x[i][j + 1], x[i + 1][j]]


# The values of a cell that is no end and of the four cells beside it: it is empty, or exactly two
# of the others have its number.
PASSED = {(0, ANY, ANY, ANY, ANY)} | {
    (line, *(line if side in sides else ne(line) for side in range(4)))
    for line in LINES
    for sides in combinations(range(4), 2)
}

satisfy(
    # 1. an end point has its number, and one neighbour with it
    [x[i][j] == line for (i, j), line in ENDS.items()],
    [Count(beside(i, j), value=line) == 1 for (i, j), line in ENDS.items()],
    # 2. every other cell of a line has two neighbours with its number
    [(x[i][j], *beside(i, j)) in PASSED for i, j in INSIDE if (i, j) not in ENDS],
)

minimize(Sum(x))
