"""Rewrites a program by clingo.ast, so that another one can be solved beside it.

Its predicates get the name of its role: p of the first program is called first__p, and -p
first_neg__p.  Nothing is minimised.  Runs in a sandboxed server; see every_board.lp.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import clingo
from clingo import ast
from clingo.ast import AST, ASTType

from lab.runner.server.outline import CONSTANTS
from lab.runner.server.syntax_tree import SourceLine, find_place, is_positive_atom

FIRST, SECOND = "first", "second"  # roles: to choose an answer; to accept or refuse it
MOST_UNROLLED = 12  # elements of an interval in a choice
NEUTRAL = (  # they leave the answers as they are, or only the best
    ASTType.Comment,
    ASTType.Defined,
    ASTType.Definition,
    ASTType.Heuristic,
    ASTType.Minimize,
    ASTType.ProjectAtom,
    ASTType.ProjectSignature,
    ASTType.ShowSignature,
)
Sign = ast.Sign
NAMES = {ASTType.External: "#external", ASTType.Script: "#script", ASTType.Edge: "#edge"}


class Unsearchable(Exception):
    """A part of a program that a search of all boards cannot judge."""

    def __init__(self, text: str, place: SourceLine) -> None:
        super().__init__(text)
        self.place = place

    @classmethod
    def at_node(cls, node: AST) -> "Unsearchable":
        return cls(NAMES.get(node.ast_type, str(node)), find_place(node))


class RoleProgram(NamedTuple):
    """A program under the name of its role."""

    role: str
    rules: list[AST]  # each head is an atom, #false, a choice or a disjunction
    shows_cells: bool  # all atoms cell/3 are shown; shown terms are atoms shown(ROLE,TERM)
    contradictions: list[AST]  # a constraint for each predicate p that occurs as -p, too


# clingo.ast calls the method of a Transformer for each node of this type, and takes the result.
class ConstantReplacer(ast.Transformer):
    """Writes the values of constants."""

    def __init__(self, constants: Mapping[str, AST]) -> None:
        self._constants = constants

    def visit_SymbolicTerm(self, term: AST) -> AST:
        return self._constants.get(str(term.symbol), term)


class Renamer(ast.Transformer):
    """Writes the name of a role before the name of each predicate."""

    def __init__(self, role: str) -> None:
        self._role = role
        self.negated: set[tuple[str, int]] = set()

    def visit_SymbolicAtom(self, atom: AST) -> AST:
        symbol, is_negative = atom.symbol, False
        while symbol.ast_type == ASTType.UnaryOperation:  # -p(X)
            symbol, is_negative = symbol.argument, not is_negative
        if is_negative:
            self.negated.add((symbol.name, len(symbol.arguments)))
        name = rename_predicate(self._role, symbol.name, is_negative)
        return atom.update(symbol=symbol.update(name=name))

    def visit_Comparison(self, comparison: AST) -> AST:
        return comparison  # as it is: it has no atoms

    visit_Guard = visit_Comparison


def rename_predicate(role: str, name: str, is_negative: bool) -> str:
    """Return the name of a predicate, or of its classical negation, in a role."""
    return f"{role}_neg__{name}" if is_negative else f"{role}__{name}"


def rewrite_program(statements: Sequence[AST], role: str) -> RoleProgram:
    """Return a program under the name of its role; raise Unsearchable where it cannot be."""
    signatures = [s for s in statements if s.ast_type == ASTType.ShowSignature]
    shown = {(s.name, s.arity) for s in signatures if s.positive}
    constants, renamer = read_constants(statements), Renamer(role)
    replacer = ConstantReplacer(constants)
    rules = []
    for statement in list_ground_statements(statements):
        for part in statement.unpool():
            rule = renamer(replacer(part) if constants else part)
            if rule.ast_type == ASTType.ShowTerm:
                place = rule.location
                head = make_literal(place, "shown", [make_name(place, role), rule.term])
                rules.append(ast.Rule(place, head, rule.body))
            elif rule.ast_type == ASTType.Rule:
                rules.append(replace_self_reference(replace_head(rule)))
            else:
                raise Unsearchable.at_node(statement)
    shows_cells = not signatures or ("cell", 3) in shown
    contradictions = [
        forbid_contradiction(role, rules[0].location, *signature)
        for signature in sorted(renamer.negated)
    ]
    return RoleProgram(role, rules, shows_cells, contradictions)


def list_ground_statements(statements: Iterable[AST]) -> Iterator[AST]:
    """Yield the statements of the program parts that are ground, without those of NEUTRAL."""
    is_ground = True
    for statement in statements:
        if statement.ast_type == ASTType.Program:
            is_ground = statement.name == "base" and not list(statement.parameters)
        elif is_ground and statement.ast_type not in NEUTRAL:
            yield statement


def read_constants(statements: Iterable[AST]) -> dict[str, AST]:
    """Return the values of the constants of a program, written without other constants of it.

    Raise Unsearchable for a constant that is the size of the board.
    """
    definitions = [s for s in statements if s.ast_type == ASTType.Definition]
    for definition in definitions:
        if definition.name in CONSTANTS:
            raise Unsearchable.at_node(definition)
    constants = {definition.name: definition.value for definition in definitions}
    for _ in definitions:
        replacer = ConstantReplacer(constants)
        constants = {name: replacer(value) for name, value in constants.items()}
    return constants


def replace_head(rule: AST) -> AST:
    """Return a rule whose head is a comparison or a negated atom as a constraint."""
    head = rule.head
    if head.ast_type != ASTType.Literal or is_constraint(rule) or is_positive_atom(head):
        return rule
    sign = Sign.DoubleNegation if head.sign == Sign.Negation else Sign.Negation
    body = [*rule.body, head.update(sign=sign)]
    return ast.Rule(rule.location, make_falsity(rule.location), body)


def replace_self_reference(rule: AST) -> AST:
    """Return a rule a :- B, not not a as the choice { a } :- B, and a :- B, not a as a constraint.

    Any other rule is returned as it is.
    """
    if rule.head.ast_type != ASTType.Literal or not find_atom(rule.head):
        return rule
    place, atom = rule.location, rule.head.atom
    for number, part in enumerate(rule.body):
        if part.ast_type == ASTType.Literal and part.atom == atom:
            if part.sign == Sign.Negation:
                return ast.Rule(place, make_falsity(place), rule.body)
            if part.sign == Sign.DoubleNegation:
                element = ast.ConditionalLiteral(place, rule.head, [])
                body = [*rule.body[:number], *rule.body[number + 1 :]]
                return ast.Rule(place, ast.Aggregate(place, None, [element], None), body)
    return rule


def forbid_contradiction(role: str, place: Any, name: str, arity: int) -> AST:
    """Return the constraint that p and -p do not both hold, for a predicate p."""
    arguments = [ast.Variable(place, f"X{number}") for number in range(arity)]
    names = [rename_predicate(role, name, is_negative) for is_negative in (False, True)]
    body = [make_literal(place, text, arguments) for text in names]
    return ast.Rule(place, make_falsity(place), body)


# ---------------------------------------------------------------- parts of statements


def make_name(place: Any, name: str) -> AST:
    """Return a constant."""
    return ast.Function(place, name, [], 0)


def make_number(place: Any, number: int) -> AST:
    return ast.SymbolicTerm(place, clingo.Number(number))


def make_falsity(place: Any) -> AST:
    """Return the head of a constraint."""
    return ast.Literal(place, Sign.NoSign, ast.BooleanConstant(0))


def make_literal(place: Any, name: str, arguments: Iterable[AST], sign: int = 0) -> AST:
    symbol = ast.Function(place, name, list(arguments), 0)
    return ast.Literal(place, sign, ast.SymbolicAtom(symbol))


def make_count(place: Any, elements: Iterable[AST]) -> AST:
    """Return a literal: at least one of these elements of a choice holds."""
    guard = ast.Guard(ast.ComparisonOperator.LessEqual, make_number(place, 1))
    count = ast.Aggregate(place, guard, list(elements), None)
    return ast.Literal(place, Sign.NoSign, count)


def find_atom(node: AST) -> Any:
    """Return the function in a literal of an atom, whatever its sign; None for other nodes."""
    is_atom = node.ast_type == ASTType.Literal and node.atom.ast_type == ASTType.SymbolicAtom
    return node.atom.symbol if is_atom else None


def list_positive_atoms(body: Iterable[AST]) -> list[AST]:
    """Return the functions of the atoms in a body that have no sign."""
    literals = (part for part in body if part.ast_type == ASTType.Literal)
    return [literal.atom.symbol for literal in literals if is_positive_atom(literal)]


def is_constraint(rule: AST) -> bool:
    """Return whether a statement is a rule with a false head."""
    if rule.ast_type != ASTType.Rule:
        return False
    head = rule.head
    if head.ast_type != ASTType.Literal or head.atom.ast_type != ASTType.BooleanConstant:
        return False
    is_true = bool(head.atom.value) != (head.sign == Sign.Negation)
    return not is_true


def unroll_intervals(elements: Iterable[AST]) -> Iterator[AST]:
    """Yield the elements of a choice, with a short interval l..u as an argument written out."""
    for element in elements:
        atom = find_atom(element.literal)
        if not atom:
            raise Unsearchable.at_node(element)
        for number, argument in enumerate(atom.arguments):
            if argument.ast_type == ASTType.Interval and (values := list_values(argument)):
                for value in values:
                    arguments = list(atom.arguments)
                    arguments[number] = make_number(argument.location, value)
                    literal = make_literal(element.location, atom.name, arguments)
                    yield from unroll_intervals([element.update(literal=literal)])
                break
        else:
            yield element


def list_values(interval: AST) -> Sequence[int]:
    """Return the values of an interval of numbers, none if it is long or has variables."""
    ends = []
    for term in (interval.left, interval.right):
        if term.ast_type != ASTType.SymbolicTerm or term.symbol.type != clingo.SymbolType.Number:
            return ()
        ends.append(term.symbol.number)
    values = range(ends[0], ends[1] + 1)
    return values if len(values) <= MOST_UNROLLED else ()


class IntervalReplacer(ast.Transformer):
    """Writes a new variable in place of each interval; `equations` define these variables."""

    def __init__(self) -> None:
        self.equations: list[AST] = []

    def visit_Interval(self, interval: AST) -> AST:
        variable = ast.Variable(interval.location, f"#Within{len(self.equations)}")
        guard = ast.Guard(ast.ComparisonOperator.Equal, interval)
        comparison = ast.Comparison(variable, [guard])
        self.equations.append(ast.Literal(interval.location, Sign.NoSign, comparison))
        return variable
