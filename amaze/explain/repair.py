"""The fewest ends to move so that a puzzle with several optima has only one.

The search goes on like this, for N = 1, 2, 3, ... ends:

1. clingo proposes a draft: a board with at most N ends moved (moves.lp).  The draft should be the
   only optimum of its ends.
2. If it is, the search is over.  If not, there is another solution: a board with the same ends that
   costs no more.
3. The two boards differ by a swap: in some cells the lines are drawn in another way.  A board on
   which the same swap can be made is not the only optimum either, so a constraint excludes the
   swap.  The constraint rules out this draft and many others.  Go on with 1.
4. If clingo has no more drafts, N moves do not suffice, and N + 1 are tried.

Why a swap rules out other boards: let S be a board, T the other solution, and D the cells in which
they differ.  Let B be a solution of any puzzle, equal to S in D and in the cells to which D is
linked (adjacent cells of a line are linked).  Then B is not the only optimum of its ends:

- Give the cells of D in B the values of T.  The cost does not grow, as T costs no more than S.
- Each line still leads from one end to the other, as no cell of it lacks a link: a cell of D has
  its links of T.  A cell outside D has the same value in S and T, so it needs as many links in
  both; it keeps those to cells outside D, so it gains as many into D as it loses.
- Keep only the shortest ways between the ends: they are a solution, and cost no more than B.
- This is not B: as T costs no more than S, some cell of D is no longer on its line of S.
"""

from pathlib import Path

import encode
from amaze.rules import BLANK, Board, find_numbers, list_neighbours
from lab.common.words import Cell
from lab.explain.queries import GrowingProgram
from lab.puzzles import find_differing_cells


class Drafts(GrowingProgram):
    """Boards with some ends moved, each a candidate for the only optimum of its ends.

    The program's part swap(s) excludes boards where swap s can be made.
    """

    def __init__(self, givens: Board) -> None:
        ends = find_numbers(givens)
        size = encode.format_facts([[BLANK for _ in row] for row in givens])
        given_facts = [f"given({r},{c},{number}).\n" for (r, c), number in ends.items()]
        path = Path(__file__).with_name("moves.lp")
        super().__init__([str(path)], text=size + "".join(given_facts))
        self._swaps = 0
        self._more = self.list_literals_by_number("more")
        self._farther = self.list_literals_by_number("farther")

    @property
    def limits(self) -> list[tuple[int, int]]:
        """Pairs of number and distance for `propose`, the strictest first.

        The distance grows for a single move; for several, it is the largest on the board.
        """
        largest = len(self._farther)  # no end can move farther
        nearer = [(1, distance) for distance in range(1, largest)]
        return nearer + [(number, largest) for number in range(1, len(self._more) + 1)]

    def propose(self, number: int, distance: int) -> Board | None:
        """Return a draft with at most `number` moves, or None.

        No end moves by more than `distance` rows plus columns.
        """
        boards: list[Board] = []
        bounds = [self._more.get(number), self._farther.get(distance)]
        assumptions = [-literal for literal in bounds if literal]
        self.solve(lambda answer: boards.append(answer.rows), assumptions, models=1)
        return boards[0] if boards else None

    def rule_out(self, board: Board, other_solution: Board) -> None:
        """Exclude all boards on which the swap between a board and another solution can be made."""
        differing = set(find_differing_cells([board, other_solution]))
        lines = find_numbers(board)
        needed = {
            near
            for cell in differing & lines.keys()
            for near in [cell, *list_neighbours(cell)]
            if lines.get(near) == lines[cell]
        }
        self._swaps += 1
        facts = [f"needs_line({self._swaps},{r},{c},{lines[r, c]}).\n" for r, c in needed]
        facts += [f"needs_empty({self._swaps},{r},{c}).\n" for r, c in differing - needed]
        self.extend("swap", self._swaps, "".join(facts))


def list_moves(givens: Board, repaired: Board) -> list[tuple[str, Cell, Cell]]:
    """Return the moves that lead from one puzzle to another: each a line's number and two cells."""
    before, after = find_numbers(givens).items(), find_numbers(repaired).items()
    starts, ends = (
        sorted(cells, key=lambda item: (int(item[1]), item[0]))
        for cells in (before - after, after - before)
    )
    return [(number, start, end) for (start, number), (end, _) in zip(starts, ends)]
