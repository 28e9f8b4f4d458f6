"""Ways to read the rules of Light Up, right and wrong, in plain Python.

A reading takes a board and returns the placements of bulbs that a program with that reading
accepts.  MEANINGS has the readings of the programs in tests/data/mistakes/lightup, by the folder
and by the first line of the file.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from lab.common.words import Cell
from lab.lightup import rules
from lab.lightup.rules import Board
from tests.kit import EXAMPLES

Bulbs = frozenset[Cell]

UP, LEFT, RIGHT, DOWN = (-1, 0), (0, -1), (0, 1), (1, 0)
STEPS = frozenset({UP, LEFT, RIGHT, DOWN})
DIAGONALS = frozenset({(-1, -1), (-1, 1), (1, -1), (1, 1)})


@dataclass(frozen=True)
class Reading:
    """What a program makes of the rules; without changes, these are the rules of Light Up."""

    first: int = 0  # rows and columns are counted from here,
    more: int = 0  # and there are so many more of them than the board has,
    rows: int = 0  # or this number of them, whatever the board
    black: str = rules.BLACK  # characters of cells that are not white,
    light_through: str = ""  # and of these, what light passes through, for rule 1,
    light_passes: Collection[Cell] = STEPS  # in these directions,
    sight_through: str = ""  # and what bulbs see each other through, for rule 2
    sight_passes: Collection[Cell] = STEPS
    all_hidden: bool = False  # where any cell of a row or column is black
    rays: Collection[Cell] = STEPS
    clashes: Collection[Cell] = STEPS
    reach: int = 99  # cells
    sight_reach: int = 99
    light_turns: bool = False  # corners, for rule 1,
    sight_turns: bool = False  # and for rule 2
    own: bool = True  # a bulb lights its own cell
    bulbs_on: str = ""  # black cells where bulbs may stand too,
    dull: bool = False  # lighting nothing from there
    black_lit: bool = False  # black cells must be lit,
    touched: bool = False  # as they are by rays that end on them
    beside: Collection[Cell] = STEPS
    compared: str = rules.CLUES  # characters that the count of bulbs is compared with
    placed: Callable[[Board, Cell], bool] = lambda board, cell: True
    lit: Callable[[int], bool] = lambda bulbs: bulbs > 0
    counted: Callable[[Bulbs], int] = len
    lit_counted: bool = False  # cells that are lit, in place of bulbs
    agrees: Callable[[str, int], bool] = lambda clue, bulbs: clue == str(bulbs)
    shown: Callable[[Bulbs], Bulbs] = lambda bulbs: bulbs

    def __call__(self, board: Board) -> set[Bulbs]:
        """The placements that are accepted on a square board, as they are shown."""
        cells = self.cells(board)
        places = self.places(board, cells)
        bright = [cell for cell in places if not self.dull or cells[cell] not in self.black]
        lamps = self.lamps(cells, bright)
        pairs = self.pairs(cells, bright)
        clues = self.clues(board)
        return {
            self.shown(bulbs)
            for bulbs in apart(places, pairs)
            if all(self.lit(len(bulbs & lighting)) for lighting in lamps.values())
            and all(self.agrees(clue, self.count(bulbs, near, lamps)) for clue, near in clues)
        }

    def count(self, bulbs: Bulbs, near: Bulbs, lamps: dict[Cell, Bulbs]) -> int:
        """The number that is compared with a clue, of the cells near it."""
        if self.lit_counted:
            return sum(cell in lamps and bool(bulbs & lamps[cell]) for cell in near)
        return self.counted(bulbs & near)

    def cells(self, board: Board) -> dict[Cell, str]:
        """The cells that there are for the program, and what stands in them."""
        size = len(board)
        span = range(self.first, self.first + (self.rows or size + self.more))
        given = {(r, c): board[r][c] for r in range(size) for c in range(size)}
        return {(r, c): given.get((r, c), rules.BLANK) for r in span for c in span}

    def places(self, board: Board, cells: dict[Cell, str]) -> list[Cell]:
        """Where bulbs may stand."""
        free = [
            cell for cell, kind in cells.items() if kind not in self.black or kind in self.bulbs_on
        ]
        return [cell for cell in free if self.placed(board, cell)]

    def lamps(self, cells: dict[Cell, str], bright: list[Cell]) -> dict[Cell, Bulbs]:
        """For each cell that must be lit, the places of bulbs that would light it."""
        lighted = {
            place: set(
                self.region(cells, place)
                if self.light_turns
                else self.ray(
                    cells,
                    place,
                    self.rays,
                    self.light_through,
                    self.light_passes,
                    touched=self.touched,
                )
            )
            | ({place} if self.own else set())
            for place in bright
        }
        return {
            cell: frozenset(place for place in bright if cell in lighted[place])
            for cell, kind in cells.items()
            if kind not in self.black or self.black_lit
        }

    def pairs(self, cells: dict[Cell, str], bright: list[Cell]) -> list[Bulbs]:
        """The places where two bulbs would light each other."""
        return [
            frozenset((a, b))
            for a in bright
            for b in (
                self.region(cells, a)
                if self.sight_turns
                else self.ray(cells, a, self.clashes, self.sight_through, self.sight_passes)
            )
            if b in bright and abs(a[0] - b[0]) + abs(a[1] - b[1]) <= self.sight_reach
        ]

    def clues(self, board: Board) -> list[tuple[str, Bulbs]]:
        """Each clue, and the cells beside it."""
        return [
            (board[r][c], frozenset((r + y, c + x) for y, x in self.beside))
            for r, c in rules.find_cells(board, self.compared)
        ]

    def ray(
        self,
        cells: dict[Cell, str],
        start: Cell,
        steps: Collection[Cell],
        through: str,
        passes: Collection[Cell] = STEPS,
        *,
        touched: bool = False,
    ) -> Iterator[Cell]:
        """The cells from a start in these directions, the one that stops a ray if `touched`."""
        for y, x in steps:
            if self.all_hidden and self.walled(cells, start, y):
                continue
            for distance in range(1, self.reach + 1):
                cell = (start[0] + y * distance, start[1] + x * distance)
                black = set(self.black) - set(through if (y, x) in passes else "")
                stopped = cell not in cells or cells[cell] in black
                if not stopped or touched:
                    yield cell
                if stopped:
                    break

    def region(self, cells: dict[Cell, str], start: Cell) -> Collection[Cell]:
        """The other cells that can be reached from a white one over white ones."""
        found = [start]
        for cell in found:
            one_on = replace(self, reach=1).ray(cells, cell, STEPS, "")
            found += [other for other in one_on if other not in found]
        return found[1:]

    def walled(self, cells: dict[Cell, str], start: Cell, vertical: int) -> bool:
        """Whether there is a black cell in the column of a cell, or in its row."""
        axis = 1 if vertical else 0
        return any(kind in self.black for cell, kind in cells.items() if cell[axis] == start[axis])


def apart(places: Collection[Cell], pairs: Collection[Bulbs]) -> list[Bulbs]:
    """The sets of places with no pair among them."""
    found = [frozenset[Cell]()]
    for place in places:
        foes = {cell for pair in pairs if place in pair for cell in pair} - {place}
        found += [bulbs | {place} for bulbs in found if not bulbs & foes]
    return found


def swapped(bulbs: Bulbs) -> Bulbs:
    return frozenset((c, r) for r, c in bulbs)


def beside_clue(board: Board, cell: Cell) -> bool:
    clues = rules.find_cells(board, rules.CLUES)
    return any(abs(r - cell[0]) + abs(c - cell[1]) == 1 for r, c in clues)


def alone(board: Board, cell: Cell) -> bool:
    return not set(rules.list_neighbours(board, cell)) & set(rules.find_white_cells(board))


def always(bulbs: set[Bulbs]) -> Callable[[Board], set[Bulbs]]:
    return lambda board: bulbs


def solution(name: str) -> Bulbs:
    return frozenset(rules.find_cells((EXAMPLES / name).read_text().split(), rules.BULB))


RULES = Reading()
THROUGH = replace(RULES, light_through=rules.BLACK)
NO_BULBS = replace(RULES, placed=lambda board, cell: False)
MEANINGS: dict[str, dict[str, Callable[[Board], set[Bulbs]]]] = {
    "lit-missing": {"White cells may stay dark.": replace(RULES, lit=lambda bulbs: True)},
    "sight-missing": {"Bulbs may light each other.": replace(RULES, clashes=())},
    "clue-missing": {"Clues are not looked at.": replace(RULES, compared="")},
    "rays-through-black": {
        "Black cells stop no light.": replace(THROUGH, sight_through=rules.BLACK),
        "Black cells stop no light, yet bulbs behind them do not clash.": THROUGH,
    },
    "sight-through-black": {
        "Bulbs clash along a whole row or column, black cells or not.": replace(
            RULES, sight_through=rules.BLACK
        ),
        "Bulbs clash along a whole row, black cells or not.": replace(
            RULES, sight_through=rules.BLACK, sight_passes={LEFT, RIGHT}
        ),
    },
    "walls-one-way": {
        "Black cells stop no light to the left or up, and bulbs clash through them.": replace(
            THROUGH, light_passes={LEFT, UP}, sight_through=rules.BLACK
        ),
        "Black cells stop no light to the left or up.": replace(THROUGH, light_passes={LEFT, UP}),
        "Black cells stop no light to the left.": replace(THROUGH, light_passes={LEFT}),
    },
    "sight-one-cell": {"Bulbs clash side by side only.": replace(RULES, sight_reach=1)},
    "rays-through-clues": {
        "Cells with a clue stop no light.": replace(
            RULES, light_through=rules.CLUES, sight_through=rules.CLUES
        )
    },
    "rays-through-x": {
        "Cells with x stop no light.": replace(RULES, light_through="x", sight_through="x")
    },
    "black-anywhere-blocks": {
        "A black cell anywhere in a row or column hides all its cells from each other.": replace(
            RULES, all_hidden=True
        )
    },
    "rays-one-way": {
        "Light travels right and down only.": replace(RULES, rays={RIGHT, DOWN}),
        "Light travels left and up only.": replace(RULES, rays={LEFT, UP}),
    },
    "direction-missing": {
        "Light does not travel up.": replace(RULES, rays=STEPS - {UP}),
        "Light does not travel left.": replace(RULES, rays=STEPS - {LEFT}),
        "Light does not travel right.": replace(RULES, rays=STEPS - {RIGHT}),
        "Light does not travel down.": replace(RULES, rays=STEPS - {DOWN}),
        "Light travels along rows only.": replace(RULES, rays={LEFT, RIGHT}, clashes={LEFT, RIGHT}),
        "Light travels along columns only.": replace(RULES, rays={UP, DOWN}, clashes={UP, DOWN}),
        "Cells are lit along rows only; bulbs see each other along both.": replace(
            RULES, rays={LEFT, RIGHT}
        ),
        "Cells are lit along columns only; bulbs see each other along both.": replace(
            RULES, rays={UP, DOWN}
        ),
    },
    "rays-turn": {
        "Light turns corners, and bulbs see each other around them.": replace(
            RULES, light_turns=True, sight_turns=True
        ),
        "Light turns corners; bulbs see each other along rows and columns only.": replace(
            RULES, light_turns=True
        ),
        "Bulbs see each other around corners; light goes straight on.": replace(
            RULES, sight_turns=True
        ),
        "Light turns corners and comes back to its bulb, which it rules out.": replace(
            RULES, light_turns=True, sight_turns=True, placed=alone
        ),
    },
    "own-cell-dark": {"A bulb does not light its own cell.": replace(RULES, own=False)},
    "light-one-cell": {
        "A bulb lights the four cells beside it, and no further.": replace(RULES, reach=1)
    },
    "lit-once": {
        "A cell may be lit by one bulb only.": replace(RULES, lit=lambda bulbs: bulbs == 1)
    },
    "black-must-be-lit": {
        "Black cells must be lit, and never are.": replace(RULES, black_lit=True),
        "Black cells must be lit, by rays that end on them.": replace(
            RULES, black_lit=True, touched=True
        ),
    },
    "rows-only": {
        "Bulbs may light each other along a column.": replace(RULES, clashes={LEFT, RIGHT})
    },
    "columns-only": {"Bulbs may light each other along a row.": replace(RULES, clashes={UP, DOWN})},
    "diagonals-counted": {
        "Diagonal neighbours count.": replace(RULES, beside=STEPS | DIAGONALS),
        "Only diagonal neighbours count.": replace(RULES, beside=DIAGONALS),
    },
    "neighbour-missing": {
        "The cell above a clue does not count.": replace(RULES, beside=STEPS - {UP}),
        "The cell to the left of a clue does not count.": replace(RULES, beside=STEPS - {LEFT}),
        "The cell to the right of a clue does not count.": replace(RULES, beside=STEPS - {RIGHT}),
        "The cell below a clue does not count.": replace(RULES, beside=STEPS - {DOWN}),
        "Only the cells left and right of a clue count.": replace(RULES, beside={LEFT, RIGHT}),
        "Only the cells above and below a clue count.": replace(RULES, beside={UP, DOWN}),
    },
    "at-least-clue": {
        "More bulbs than the clue are accepted.": replace(
            RULES, agrees=lambda clue, bulbs: bulbs >= int(clue)
        )
    },
    "at-most-clue": {
        "Fewer bulbs than the clue are accepted.": replace(
            RULES, agrees=lambda clue, bulbs: bulbs <= int(clue)
        )
    },
    "lit-counted": {
        "A clue is the number of lit cells beside it.": replace(RULES, lit_counted=True)
    },
    "zero-ignored": {"A clue 0 is not looked at.": replace(RULES, compared="1234")},
    "four-ignored": {"A clue 4 is not looked at.": replace(RULES, compared="0123")},
    "bulbless-clue-ignored": {
        "A clue without a bulb beside it is not looked at.": replace(
            RULES, agrees=lambda clue, bulbs: bulbs in (0, int(clue))
        )
    },
    "count-collapsed": {
        "All bulbs beside a clue count as one.": replace(
            RULES, counted=lambda near: min(len(near), 1)
        ),
        "Bulbs left and right of a clue count as one.": replace(
            RULES, counted=lambda near: len({r for r, _ in near})
        ),
        "Bulbs above and below a clue count as one.": replace(
            RULES, counted=lambda near: len({c for _, c in near})
        ),
    },
    "x-counted-as-clue": {
        "The count is compared with x as well.": replace(RULES, compared=rules.BLACK)
    },
    "clue-cells-white": {"Cells with a clue are taken for white.": replace(RULES, black="x")},
    "x-cells-white": {"Cells with x are taken for white.": replace(RULES, black=rules.CLUES)},
    "bulb-blackens-cell": {
        "A bulb makes its own cell black.": NO_BULBS,
        "A bulb makes its own cell a clue.": NO_BULBS,
    },
    "bulb-sees-itself": {"A bulb clashes with itself.": NO_BULBS},
    "bulb-on-black": {
        "A bulb may stand on a black cell and shines from there.": replace(
            RULES, bulbs_on=rules.BLACK
        ),
        "A bulb may stand on a clue and shines from there.": replace(RULES, bulbs_on=rules.CLUES),
        "A bulb may stand on a black cell, where it lights nothing.": replace(
            RULES, bulbs_on=rules.BLACK, dull=True
        ),
    },
    "border-off-by-one": {
        "The first row and the first column are left out.": replace(RULES, first=1, more=-1),
        "The last row and the last column are left out.": replace(RULES, more=-1),
        "Rows and columns are counted from 1.": replace(RULES, first=1),
        "There is a row and a column too many.": replace(RULES, more=1),
    },
    "size-fixed": {"Each board has five rows and columns.": replace(RULES, rows=5)},
    "transposed": {
        "Bulbs are shown with row and column swapped.": replace(RULES, shown=swapped),
        "The board is read with row and column swapped.": replace(RULES, shown=swapped),
    },
    "free-choice": {"One solution comes as several answer sets.": RULES},
    "no-bulbs-shown": {
        "No bulb is shown as cell(R,C,b).": replace(RULES, shown=lambda bulbs: frozenset())
    },
    "hard-coded": {
        "The bulbs are those of dom01.": always({solution("sol01.txt")}),
        "The bulbs are those of dom02.": always({solution("sol02.txt")}),
    },
    "bulbs-beside-clues": {
        "Bulbs are placed beside clues only.": replace(RULES, placed=beside_clue)
    },
}
