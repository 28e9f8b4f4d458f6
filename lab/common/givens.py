"""A puzzle's logic program in which each given cell and each constraint can be left out.

Given cells are choices {cell(R,C,V)}, of all values if the puzzle's boards have no blank cells, and
each constraint of NAME.lp holds only together with an atom of its own.  Questions assume them; an
unsatisfiable core names those that an answer needs.
"""

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from clingo import ast
from clingo.ast import AST, ASTType, parse_string

import decode
import encode
from encode import BLANK
from lab import Unusable
from lab.common.clash import Clash, ClashSearch, Demands, find_clash
from lab.common.language import translate
from lab.common.queries import GrowingProgram, cell_of, limit_cost
from lab.common.words import Cell, format_cell, format_cells, join_clauses
from lab.notations import Source
from lab.pictures import KNOWN_BLANK
from lab.puzzles import Puzzle, Rows
from lab.runner.outline import parse_program

MOST_CONFLICTS = 500  # in each search for fewer cells in a reason
SWITCH = "is_active_constraint"  # the atom of a constraint

Values = dict[Cell, str]
CellValue = tuple[Cell, str]


class Hint(NamedTuple):
    """A cell whose value follows from other values and from rules, in the words of NAME.lp.

    The value is KNOWN_BLANK if it follows that the cell does not have its only possible one.
    """

    cell: Cell
    value: str
    reason: list[CellValue]  # given cells, and those of earlier hints
    rule_texts: list[str]
    absent_value: str = ""  # which the cell does not have

    @property
    def given_cells(self) -> list[Cell]:
        """The cells of the reason, row by row."""
        return sorted({cell for cell, _ in self.reason})

    @property
    def sentence(self) -> str:
        """The value with its reason, on one line."""
        place = format_cell(self.cell)
        conclusion = translate("{place} is {value}", place=place, value=self.value)
        if self.absent_value:
            conclusion = translate("{place} is not {value}", place=place, value=self.absent_value)
        values = {"conclusion": conclusion, "rules": join_clauses(self.rule_texts)}
        if not self.reason:
            return translate("{conclusion}, by: {rules}", **values)
        values["cells"] = format_cells(self.given_cells)
        return translate("{conclusion}, because of {cells}; by: {rules}", **values)


