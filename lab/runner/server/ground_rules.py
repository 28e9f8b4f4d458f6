"""Rules that ground without end, and the number of ground rules of each rule."""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from clingo import ast
from clingo.ast import AST, ASTType

from lab.runner.server import solving
from lab.runner.server.syntax_tree import (
    SourceLine,
    find_place,
    format_signatures,
    list_atoms,
    list_children,
    parse_program,
)

ArgumentPosition = tuple[str, int]  # a predicate's signature, and the number of an argument from 0
COMPUTED = re.compile(r"[\w)][-+*/\\^&?]|\(")  # terms that grow, as 1+X and f(X) do
VARIABLE = re.compile(r"\b(?:_*[A-Z]\w*|_)")
OUTER_BRACKETS = re.compile(r"^\((.*)\)$")  # that clingo writes around an operation


class RuleAtom(NamedTuple):
    """An atom of a rule, as texts."""

    signature: str
    arguments: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.signature.partition("/")[0]


class RuleParts(NamedTuple):
    """The parts of a rule by which it may ground without end: atoms and comparisons, as texts."""

    heads: list[RuleAtom]
    atoms: list[RuleAtom]  # of the body, without those after "not"
    definitions: dict[str, str]  # of Y = X+1
    bounds: list[str]  # other comparisons
    place: SourceLine


class ArgumentEdge(NamedTuple):
    """A rule that copies or computes an argument of its head, the target, from one of its body."""

    source: ArgumentPosition
    target: ArgumentPosition
    term: str  # of the head
    place: SourceLine


def find_growing_rules(path: str) -> tuple[str, list[SourceLine]]:
    """Return a term that grows without bound, and the places of the rules that form the cycle.

    The rule with the term comes first.  The shortest of several cycles is returned; without any,
    there are no places.
    """
    program, _ = parse_program(path)
    return find_growth(read_parts(rule) for rule in program if rule.ast_type == ASTType.Rule)


def read_parts(rule: AST) -> RuleParts:
    def read_atoms(nodes: Iterable[AST]) -> list[RuleAtom]:
        atoms = [atom for node in nodes for atom in list_atoms(node)]
        return [RuleAtom(next(format_signatures(a)), tuple(map(str, a.arguments))) for a in atoms]

    body = [part.atom for part in rule.body if part.ast_type == ASTType.Literal and not part.sign]
    comparisons = [(part, part.guards[0]) for part in body if part.ast_type == ASTType.Comparison]
    equal = ast.ComparisonOperator.Equal
    definitions = {str(part.term): str(g.term) for part, g in comparisons if g.comparison == equal}
    bounds = [str(part) for part, guard in comparisons if guard.comparison != equal]
    heads, atoms = read_atoms([rule.head]), read_atoms(body)
    return RuleParts(heads, atoms, definitions, bounds, find_place(rule))


def find_growth(rules: Iterable[RuleParts]) -> tuple[str, list[SourceLine]]:
    """Return the result of find_growing_rules for the rules of a program."""
    edges = [edge for rule in rules for edge in list_edges(rule)]
    cycles = [find_cycle(edge, edges) for edge in edges if COMPUTED.search(edge.term)]
    cycle = min(filter(None, cycles), key=lambda cycle: (len(cycle), cycle[0].place), default=[])
    term = OUTER_BRACKETS.sub(r"\1", cycle[0].term) if cycle else ""
    return term, list(dict.fromkeys(edge.place for edge in cycle))


def find_cycle(first: ArgumentEdge, edges: list[ArgumentEdge]) -> list[ArgumentEdge]:
    """Return a shortest cycle of edges that begins with `first`, or no edges."""
    paths, reached = [[first]], {first.target}
    for path in paths:  # grows meanwhile
        if path[-1].target == first.source:
            return path
        for edge in edges:
            if edge.source == path[-1].target and edge.target not in reached:
                reached.add(edge.target)
                paths.append([*path, edge])
    return []


def list_edges(rule: RuleParts) -> Iterator[ArgumentEdge]:
    """Yield the edges of a rule; skip variables that another atom or a comparison bounds.

    Atoms of other predicates bound their variables, and so do comparisons, except Y = X+1, which
    defines Y.
    """
    for head, atom in itertools.product(rule.heads, rule.atoms):
        bounding_atoms = [a for a in rule.atoms if a.name not in (head.name, atom.name)]
        terms = [argument for a in bounding_atoms for argument in a.arguments]
        bounded = list_variable_names(" ".join([*terms, *rule.bounds]))
        pairs = itertools.product(enumerate(atom.arguments), enumerate(head.arguments))
        for (source, origin), (target, argument) in pairs:
            term = rule.definitions.get(argument, argument)
            is_free = not list_variable_names(argument) <= bounded
            if is_free and list_variable_names(term) & list_variable_names(origin) - bounded:
                arguments = (atom.signature, source), (head.signature, target)
                yield ArgumentEdge(*arguments, term, rule.place)


def list_variable_names(text: str) -> set[str]:
    return set(VARIABLE.findall(text))


def count_ground_rules(path: str, facts: str) -> list[tuple[SourceLine, int]]:
    """Count the ground rules of each rule that has a body; return the largest first.

    clingo does not count them.  Each rule gets a companion with the same body, whose head is the
    rule's own marker with the variables of the body: so there are as many ground markers.
    """
    program, _ = parse_program(path)
    rules = [rule for rule in program if rule.ast_type == ASTType.Rule and list(rule.body)]
    text, marker = "".join(f"{statement}\n" for statement in program), "ground_"
    while marker in text + facts:  # no predicate of the program may look like a marker
        marker += "_"
    for number, rule in enumerate(rules):
        names = sorted({name for literal in rule.body for name in list_global_variables(literal)})
        arguments = [ast.Variable(rule.location, name) for name in names]
        function = ast.Function(rule.location, f"{marker}{number}", arguments, 0)
        head = ast.Literal(rule.location, ast.Sign.NoSign, ast.SymbolicAtom(function))
        text += f"{ast.Rule(rule.location, head, rule.body)}\n"
    atoms = solving.LenientProgram([], facts, text=text).control.symbolic_atoms
    counts: Counter[int] = Counter()
    for name, arity, _ in atoms.signatures:
        if name.startswith(marker):
            number = int(name.removeprefix(marker))
            counts[number] = sum(1 for _ in atoms.by_signature(name, arity))
    return [(find_place(rules[number]), count) for number, count in counts.most_common()]


def list_global_variables(node: AST) -> Iterator[str]:
    """Yield the names of the variables outside of conditions and elements of aggregates."""
    if node.ast_type == ASTType.Variable:
        if node.name != "_":
            yield node.name
    elif node.ast_type != ASTType.ConditionalLiteral:
        for name, child in list_children(node):
            if name != "elements":
                yield from list_global_variables(child)
