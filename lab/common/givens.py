"""A puzzle's logic program in which each given cell and each constraint can be left out.

Given cells are choices {cell(R,C,V)}, of all values if the puzzle's boards have no blank cells, and
each constraint of NAME.lp holds only together with an atom of its own.  Questions assume them; an
unsatisfiable core names those that an answer needs.
"""

from collections.abc import Iterator
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
from lab.notations import Source
from lab.puzzles import UNIQUE, Puzzle, Rows
from lab.runner.outline import parse_program

SWITCH = "is_active_constraint"  # the atom of a constraint
CORES_TO_SHRINK = 4  # of the cores that are found for each hint

Values = dict[Cell, str]
CellValue = tuple[Cell, str]


class Hint(NamedTuple):
    """A cell whose value follows from other values and from rules, in the words of NAME.lp."""

    cell: Cell
    value: str
    reason: list[CellValue]  # given cells, and those of earlier hints
    rule_texts: list[str]

    @property
    def given_cells(self) -> list[Cell]:
        """The cells of the reason, row by row."""
        return sorted({cell for cell, _ in self.reason})

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

    `given_literals` has the literals of given cells, `answer_literals` those of the other values
    that answers show, `rule_texts` the text of each constraint by its literal.  Raises Unusable if
    solutions have a cost or NAME.lp cannot be read.
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
        self.choices = list_choices(puzzle, (len(blank), len(blank[0])))
        givens = ""
        for (r, c), values in self.choices.items():
            value = self.board[r][c]
            if value != BLANK and BLANK not in values:
                atoms = ";".join(f"cell({r},{c},{v})" for v in {value, *values})
                givens += f"{{{atoms}}} = 1.\n"
            elif value != BLANK:
                givens += f"{{cell({r},{c},{value})}}.\n"
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
            if literal and self.board[int(r)][int(c)] != value  # 0: it is shown in any case
        }

    @property
    def assumptions(self) -> list[int]:
        """The literals of all given cells and all constraints."""
        return [*self.given_literals.values(), *self.rule_texts]

    def find_answer(self, enum_mode: str = "auto", models: int = 1) -> Values | None:
        """Return the values of an answer; None if there is none."""
        answers: list[Values] = []

        def note_answer(answer: decode.AnswerSet) -> None:
            is_true = answer.model.is_true
            literals = self.answer_literals.items()
            answers.append({(r, c): value for (r, c, value), lit in literals if is_true(lit)})

        self.solve(note_answer, self.assumptions, models, enum_mode=enum_mode)
        return answers[-1] if answers else None

    def find_shared_values(self) -> Values:
        """Return the values that are the same in all answers; empty without any answer."""
        return self.find_answer("cautious", 0) or {}

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
        ]
        with self.control.backend() as backend:
            backend.add_rule([], literals)

    def find_hint(self) -> Hint | None:
        """Return the first hint; None if no value is the same in all answers."""
        return next(self.list_hints(), None)

    def list_hints(self) -> Iterator[Hint]:
        """Yield a hint for each value that is the same in all answers; later reasons may name it.

        Without any one value of a reason the rest does not follow, whatever the rules; of these it
        has as many as are needed.  The next hint is that with the smallest reason among the values
        with the smallest cores.
        """
        shared = self.find_shared_values().items()
        pending = {self.answer_literals[r, c, v]: ((r, c), v) for (r, c), v in shared}
        sources = {lit: ((r, c), self.board[r][c]) for (r, c), lit in self.given_literals.items()}
        reasons: dict[int, set[int]] = {}  # literals of values, by that of the value that follows
        latest = 0
        while pending:
            # Assumed before the rules, values are in cores themselves, not what they follow from.
            literals = {literal: literal for literal in [*sources, *self.rule_texts]}
            demands = {literal: Demands(self, literals, [-literal]) for literal in pending}
            cores = {literal: demands[literal].find_core(literals) or set() for literal in pending}
            smallest = sorted((len(core), pending[lit], lit) for lit, core in cores.items())
            for _, _, literal in smallest[:CORES_TO_SHRINK]:
                if literal not in reasons or latest in cores[literal]:
                    core = cores[literal].difference(self.rule_texts)
                    reason = find_clash(demands[literal], core, self.rule_texts)
                    reasons[literal] = min(reasons.get(literal, reason), reason, key=len)
            latest = min(reasons, key=lambda literal: (len(reasons[literal]), pending[literal]))
            reason = reasons.pop(latest)
            rules = find_clash(demands[latest], set(self.rule_texts), reason)
            texts = dict.fromkeys(text for lit, text in self.rule_texts.items() if lit in rules)
            values = [sources[literal] for literal in sources if literal in reason]
            cell, value = sources[latest] = pending.pop(latest)
            yield Hint(cell, value, values, list(texts))


def list_choices(puzzle: Puzzle, size: tuple[int, int]) -> dict[Cell, list[str]]:
    """Return the values that each cell may be given, with BLANK if it may have none.

    Without the record's given_values they are those of the examples and trial boards, and if one of
    these is a number, the numbers from 1 to the longer side.
    """
    cells = [(r, c) for r in range(size[0]) for c in range(size[1])]
    if find_values := getattr(puzzle.record, "given_values", None):
        return {cell: list(find_values(*cell, *size)) for cell in cells}
    paths = [*puzzle.examples.glob("dom*.txt"), *puzzle.folder.glob("trials.txt")]
    sources = [
        Source(str(path), path.read_bytes(), puzzle) for path in paths if path.stat().st_size
    ]
    boards = [board for source in sources for board in source.boards("grid")]
    values = {value for board in boards for row in board for value in row}
    if any(value.isdecimal() for value in values):
        values |= {str(number) for number in range(1, max(size) + 1)}
    return dict.fromkeys(cells, sorted(values))


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
