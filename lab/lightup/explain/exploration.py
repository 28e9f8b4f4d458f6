"""Find out everything that there is to explain about a puzzle, step by step."""

from lab.common.clash import Clash, find_smaller_clashes
from lab.common.words import Cell
from lab.lightup.explain.clash import ClueClash, demand_clues, explain_clash
from lab.lightup.explain.repair import ChangedPuzzle, find_repairs
from lab.lightup.query import Query, join_rows
from lab.lightup.rules import CLUES, Board, find_cells, white_cells

COUNT_LIMIT = 1000  # more solutions than these are not counted


class LightUpExploration:
    """The explanation of a puzzle as far as it is found; explore() runs in a thread.

    An attribute is None as long as it is unknown, or if it does not apply.
    """

    def __init__(self, board: Board, fewest_clues: bool = False) -> None:
        self.board, self.fewest_clues = board, fewest_clues
        self.stage = "grounding"  # what explore() does now
        self.is_done = False
        self.verdict: str | None = None  # none, several or unique
        self.solutions: list[Board] = []  # two at most
        self.count: int | None = None  # of solutions, COUNT_LIMIT + 1 for more
        self.bulbs: set[Cell] | None = None  # cells with a bulb in all solutions,
        self.empty: set[Cell] | None = None  # with a bulb in none,
        self.differ: set[Cell] | None = None  # with a bulb in some of them
        self.clash: ClueClash | None = None  # without a solution
        self.repair: ChangedPuzzle | None = None  # of several solutions
        self.superfluous: set[Cell] | None = None  # of one: each of these clues can go
        self.sufficient: Clash[Cell] | None = None  # of one: clues that no other solution meets

    @property
    def is_explained(self) -> bool:
        """Whether only improvements and proofs are still open."""
        return bool(self.clash or self.repair or self.sufficient)

    def explore(self) -> None:
        """Find out everything, the verdict first."""
        self.solve()
        clues = set(find_cells(self.board, CLUES))
        if self.verdict == "none":
            self.stage = "looking for a smallest clash"
            for clash in find_smaller_clashes(demand_clues(self.board), clues):
                if self.clash and self.clash.clues == clash.members:
                    self.clash = self.clash._replace(is_smallest=clash.is_smallest)
                else:
                    self.clash = explain_clash(self.board, clash)
        elif self.verdict == "unique":
            self.stage = "looking for superfluous clues"
            demands = demand_clues(self.board, self.solutions[0])
            self.superfluous = {
                clue for clue in clues if demands.find_core(clues - {clue}) is not None
            }
            if self.fewest_clues:
                self.stage = "looking for the fewest clues"
                for sufficient in find_smaller_clashes(demands, clues):
                    self.sufficient = sufficient
        else:
            self.stage = "looking for the fewest changes"
            for repair in find_repairs(self.board):
                self.repair = repair
        self.is_done = True

    def solve(self) -> None:
        """Find the verdict, the number of solutions, and the cells that they share."""
        query = Query(self.board, "models/rules", "models/puzzle")
        self.stage = "looking for solutions"
        query.solve(lambda answer: self.solutions.append(join_rows(answer.rows)), models=2)
        self.verdict = ("none", "unique", "several")[len(self.solutions)]
        if self.solutions:
            self.stage = "comparing the solutions"
            in_all, in_some = query.consequences("cautious"), query.consequences("brave")
            assert in_all is not None and in_some is not None
            self.bulbs, self.empty = in_all, white_cells(self.board) - in_some
            self.differ = in_some - in_all
            self.stage = "counting the solutions"
            self.count = query.count(COUNT_LIMIT + 1)
