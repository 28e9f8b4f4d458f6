"""The program of a puzzle, grounded once for all boards of a size; assumptions select a board."""

from pathlib import Path

import decode
import encode
from lab.common.words import list_cells
from lab.explain.queries import GrowingProgram
from lab.puzzles import Puzzle, Rows

SHAPE_RULES = Path(__file__).with_suffix(".lp")
MOST_CELLS = 225  # for larger boards such a program has too many ground rules
MOST_CONFLICTS = 2000  # in one search; after that NAME.lp, grounded for the board, may be faster
CLASP_OPTIONS = (
    "--configuration=frumpy",  # the fastest here, of all that clasp has
    "--forget-on-step=15",  # forget all that was learnt from the boards before
)


class ShapeProgram(GrowingProgram):
    """The program of a puzzle for boards of a height and width, with any given cells."""

    def __init__(self, puzzle: Puzzle, given_values: str, height: int, width: int) -> None:
        facts = [
            encode.format_facts([encode.BLANK * width] * height),
            *(f"shape_row({r})." for r in range(height)),
            *(f"shape_column({c})." for c in range(width)),
            *(f"shape_value({value})." for value in given_values),
        ]
        super().__init__([str(puzzle.encoding), str(SHAPE_RULES)], CLASP_OPTIONS, "\n".join(facts))
        self._blank = {cell: -lit for cell, lit in self.literals("shape_given").items()}
        self._given: dict[tuple[int, int, str], int] = {}  # the literal of a given cell's value
        for atom in self.control.symbolic_atoms.by_signature("cell", 3):
            r, c, value = atom.symbol.arguments
            self._given[r.number, c.number, str(value)] = atom.literal
        self._answer_cells = [
            (literal, int(r), int(c), value)
            for literal, (r, c, value) in self.output.shown
            if value not in given_values
        ]

    def find_two_answers(self, board: Rows) -> list[Rows] | None:
        """Return the boards of up to two answer sets, which may be equal.

        None if that takes more than MOST_CONFLICTS.
        """
        answers: list[Rows] = []

        def collect(answer: decode.AnswerSet) -> bool:
            rows, is_true = [list(row) for row in board], answer.model.is_true
            for literal, r, c, value in self._answer_cells:
                if not literal or is_true(literal):
                    rows[r][c] = value
            answers.append(rows)
            return True

        assumptions = [
            self._blank[r, c] if value == encode.BLANK else self._given[r, c, value]
            for (r, c), value in list_cells(board)
        ]
        self.control.configuration.solve.solve_limit = str(MOST_CONFLICTS)  # type: ignore[union-attr]
        self.solve(collect, assumptions, models=2)
        return answers if len(answers) == 2 or self.result.exhausted else None
