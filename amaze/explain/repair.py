"""The fewest ends to move, or cells to block, so that a puzzle with several optima has only one.

Both searches go on like this, for N = 1, 2, 3, ... ends or cells:

1. clingo proposes a draft: a board, and at most N ends that are moved, or cells that are blocked
   (moves.lp, blocks.lp).  The board should be the only optimum of its ends.
2. If it is, the search is over.  If not, there is a rival: another board with the same ends, which
   costs no more and avoids the blocked cells.
3. Board and rival differ by a swap: in some cells the lines are drawn in another way.  A board on
   which the same swap can be made is not the only optimum either, so a constraint excludes the
   swap.  It rules out this draft and many others.  Go on with 1.
4. If clingo has no more drafts, N changes do not suffice, and N + 1 are tried.

Why a swap rules out other boards: let S be a board, T its rival, and D the cells in which they
differ.  Let B be a solution of any puzzle, equal to S in D and in the cells to which D is linked
(adjacent cells of a line are linked).  Then B is not the only optimum of its ends:

- Give the cells of D in B the values of T.  The cost does not grow, as T costs no more than S.
- S and T have the same ends, and are equal outside D.  So each cell outside D has as many links
  into D in T as in S, and the changed B still has a way between the ends of each line.
- Keep only the shortest of these ways: they are a solution, and cost no more than B.
- This is not B: as T costs no more than S, some cell of D is no longer on its line of S.

If only one line differs, this holds for any number in its place.  With blocked cells it holds where
no cell of D is blocked.
"""

from pathlib import Path
from typing import NamedTuple

import decode
import encode
from amaze.optima import ENCODING, Optima, differing_cells, numbers_at
from amaze.rules import EMPTY, Board, neighbours_of, numbers_by_cell, puzzle_of
from lab.common.queries import GrowingProgram
from lab.common.words import Cell

HERE = Path(__file__).parent


class EndRepair(NamedTuple):
    """Moves of ends, each the number of the line and two cells, and the puzzle after them."""

    moves: list[tuple[str, Cell, Cell]]
    puzzle: Board


class Draft(NamedTuple):
    """A board and its blocked cells, which no line uses; where ends are moved, none are blocked."""

    board: Board
    blocked: list[Cell]


class Drafts(GrowingProgram):
    """A program that proposes drafts; its part swap(s) excludes boards where swap s can be made."""

    noun: str  # of what is changed
    verb: str  # how it is changed
    optima: Optima | None = None  # of the puzzle, if no draft moves its ends

    def __init__(self, puzzle: Board, paths: list[Path], facts: str, opt_mode: str = "opt") -> None:
        super().__init__(list(map(str, paths)), text=facts)
        self.is_possible = True  # False as soon as no number of changes suffices
        self._numbers = set(numbers_by_cell(puzzle).values())
        self._swaps, self._opt_mode = 0, opt_mode
        self._blocks, self._more = self.literals("block"), self.literals_by_number("more")
        self._farther = self.literals_by_number("farther")

    @property
    def limits(self) -> list[tuple[int, int]]:
        """Pairs of number and distance for `propose`, the strictest first.

        The distance grows for a single change; for several, it is the largest on the board.
        """
        largest = len(self._farther)  # no end can move farther; 0 where no ends move
        nearer = [(1, distance) for distance in range(1, largest)]
        return nearer + [(number, largest) for number in range(1, len(self._more) + 1)]

    def propose(self, number: int, distance: int) -> Draft | None:
        """Return a draft with at most `number` changes, or None; updates `is_possible`.

        No end moves by more than `distance` rows plus columns.
        """
        drafts: list[Draft] = []

        def note_draft(answer: decode.AnswerSet) -> None:
            is_true = answer.model.is_true
            blocked = [cell for cell, literal in self._blocks.items() if is_true(literal)]
            drafts.append(Draft(answer.rows, sorted(blocked)))

        bounds = [self._more.get(number), self._farther.get(distance)]
        assumptions = [-literal for literal in bounds if literal]
        core = self.solve(note_draft, assumptions, models=1, opt_mode=self._opt_mode)
        self.is_possible = core is None or bool(core)
        return drafts[0] if drafts else None

    def find_rival(self, draft: Draft) -> Board | None:
        """Return a board with the same ends that costs no more and avoids the blocked cells.

        None if there is none.  Few of its lines differ, so that the swap rules out many boards.
        """
        board, blocked = draft
        optima = self.optima or Optima(puzzle_of(board))
        rival = optima.find_rival(board, blocked=blocked)
        if rival:
            numbers = set(numbers_by_cell(board).values())
            for number in sorted(numbers, key=int, reverse=True):
                changed = numbers_at([board, rival], differing_cells([board, rival]))
                if number in changed:
                    kept = numbers - changed | {number}
                    rival = optima.find_rival(board, kept, blocked) or rival
        return rival

    def rule_out(self, board: Board, rival: Board) -> None:
        """Exclude all boards on which the swap between a board and its rival can be made."""
        differing = set(differing_cells([board, rival]))
        lines = numbers_by_cell(board)
        needed = {
            place
            for cell in differing & lines.keys()
            for place in [cell, *neighbours_of(cell)]
            if lines.get(place) == lines[cell]
        }
        numberings = [lines]
        if len(numbers_at([board, rival], differing)) == 1:  # one line, which may have any number
            numberings = [dict.fromkeys(lines, number) for number in self._numbers]
        for numbers in numberings:
            self._swaps += 1
            facts = [f"needs_line({self._swaps},{r},{c},{numbers[r, c]}).\n" for r, c in needed]
            facts += [f"needs_empty({self._swaps},{r},{c}).\n" for r, c in differing - needed]
            self.extend("swap", self._swaps, "".join(facts))


class MoveDrafts(Drafts):
    """Boards that may be the only optimum of their ends, some of which are moved."""

    noun, verb = "end", "move"

    def __init__(self, puzzle: Board) -> None:
        size = encode.format_facts([[EMPTY for _ in row] for row in puzzle])
        ends = [f"given({r},{c},{number}).\n" for (r, c), number in numbers_by_cell(puzzle).items()]
        super().__init__(puzzle, [HERE / "moves.lp"], size + "".join(ends))


class BlockDrafts(Drafts):
    """Optima of a puzzle, each with blocked cells, that may be the only ones that are left."""

    noun, verb = "cell", "block"

    def __init__(self, puzzle: Board, optima: Optima) -> None:
        assert optima.best
        programs, cost = [ENCODING, HERE / "blocks.lp"], optima.best[0]
        super().__init__(puzzle, programs, encode.format_facts(puzzle), f"enum,{cost}")
        self.optima = optima


def list_moves(puzzle: Board, repaired: Board) -> list[tuple[str, Cell, Cell]]:
    """Return the moves that lead from one puzzle to another, line by line."""
    before, after = numbers_by_cell(puzzle).items(), numbers_by_cell(repaired).items()
    starts, ends = (
        sorted(cells, key=lambda item: (int(item[1]), item[0]))
        for cells in (before - after, after - before)
    )
    return [(number, start, end) for (start, number), (end, _) in zip(starts, ends)]
