"""Patterns of atoms in rules, and loops through negation among rules.

Two atoms of a predicate may differ in a constant, as cell(R,C,x) and cell(R,C,b) do, so that rules
for one of them say nothing of the other.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from clingo import ast
from clingo.ast import AST, ASTType

from lab.runner.server.outline import CONSTANTS
from lab.runner.server.rewriting import (
    FIRST,
    SECOND,
    Unsearchable,
    find_atom,
    is_constraint,
    unroll_intervals,
)
from lab.runner.server.syntax_tree import list_all_nodes

NUMBER = "#number"  # of an argument: it is some number
Sign, Compare = ast.Sign, ast.ComparisonOperator
MIRRORED = {  # 3 > X is X < 3
    Compare.GreaterThan: Compare.LessThan,
    Compare.GreaterEqual: Compare.LessEqual,
    Compare.LessThan: Compare.GreaterThan,
    Compare.LessEqual: Compare.GreaterEqual,
}

Argument = str | frozenset[str]  # of a pattern, see there
ArgumentPlace = tuple[str, int, int]  # name and arity of a predicate, number of an argument from 0


class Pattern(NamedTuple):
    """A description of atoms of a predicate, by what is known of each argument.

    An argument is the only value that it can have, a function as NAME/ARITY, NUMBER, or the set of
    values that it never has; the empty set allows any value.  In  p(f(R)) :- cell(R,C,V), V != x
    the patterns are p(f/1) and cell({},{},{x}).
    """

    name: str
    arguments: tuple[Argument, ...]

    def includes(self, pattern: "Pattern") -> bool:
        """Return True only if every atom that fits `pattern` surely fits this pattern."""
        pairs = zip(self.arguments, pattern.arguments)
        return self.meets(pattern) and all(a in (b, frozenset()) for a, b in pairs)

    def meets(self, pattern: "Pattern") -> bool:
        """Return whether some atom may fit both patterns."""
        if self.name != pattern.name or len(self.arguments) != len(pattern.arguments):
            return False
        return all(map(can_be_equal, self.arguments, pattern.arguments))


def can_be_equal(first: Argument, second: Argument) -> bool:
    """Return whether two arguments of patterns may have the same value."""
    if isinstance(first, frozenset):
        return isinstance(second, frozenset) or second not in first
    if isinstance(second, frozenset):
        return first not in second
    if NUMBER in (first, second):
        return is_number(first) and is_number(second)
    return first == second


class Variable(NamedTuple):
    """A variable that is an argument of an atom."""

    name: str


Terms = tuple[Variable | Argument, ...]
Values = dict[str, Argument]  # of variables by their names


class Atom(NamedTuple):
    """An atom in a rule: its function, and the literal that has it."""

    node: AST
    literal: AST
    name: str
    terms: Terms

    @property
    def signature(self) -> tuple[str, int]:
        return self.name, len(self.terms)

    def bind(self, values: Values) -> Pattern:
        """Return the pattern of the atom where the variables have these values."""
        arguments = (
            values.get(term.name, frozenset()) if isinstance(term, Variable) else term
            for term in self.terms
        )
        return Pattern(self.name, tuple(arguments))


class Use(NamedTuple):
    """A pattern in the body of a rule, and whether the rule may need its absence."""

    pattern: Pattern
    is_negative: bool


class Body:
    """A body: literals that must all hold, read once.

    positive, negative: the atoms of its literals a and `not a`
    values: of its variables, as far as the literals and the numbers-only arguments fix them
    uses: the patterns of all its atoms, also of those in aggregates and conditions
    """

    def __init__(self, parts: Iterable[AST], numbers: Collection[ArgumentPlace] = ()) -> None:
        """Read the parts; `numbers` lists the arguments of predicates that are numbers only."""
        self.parts = list(parts)
        self.positive: list[Atom] = []
        self.negative: list[Atom] = []
        self.values: Values = {}
        self._atoms: list[tuple[Atom, bool]] = []  # and whether the body may need their absence
        for part in self.parts:
            self._read_part(part)
        for atom in self.positive:
            for place, term in enumerate(atom.terms):
                if isinstance(term, Variable) and (*atom.signature, place) in numbers:
                    value = self.values.get(term.name)
                    self.values[term.name] = value if isinstance(value, str) else NUMBER
        self.uses = [Use(atom.bind(self.values), is_negative) for atom, is_negative in self._atoms]

    def _read_part(self, part: AST) -> None:
        """Add the atoms and values of a literal, an aggregate or a conditional literal."""
        kind = part.atom.ast_type if part.ast_type == ASTType.Literal else None
        if kind == ASTType.SymbolicAtom:
            atom, sign = read_atom(part), part.sign
            if sign != Sign.DoubleNegation:
                (self.negative if sign else self.positive).append(atom)
            self._atoms.append((atom, sign != Sign.NoSign))
        elif kind == ASTType.Comparison:
            if part.sign == Sign.NoSign:
                read_comparison(part.atom, self.values)
        elif kind != ASTType.BooleanConstant:
            plain = part.literal if part.ast_type == ASTType.ConditionalLiteral else None
            is_growing = is_lower_bound(part)
            for node in list_all_nodes(part):
                if find_atom(node):
                    is_plain = plain is not None and not plain.sign and node == plain
                    self._atoms.append((read_atom(node), not (is_plain or is_growing)))

    def select(self, atoms: Iterable[Atom], patterns: Collection[Pattern]) -> list[Atom]:
        """Return the atoms that may fit one of the patterns, with the values of the body."""
        pairs = ((atom, atom.bind(self.values)) for atom in atoms)
        return [atom for atom, bound in pairs if any(map(bound.meets, patterns))]


class Head(NamedTuple):
    """An atom of a head, its pattern, and the body that derives it.

    The body of an atom of a choice has the conditions of the atom, too.
    """

    atom: Atom
    pattern: Pattern
    body: Body


class RuleRecord:
    """A rule with what a search asks of it: its body, and the atoms of its head."""

    def __init__(self, rule: AST, numbers: Collection[ArgumentPlace] = ()) -> None:
        """Read a rule, whose head is a literal or a choice; see Body for `numbers`."""
        self.rule, self.body = rule, Body(rule.body, numbers)
        self.is_constraint = is_constraint(rule)
        self.is_choice = rule.head.ast_type == ASTType.Aggregate
        literals: list[tuple[AST, Body]] = []
        if self.is_choice:
            for element in unroll_intervals(rule.head.elements):
                body = Body([*rule.body, *element.condition], numbers)
                literals.append((element.literal, body))
        elif not self.is_constraint:
            literals = [(rule.head, self.body)]
        atoms = [(read_atom(literal), body) for literal, body in literals]
        self.heads = [Head(atom, atom.bind(body.values), body) for atom, body in atoms]

    @property
    def uses(self) -> list[Use]:
        """The patterns in the body, and in the conditions of a choice."""
        bodies = [head.body for head in self.heads] or [self.body]
        return [use for body in bodies for use in body.uses]

    @property
    def is_shown(self) -> bool:
        """Whether the rule derives shown(ROLE,TERM)."""
        return any(head.atom.name == "shown" for head in self.heads)


def find_number_arguments(records: Iterable[RuleRecord]) -> set[ArgumentPlace]:
    """Return the arguments of derived predicates that are numbers in the heads of all rules."""
    # the values of given cells, which are not heads of these rules, may be names
    is_number_only: dict[ArgumentPlace, bool] = {
        (f"{r}__cell", 3, 2): False for r in (FIRST, SECOND)
    }
    for pattern in (head.pattern for record in records for head in record.heads):
        for number, argument in enumerate(pattern.arguments):
            place = (pattern.name, len(pattern.arguments), number)
            is_number_here = isinstance(argument, str) and is_number(argument)
            is_number_only[place] = is_number_only.get(place, True) and is_number_here
    return {place for place, is_only in is_number_only.items() if is_only}


def read_atom(literal: AST) -> Atom:
    """Read the atom of a literal; raise Unsearchable if it is a pool."""
    node = find_atom(literal)
    if node is None or node.ast_type != ASTType.Function:
        raise Unsearchable.at_node(literal)
    return Atom(node, literal, node.name, tuple(map(read_term, node.arguments)))


def read_term(term: AST) -> Variable | Argument:
    """Return the variable that an argument is, or its part of a pattern."""
    if term.ast_type == ASTType.Variable:
        return Variable(term.name)
    if term.ast_type == ASTType.SymbolicTerm:
        text = str(term.symbol)
        return frozenset() if text in CONSTANTS else text
    if term.ast_type == ASTType.Interval:
        return NUMBER
    if term.ast_type == ASTType.Function:
        return f"{term.name}/{len(term.arguments)}"
    return frozenset()


def read_comparison(comparison: AST, values: Values) -> None:
    """Add the values that a comparison such as 1 <= X < 5 gives its variables."""
    left = comparison.term
    for guard in comparison.guards:
        right, kind = guard.term, guard.comparison
        if left.ast_type == ASTType.Variable:
            bind_variable(left.name, kind, right, values)
        elif right.ast_type == ASTType.Variable:
            bind_variable(right.name, MIRRORED.get(kind, kind), left, values)
        left = right


def bind_variable(name: str, kind: int, term: AST, values: Values) -> None:
    """Add the value that `name kind term` gives a variable: X = 3, X != x, X <= 4."""
    argument = read_term(term)
    if not isinstance(argument, str) or term.ast_type == ASTType.Function:
        return
    excluded = values.get(name, frozenset())
    if kind == Compare.Equal:
        values[name] = argument
    elif kind == Compare.NotEqual and isinstance(excluded, frozenset) and argument != NUMBER:
        values[name] = excluded | {argument}
    elif kind in (Compare.LessThan, Compare.LessEqual) and is_number(argument):
        values[name] = NUMBER  # numbers are less than all other terms


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
    return text == NUMBER or text.lstrip("-").isdecimal()


def find_loops(records: Sequence[RuleRecord]) -> dict[int, list[Pattern]]:
    """Map each rule in a loop through negation to the body patterns that close the loop.

    Of  a :- not b.  b :- c, not a.  c.  these are {0: [b], 1: [a]}.
    """
    deriving: dict[str, list[tuple[int, Pattern]]] = {}  # by the name: rules that have it as head
    for number, record in enumerate(records):
        for head in record.heads:
            deriving.setdefault(head.pattern.name, []).append((number, head.pattern))
    edges: list[set[int]] = []
    negative: list[list[tuple[int, Pattern]]] = []
    for record in records:
        pairs = [
            (number, use)
            for use in record.uses
            for number, pattern in deriving.get(use.pattern.name, ())
            if use.pattern.meets(pattern)
        ]
        edges.append({number for number, _ in pairs})
        negative.append([(number, use.pattern) for number, use in pairs if use.is_negative])
    loops: dict[int, list[Pattern]] = {}
    for number, uses_of_rule in enumerate(negative):
        if patterns := [p for start, p in uses_of_rule if number in find_reachable(start, edges)]:
            loops[number] = patterns
    return loops


def find_reachable(start: int, edges: Sequence[set[int]]) -> set[int]:
    """Return the numbers to which edges lead from `start`, and `start`."""
    reached, queue = {start}, [start]
    while queue:
        numbers = edges[queue.pop()] - reached
        reached |= numbers
        queue += numbers
    return reached
