"""Patterns of atoms in rules, and loops through negation among rules.

Two atoms of a predicate may differ in a constant, as cell(R,C,x) and cell(R,C,b) do, so that rules
for one of them say nothing of the other.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from clingo import ast
from clingo.ast import AST, ASTType

from lab.runner.outline import list_all_nodes
from lab.runner.rewriting import find_atom, list_atoms

NUMBER = "#number"  # of an argument: it is some number
Sign, Compare = ast.Sign, ast.ComparisonOperator


class Pattern(NamedTuple):
    """Atoms of a predicate.

    Of each argument its only value, its function as NAME/ARITY, NUMBER, or values it never has.
    """

    name: str
    arguments: tuple[str | frozenset[str], ...]

    def includes(self, other: "Pattern") -> bool:
        """Return whether all atoms that fit the other pattern fit this one."""
        pairs = zip(self.arguments, other.arguments)
        return self.meets(other) and all(a in (b, frozenset()) for a, b in pairs)

    def meets(self, other: "Pattern") -> bool:
        """Return whether some atom may fit both patterns."""
        if self.name != other.name or len(self.arguments) != len(other.arguments):
            return False
        return all(map(can_be_equal, self.arguments, other.arguments))


def can_be_equal(first: str | frozenset[str], second: str | frozenset[str]) -> bool:
    """Return whether two arguments of patterns may have the same value."""
    if isinstance(first, frozenset):
        return isinstance(second, frozenset) or second not in first
    if isinstance(second, frozenset):
        return first not in second
    if NUMBER in (first, second):
        return is_number(first) and is_number(second)
    return first == second


class Use(NamedTuple):
    """An atom in the body of a rule, and whether the rule may need its absence."""

    pattern: Pattern
    is_negative: bool


class PatternReader:
    """Reads the patterns of atoms in the rules of a program."""

    def __init__(self, rules: Iterable[AST]) -> None:
        self._numbers: set[tuple[str, int, int]] = set()  # arguments that are numbers only
        heads = [(atom, rule) for rule in rules for atom in list_heads(rule)]
        patterns = [self.read(atom, rule.body) for atom, rule in heads]
        others = {
            (pattern.name, len(pattern.arguments), place)
            for pattern in patterns
            for place, argument in enumerate(pattern.arguments)
            if isinstance(argument, frozenset) or not is_number(argument)
        }
        arguments = {
            (pattern.name, len(pattern.arguments), place)
            for pattern in patterns
            for place in range(len(pattern.arguments))
        }
        self._numbers = arguments - others

    def read(self, atom: AST, body: Iterable[AST] = ()) -> Pattern:
        """Return the pattern of an atom in a rule with this body."""
        values = self._read_comparisons(body)
        arguments: list[str | frozenset[str]] = []
        for argument in atom.arguments:
            text = str(argument)
            if argument.ast_type == ASTType.Variable:
                arguments.append(values.get(text, frozenset()))
            elif argument.ast_type == ASTType.SymbolicTerm:
                arguments.append(text)
            elif argument.ast_type == ASTType.Interval:
                arguments.append(NUMBER)
            elif argument.ast_type == ASTType.Function:
                arguments.append(f"{argument.name}/{len(argument.arguments)}")
            else:
                arguments.append(frozenset())
        return Pattern(atom.name, tuple(arguments))

    def _read_comparisons(self, body: Iterable[AST]) -> dict[str, str | frozenset[str]]:
        """Return what a body says of variables, see Pattern."""
        values: dict[str, str | frozenset[str]] = {}
        for atom in list_atoms(body):
            for place, argument in enumerate(atom.arguments):
                if (atom.name, len(atom.arguments), place) in self._numbers:
                    values[str(argument)] = NUMBER
        for part in body:
            if part.ast_type != ASTType.Literal or part.atom.ast_type != ASTType.Comparison:
                continue
            terms = [part.atom.term, *(guard.term for guard in part.atom.guards)]
            for left, guard, right in zip(terms, part.atom.guards, terms[1:]):
                kind = guard.comparison if part.sign == Sign.NoSign else None
                if left.ast_type == ASTType.Variable:
                    name, value = str(left), right
                    is_bounded = kind in (Compare.LessThan, Compare.LessEqual)
                else:
                    name, value = str(right), left
                    is_bounded = kind in (Compare.GreaterThan, Compare.GreaterEqual)
                is_constant, text = value.ast_type == ASTType.SymbolicTerm, str(value)
                excluded = values.get(name, frozenset())
                if kind == Compare.Equal and is_constant:
                    values[name] = text
                elif kind == Compare.NotEqual and is_constant and isinstance(excluded, frozenset):
                    values[name] = excluded | {text}
                elif (kind == Compare.Equal and value.ast_type == ASTType.Interval) or (
                    is_bounded and is_constant and is_number(text)
                ):
                    values[name] = NUMBER
        return values

    def list_uses(self, body: Iterable[AST]) -> Iterator[Use]:
        """Yield the atoms in a body."""
        body = list(body)
        for part in body:
            if atom := find_atom(part):
                yield Use(self.read(atom, body), part.sign != Sign.NoSign)
                continue
            inner = part.literal if part.ast_type == ASTType.ConditionalLiteral else None
            is_growing = is_lower_bound(part)
            for node in list_all_nodes(part):
                if node.ast_type == ASTType.SymbolicAtom:
                    is_plain = inner and inner.sign == Sign.NoSign and inner.atom == node
                    yield Use(self.read(node.symbol, body), not (is_plain or is_growing))


def is_lower_bound(part: AST) -> bool:
    """Return whether a part of a body demands so many positive atoms, and never fewer."""
    if part.ast_type != ASTType.Literal or part.sign or part.atom.ast_type != ASTType.Aggregate:
        return False
    count = part.atom
    is_least = count.left_guard and count.left_guard.comparison in (
        Compare.LessThan,
        Compare.LessEqual,
    )
    literals = [lit for e in count.elements for lit in (e.literal, *e.condition)]
    return bool(is_least and not count.right_guard) and not any(lit.sign for lit in literals)


def is_number(text: str) -> bool:
    """Return whether an argument of a pattern is a number."""
    return text == NUMBER or text.lstrip("-").isdecimal()


def list_heads(rule: AST) -> list[AST]:
    """Return the atoms in the head of a rule."""
    if rule.head.ast_type == ASTType.Literal:
        atom = find_atom(rule.head)
        return [atom] if atom else []
    return [atom for element in rule.head.elements if (atom := find_atom(element.literal))]


def find_loops(rules: Sequence[AST]) -> dict[int, list[Pattern]]:
    """Map rules, by their numbers, to atoms whose absence they need and that follow from them."""
    reader = PatternReader(rules)
    heads = [[reader.read(atom, rule.body) for atom in list_heads(rule)] for rule in rules]
    edges: list[set[int]] = []
    negative: list[list[tuple[int, Pattern]]] = []
    for rule in rules:
        conditions = []
        if rule.head.ast_type == ASTType.Aggregate:
            conditions = [part for element in rule.head.elements for part in element.condition]
        uses = list(reader.list_uses([*rule.body, *conditions]))
        pairs = [
            (number, use)
            for number, patterns in enumerate(heads)
            for use in uses
            if any(use.pattern.meets(pattern) for pattern in patterns)
        ]
        edges.append({number for number, _ in pairs})
        negative.append([(number, use.pattern) for number, use in pairs if use.is_negative])
    loops: dict[int, list[Pattern]] = {}
    for number, uses_of_rule in enumerate(negative):
        if patterns := [p for other, p in uses_of_rule if number in find_reachable(other, edges)]:
            loops[number] = patterns
    return loops


def find_reachable(start: int, edges: Sequence[set[int]]) -> set[int]:
    """Return the numbers that edges lead to from `start`, which is one of them."""
    reached, queue = {start}, [start]
    while queue:
        new = edges[queue.pop()] - reached
        reached |= new
        queue += new
    return reached
