"""Searches all boards of a size for one on which two programs differ; runs in a sandboxed server.

The given cells are a choice, see every_board.lp, so that the solver ranges over all boards.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import clingo
from clingo import ast
from clingo.ast import AST, ASTType, ProgramBuilder

from lab.runner.judge import make_judge
from lab.runner.outline import Place, parse_program, place_of
from lab.runner.patterns import find_loops, list_heads
from lab.runner.rewriting import (
    FIRST,
    SECOND,
    Program,
    Unseen,
    forbid_contradictions,
    is_constraint,
    make_literal,
    rewrite_program,
)

EVERY_BOARD = Path(__file__).with_name("every_board.lp")
OPTIONS = ("--warn=none", "--configuration=crafty")
ACCEPTS, REFUSES, SEVERAL = "accepts", "refuses", "several"  # the questions
SOLVABLE = "solvable"  # asked before the others: has a board of this size a solution?
BASE, WRONG, OTHER = "base", "wrong", "other"  # program parts of every_board.lp
FOUND, NONE, OPEN = "found", "none", "open"  # how a search ends; open: at its limit
DIFFERENT = -1  # among the numbers of restrictions: the cells are others
SHRINKING_CONFLICTS = 3000  # of the solver, to find a board with fewer given cells

Atoms = Sequence[clingo.Symbol]


class Question(NamedTuple):
    """A question about two programs, ready to be grounded with the boards of a size."""

    name: str
    part: str
    rules: Sequence[AST]  # of both programs
    shows: str  # facts shows(ROLE)
    restrictions: Sequence[Place] = ()  # of the second program
    choices: Sequence[Place] = ()  # of the second program, which the answer may not decide
    is_decided: bool = True


class AnswerValues:
    """The function of every_board.lp that knows the values of answers."""

    def __init__(self, values: str) -> None:
        self._values = re.compile(values)

    def is_answer(self, value: clingo.Symbol) -> clingo.Symbol:
        """Return 1 if answers may show a value, else 0."""
        return clingo.Number(int(bool(self._values.fullmatch(str(value)))))


def search_boards(
    path: str,
    rival: str,
    *,
    boards: list[tuple[str, int, int]],
    values: str,
    questions: list[str],
    conflicts: int,
    ended: list[int],
    ignored: list[int],
    without: list[Place],
) -> dict[str, Any]:
    """Search boards of several sizes, given as facts of every_board.lp with rows and columns.

    ACCEPTS: an answer of the program at `path` that the one with the text `rival` does not have,
    apart from restrictions of the rival that are `ended` (not violated) or `ignored`;
    REFUSES: one of the rival that the program does not have; SEVERAL: two answer sets of the
    program with the same cells.  A size without any answer of the rival has no results.
    `conflicts` limits the solver for each question and size.  Constraints of the program at the
    places `without` are left out.
    """
    statements, _ = parse_program(path)
    left_out = {(file, line) for file, line in without}
    program = [s for s in statements if place_of(s) not in left_out or not is_constraint(s)]
    other = parse_text(rival)
    try:
        asked = [make_question(name, program, other) for name in (SOLVABLE, *questions)]
    except Unseen as unseen:
        return {"obstacles": [(str(unseen), unseen.place)], "choices": [], "results": []}
    results: list[dict[str, Any]] = []
    given_up = "".join(f"ignored({number})." for number in ignored)
    for facts, height, width in boards:
        for question in asked:
            extra = given_up if question.name == ACCEPTS else ""
            control = ground(question, facts + extra, (height, width), values)
            rows = list(answer_question(question, control, conflicts, ended))
            if question.name == SOLVABLE and rows[0]["state"] == NONE:
                break
            if question.name != SOLVABLE:
                head = {"size": (height, width), "question": question.name}
                results += [{**head, **row} for row in rows]
    choices = sorted({place for question in asked for place in question.choices})
    return {"obstacles": [], "choices": choices, "results": results}


def parse_text(text: str) -> list[AST]:
    """Return the statements of a text."""
    statements: list[AST] = []
    ast.parse_string(text, statements.append)
    return statements


# ---------------------------------------------------------------- questions


def make_question(name: str, program: Sequence[AST], rival: Sequence[AST]) -> Question:
    """Prepare a question; raise Unseen if a search cannot answer it."""
    chooser, other = (program, rival) if name == ACCEPTS else (rival, program)
    if name == SEVERAL:
        return ask_for_several(program)
    first = rewrite_program(chooser, FIRST)
    rules = [*first.rules, *forbid_contradictions(first)]
    if name == SOLVABLE:
        return Question(name, BASE, rules, format_shows(first))
    judge = make_judge(other)
    shows = format_shows(first) + f"shows({SECOND})." * judge.shows_cells
    every_rule = [*rules, *judge.rules]
    decided = (judge.restrictions, judge.choices, judge.is_decided)
    return Question(name, WRONG, every_rule, shows, *decided)


def ask_for_several(program: Sequence[AST]) -> Question:
    """Prepare the question of two answer sets with the same cells.

    They differ in an atom of a choice, of a disjunction or of a loop through negation.
    """
    copies = [rewrite_program(program, role) for role in (FIRST, SECOND)]
    rules = [rule for copy in copies for rule in (*copy.rules, *forbid_contradictions(copy))]
    rules += list_differences(copies[0])
    return Question(SEVERAL, OTHER, rules, "".join(map(format_shows, copies)))


def format_shows(program: Program) -> str:
    """Return the fact that a program shows its cells, if it does."""
    return f"shows({program.role})." * program.shows_cells


def list_differences(first: Program) -> Iterator[AST]:
    """Yield, for each predicate p that the program chooses, other :- first__p, not second__p."""
    loops = find_loops(first.rules)
    chosen = {
        (head.name, len(head.arguments)): rule.location
        for number, rule in enumerate(first.rules)
        if number in loops or rule.head.ast_type != ASTType.Literal
        for head in list_heads(rule)
    }
    for (name, arity), place in chosen.items():
        arguments = [ast.Variable(place, f"X{number}") for number in range(arity)]
        copy = name.replace(FIRST, SECOND, 1)
        absent = make_literal(place, copy, arguments, ast.Sign.Negation)
        body = [make_literal(place, name, arguments), absent]
        yield ast.Rule(place, make_literal(place, OTHER, []), body)


# ---------------------------------------------------------------- answers


def ground(question: Question, facts: str, size: tuple[int, int], values: str) -> clingo.Control:
    """Ground a question with the boards of a size."""
    height, width = size
    constants = [f"-cn={height}"] if height == width else [f"-crows={height}", f"-ccols={width}"]
    control = clingo.Control([*constants, *OPTIONS])
    with ProgramBuilder(control) as builder:
        for rule in question.rules:
            builder.add(rule)
    control.load(str(EVERY_BOARD))
    control.add(BASE, [], facts + question.shows)
    parts: list[Any] = [(part, []) for part in dict.fromkeys((BASE, question.part))]
    control.ground(parts, context=AnswerValues(values))
    return control


def answer_question(
    question: Question, control: clingo.Control, conflicts: int, ended: Sequence[int]
) -> Iterator[dict[str, Any]]:
    """Yield the boards that answer a question, then how the search for more of them ended.

    For ACCEPTS each board has other restrictions, for other questions there is one board at most.
    """
    excluded = list(ended) if question.name == ACCEPTS else []
    state = FOUND
    while state == FOUND:
        assumptions = [(name_restriction(number), False) for number in excluded]
        state, atoms = solve(control, assumptions, conflicts, question.part == WRONG)
        if state == NONE and not question.is_decided:
            state = OPEN
        row = read_board(atoms)
        numbers = [number for number in row["restrictions"] if number != DIFFERENT]
        yield {"state": state, **row, "places": [question.restrictions[i] for i in numbers]}
        excluded += row["restrictions"]
        if question.name != ACCEPTS:
            break


def name_restriction(number: int) -> clingo.Symbol:
    """Return the atom that says that a restriction is violated, or that the cells are others."""
    if number == DIFFERENT:
        return clingo.Function("differ")
    return clingo.Function("violated", [clingo.Number(number)])


def solve(
    control: clingo.Control, assumptions: Any, conflicts: int, is_shrinking: bool
) -> tuple[str, Atoms]:
    """Return how a search ends, and the atoms of a board; with few given cells, if asked."""
    solving: Any = control.configuration.solve
    atoms: list[Atoms] = [()]

    def keep(model: clingo.Model) -> None:
        atoms[0] = model.symbols(atoms=True)

    solving.models, solving.opt_mode, solving.solve_limit = 1, "ignore", f"{conflicts},umax"
    result = control.solve(assumptions, on_model=keep)
    if not result.satisfiable:
        return NONE if result.exhausted else OPEN, ()
    if is_shrinking:
        solving.models, solving.opt_mode = 0, "opt"
        solving.solve_limit = f"{SHRINKING_CONFLICTS},umax"
        control.solve(assumptions, on_model=keep)
    return FOUND, atoms[0]


def read_board(atoms: Atoms) -> dict[str, Any]:
    """Return the given cells, the answer, and the numbers of the restrictions that it violates."""
    given, answer, restrictions = [], [], []
    for atom in atoms:
        if atom.match("given", 3):
            given.append(tuple(map(str, atom.arguments)))
        elif atom.match("answer", 4) and atom.arguments[0].name == FIRST:
            answer.append(tuple(map(str, atom.arguments[1:])))
        elif atom.match("violated", 1):
            restrictions.append(atom.arguments[0].number)
        elif atom.match("differ", 0):
            restrictions.append(DIFFERENT)
    return {"given": sorted(given), "answer": sorted(answer), "restrictions": sorted(restrictions)}
