"""A puzzle's logic program in which each given cell and each constraint can be left out.

Given cells are choices {cell(R,C,V)}, and each constraint of NAME.lp holds only together with an
atom of its own.  Questions assume them; an unsatisfiable core names those that an answer needs.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from clingo.ast import AST, ASTType, parse_string

import decode
import encode
from encode import BLANK
from lab import Unusable
from lab.common.clash import Demands, find_clash
from lab.common.language import translate
from lab.common.queries import GrowingProgram, cell_of
from lab.common.words import Cell, format_cell, format_cells, join_clauses
from lab.puzzles import UNIQUE, Puzzle, Rows
from lab.runner.outline import parse_program

SWITCH = "is_active_constraint"  # the atom of a constraint
CELLS_TO_SHRINK = 8  # forced cells whose reasons are made minimal; the best of them is the hint

Values = dict[Cell, str]


class Hint(NamedTuple):
    """A cell whose value follows from given cells and from rules, in the words of NAME.lp."""

    cell: Cell
    value: str
    given_cells: list[Cell]
    rule_texts: list[str]

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of given cells and of rules in the reason."""
        return len(self.given_cells), len(self.rule_texts)

    @property
    def sentence(self) -> str:
        """The value with its reason, on one line."""
        values = {"place": format_cell(self.cell), "value": self.value}
        cells, rules = format_cells(self.given_cells), join_clauses(self.rule_texts)
        if not cells:
            return translate("{place} is {value}, by: {rules}", rules=rules, **values)
        values |= {"cells": cells, "rules": rules}
        return translate("{place} is {value}, because of {cells}; by: {rules}", **values)


class GivenProgram(GrowingProgram):
    """The program of a puzzle and a board of h rows of w cells, grounded once.

    `given_literals` has the literals of given cells, `rule_texts` the text of each constraint by
    its literal.  Raises Unusable if solutions have a cost or NAME.lp cannot be read.
    """

    def __init__(self, puzzle: Puzzle, board: Rows) -> None:
        if puzzle.best != UNIQUE:
            raise Unusable(f"{puzzle.title}: its solutions have a cost; this command needs one")
        statements, errors = parse_program(str(puzzle.encoding))
        if errors:
            raise Unusable("\n".join(errors))
        texts: list[str] = []
        text = "".join(f"{switch_constraint(part, texts)}\n" for part in statements)
        self.board = [list(row) for row in board]
        blank = [[BLANK] * len(row) for row in self.board]
        givens = "".join(
            f"{{cell({r},{c},{value})}}.\n"
            for r, row in enumerate(self.board)
            for c, value in enumerate(row)
            if value != BLANK
        )
        switches = f"#program base.\n{{{SWITCH}(1..{len(texts)})}}.\n"
        super().__init__([], text=text + switches + givens + encode.format_facts(blank))
        cells = self.control.symbolic_atoms.by_signature("cell", 3)
        self.given_literals: dict[Cell, int] = {}
        for atom in cells:
            r, c = cell_of(atom.symbol)
            if str(atom.symbol.arguments[2]) == self.board[r][c]:
                self.given_literals[r, c] = atom.literal
        literals = self.literals_by_number(SWITCH)
        self.rule_texts = {literals[n]: text for n, text in enumerate(texts, start=1)}
        self.answer_literals = {
            (int(r), int(c), value): literal
            for literal, (r, c, value) in self.output.shown
            if self.board[int(r)][int(c)] != value
        }

    @property
    def assumptions(self) -> list[int]:
        """The literals of all given cells and all constraints."""
        return [*self.given_literals.values(), *self.rule_texts]

    def find_answer(self, literals: Iterable[int] = ()) -> Values | None:
        """Return the values of an answer with these literals; None if there is none."""
        answers: list[Values] = []

        def note_answer(answer: decode.AnswerSet) -> None:
            is_true = answer.model.is_true
            pairs = self.answer_literals.items()
            answers.append({(r, c): v for (r, c, v), lit in pairs if not lit or is_true(lit)})

        self.solve(note_answer, [*self.assumptions, *literals], models=1)
        return answers[0] if answers else None

    def find_shared_values(self) -> Values:
        """Return the values that are the same in all answers; empty without any answer."""
        shared = self.find_answer() or {}
        for (r, c), value in list(shared.items()):
            if (r, c) in shared:
                other = self.find_answer([-self.answer_literals[r, c, value]])
                if other is not None:
                    shared = {cell: v for cell, v in shared.items() if other.get(cell) == v}
        return shared

    def find_clashing_cells(self) -> list[Cell]:
        """Return given cells without an answer; with any one of them less there is one."""
        demands = Demands(self, self.given_literals, self.rule_texts)
        core = demands.find_core(self.given_literals)
        return [] if core is None else sorted(find_clash(demands, core))

    def exclude(self, values: Values) -> None:
        """Exclude the answer with these values from all further questions."""
        literals = [
            literal if values.get((r, c)) == value else -literal
            for (r, c, value), literal in self.answer_literals.items()
            if literal
        ]
        with self.control.backend() as backend:
            backend.add_rule([], literals)

    def find_hint(self) -> Hint | None:
        """Return the cell with the smallest reason among those with the smallest cores.

        The reason is minimal: no given cell and no rule of it can be left out.  None if no value
        is the same in all answers.
        """
        literals = {literal: literal for literal in self.assumptions}
        cores: list[tuple[set[int], Demands[int], Cell, str]] = []
        for (r, c), value in self.find_shared_values().items():
            demands = Demands(self, literals, [-self.answer_literals[r, c, value]])
            core = demands.find_core(list(literals))
            if core is not None:
                cores.append((core, demands, (r, c), value))
        cores.sort(key=lambda item: (len(item[0]), item[2]))
        hints = [
            self._make_hint(cell, value, find_clash(demands, core))
            for core, demands, cell, value in cores[:CELLS_TO_SHRINK]
        ]
        return min(hints, key=lambda hint: (hint.size, hint.cell), default=None)

    def _make_hint(self, cell: Cell, value: str, reason: set[int]) -> Hint:
        cells = [given for given, literal in self.given_literals.items() if literal in reason]
        texts = (text for literal, text in self.rule_texts.items() if literal in reason)
        return Hint(cell, value, cells, list(dict.fromkeys(texts)))


