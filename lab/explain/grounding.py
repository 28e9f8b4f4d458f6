"""A puzzle's logic program in which each given cell and each constraint can be left out.

Given cells are a choice, of all values if the puzzle's boards have no blank cells.  Each constraint
of NAME.lp holds only together with an atom of its own.  Questions assume these choices and atoms;
an unsatisfiable core names some that clash.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Any

import decode
from encode import BLANK
from lab.common.language import translate
from lab.common.words import Cell, format_cells, list_cells
from lab.explain.clash import Demands, shrink_clash
from lab.explain.queries import OpenProgram, limit_cost
from lab.explain.switching import SWITCH, switch_constraints
from lab.notations import list_choices
from lab.puzzles import Board, Puzzle

SWITCHES = Path(__file__).with_name("switches.lp")
CellValues = dict[Cell, str]
CellValue = tuple[Cell, str]


class GivenProgram(OpenProgram):
    """The program of a puzzle and a board of h rows of w cells, grounded once.

    `given_literals` has the literals of given cells, `played_literals` those of the values that
    another board has in addition, perhaps over given cells; `answer_literals` the literals of all
    other values that answers show; `rule_texts` the text of each constraint by its literal.  If
    solutions have a cost, `cost` is that of the optima of the puzzle beneath the board, and dearer
    answers are excluded.  Raises Unusable if NAME.lp cannot be read.
    """

    def __init__(self, puzzle: Puzzle, board: Board, played_board: Board = ()) -> None:
        self.board, self.marks = [list(row) for row in board], puzzle.marks
        self.possible_values = list_choices(puzzle, (len(self.board), len(self.board[0])))
        choices = {cell: self._list_values(cell, value) for cell, value in list_cells(self.board)}
        program, texts = switch_constraints(str(puzzle.encoding))
        super().__init__(choices, [str(SWITCHES)], text=program)
        literals = self.list_literals_by_number(SWITCH)
        self.rule_texts = {literals[n]: text for n, text in enumerate(texts, start=1)}
        self._note_literals(played_board)
        self._opt_mode = "opt"
        if self.optimises:
            bare = puzzle.bare(board)
            fixed = [lit for (r, c), lit in self.given_literals.items() if bare[r][c] != BLANK]
            self._opt_mode = limit_cost(self, [*fixed, *self.rule_texts])
        self.cost = self._opt_mode.partition(",")[2]

    def _list_values(self, cell: Cell, value: str) -> list[str]:
        """Return the value of a cell, then the values that may replace it."""
        values = self.possible_values[cell]
        has_blank = value == BLANK or BLANK in values
        return list(dict.fromkeys([value, *([BLANK] if has_blank else values)]))

    def _note_literals(self, played_board: Board) -> None:
        """Set the literals of given cells, of played values and of other answers."""
        self.given_literals = {
            (r, c): literal
            for ((r, c), value), literal in self.choice_literals.items()
            if self.board[r][c] == value
        }
        self.answer_literals = {
            (int(r), int(c), value): literal
            for literal, (r, c, value) in self.output.shown
            if literal and self.board[int(r)][int(c)] != value  # 0: it is shown in any case
        }
        self.sources = {
            lit: ((r, c), self.board[r][c]) for (r, c), lit in self.given_literals.items()
        }
        self.played_literals: dict[Cell, int] = {}
        facts = {*self.output.facts}  # in each answer, and without a literal
        with self.control.backend() as backend:
            for (r, c), value in list_cells(played_board):
                if value not in (BLANK, self.board[r][c]) and (str(r), str(c), value) not in facts:
                    literal = self.answer_literals.pop((r, c, value), 0) or backend.add_atom()
                    self.played_literals[r, c] = literal  # a new atom is false
                    self.sources[literal] = (r, c), value

    def solve(self, *arguments: Any, **modes: Any) -> set[int] | None:
        """Solve as decode.Program does, but without answers that cost more than `cost`."""
        return super().solve(*arguments, **{"opt_mode": self._opt_mode, **modes})

    @property
    def assumptions(self) -> list[int]:
        """The literals of all given cells, all played values and all constraints."""
        return [*self.sources, *self.rule_texts]

    def find_answer(self, enum_mode: str = "auto", models: int = 1) -> CellValues | None:
        """Return the values of an answer, or those that `enum_mode` of clasp selects; or None."""
        answers: list[CellValues] = []

        def note_answer(answer: decode.AnswerSet) -> None:
            is_true = answer.model.is_true
            literals = self.answer_literals.items()
            answers.append({(r, c): value for (r, c, value), lit in literals if is_true(lit)})

        self.solve(note_answer, self.assumptions, models, enum_mode=enum_mode)
        return answers[-1] if answers else None

    def find_clashing_cells(self) -> list[Cell]:
        """Return a minimal set of played cells that clash; if none do, of given cells; else [].

        Cells clash if no answer has them all.
        """
        fixed = [*self.given_literals.values(), *self.rule_texts]
        for literals, always in (
            (self.played_literals, fixed),
            (self.given_literals, self.rule_texts),
        ):
            demands = Demands(self, literals, always)
            if core := demands.find_core(literals):
                return sorted(shrink_clash(demands, core))
        return []

    def exclude(self, values: CellValues) -> None:
        """Exclude the answer with these values from all further questions."""
        literals = [
            literal if values.get((r, c)) == value else -literal
            for (r, c, value), literal in self.answer_literals.items()
        ]
        with self.control.backend() as backend:
            backend.add_rule([], literals)


def describe_clashing_cells(cells: Collection[Cell]) -> str:
    """Return a sentence on cells that no solution has; without cells, no board has a solution."""
    if not cells:
        return translate("no board of this size has a solution")
    if len(cells) == 1:
        return translate("no solution has what is in {place}", place=format_cells(cells))
    return translate("no solution has these cells together: {cells}", cells=format_cells(cells))
