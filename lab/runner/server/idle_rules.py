"""Finds rules of a program that change nothing on any board of some sizes; runs in a server.

A constraint is idle if the other ones forbid all that it forbids.  Another rule is idle if its body
never holds.  The boards are a choice, see every_board.lp.
"""

from collections.abc import Sequence

import clingo
from clingo import ast
from clingo.ast import AST, ASTType

from lab.runner.server.every_board import (
    NONE,
    Question,
    find_board,
    format_shows,
    ground,
    name_restriction,
)
from lab.runner.server.rewriting import (
    FIRST,
    Unsearchable,
    is_constraint,
    list_positive_atoms,
    make_literal,
    make_number,
    rewrite_program,
)
from lab.runner.server.syntax_tree import SourceLine, find_place, parse_program

VIOLATED, APPLIES = "violated", "applies"  # of I: the I-th constraint forbids; a body holds
CONFLICTS = 2000  # of the solver, for a constraint and a size; beyond, it counts as needed

Start = tuple[str, int, int]  # file, line and column where a rule begins


def find_idle_rules(path: str, boards: list[tuple[str, int, int]], values: str) -> list[SourceLine]:
    """Return the places of idle rules, none if the search cannot judge the program.

    The boards of each size are facts of every_board.lp with rows and columns.  The first of several
    constraints that forbid the same is kept.  A rule for a given value that no board has is not
    idle: other boards may have it.
    """
    statements, _ = parse_program(path)
    try:
        program = rewrite_program(statements, FIRST)
        watched_rules, numbers = watch_rules(program.rules)
        rules = [*program.contradictions, *watched_rules]
        question = Question(FIRST, "base", rules, format_shows(program))
        controls = [ground(question, board, values) for board in boards]
    except Unsearchable:
        return []
    unseen = find_unseen_rules(program.rules, controls)
    constraints = {find_start(rule) for rule in program.rules if is_constraint(rule)}
    needed = dict(numbers)  # idle rules are removed
    for start in reversed([start for start in numbers if start not in unseen]):
        number = needed.pop(start)
        if start in constraints:
            other_numbers = [number for place, number in needed.items() if place in constraints]
            is_needed = any(forbids_alone(control, number, other_numbers) for control in controls)
        else:
            atom = clingo.Function(APPLIES, [clingo.Number(number)])
            is_needed = any(control.symbolic_atoms[atom] for control in controls)
        if is_needed:
            needed[start] = number
    lines = {start[:2] for start in needed}
    return list(dict.fromkeys(start[:2] for start in numbers if start[:2] not in lines))


def find_unseen_rules(rules: Sequence[AST], controls: Sequence[clingo.Control]) -> set[Start]:
    """Return the starts of rules for a value that no cell of the grounded boards can have."""
    values_on_boards = {
        str(cell.symbol.arguments[2])
        for control in controls
        for cell in control.symbolic_atoms.by_signature(f"{FIRST}__cell", 3)
    }
    return {find_start(rule) for rule in rules if not list_cell_constants(rule) <= values_on_boards}


def find_start(rule: AST) -> Start:
    """Return the file, line and column where a rule begins."""
    return (*find_place(rule), rule.location.begin.column)


def watch_rules(rules: list[AST]) -> tuple[list[AST], dict[Start, int]]:
    """Derive violated(I) where constraint I forbids, and applies(I) where the body of rule I holds.

    Return the rules that do so, with all others, and the numbers I by the starts of the rules.
    """
    watched_rules, numbers = [], dict[Start, int]()
    for rule in rules:
        has_body = bool(list(rule.body))
        if not has_body or not is_constraint(rule):
            watched_rules.append(rule)
        if has_body:
            number = numbers.setdefault(find_start(rule), len(numbers))
            name = VIOLATED if is_constraint(rule) else APPLIES
            head = make_literal(rule.location, name, [make_number(rule.location, number)])
            watched_rules.append(ast.Rule(rule.location, head, rule.body))
    return watched_rules, numbers


def list_cell_constants(rule: AST) -> set[str]:
    """Return the constants that a rule names as values of cells."""
    atoms = [atom for atom in list_positive_atoms(rule.body) if atom.name == f"{FIRST}__cell"]
    terms = [atom.arguments[2] for atom in atoms if len(atom.arguments) == 3]
    return {str(term) for term in terms if term.ast_type == ASTType.SymbolicTerm}


def forbids_alone(control: clingo.Control, number: int, other_numbers: list[int]) -> bool:
    """Return whether a constraint forbids some answer that the other constraints allow."""
    if not control.symbolic_atoms[name_restriction(number)]:
        return False
    assumptions = [(name_restriction(i), False) for i in other_numbers]
    assumptions.append((name_restriction(number), True))
    state, _ = find_board(control, assumptions, CONFLICTS, is_shrinking=False)
    return state != NONE
