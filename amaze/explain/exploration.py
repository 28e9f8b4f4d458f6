"""What there is to be explained of a puzzle, found out piece by piece."""

from amaze.explain.blocking import Blocked
from amaze.explain.clash import smallest_clash
from amaze.explain.drafts import rival, rival_among
from amaze.explain.moving import Moved, Repair, length, moves
from amaze.optima import Optima, differing, numbers_in
from amaze.rules import EMPTY, Board, ends, filled, implied
from lab.common.words import Cell, count_noun

MOST = 200  # optima that are compared


class Exploration:
    """The explanation of a puzzle, as far as it has come; for a thread that explores."""

    def __init__(self, puzzle: Board) -> None:
        self.puzzle = puzzle
        self.stage = "looking for the optimum"
        self.verdict: str | None = None  # unique, none, several
        self.clash: list[int] = []  # of none: the lines that cannot be drawn together
        self.cost = 0
        self.optima: list[Board] = []  # up to MOST
        self.cells: list[Cell] = []  # of several: where they differ
        self.lines: list[str] = []  # the numbers that stand there
        self.blocks: list[Cell] | None = None  # the fewest cells that leave one
        self.is_blockable: bool | None = None  # whether there are any
        self.too_few_blocks = 0  # so many do not
        self.too_few = 0  # so many ends that are moved do not leave one
        self.repair: Repair | None = None  # the fewest that do, and the puzzle that comes of them
        self.spare: list[int] = []  # of one: the lines that could be left out
        self.tried = 0  # drafts, of which each says where ends go
        self.is_done = False

    def explore(self) -> None:
        """Find out everything."""
        optima = Optima(self.puzzle)
        if not optima.best:
            self.stage = "looking for the fewest lines that cannot be drawn together"
            self.verdict = "none"
            self.clash = smallest_clash(self.puzzle)
        else:
            self.cost = optima.cost
            self.stage = "looking for other optima"
            self.optima = sorted(optima.boards(MOST))
            self.verdict = "several" if len(self.optima) > 1 else "unique"
            (self._mend if self.optima[1:] else self._reduce)()
        self.is_done = True

    def _mend(self) -> None:
        """Find what leaves one optimum."""
        self.cells = list(differing(self.optima))
        self.lines = sorted(numbers_in(self.optima, self.cells), key=int)
        self._move()
        self._block()

    def _move(self) -> None:
        """Find the fewest ends to move, and where to; if it is one, the nearest place."""
        drafts = Moved(self.puzzle)
        for number in range(1, len(filled(self.puzzle)) + 1):
            self.repair = self._moved(drafts, number)
            if self.repair:
                break
            self.too_few = number
        while number == 1 and self.repair and length(self.repair.moves) > 1:
            nearer = self._moved(drafts, number, length(self.repair.moves) - 1)
            if not nearer:
                break
            self.repair = nearer

    def _moved(self, drafts: Moved, number: int, distance: int | None = None) -> Repair | None:
        """So many moves that leave one optimum, none farther than this; None if there are none."""
        what = "a nearer place for an end" if distance else f"{count_noun(number, 'end')} to move"
        while True:
            self.stage = f"looking for {what}: {self.tried} tried"
            draft = drafts.propose(number, distance)
            if not draft:
                return None
            other = rival(draft)
            if not other:
                puzzle = implied(draft)
                return Repair(moves(self.puzzle, puzzle), puzzle)
            drafts.rule_out(draft, other)
            self.tried += 1

    def _block(self) -> None:
        """Find the fewest cells to block."""
        optima, drafts, tried = Optima(self.puzzle), Blocked(self.puzzle, self.cost), 0
        while drafts.is_possible and self.blocks is None:
            number = self.too_few_blocks + 1
            self.stage = f"looking for {count_noun(number, 'cell')} to block: {tried} tried"
            draft = drafts.propose(number)
            if not draft:
                self.too_few_blocks = number
            elif other := rival_among(optima, *draft):
                drafts.rule_out(draft.board, other)
                tried += 1
            else:
                self.blocks = draft.blocked
        self.is_blockable = self.blocks is not None

    def _reduce(self) -> None:
        """Find the lines without which the others stay as they are, in the only optimum."""
        for number in ends(self.puzzle):
            self.stage = f"leaving out line {number}"
            if self._stays_without(str(number)):
                self.spare.append(number)
        self.spare.sort()

    def _stays_without(self, number: str) -> bool:
        """Whether the optimum without a line is the only one, and the same beside that line."""
        without = [[EMPTY if value == number else value for value in row] for row in self.puzzle]
        if not filled(without):
            return False
        rest = [[EMPTY if value == number else value for value in row] for row in self.optima[0]]
        return Optima(without).boards(2) == [rest]
