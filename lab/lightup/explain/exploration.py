"""Finds out what there is to explain about a puzzle, step by step."""

from typing import NamedTuple

from lab.common.words import Cell
from lab.lightup.explain.clash import Subset, smallest, superfluous, switched
from lab.lightup.explain.reason import Reason
from lab.lightup.explain.repair import Repair, only_solution, put, repairs
from lab.lightup.query import Query, board_of
from lab.lightup.rules import CLUES, UNNUMBERED, Board, cells, is_solved, white

COUNTED = 1000  # solutions, before there are just more


class Clash(NamedTuple):
    """Clues that clash, by themselves in the grid, and why they do."""

    clues: Subset
    board: Board
    reason: Reason


class Exploration:
    """What is known of a puzzle; explore() fills it in while other threads read it.

    None means: not known yet, or it does not apply.
    """

    def __init__(self, board: Board, fewest_clues: bool = False) -> None:
        self.board, self.fewest_clues = board, fewest_clues
        self.stage = "grounding"  # what explore() does now, or is waited for after it
        self.is_done = False
        self.verdict: str | None = None  # none, several or unique
        self.solutions: list[Board] = []  # two at most
        self.count: int | None = None  # of solutions, not above COUNTED + 1
        self.bulbs: set[Cell] | None = None  # the backbone: cells with a bulb in all solutions,
        self.empty: set[Cell] | None = None  # and cells with a bulb in none
        self.differ: set[Cell] | None = None  # the other white cells
        self.clash: Clash | None = None
        self.repair: Repair | None = None
        self.superfluous: set[Cell] | None = None  # clues
        self.sufficient: Subset | None = None  # clues

    @property
    def is_explained(self) -> bool:
        """Whether the rest is improvement and proof of what is known."""
        return bool(self.clash or self.repair or self.sufficient)

    def explore(self) -> None:
        """Find out all there is, the verdict first."""
        self.solve()
        if self.verdict == "none":
            self._find_clash()
        elif self.verdict == "unique":
            self._find_clues(self.solutions[0])
        else:
            self._find_repair()
        self.is_done, self.stage = True, "waiting for the encoding"

    def solve(self) -> None:
        """The verdict, and what all solutions have in common."""
        query = Query(self.board, "models/rules", "models/puzzle")
        self.stage = "looking for solutions"
        query.solve(lambda answer: self.solutions.append(board_of(answer.rows)), models=2)
        self.verdict = ("none", "unique", "several")[len(self.solutions)]
        if self.solutions:
            self.stage = "comparing the solutions"
            certain, possible = query.consequences("cautious"), query.consequences("brave")
            assert certain is not None and possible is not None
            self.bulbs, self.empty = certain, white(self.board) - possible
            self.differ = possible - certain
            self.stage = "counting the solutions"
            self.count = query.count(COUNTED + 1)

    def _find_clash(self) -> None:
        self.stage = "looking for a smallest clash"
        for clues in smallest(self.board, switched(self.board)):
            if self.clash and self.clash.clues.cells == clues.cells:
                self.clash = self.clash._replace(clues=clues)
            else:
                others = set(cells(self.board, CLUES)) - clues.cells
                board = put(self.board, dict.fromkeys(others, UNNUMBERED))
                self.clash = Clash(clues, board, Reason(board))

    def _find_clues(self, solution: Board) -> None:
        self.stage = "looking for superfluous clues"
        demands = switched(self.board, solution)
        self.superfluous = superfluous(demands, set(cells(self.board, CLUES)))
        if self.fewest_clues:
            self.stage = "looking for the fewest clues"
            for kept in smallest(self.board, demands):
                self.sufficient = kept

    def _find_repair(self) -> None:
        self.stage = "looking for the fewest changes"
        for repair in repairs(self.board):
            assert only_solution(repair.puzzle) == repair.solution and is_solved(repair.solution)
            self.repair = repair