def next_hint(puzzle: Puzzle, board: Rows) -> Hint | None:
    """Return the next cell whose value follows, with its reason; None if there is none."""
    return GivenProgram(puzzle, board).find_hint()


def list_hints(puzzle: Puzzle, board: Rows) -> Iterator[Hint]:
    """Yield one hint after another, each on the board with the values of those before."""
    rows = [list(row) for row in board]
    while hint := next_hint(puzzle, rows):
        yield hint
        r, c = hint.cell
        if rows[r][c] != BLANK:  # the answer marks given cells, which a board cannot hold beside
            return
        rows[r][c] = hint.value


def switch_constraint(statement: AST, texts: list[str]) -> str:
    """Return a statement as text; a constraint gets an atom, and its text is added to `texts`."""
    is_rule = statement.ast_type == ASTType.Rule and statement.head.ast_type == ASTType.Literal
    if not is_rule or str(statement.head) != "#false":
        return str(statement)
    begin = statement.location.begin
    texts.append(find_comment(begin.filename, begin.line))
    parts: list[AST] = []
    parse_string(f":- {SWITCH}({len(texts)}).", parts.append)
    return str(statement.update(body=[*statement.body, *parts[-1].body]))


def find_comment(path: str, line: int) -> str:
    """Return the comment beside a line, or the one above its group of lines, or else its number."""
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    _, mark, beside = lines[line - 1].partition("%")
    if mark:
        return beside.strip(" %.")
    above = line - 2
    while above >= 0 and lines[above].strip() and not lines[above].startswith("%"):
        above -= 1
    comment: list[str] = []
    while above >= 0 and lines[above].startswith("%"):
        comment.insert(0, lines[above].strip(" %"))
        above -= 1
    return " ".join(comment).rstrip(".") or translate("line {line} of the program", line=line)
