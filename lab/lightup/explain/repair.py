"""The fewest changes after which a puzzle has exactly one solution.

A change writes the number of its bulbs on an unnumbered black cell, or blackens a white cell.
clingo proposes a solution that is to remain, with the fewest changes (repair.lp).  If the puzzle
so changed has other solutions, the proposal is refuted: what distinguishes them, swaps of bulbs,
rules out this and similar proposals.  More changes complete a refuted proposal to a repair, so a
repair is known soon; the number of changes that clingo proposes is a lower bound for all others.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import decode
from lab.common.words import Cell
from lab.lightup.explain.clash import irreducible, known_bulbs, switched
from lab.lightup.query import Query, board_of
from lab.lightup.rules import (
    BULB,
    CLUES,
    OPEN,
    UNNUMBERED,
    Board,
    bare,
    bulbs_beside,
    cells,
    dark,
    white,
)


class Repair(NamedTuple):
    """A changed puzzle by its solution, and the changed cells."""

    solution: Board
    cells: set[Cell]
    fewest: bool = False  # proved: no fewer changes do

    @property
    def puzzle(self) -> Board:
        """The changed puzzle."""
        return bare(self.solution)


def repairs(board: Board) -> Iterator[Repair]:
    """Ever better repairs of a puzzle with several solutions.

    Clues are written if that can leave one solution, whichever it is; else cells are blackened.
    """
    writing = Proposals(board, "writing")
    everything = list(writing.changes.values())
    while everything and (proposal := writing.propose(everything, opt_mode="ignore")):
        if not writing.refute(proposal):
            yield from ever_fewer(writing, proposal, with_clues)
            return
    blackening = Proposals(board, "blackening")
    yield from ever_fewer(blackening, blackening.propose(), with_black)


def ever_fewer(
    proposals: "Proposals",
    proposal: Repair | None,
    complete: Callable[[Board, Repair], Repair | None],
) -> Iterator[Repair]:
    """Repairs with ever fewer changes; the last one comes again, as one with the fewest.

    complete(board, proposal) returns a repair for the proposed solution, if there is one.
    """
    best: Repair | None = None
    while proposal and has_fewer(proposal, best):
        candidates = [complete(proposals.board, proposal)]
        if not proposals.refute(proposal):
            candidates.insert(0, proposal)
        for repair in candidates:
            if repair and has_fewer(repair, best):
                best = repair
                yield best
        proposal = proposals.propose()
    if best:
        yield best._replace(fewest=True)


def has_fewer(repair: Repair, best: Repair | None) -> bool:
    """Whether a repair has fewer changes than the best one so far, or is the first."""
    return best is None or len(repair.cells) < len(best.cells)


class Proposals(Query):
    """The fewest changes of one kind, writing or blackening, that no known swap rules out."""

    def __init__(self, board: Board, kind: str) -> None:
        programs = ("models/rules", "models/puzzle", "explain/repair")
        super().__init__(board, *programs, facts=f"{kind}.\n", options=["--opt-strategy=usc"])
        self.board, self.changes, self.swaps = board, self.literals("change"), 0

    def propose(self, assumptions: Iterable[int] = (), opt_mode: str = "opt") -> Repair | None:
        """A solution and changes that go with it; None if all solutions are refuted."""
        found: list[Repair] = []

        def note(answer: decode.AnswerSet) -> None:
            solution, is_true = board_of(answer.rows), answer.model.is_true
            places = {cell for cell, literal in self.changes.items() if is_true(literal)}
            kinds = {
                (r, c): UNNUMBERED if self.board[r][c] == OPEN else clue(solution, (r, c))
                for r, c in places
            }
            found.append(Repair(put(solution, kinds), places))

        self.solve(note, assumptions, models=0 if opt_mode == "opt" else 1, opt_mode=opt_mode)
        return found[-1] if found else None

    def refute(self, proposal: Repair) -> bool:
        """Rule a proposal out if the changed puzzle has other solutions; returns whether it has."""
        before = self.swaps
        for other in others(proposal.solution):
            self._learn(proposal.solution, other)
        return self.swaps > before

    def _learn(self, solution: Board, other: Board) -> None:
        """Rule out what the swap of bulbs between two solutions refutes."""
        old, new = bulbs(solution), bulbs(other)
        unnumbered = cells(self.board, UNNUMBERED)
        seen = {cell for cell in unnumbered if clue(solution, cell) != clue(other, cell)}
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
        bare(solution),
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
    unnumbered = set(cells(board, UNNUMBERED))
    numbers = {cell: clue(proposal.solution, cell) for cell in unnumbered}
    solution = put(proposal.solution, numbers)
    demands = switched(bare(solution), solution, always=cells(board, CLUES))
    if demands.meet(unnumbered) is not None:
        return None
    needed = irreducible(demands, demands.core)
    return Repair(put(solution, dict.fromkeys(unnumbered - needed, UNNUMBERED)), needed)


def with_black(board: Board, proposal: Repair) -> Repair:
    """A repair by blackened cells near a proposed solution; none of them can stay white."""
    solution = without_rivals(proposal.solution)
    for cell in sorted(white(board) - white(solution)):
        solution = only_solution(put(bare(solution), {cell: OPEN})) or solution
    return Repair(solution, white(board) - white(solution))


def without_rivals(solution: Board) -> Board:
    """The solution with cells made black so that its puzzle has no other one."""
    while rivals := list(others(solution)):
        for rival in rivals:
            moved = bulbs(rival) - bulbs(solution)
            if moved.issubset(cells(solution, OPEN)):  # else an earlier rival's cell stops it, too
                solution = blackened(solution, moved)
    return solution


def only_solution(puzzle: Board) -> Board | None:
    """The solution of a puzzle, if it has exactly one."""
    found = Query(puzzle, "models/rules", "models/puzzle").solutions(2)
    return found[0] if len(found) == 1 else None


def blackened(solution: Board, places: set[Cell]) -> Board:
    """The solution with one of the places black, chosen to leave the fewest cells dark.

    The dark cells are made black as well; no light passes there, so nothing else goes dark.
    """
    tried = [put(solution, {cell: UNNUMBERED}) for cell in sorted(places)]
    best = min(tried, key=lambda board: len(dark(board)))
    return put(best, dict.fromkeys(dark(best), UNNUMBERED))


def put(board: Board, kinds: dict[Cell, str]) -> Board:
    """The board with other characters in some cells."""
    rows = [list(row) for row in board]
    for (r, c), kind in kinds.items():
        rows[r][c] = kind
    return ["".join(row) for row in rows]


def clue(solution: Board, cell: Cell) -> str:
    """The clue that a black cell has by this solution."""
    return str(bulbs_beside(solution, cell))


def bulbs(solution: Board) -> set[Cell]:
    """The cells with a bulb."""
    return set(cells(solution, BULB))
