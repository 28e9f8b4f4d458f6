"""CheckSettings: the settings for check in checking.py of a puzzle's folder, named CHECKING.

    CHECKING = CheckSettings(value="bulb", given_code="black")

Each setting has a default, also for a puzzle without checking.py.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from decode import BLANK
from lab.puzzles import Board

RECTANGLE = "a rectangle"  # a tolerated grid; who refuses it gets another remark

Codes = tuple[str, ...]  # codes of the rules that an answer breaks, in the order of reports


class GridSamples(NamedTuple):
    """Grid texts for encode.py; `tolerated` maps a description to a text."""

    well_formed: Sequence[str] = ()  # every encode.py has to read them, the simplest first
    tolerated: Mapping[str, str] = {}  # it may refuse them


def add_other_line_ends(samples: GridSamples) -> GridSamples:
    """Add two copies of the first grid of several rows whose last row has a given cell."""
    grids = (grid for grid in samples.well_formed if " " not in grid and len(grid.split()) > 1)
    default = next(iter(samples.well_formed), "")
    grid = next((grid for grid in grids if {*grid.splitlines()[-1]} > {BLANK}), default)
    tolerated = {
        "the last line without its end": grid.rstrip("\n"),
        "lines that end as on Windows": grid.replace("\n", "\r\n"),
    }
    return GridSamples(samples.well_formed, {**tolerated, **samples.tolerated})


@dataclass(frozen=True)
class CheckSettings:
    """Names, boards and functions of one puzzle for check and grade."""

    # words and codes of reports
    value: str = "value"  # what a program puts into cells, in words
    given_code: str = "given"  # code of an answer with another value for a given cell
    optimises_code: str = "optimises"  # code of the remark that a program minimises

    # boards made for one check: make_board(7, Random(1)) makes one of 7 rows, for each of `sizes`;
    # where solutions have a cost, NAME.lp makes boards if this is None, see folder_bank.py
    make_board: Callable[[int, Random], Board] | None = None
    sizes: Sequence[int] = range(6, 21)
    # rows of larger boards: each check makes one of each group, and judges only two answers;
    # boards of these sizes by make_board have a solution
    large_sizes: Sequence[Sequence[int]] = ()
    # for encode.py: make_grid makes a random grid for each of `grid_sizes`; `samples` are fixed
    make_grid: Callable[[int, Random], Board] | None = None
    grid_sizes: Sequence[int] = ()
    samples: GridSamples = field(default_factory=GridSamples)

    # other boards
    cause_board: Board = ()  # a board that shows why programs of equal behaviour refuse solutions
    # smaller boards, cut from a board, that may show the same fault
    parts: Callable[[Board], Iterable[Board]] = lambda board: ()

    # IDs of mistakes that are recognised without the table of mistakes
    own_cells: str = ""  # the program's own cells are taken for given ones
    hard_coded: str = ""  # the same answer to every board
    fixed_size: str = ""  # every board is taken for one of the same size
    free_choice: str = ""  # several answer sets for one solution
    not_optimised: str = ""  # nothing is minimised where there is a cost
    square_only: str = ""  # only boards that are not squares are answered wrongly
    on_given: str = ""  # every wrong answer changes a given cell

    # mistakes that leave all optima right, by ID; see lab/check/judges/optimum.py
    wrong_costs: Mapping[str, Callable[[Board, Board], int]] = field(default_factory=dict)
    tolerated: Mapping[str, Sequence[tuple[Board, Board]]] = field(default_factory=dict)
