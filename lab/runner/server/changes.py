"""Answers of programs after a change, such as without one constraint."""

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Any

from clingo import ast
from clingo.ast import AST, ASTType

from lab.runner.server import solving
from lab.runner.server.solving import Cells
from lab.runner.server.syntax_tree import (
    find_place,
    find_signatures,
    format_signatures,
    is_positive_atom,
    parse_program,
)

NOTHING = "#true."  # what is left of a constraint
GIVEN_CELL = "given_cell"  # the name of cell/3 where given cells are kept apart


def find_forbidding_rules(
    path: str, facts: str, values: str, answer: list[list[str]]
) -> dict[str, Any]:
    """Find the rules that forbid an answer: one or two constraints, else another rule.

    Return their "places" and the "answers" without them; both are empty if there are none.
    """
    program, _ = parse_program(path)
    relaxed = {number: rule for number, rule in enumerate(map(relax_rule, program)) if rule}
    constraints = [number for number, rule in relaxed.items() if str(rule) == NOTHING]
    other_rules = [number for number in relaxed if number not in constraints]
    for guilty in list_suspects(constraints, other_rules):
        variant = [relaxed[n] if n in guilty else statement for n, statement in enumerate(program)]
        answers = solve_statements(variant, facts, values, [answer])
        if tuple(map(tuple, answer)) in answers:
            return {"places": [find_place(program[n]) for n in guilty], "answers": answers}
    return {"places": [], "answers": []}


def list_suspects(constraints: list[int], other_rules: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the rules to leave out together: each constraint, each pair, each other rule."""
    yield from zip(constraints)
    yield from itertools.combinations(constraints, 2)
    yield from zip(other_rules)


def relax_rule(rule: AST) -> AST | None:
    """Return a rule without its restriction, or None if there is nothing to leave out.

    A constraint becomes NOTHING, a choice loses its bounds, and a disjunction or a derived cell
    becomes a choice.  A head that is a comparison or has a sign makes a constraint, too.
    """
    if rule.ast_type != ASTType.Rule:
        return None
    head, place, choice = rule.head, rule.location, None
    if head.ast_type == ASTType.Disjunction:
        choice = ast.Aggregate(place, None, head.elements, None)
    elif head.ast_type in (ASTType.Aggregate, ASTType.HeadAggregate):
        if head.left_guard or head.right_guard:
            choice = head.update(left_guard=None, right_guard=None)
    elif head.ast_type == ASTType.Literal:
        if not is_positive_atom(head):
            return ast.Rule(place, ast.Literal(place, 0, ast.BooleanConstant(1)), [])
        if [name for name, _, _ in find_signatures(head)] == ["cell/3"]:
            element = ast.ConditionalLiteral(place, head, [])
            choice = ast.Aggregate(place, None, [element], None)
    return rule.update(head=choice) if choice else None


def answer_with_cells_apart(path: str, facts: str, values: str) -> list[Cells]:
    """Return the answers of a program whose own cells are kept apart from given ones."""
    program, _ = parse_program(path)
    renamed = map(GivenCellRenamer(values).visit, program)
    return solve_statements(renamed, rename_given_cells(facts), values)


def rename_given_cells(facts: str) -> str:
    return facts.replace("cell(", f"{GIVEN_CELL}(")


class GivenCellRenamer(ast.Transformer):
    """Gives another name to each cell/3 whose value answers do not have."""

    def __init__(self, values: str) -> None:
        self.values = re.compile(values)

    def visit_SymbolicAtom(self, atom: AST) -> AST:
        symbol = atom.symbol
        if list(format_signatures(symbol)) != ["cell/3"] or symbol.ast_type != ASTType.Function:
            return atom
        is_own = self.values.fullmatch(str(symbol.arguments[2]))
        return atom if is_own else atom.update(symbol=symbol.update(name=GIVEN_CELL))


def answer_without_minimising(path: str, facts: str, values: str) -> list[Cells]:
    """Return all answers of a program in which nothing is minimised."""
    program, _ = parse_program(path)
    statements = [statement for statement in program if statement.ast_type != ASTType.Minimize]
    return solve_statements(statements, facts, values)


def solve_statements(
    program: Iterable[AST], facts: str, values: str, offers: solving.Offers = ()
) -> list[Cells]:
    """Return the answers of these statements, and the offers that they accept."""
    text = "".join(f"{statement}\n" for statement in program)
    program_with_facts = solving.LenientProgram([], facts, values, text)
    result = solving.AnswerCollection(program_with_facts).make_reply(offers)
    answers: list[Cells] = result["found"] + result["accepted"]
    return answers
