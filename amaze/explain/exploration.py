"""Find out everything that there is to explain about a puzzle, step by step."""

from amaze.explain.clash import find_clashing_lines
from amaze.explain.repair import (
    BlockDrafts,
    EndRepair,
    MoveDrafts,
    find_rival,
    list_moves,
    total_distance,
)
from amaze.optima import Optima, differing_cells, numbers_at
from amaze.rules import EMPTY, Board, ends_by_number, numbers_by_cell, puzzle_of
from lab.common.words import Cell, count_noun

MOST_OPTIMA = 200  # that are compared


class AmazeExploration:
    """The explanation of a puzzle as far as it is found; explore() runs in a thread."""

    def __init__(self, puzzle: Board) -> None:
        self.puzzle = puzzle
        self.stage = "looking for the optimum"  # what explore() does now
        self.is_done = False
        self.verdict: str | None = None  # unique, none or several
        self.clash: list[int] = []  # without a solution: lines that cannot be drawn together
        self.cost = 0  # of the optima
        self.optima: list[Board] = []  # MOST_OPTIMA at most
        self.spare: list[int] = []  # of one optimum: each of these lines can go
        self.cells: list[Cell] = []  # of several: where they differ
        self.lines: list[str] = []  # the numbers in these cells
        self.blocks: list[Cell] | None = None  # the fewest cells to block
        self.is_blockable: bool | None = None  # whether there are such cells
        self.too_few_blocks = 0  # blocked cells: so many do not suffice
        self.repair: EndRepair | None = None  # the fewest ends to move
        self.too_few = 0  # moved ends: so many do not suffice
        self._attempts = 0  # drafts for moved ends

    def explore(self) -> None:
        """Find out everything, the verdict first."""
        optima = Optima(self.puzzle)
        if not optima.best:
            self.stage = "looking for the fewest lines that cannot be drawn together"
            self.verdict = "none"
            self.clash = find_clashing_lines(self.puzzle)
        else:
            self.cost = optima.cost
            self.stage = "looking for other optima"
            self.optima = sorted(optima.list_boards(MOST_OPTIMA))
            if len(self.optima) == 1:
                self.verdict = "unique"
                self._find_spare_lines()
            else:
                self.verdict = "several"
                self.cells = differing_cells(self.optima)
                self.lines = sorted(numbers_at(self.optima, self.cells), key=int)
                self._find_moves()
                self._find_blocks()
        self.is_done = True

    def _find_spare_lines(self) -> None:
        """Find the lines without which the others stay as they are, as the only optimum."""
        for line in ends_by_number(self.puzzle):
            self.stage = f"leaving out line {line}"
            puzzle, optimum = (
                [[EMPTY if value == str(line) else value for value in row] for row in board]
                for board in (self.puzzle, self.optima[0])
            )
            if numbers_by_cell(puzzle) and Optima(puzzle).list_boards(2) == [optimum]:
                self.spare.append(line)
        self.spare.sort()

    def _find_moves(self) -> None:
        """Find the fewest ends to move, and where to; a single end goes to the nearest place."""
        drafts, ends = MoveDrafts(self.puzzle), len(numbers_by_cell(self.puzzle))
        number = 0
        while not self.repair and number < ends:
            self.too_few, number = number, number + 1
            purpose = f"{count_noun(number, 'end')} to move"
            self.repair = self._find_repair(drafts, purpose, number)
        nearer = self.repair if number == 1 else None
        while nearer:
            self.repair, distance = nearer, total_distance(nearer.moves) - 1
            purpose = "a nearer place for an end"
            nearer = self._find_repair(drafts, purpose, 1, distance) if distance else None

    def _find_repair(
        self, drafts: MoveDrafts, purpose: str, number: int, distance: int | None = None
    ) -> EndRepair | None:
        """Return a repair with at most `number` moved ends, none farther than `distance`."""
        while True:
            self.stage = f"looking for {purpose}: {self._attempts} tried"
            board = drafts.propose(number, distance)
            if not board:
                return None
            rival = find_rival(board)
            if not rival:
                puzzle = puzzle_of(board)
                return EndRepair(list_moves(self.puzzle, puzzle), puzzle)
            drafts.rule_out(board, rival)
            self._attempts += 1

    def _find_blocks(self) -> None:
        """Find the fewest cells to block."""
        optima, drafts, attempts = Optima(self.puzzle), BlockDrafts(self.puzzle, self.cost), 0
        while drafts.is_possible and self.blocks is None:
            number = self.too_few_blocks + 1
            self.stage = f"looking for {count_noun(number, 'cell')} to block: {attempts} tried"
            draft = drafts.propose(number)
            if not draft:
                self.too_few_blocks = number
            elif rival := find_rival(draft.board, optima, draft.blocked):
                drafts.rule_out(draft.board, rival)
                attempts += 1
            else:
                self.blocks = draft.blocked
        self.is_blockable = self.blocks is not None
