"""Boards that may be the only optimum of their ends; each other board rules out many of them.

clingo proposes a draft.  If its ends have another board that costs no more, the two differ by a
swap: some lines go another way.  Wherever the same can be done to a board, it is not the only
optimum of its ends.  So each swap rules out many drafts, and all that are ruled out are none.

Why a swap is good for other boards: say S and T have the same ends, T costs no more, and D are
the cells in which they differ.  Let a board have what S has, in the cells of D and in those to
which they are linked.  Give its cells of D the values that they have in T.  Each cell beside D
has lost as many links as it has gained, as it has between S and T; so an end has one link still,
any other cell of a line two, which makes a way between the two ends of each line, and perhaps
loops.  The shortest ways through these cells are a solution that costs no more, and another one,
as a line of S has left a cell of D.  If one line only differs, its number does not matter.
"""

from collections.abc import Collection, Iterable
from pathlib import Path

from amaze.optima import Optima, differing, numbers_in
from amaze.rules import Board, around, filled, implied
from lab.common.queries import GrowingProgram
from lab.common.words import Cell


class Drafts(GrowingProgram):
    """Boards that are proposed by a program with a part swap(s), which rules out where swap s fits.

    The part takes old(s,R,C,K), the cells of lines that swap s takes from them or joins others
    to, and new(s,R,C), empty cells through which it leads a line.
    """

    def __init__(self, puzzle: Board, programs: Iterable[Path], text: str) -> None:
        super().__init__(list(map(str, programs)), text=text)
        self._numbers = sorted(set(filled(puzzle).values()))
        self._swaps = 0

    def rule_out(self, draft: Board, rival: Board) -> None:
        """Rule out all boards with the swap between a draft and another board."""
        cells = set(differing([draft, rival]))
        lines = filled(draft)
        places = {cell for cell in cells if cell in lines}
        joined = {
            beside
            for cell in places
            for beside in around(cell)
            if beside not in cells and lines.get(beside) == lines[cell]
        }
        old = {cell: lines[cell] for cell in places | joined}
        changed = numbers_in([draft, rival], cells)
        for number in self._numbers if len(changed) == 1 else [""]:
            self._add({cell: number or line for cell, line in old.items()}, cells - places)

    def _add(self, old: dict[Cell, str], new: set[Cell]) -> None:
        """Add a swap."""
        self._swaps += 1
        facts = [f"old({self._swaps},{r},{c},{number}).\n" for (r, c), number in old.items()]
        facts += [f"new({self._swaps},{r},{c}).\n" for r, c in new]
        self.extend("swap", self._swaps, "".join(facts))


def rival(draft: Board) -> Board | None:
    """A board with the same ends that costs no more, in which few lines differ; None without."""
    return rival_among(Optima(implied(draft)), draft)


def rival_among(optima: Optima, draft: Board, avoided: Collection[Cell] = ()) -> Board | None:
    """The same of the optima of these ends; its lines do not go through the avoided cells."""
    found = optima.rival(draft, avoided=avoided)
    if found:
        numbers = set(filled(draft).values())
        for number in sorted(numbers, key=int, reverse=True):
            changed = changed_lines(draft, found)
            if number in changed:
                found = optima.rival(draft, numbers - changed | {number}, avoided) or found
    return found


def changed_lines(draft: Board, board: Board) -> set[str]:
    """The numbers of the lines that differ."""
    return numbers_in([draft, board], differing([draft, board]))
