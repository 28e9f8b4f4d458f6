"""The fewest changes after which a puzzle with several solutions has exactly one.

A change writes the number of its bulbs on an unnumbered black cell, or makes a white cell black.
clingo proposes a solution that is to remain, with the fewest changes (repair.lp).  If the changed
puzzle has another solution, the two differ by a swap: some bulbs go, others come.  A solution is
not the only one if the same swap is possible in it; so each swap rules out this proposal and
similar ones.  The number of changes that clingo proposes is a lower bound for all other repairs.

Further changes make a repair of each refuted proposal, so that a first repair is found soon.
"""

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

import decode
from lab.common.words import Cell
from lab.explain.clash import shrink_clash
from lab.lightup import rules
from lab.lightup.board_program import BoardProgram, join_rows
from lab.lightup.explain.clash import demand_clues, format_solution_facts
from lab.lightup.rules import BLANK, CLUES, UNNUMBERED, Board
from lab.puzzles import find_default_puzzle


class ChangedPuzzle(NamedTuple):
    """A puzzle after changes, with one of its solutions: of a repair, the only one."""

    solution: Board
    changes: set[Cell]
    is_smallest: bool = False  # proven: no repair has fewer changes

    @property
    def puzzle(self) -> Board:
        return rules.bare(self.solution)


def find_repairs(board: Board) -> Iterator[ChangedPuzzle]:
    """Yield better and better repairs of a puzzle with several solutions.

    The last one comes a second time when it is proven that fewer changes do not suffice.  The
    changes are clues if clues can leave one solution; otherwise cells become black.
    """
    proposals, complete = Proposals(board, "writing"), repair_by_clues
    proposal = find_repair_by_all_clues(proposals)
    if not proposal:
        proposals, complete = Proposals(board, "blackening"), repair_by_black_cells
        proposal = proposals.propose()
    best, fewest = None, inf
    while proposal and len(proposal.changes) < fewest:
        repair = complete(board, proposal) if proposals.refute(proposal) else proposal
        if repair and len(repair.changes) < fewest:
            best, fewest = repair, len(repair.changes)
            yield best
        proposal = proposals.propose()
    if best:
        yield best._replace(is_smallest=True)


def find_repair_by_all_clues(proposals: "Proposals") -> ChangedPuzzle | None:
    """Return a repair with clues on all black cells; None if clues never leave a single solution.

    Rules out each solution whose clues also have another solution.
    """
    while proposals.change_literals and (proposal := proposals.propose(all_changes=True)):
        if not proposals.refute(proposal):
            return proposal
    return None


class Proposals(BoardProgram):
    """Solutions with changes of one kind, `writing` or `blackening` (see repair.lp)."""

    def __init__(self, board: Board, kind: str) -> None:
        programs = ("models/relaxed", "models/strict", "explain/repair")
        super().__init__(board, *programs, facts=f"{kind}.\n", options=["--opt-strategy=usc"])
        self.board, self.swaps, self.change_literals = board, 0, self.list_literals("change")

    def propose(self, all_changes: bool = False) -> ChangedPuzzle | None:
        """Return a solution with the fewest changes, or with all; None if all are ruled out.

        The changed puzzle may have other solutions.
        """
        proposals: list[ChangedPuzzle] = []

        def note_proposal(answer: decode.AnswerSet) -> None:
            solution, is_true = join_rows(answer.rows), answer.model.is_true
            clues = rules.add_clues(solution)
            changes = {cell for cell, literal in self.change_literals.items() if is_true(literal)}
            characters = {
                (r, c): UNNUMBERED if self.board[r][c] == BLANK else clues[r][c] for r, c in changes
            }
            proposals.append(ChangedPuzzle(rules.replace_cells(solution, characters), changes))

        assumptions = self.change_literals.values() if all_changes else ()
        models, opt_mode = (1, "ignore") if all_changes else (0, "opt")
        self.solve(note_proposal, assumptions, models, opt_mode)
        return proposals[-1] if proposals else None

    def refute(self, proposal: ChangedPuzzle) -> bool:
        """Rule out the swaps that lead to other solutions; return whether there are any."""
        solution, bulbs = proposal.solution, rules.find_bulbs(proposal.solution)
        clues, unnumbered = rules.add_clues(solution), rules.find_cells(self.board, UNNUMBERED)
        before = self.swaps
        for other_solution in find_other_solutions(solution):
            self.swaps += 1
            other_bulbs = rules.find_bulbs(other_solution)
            other_clues = rules.add_clues(other_solution)
            parts = {
                "out": bulbs - other_bulbs,
                "in": other_bulbs - bulbs,
                "clue": [(r, c) for r, c in unnumbered if clues[r][c] != other_clues[r][c]],
            }
            facts = [
                f"swap({self.swaps},{part},{r},{c}).\n" for part in parts for r, c in parts[part]
            ]
            self.extend("swap", self.swaps, "".join(facts))
        return self.swaps > before


