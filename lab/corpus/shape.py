"""A puzzle's program, grounded once for all boards of a shape: a board is a set of assumptions.

The program is given a choice in place of the facts: which cells are given, and what they have.
The answer sets of a board are those in which that is chosen which its facts would say.  This
holds for programs that conclude no given value themselves: the choice is their lower part.
Source: V. Lifschitz and H. Turner, Splitting a logic program, 1994.
"""

import functools

import decode
import encode
from lab.common.queries import GrowingProgram
from lab.puzzles import Puzzle, Rows

MOST_CELLS = 225  # on larger boards a program for all of them has too many ground rules
OPTIONS = (
    "--configuration=frumpy",  # the fastest here, of all that clasp has
    "--forget-on-step=15",  # all that was learnt from the boards before
)
CHOICE = """
{{ given__(0..{height}-1, 0..{width}-1) }}.
{{ cell(R,C,({values})) }} = 1 :- given__(R,C).
"""


class Shape(GrowingProgram):
    """The program of a puzzle for boards of a height and width, with any given cells."""

    def __init__(self, puzzle: Puzzle, height: int, width: int) -> None:
        self.puzzle = puzzle
        values = given_values(puzzle)
        choice = CHOICE.format(height=height, width=width, values=";".join(values))
        size = encode.format_facts([encode.OPEN * width] * height)
        super().__init__([str(puzzle.encoding)], OPTIONS, size + choice)
        atoms = self.control.symbolic_atoms
        self._blank: dict[tuple[int, int], int] = {}  # the literals by which a cell is not given,
        self._given: dict[tuple[int, int, str], int] = {}  # and by which it has a value
        for atom in atoms.by_signature("given__", 2):
            r, c = atom.symbol.arguments
            self._blank[r.number, c.number] = -atom.literal
        for atom in atoms.by_signature("cell", 3):
            r, c, value = atom.symbol.arguments
            self._given[r.number, c.number, str(value)] = atom.literal
        self._filled = [
            (literal, int(r), int(c), value)
            for literal, (r, c, value) in self.output.shown
            if value not in values
        ]

    def answers(self, board: Rows) -> list[Rows]:
        """The boards of up to two answer sets, in which what is given stays."""
        found: list[Rows] = []

        def note(answer: decode.AnswerSet) -> bool:
            rows, is_true = [list(row) for row in board], answer.model.is_true
            for literal, r, c, value in self._filled:
                if not literal or is_true(literal):
                    rows[r][c] = value
            found.append(rows)
            return True

        assumptions = [
            self._blank[r, c] if value == encode.OPEN else self._given[r, c, value]
            for r, row in enumerate(board)
            for c, value in enumerate(row)
        ]
        self.solve(note, assumptions, models=2)
        return found


def is_fit(puzzle: Puzzle, board: Rows) -> bool:
    """Whether there can be a program for all boards of this shape."""
    return len(board) * len(board[0]) <= MOST_CELLS and bool(given_values(puzzle))


@functools.lru_cache(1)
def given_values(puzzle: Puzzle) -> str:
    """The values of given cells, where figures.py names them."""
    return str(getattr(puzzle.module("figures"), "GIVEN", "")) if puzzle.has("figures") else ""
