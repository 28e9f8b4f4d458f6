"""Reads and changes programs by the trees of clingo.ast: an oracle for the reader by text."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from clingo import ast
from clingo.ast import AST, ASTType

from lab.syntax import growth
from lab.syntax.changes import GIVEN_CELL
from lab.syntax.program_text import GRID_FACT, SourceLine, find_lowercase_variables
from lab.syntax.statements import SIZES, TextAtom

NOTHING = "#true."  # what is left of a constraint
NAME = re.compile(r"\b[a-z]\w*")  # of a constant
OUTER_BRACKETS = re.compile(r"^\((.*)\)$")  # that clingo writes around an operation


def parse_program(path: str) -> tuple[list[AST], list[str]]:
    """Return the statements of a program and its includes, without comments, and the errors."""
    return collect_statements(ast.parse_files, [path])


def parse_text(text: str) -> tuple[list[AST], list[str]]:
    """Return the statements of the text of a program, without comments, and the errors."""
    return collect_statements(ast.parse_string, text)


def collect_statements(parse: Callable[..., None], source: Any) -> tuple[list[AST], list[str]]:
    """Return the statements that a parser of clingo.ast reads from a source, and the errors."""
    program: list[AST] = []
    errors: list[str] = []
    messages: list[str] = []
    try:
        parse(source, program.append, logger=lambda _, text: messages.append(text))
    except RuntimeError as error:
        errors = [text for text in messages if "error:" in text] or [str(error)]
    return [statement for statement in program if statement.ast_type != ASTType.Comment], errors


def find_place(node: AST) -> SourceLine:
    return node.location.begin.filename, node.location.begin.line


def list_children(node: AST) -> Iterator[tuple[str, AST]]:
    """Yield the nodes right below a node, each after the name of the attribute that has it."""
    for name in node.child_keys:
        part = getattr(node, name)
        children = part if isinstance(part, ast.ASTSequence) else [part]
        yield from ((name, child) for child in children if child is not None)


def list_all_nodes(node: AST) -> Iterator[AST]:
    """Yield a node and all nodes in it."""
    yield node
    for _, child in list_children(node):
        yield from list_all_nodes(child)


def find_signatures(node: AST, is_head: bool = False) -> Iterator[tuple[str, SourceLine, bool]]:
    """Yield (signature, place, is_definition) for each atom and declaration in a statement."""
    if node.ast_type in (ASTType.Defined, ASTType.ShowSignature) and node.name:  # else: #show.
        is_definition = node.ast_type == ASTType.Defined
        yield f"{node.name}/{node.arity}", find_place(node), is_definition
    elif node.ast_type == ASTType.SymbolicAtom:
        place = find_place(node.symbol)
        yield from ((name, place, is_head) for name in format_signatures(node.symbol))
    for name, child in list_children(node):
        if node.ast_type == ASTType.Rule:
            is_child_head = name == "head"
        elif node.ast_type == ASTType.External:
            is_child_head = name == "atom"
        else:
            is_chosen = node.ast_type == ASTType.HeadAggregateElement  # as b in #sum { 1 : b : c }
            is_child_head = is_head and (name != "condition" or is_chosen)
        yield from find_signatures(child, is_child_head)


def format_signatures(symbol: AST) -> Iterator[str]:
    """Yield the signature of an atom, without its sign; several, if it is a pool."""
    if symbol.ast_type == ASTType.Function:
        yield f"{symbol.name}/{len(symbol.arguments)}"
        return
    for _, child in list_children(symbol):
        yield from format_signatures(child)


def list_atoms(node: AST) -> list[AST]:
    """Return the atoms in a node, without pools and signs."""
    atoms = [n.symbol for n in list_all_nodes(node) if n.ast_type == ASTType.SymbolicAtom]
    return [atom for atom in atoms if atom.ast_type == ASTType.Function]


# ---------------------------------------------------------------- outlines


def outline_program(program: list[AST], given_values: str) -> dict[str, Any]:
    """Return what ProgramText.outline does."""
    grid_fact = re.compile(GRID_FACT.format(values=given_values))
    atoms = [atom for statement in program for atom in find_signatures(statement)]
    facts = [(str(statement), find_place(statement)) for statement in program]
    return {
        "defines": sorted({(name, place) for name, place, is_head in atoms if is_head}),
        "uses": sorted({(name, place) for name, place, is_head in atoms if not is_head}),
        "grid": [(text, place) for text, place in facts if grid_fact.fullmatch(text)],
    }


def find_confusing_terms(program: list[AST]) -> dict[str, Any]:
    """Return what ProgramText.find_confusing_terms does."""
    names = {*SIZES, *(node.name for node in program if node.ast_type == ASTType.Definition)}
    nodes = [node for statement in program for node in list_all_nodes(statement)]
    operations = [node for node in nodes if node.ast_type == ASTType.BinaryOperation]
    signatures = {name for statement in program for name, _, _ in find_signatures(statement)}
    arguments = [
        [
            (atom.name, n, str(term))
            for atom in list_atoms(s)
            for n, term in enumerate(atom.arguments)
        ]
        for s in program
    ]
    constants = [
        {str(n): find_place(n) for n in list_all_nodes(part) if n.ast_type == ASTType.SymbolicTerm}
        for part in program
    ]
    counted = [
        (str(term), find_place(term))
        for node in nodes
        if node.ast_type == ASTType.BodyAggregateElement and node.terms
        for term in node.terms[:1]
        if term.ast_type == ASTType.Function and term.arguments
        if str(term) not in map(str, node.condition) and signatures & {*format_signatures(term)}
    ]
    return {
        "constants": sorted(set(find_lowercase_variables(arguments, constants))),
        "counted": sorted(set(counted)),
        "valueless": [
            (str(o), find_place(o)) for o in operations if {*NAME.findall(str(o))} - names
        ],
    }


# ---------------------------------------------------------------- growth


def find_growing_rules(program: list[AST]) -> tuple[str, list[SourceLine]]:
    """Return what growth.find_growing_rules does."""
    rules = [read_parts(rule) for rule in program if rule.ast_type == ASTType.Rule]
    term, places = growth.find_growth(rules)
    return OUTER_BRACKETS.sub(r"\1", term), places


def read_parts(rule: AST) -> growth.RuleParts:
    def read_atoms(nodes: Iterable[AST]) -> list[TextAtom]:
        atoms = [atom for node in nodes for atom in list_atoms(node)]
        return [TextAtom(a.name, tuple(map(str, a.arguments)), 0, False) for a in atoms]

    body = [part.atom for part in rule.body if part.ast_type == ASTType.Literal and not part.sign]
    comparisons = [(part, part.guards[0]) for part in body if part.ast_type == ASTType.Comparison]
    equal = ast.ComparisonOperator.Equal
    definitions = {str(part.term): str(g.term) for part, g in comparisons if g.comparison == equal}
    bounds = [str(part) for part, guard in comparisons if guard.comparison != equal]
    heads, atoms = read_atoms([rule.head]), read_atoms(body)
    return growth.RuleParts(heads, atoms, definitions, bounds, find_place(rule))


# ---------------------------------------------------------------- changes


def relax_rule(rule: AST) -> AST | None:
    """Return what changes.relax_statement does, as a tree."""
    if rule.ast_type != ASTType.Rule:
        return None
    head, place, choice = rule.head, rule.location, None
    if head.ast_type == ASTType.Disjunction:
        choice = ast.Aggregate(place, None, head.elements, None)
    elif head.ast_type in (ASTType.Aggregate, ASTType.HeadAggregate):
        if head.left_guard or head.right_guard:
            choice = head.update(left_guard=None, right_guard=None)
    elif head.ast_type == ASTType.Literal:
        if head.sign != ast.Sign.NoSign or head.atom.ast_type != ASTType.SymbolicAtom:
            return ast.Rule(place, ast.Literal(place, 0, ast.BooleanConstant(1)), [])
        if [name for name, _, _ in find_signatures(head)] == ["cell/3"]:
            element = ast.ConditionalLiteral(place, head, [])
            choice = ast.Aggregate(place, None, [element], None)
    return rule.update(head=choice) if choice else None


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