def find_other_solutions(solution: Board) -> Iterator[Board]:
    """Yield other solutions of the same puzzle, each as similar as possible.

    A bulb of `solution` that one of them lacks is in all later ones.
    """
    program = BoardProgram(
        rules.bare(solution),
        *("models/relaxed", "models/strict", "explain/other", "explain/nearest"),
        facts=format_solution_facts(solution),
        options=["--opt-strategy=usc"],
    )
    gone, kept = program.list_literals("gone"), list[int]()
    while other_solution := program.find_best(kept):
        yield other_solution
        removed = rules.find_bulbs(solution) - rules.find_bulbs(other_solution)
        kept += [-gone[cell] for cell in removed]


def repair_by_clues(board: Board, proposal: ChangedPuzzle) -> ChangedPuzzle | None:
    """Return a repair that writes clues until only the proposed solution is left.

    Each clue is necessary.  None if clues cannot do it.
    """
    unnumbered = set(rules.find_cells(board, UNNUMBERED))
    solution, puzzle = proposal.solution, rules.add_clues(proposal.solution)
    demands = demand_clues(puzzle, solution, always=rules.find_cells(board, CLUES))
    core = demands.find_core(unnumbered)
    if core is None:
        return None
    needed = shrink_clash(demands, core)
    clues = {(r, c): puzzle[r][c] for r, c in needed}
    characters = dict.fromkeys(unnumbered, UNNUMBERED) | clues
    return ChangedPuzzle(rules.replace_cells(solution, characters), needed)


def repair_by_black_cells(board: Board, proposal: ChangedPuzzle) -> ChangedPuzzle:
    """Return a repair that makes cells black until one solution is left, similar to the proposal.

    While there is another solution, a cell where only that solution has a bulb becomes black: the
    cell that leaves the fewest other cells dark.  Cells that are left dark also become black.  At
    the end each new black cell becomes white again if that leaves one solution.  Each is tried
    once, so some may stay black without need.
    """
    solution = proposal.solution
    while other_solution := next(find_other_solutions(solution), None):
        cells = sorted(rules.find_bulbs(other_solution) - rules.find_bulbs(solution))
        boards = [rules.replace_cells(solution, {cell: UNNUMBERED}) for cell in cells]
        solution = min(boards, key=lambda board: len(rules.find_dark_cells(board)))
        dark = rules.find_dark_cells(solution)
        solution = rules.replace_cells(solution, dict.fromkeys(dark, UNNUMBERED))
    for cell in sorted(rules.find_white_cells(board) - rules.find_white_cells(solution)):
        puzzle = rules.replace_cells(rules.bare(solution), {cell: BLANK})
        solutions = find_default_puzzle().find_two_solutions(puzzle)
        solution = solutions[0] if len(solutions) == 1 else solution
    return ChangedPuzzle(solution, rules.find_white_cells(board) - rules.find_white_cells(solution))