class GivenProgram(GrowingProgram):
    """The program of a puzzle and a board of h rows of w cells, grounded once.

    `given_literals` has the literals of given cells, `played_literals` those of the values that
    another board has in addition, perhaps over given cells; `answer_literals` those of all other
    values that answers show; `rule_texts` the text of each constraint by its literal.  Where
    solutions have a cost, answers have the least `cost` of the puzzle beneath the board, or less.
    Raises Unusable if NAME.lp cannot be read.
    """

    def __init__(self, puzzle: Puzzle, board: Rows, played_board: Rows = ()) -> None:
        sizes = [[len(row) for row in rows] for rows in (board, played_board)]
        if played_board and sizes[0] != sizes[1]:
            raise Unusable("the grid and its puzzle do not have the same size")
        statements, errors = parse_program(str(puzzle.encoding))
        if errors:
            raise Unusable("\n".join(errors))
        texts: list[str] = []
        text = "".join(f"{switch_constraint(part, texts)}\n" for part in statements)
        self.board = [list(row) for row in board]
        self.marks = puzzle.marks
        blank = [[BLANK] * len(row) for row in self.board]
        self.choices = list_choices(puzzle, (len(blank), len(blank[0])))
        givens = ""
        for (r, c), values in self.choices.items():
            value = self.board[r][c]
            if value != BLANK and BLANK not in values:
                atoms = ";".join(f"cell({r},{c},{v})" for v in dict.fromkeys([value, *values]))
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
        self.sources = {lit: ((r, c), board[r][c]) for (r, c), lit in self.given_literals.items()}
        self.names = self.sources  # with all other values of hints, as soon as these are listed
        self.absences: dict[int, CellValue] = {}  # the values that cells of hints do not have
        self.played_literals: dict[Cell, int] = {}
        with self.control.backend() as backend:
            for r, row in enumerate(played_board):
                for c, value in enumerate(row):
                    if value not in (BLANK, board[r][c]):
                        literal = self.answer_literals.pop((r, c, value), 0) or backend.add_atom()
                        self.played_literals[r, c] = literal  # a new atom is false
                        self.sources[literal] = (r, c), value
        self._opt_mode = "opt"
        if self.optimises:
            bare = puzzle.bare(board)
            fixed = [lit for (r, c), lit in self.given_literals.items() if bare[r][c] != BLANK]
            self._opt_mode = limit_cost(self, [*fixed, *self.rule_texts])
        self.cost = self._opt_mode.partition(",")[2]

    def solve(self, *arguments: Any, **modes: Any) -> set[int] | None:
        """Solve, see decode.Program, without answers that cost more than the least."""
        return super().solve(*arguments, **{"opt_mode": self._opt_mode, **modes})

    @property
    def assumptions(self) -> list[int]:
        """The literals of all given cells, all played values and all constraints."""
        return [*self.sources, *self.rule_texts]

    def find_answer(self, enum_mode: str = "auto", models: int = 1) -> Values | None:
        """Return the values of an answer, or by clasp's `enum_mode` of all; None without any."""
        answers: list[Values] = []

        def note_answer(answer: decode.AnswerSet) -> None:
            is_true = answer.model.is_true
            literals = self.answer_literals.items()
            answers.append({(r, c): value for (r, c, value), lit in literals if is_true(lit)})

        self.solve(note_answer, self.assumptions, models, enum_mode=enum_mode)
        return answers[-1] if answers else None

    def find_clashing_cells(self) -> list[Cell]:
        """Return played cells, or else given ones, without an answer; empty if there is one.

        With any one of them less there is an answer.
        """
        fixed = [*self.given_literals.values(), *self.rule_texts]
        for literals, always in (
            (self.played_literals, fixed),
            (self.given_literals, self.rule_texts),
        ):
            demands = Demands(self, literals, always)
            if core := demands.find_core(literals):
                return sorted(find_clash(demands, core))
        return []

    def exclude(self, values: Values) -> None:
        """Exclude the answer with these values from all further questions."""
        literals = [
            literal if values.get((r, c)) == value else -literal
            for (r, c, value), literal in self.answer_literals.items()
        ]
        with self.control.backend() as backend:
            backend.add_rule([], literals)

    def find_next_hints(self) -> list[Hint]:
        """Return the hints up to the first that fills a cell; none if no value follows."""
        hints: list[Hint] = []
        for hint in self.list_hints():
            hints.append(hint)
            if not hint.absent_value:
                break
        return hints

    def list_hints(self) -> Iterator[Hint]:
        """Yield a hint for each value that is the same in all answers; later reasons may name it.

        Before it come hints on cells without a value, as far as its reason needs them.  Without any
        one value of a reason the rest does not follow, whatever the rules; of these it has as many
        as are needed.
        """
        untold: dict[int, Clash[int]] = {}
        for reason in self.list_reasons():
            untold[reason.question] = reason
            if reason.question in self.absences:
                continue
            needed = {reason.question}
            for literal in reversed(untold):
                needed |= untold[literal].members if literal in needed else set()
            for literal in [literal for literal in untold if literal in needed]:
                yield self.make_hint(untold.pop(literal))

    def list_reasons(self) -> Iterator[Clash[int]]:
        """Yield the smallest reason for a value that is the same in all answers, then the next.

        If that for a cell without a value is smaller, it comes first.
        """
        shared = self.find_answer("cautious", 0) or {}
        values = {self.answer_literals[r, c, v]: ((r, c), v) for (r, c), v in shared.items()}
        if not values:
            return
        self.absences = self.find_absent_values()
        blanks = {literal: (cell, KNOWN_BLANK) for literal, (cell, _) in self.absences.items()}
        self.names = {**self.sources, **values, **blanks}
        literals = {literal: literal for literal in self.names}
        groups = [
            {value: Demands(self, literals, [-value], self.rule_texts) for value in group}
            for group in (values, blanks)
        ]
        width = len(self.board[0])
        places = {literal: r * width + c for literal, ((r, c), _) in self.names.items()}
        search = ClashSearch(places, groups, MOST_CONFLICTS)
        facts, open_values = set(self.sources), [*values, *blanks]
        while not facts.issuperset(values):
            *_, reason = search.find_smaller(facts, open_values)
            yield reason
            facts.add(reason.question)
            open_values.remove(reason.question)

    def make_hint(self, reason: Clash[int]) -> Hint:
        """Return a reason that list_reasons gave as a hint, with as many rules as it needs."""
        literals = {literal: literal for literal in self.rule_texts}
        demands = Demands(self, literals, [-reason.question, *reason.members])
        rules = find_clash(demands, set(literals))
        texts = dict.fromkeys(text for lit, text in self.rule_texts.items() if lit in rules)
        if self.cost:
            texts[translate("the least cost is {cost}", cost=self.cost)] = None
        facts = [self.names[literal] for literal in self.names if literal in reason.members]
        _, absent_value = self.absences.get(reason.question, ((), ""))
        return Hint(*self.names[reason.question], facts, list(texts), absent_value)

    def find_absent_values(self) -> dict[int, CellValue]:
        """Return the only possible values of cells that have them in no answer.

        By their negative literals; cells with given values have possible marks only.
        """
        possible = self.find_answer("brave", 0) or {}
        values: dict[Cell, list[str]] = {}
        for r, c, value in self.answer_literals:
            values.setdefault((r, c), []).append(value)
        return {
            -self.answer_literals[r, c, value]: ((r, c), value)
            for (r, c), (value, *rest) in values.items()
            if not rest and (r, c) not in possible
            if self.board[r][c] == BLANK or value in self.marks
        }


def describe_clash(cells: Collection[Cell]) -> str:
    """Return a sentence on cells that no solution has; without cells, no board has a solution."""
    if not cells:
        return translate("no board of this size has a solution")
    if len(cells) == 1:
        return translate("no solution has what is in {place}", place=format_cells(cells))
    return translate("no solution has these cells together: {cells}", cells=format_cells(cells))


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
    """Return a statement as text; a constraint gets an atom, and its text is added to `texts`.

    So do the bounds of a choice, which become a constraint of their own.
    """
    is_rule = statement.ast_type == ASTType.Rule
    if is_rule and statement.head.ast_type == ASTType.Aggregate:
        head, place = statement.head, statement.location
        if head.left_guard or head.right_guard:
            bounds = ast.Literal(place, ast.Sign.Negation, head)
            false = ast.Literal(place, ast.Sign.NoSign, ast.BooleanConstant(0))
            choice = statement.update(head=head.update(left_guard=None, right_guard=None))
            constraint = statement.update(head=false, body=[*statement.body, bounds])
            return f"{choice}\n{switch_constraint(constraint, texts)}"
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
    text = " ".join(comment).rstrip(".")
    return text or translate("line {line} of the program", line=line)
