"""Find out everything that there is to explain about a puzzle, step by step."""

from encode import BLANK
from lab.common.clash import Demands, find_smaller_clashes
from lab.common.givens import GivenProgram, Values
from lab.common.words import Cell
from lab.puzzles import Puzzle, Rows


class Exploration:
    """The explanation of a puzzle as far as it is found; explore() runs in a thread."""

    def __init__(self, puzzle: Puzzle, board: Rows) -> None:
        self.board = board
        self.program = GivenProgram(puzzle, board)
        self.stage = "looking for a solution"  # what explore() does now
        self.is_done = False
        self.verdict: str | None = None  # unique, none or several
        self.clash: list[Cell] = []  # given cells without a solution
        self.spare: list[Cell] = []  # of one solution: each of these given cells can go
        self.solutions: list[Values] = []  # two at most
        self.shared: Values = {}  # of several: the values that are the same in all
        self.further: Values | None = None  # given cells that leave the first solution alone
        self.is_fewest = False  # proven: fewer leave several, if it is that solution

    @property
    def differing_cells(self) -> list[Cell]:
        """Where the two solutions differ."""
        cells = {cell for values in self.solutions for cell in values}
        return sorted(c for c in cells if len({values.get(c) for values in self.solutions}) > 1)

    def explore(self) -> None:
        """Find out everything, the verdict first."""
        first = self.program.find_answer()
        if first is None:
            self.verdict, self.stage = "none", "looking for cells that clash"
            self.clash = self.program.find_clashing_cells()
        else:
            self.stage, self.solutions = "looking for another solution", [first]
            self.program.exclude(first)
            second = self.program.find_answer()
            if second is None:
                self.verdict = "unique"
                self._find_spare_cells()
            else:
                self.verdict, self.solutions = "several", [first, second]
                self._find_further_cells(first)
        self.is_done = True

    def _find_spare_cells(self) -> None:
        """Find the given cells without which no other solution appears."""
        program, self.stage = self.program, "leaving out given cells"
        demands = Demands(program, program.given_literals, program.rule_texts)
        cells = set(program.given_literals)
        self.spare = [c for c in sorted(cells) if demands.find_core(cells - {c}) is not None]

    def _find_further_cells(self, first: Values) -> None:
        """Find the fewest blank cells whose values leave the first solution, which is excluded."""
        self.stage = "looking for what is the same in all solutions"
        shared = self.program.find_shared_values().items()
        self.shared = {cell: value for cell, value in shared if first.get(cell) == value}
        self.stage = "looking for the fewest further given cells"
        literals = {
            cell: self.program.answer_literals[cell, value]
            for cell, value in first.items()
            if self.board[cell[0]][cell[1]] == BLANK and cell not in self.shared
        }
        demands = Demands(self.program, literals, self.program.assumptions)
        if demands.find_core(literals) is not None:
            for clash in find_smaller_clashes(demands, set(literals)):
                self.further = {cell: first[cell] for cell in sorted(clash.members)}
                self.is_fewest = clash.is_smallest
