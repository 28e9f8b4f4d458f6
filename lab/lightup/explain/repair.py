"""The fewest changes after which a puzzle has exactly one solution.

A change writes the number of its bulbs on an unnumbered black cell, or blackens a white cell.
The fewest changes that nothing speaks against are proposed, with the solution that is to
remain (repair.lp).  Other solutions of the puzzle so changed refute them, and the swaps of
bulbs that lead there speak against further proposals.  A refuted proposal is completed by
more changes, so there is soon a repair, and the proposals tell how much better it may get.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import clingo

from lab.lightup.explain.clash import irreducible, known_bulbs, switched
from lab.lightup.query import Query
from lab.lightup.rules import BULB, CLUES, OPEN, Board, cells, dark, neighbours, white
from lab.words import Cell


class Repair(NamedTuple):
    """A changed puzzle by its solution, and the changed cells."""

    solution: Board
    cells: set[Cell]
    fewest: bool = False  # proved: no fewer changes do

    @property
    def puzzle(self) -> Board:
        return unsolved(self.solution)


def repairs(board: Board) -> Iterator[Repair]:
    """Ever better repairs of a puzzle with several solutions.

    Clues are written if any solution can be settled so, else cells are blackened.
    """
    writing = Proposals(board, "writing")
    everything = list(writing.changes.values())
    while everything and (proposal := writing.propose(everything, opt_mode="ignore")):
        if not writing.refuted(proposal):
            yield from improved(writing, proposal, with_clues)
            return
    blackening = Proposals(board, "blackening")
    yield from improved(blackening, blackening.propose(), with_black)


def improved(
    proposals: "Proposals",
    proposal: Repair | None,
    completed: Callable[[Board, Repair], Repair | None],
) -> Iterator[Repair]:
    """Repairs with ever fewer changes, from a proposal that can be completed."""
    board = proposals.board
    best: Repair | None = None
    while proposal and (not best or len(proposal.cells) < len(best.cells)):
        stands = not proposals.refuted(proposal)
        for better in (proposal if stands else None, completed(board, proposal)):
            if better and (not best or len(better.cells) < len(best.cells)):
                best = better
                yield best
        proposal = proposals.propose()
    if best:
        yield best._replace(fewest=True)


class Proposals(Query):
    """The fewest changes of one kind, writing or blackening, that nothing speaks against."""

    def __init__(self, board: Board, kind: str) -> None:
        options = ["--opt-strategy=usc"]
        super().__init__(
            board,
            "models/rules",
            "models/puzzle",
            "explain/repair",
            facts=f"{kind}.\n",
            options=options,
        )
        self.board, self.changes, self.swaps = board, self.literals("change"), 0

    def propose(self, assumptions: Iterable[int] = (), opt_mode: str = "opt") -> Repair | None:
        """A solution and changes that go with it; None if all solutions are refuted."""
        found: list[Repair] = []

        def note(model: clingo.Model) -> None:
            solution = self.grid(model).split()
            places = {cell for cell, literal in self.changes.items() if model.is_true(literal)}
            kinds = {
                (r, c): "x" if self.board[r][c] == OPEN else number(solution, (r, c))
                for r, c in places
            }
            found.append(Repair(put(solution, kinds), places))

        self.ask(assumptions, note, models=0 if opt_mode == "opt" else 1, opt_mode=opt_mode)
        return found[-1] if found else None

    def refuted(self, proposal: Repair) -> bool:
        """Whether the changed puzzle has other solutions; their swaps speak against proposals."""
        before = self.swaps
        for other in others(proposal.solution):
            self._learn(proposal.solution, other)
        return self.swaps > before

    def _learn(self, solution: Board, other: Board) -> None:
        old, new = bulbs(solution), bulbs(other)
        unnumbered = cells(self.board, "x")
        seen = {cell for cell in unnumbered if number(solution, cell) != number(other, cell)}
        self.swaps += 1
        facts = [
            f"swap({self.swaps},{part},{r},{c}).\n"
            for part, places in (("out", old - new), ("in", new - old), ("seen", seen))
            for r, c in places
        ]
        self.extend("swap", self.swaps, "".join(facts))


def others(solution: Board) -> Iterator[Board]:
    """Other solutions of the same puzzle, each as near as can be, that take different bulbs."""
    query = Query(
        unsolved(solution),
        *("models/rules", "models/puzzle", "explain/other", "explain/nearest"),
        facts=known_bulbs(solution),
        options=["--opt-strategy=usc"],
    )
    gone = query.literals("gone")
    kept: list[int] = []
    while found := query.solutions(0, kept):
        nearest = found[-1]
        yield nearest
        kept += [-gone[cell] for cell in bulbs(solution) - bulbs(nearest)]


def with_clues(board: Board, proposal: Repair) -> Repair | None:
    """The proposed solution settled by an irreducible set of clues, if clues can do that."""
    unnumbered = set(cells(board, "x"))
    numbers = {cell: number(proposal.solution, cell) for cell in unnumbered}
    solution = put(proposal.solution, numbers)
    demands = switched(unsolved(solution), solution, always=cells(board, CLUES))
    if demands.meet(unnumbered) is not None:
        return None
    needed = irreducible(demands, demands.core)
    return Repair(put(solution, dict.fromkeys(unnumbered - needed, "x")), needed)


def with_black(board: Board, proposal: Repair) -> Repair:
    """The proposed solution settled by an irreducible set of blackened cells.

    Of another solution, the place of a bulb is blackened that leaves the fewest cells dark,
    and these as well: no light passes there, so nothing else goes dark.
    """
    solution, settled = proposal.solution, False
    while not settled:
        settled = True
        for other in others(solution):
            settled = False
            new = bulbs(other) - bulbs(solution)
            if all(solution[r][c] == OPEN for r, c in new):
                tried = [put(solution, {cell: "x"}) for cell in sorted(new)]
                solution = min(tried, key=lambda board: len(dark(board)))
                solution = put(solution, dict.fromkeys(dark(solution), "x"))
    for cell in sorted(white(board) - white(solution)):
        found = Query(
            put(unsolved(solution), {cell: OPEN}), "models/rules", "models/puzzle"
        ).solutions(2)
        if len(found) == 1:
            solution = found[0]
    return Repair(solution, white(board) - white(solution))


def put(board: Board, kinds: dict[Cell, str]) -> Board:
    """The board with other characters in some cells."""
    rows = [list(row) for row in board]
    for (r, c), kind in kinds.items():
        rows[r][c] = kind
    return ["".join(row) for row in rows]


def number(solution: Board, cell: Cell) -> str:
    """The clue that a black cell has by this solution."""
    return str(sum(solution[r][c] == BULB for r, c in neighbours(solution, cell)))


def unsolved(solution: Board) -> Board:
    return [row.replace(BULB, OPEN) for row in solution]


def bulbs(solution: Board) -> set[Cell]:
    return set(cells(solution, BULB))
