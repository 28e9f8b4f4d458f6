"""Rewrites a program so that it judges the answers of another one on the same board.

It forbids nothing: the I-th restriction, a constraint or the bounds of a choice, derives
violated(I).  It chooses nothing: a choice { h : c } becomes h :- c, asked__h, where asked__h says
that the answer needs h.  The answer needs a shown cell; what a rule derives it from; and what a
constraint demands.  Two rules a :- B, not b and b :- C, not a choose, too.

If no restriction is violated and the shown cells are those of the answer, the program has an
answer set with this answer, whatever asked__h is.  Else it may still have one: see `choices`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from clingo import ast
from clingo.ast import AST, ASTType

from lab.runner.outline import Place, list_all_nodes, place_of
from lab.runner.patterns import Pattern, PatternReader, find_loops, list_heads
from lab.runner.rewriting import (
    FIRST,
    SECOND,
    IntervalReplacer,
    Unseen,
    find_atom,
    forbid_contradictions,
    is_constraint,
    list_atoms,
    make_count,
    make_literal,
    make_name,
    make_number,
    rewrite_program,
    unroll_intervals,
)

CELL = f"{SECOND}__cell"
Sign = ast.Sign
ARITHMETIC = (ast.BinaryOperator.Plus, ast.BinaryOperator.Minus)


# ---------------------------------------------------------------- the judge


@dataclass
class Judge:
    """A program that judges the answers of the first one.

    restrictions: the place of each, by its number I
    choices: places of choices that the answer may not decide
    is_decided: whether an answer decides all its atoms, on each board
    """

    rules: list[AST] = field(default_factory=list)
    restrictions: list[Place] = field(default_factory=list)
    choices: list[Place] = field(default_factory=list)
    shows_cells: bool = True
    is_decided: bool = True

    def restrict(self, rule: AST, body: Sequence[AST]) -> None:
        """Add a restriction: it is violated where the body holds."""
        place = place_of(rule)
        if place not in self.restrictions:
            self.restrictions.append(place)
        number = make_number(rule.location, self.restrictions.index(place))
        head = make_literal(rule.location, "violated", [number])
        self.rules.append(ast.Rule(rule.location, head, body))


def make_judge(statements: Sequence[AST]) -> Judge:
    """Return the judge that a program is; raise Unseen for what a search cannot judge."""
    program = rewrite_program(statements, SECOND)
    judge = Judge(shows_cells=program.shows_cells)
    rules = list(shift_disjunctions(program.rules))
    loops, reader = find_loops(rules), PatternReader(rules)
    demands = Demands(reader, rules, loops, judge.shows_cells)
    for number, rule in enumerate(rules):
        if is_constraint(rule):
            judge.restrict(rule, rule.body)
        elif rule.head.ast_type == ASTType.Aggregate:
            follow_answer(judge, rule, demands)
        elif number in loops and demands.are_possible(rule):
            break_loop(judge, reader, rule, loops[number])
        else:
            judge.rules.append(rule)
    for rule in forbid_contradictions(program):
        judge.restrict(rule, rule.body)
    judge.rules += demands.rules
    judge.is_decided = not find_loops(judge.rules)
    return judge


def shift_disjunctions(rules: Iterable[AST]) -> Iterator[AST]:
    """Yield rules, a | b :- B as the two rules a :- B, not b and b :- B, not a.

    Each answer set of these is one of the disjunction, too.
    """
    for rule in rules:
        head = rule.head
        if head.ast_type not in (ASTType.Literal, ASTType.Aggregate, ASTType.Disjunction):
            raise Unseen(rule)
        if head.ast_type != ASTType.Disjunction:
            yield rule
            continue
        if any(list(element.condition) for element in head.elements):
            raise Unseen(rule)
        literals = [element.literal for element in head.elements]
        for literal in literals:
            absent = [o.update(sign=Sign.Negation) for o in literals if o is not literal]
            yield ast.Rule(rule.location, literal, [*rule.body, *absent])


def follow_answer(judge: Judge, rule: AST, demands: "Demands") -> None:
    """Add the rules that take the place of a choice, and its bounds as a restriction.

    Where no element can be asked for, others make up for a lower bound.
    """
    head, place = rule.head, rule.location
    elements = list(unroll_intervals(head.elements))
    asked = [element for element in elements if demands.can_ask(find_atom(element.literal), rule)]
    rest = [element for element in elements if element not in asked]
    for element in elements:
        atom = find_atom(element.literal)
        replacer = IntervalReplacer()
        arguments = [replacer(argument) for argument in atom.arguments]
        body = [*rule.body, *element.condition, *replacer.equations]
        if element in asked:
            body.append(make_literal(place, name_demand(atom), arguments))
        elif head.left_guard or head.right_guard:
            count = make_count(place, asked, 1)
            body += [count.update(sign=Sign.Negation)] * bool(asked)
        else:
            continue
        judge.rules.append(ast.Rule(place, make_literal(place, atom.name, arguments), body))
    if rest:
        judge.choices.append(place_of(rule))
    if head.left_guard or head.right_guard:
        count = ast.Aggregate(place, head.left_guard, elements, head.right_guard)
        judge.restrict(rule, [*rule.body, ast.Literal(place, Sign.Negation, count)])


def break_loop(judge: Judge, reader: PatternReader, rule: AST, absent: Sequence[Pattern]) -> None:
    """Add a rule a :- B, not b as a :- B, asked__a, and what else it says as restrictions.

    These are: not B without both a and b; not a with b.
    """
    head = list_heads(rule)[0]
    loop = [part for part in rule.body if is_in_loop(reader, part, absent)]
    body = [part for part in rule.body if part not in loop]
    place = rule.location
    asked = make_literal(place, name_demand(head), head.arguments)
    judge.rules.append(ast.Rule(place, rule.head, [*body, asked]))
    judge.restrict(rule, [*body, *loop, rule.head.update(sign=Sign.Negation)])
    for part in loop:
        judge.restrict(rule, [*body, rule.head, part.update(sign=Sign.NoSign)])


def is_in_loop(reader: PatternReader, part: AST, absent: Sequence[Pattern]) -> bool:
    """Return whether a part of a body is a literal `not b` of one of these patterns."""
    atom = find_atom(part)
    is_negative = atom is not None and part.sign == Sign.Negation
    return is_negative and any(reader.read(atom).meets(pattern) for pattern in absent)


# ---------------------------------------------------------------- what an answer needs


def name_demand(atom: AST) -> str:
    """Return the name of the predicate which says that atoms are needed."""
    return f"asked__{atom.name}"


def name_possibility(atom: AST) -> str:
    """Return the name of the predicate which says that atoms may be chosen."""
    return f"possible__{atom.name}"


class Demands:
    """The rules for asked__h of all h that a program chooses, and for what is derived from them."""

    def __init__(
        self,
        reader: PatternReader,
        rules: Sequence[AST],
        loops: dict[int, list[Pattern]],
        shows: bool,
    ) -> None:
        self._reader = reader
        self.rules: list[AST] = []
        self._patterns: list[Pattern] = []  # of atoms that are asked for
        self._program = rules
        self._guesses = list(self._list_guesses(loops))  # what is chosen, each under a body
        self._derived = self._find_derived()
        self._bound: set[tuple[str, int]] = set()  # predicates with rules for possible__h
        if self._guesses:
            self._ask_for_answer(shows)
            self._ask_for_restrictions()

    def can_ask(self, atom: AST, rule: AST) -> bool:
        """Return whether an answer can need an atom in the head of a rule."""
        pattern = self._reader.read(atom, rule.body)
        return any(pattern.meets(asked) for asked in self._patterns)

    def _asks_for_all(self, atom: AST, rule: AST) -> bool:
        """Return whether there is a demand for all atoms that an atom of a rule can be."""
        pattern = self._reader.read(atom, rule.body)
        return any(asked.includes(pattern) for asked in self._patterns)

    def are_possible(self, rule: AST) -> bool:
        """Return whether an answer can need the head of a rule, and whether it is one atom."""
        heads = list_heads(rule)
        return len(heads) == 1 and self.can_ask(heads[0], rule)

    def _list_guesses(self, loops: dict[int, list[Pattern]]) -> Iterator[tuple[AST, list[AST]]]:
        for number, rule in enumerate(self._program):
            if rule.head.ast_type == ASTType.Aggregate:
                for element in unroll_intervals(rule.head.elements):
                    yield find_atom(element.literal), [*rule.body, *element.condition]
            elif number in loops:
                body = [
                    part for part in rule.body if not is_in_loop(self._reader, part, loops[number])
                ]
                yield from ((head, body) for head in list_heads(rule))

    def _find_derived(self) -> list[Pattern]:
        """Return the patterns of what is chosen, and of what follows from it."""
        derived = [self._reader.read(atom, body) for atom, body in self._guesses]
        rest = [rule for rule in self._program if list_heads(rule) and not is_shown(rule)]
        is_growing = True
        while is_growing:
            following = [rule for rule in rest if self._list_origins(rule, derived)]
            derived += [
                self._reader.read(a, rule.body) for rule in following for a in list_heads(rule)
            ]
            rest = [rule for rule in rest if rule not in following]
            is_growing = bool(following)
        return derived

    def _list_origins(self, rule: AST, derived: Sequence[Pattern]) -> list[AST]:
        """Return the positive atoms in the body of a rule that follow from choices."""
        atoms = list_atoms(rule.body)
        return [a for a in atoms if any(self._reader.read(a, rule.body).meets(p) for p in derived)]

    def _ask_for_answer(self, shows_cells: bool) -> None:
        """Add demands from the shown cells backwards through the rules that derive them."""
        queue: list[AST] = []  # atoms that are asked for, and not traced back yet
        for rule in filter(is_shown, self._program):
            term = list_heads(rule)[0].arguments[1]
            if term.ast_type == ASTType.Function and (term.name, len(term.arguments)) == (
                "cell",
                3,
            ):
                arguments = [make_name(rule.location, FIRST), *term.arguments]
                start = make_literal(rule.location, "answer", arguments)
                queue += self._trace_back(rule, [start])
        if shows_cells:
            place = self._program[0].location
            variables = [ast.Variable(place, name) for name in "RCV"]
            cell = ast.Function(place, CELL, variables, 0)
            start = make_literal(place, "answer", [make_name(place, FIRST), *variables])
            queue += self._add(cell, [start])
        traced: set[str] = set()
        while queue:
            asked = queue.pop()
            key = f"{asked.name}/{len(asked.arguments)}"
            if key in traced:
                continue
            traced.add(key)
            for rule in self._program:
                for head in list_heads(rule):
                    is_same = (head.name, len(head.arguments)) == (asked.name, len(asked.arguments))
                    if is_same and not is_constraint(rule):
                        start = make_literal(rule.location, name_demand(head), head.arguments)
                        queue += self._trace_back(rule, [start])

    def _trace_back(self, rule: AST, start: list[AST]) -> Iterator[AST]:
        """Add a demand for each atom from which a rule derives a head that is needed.

        Yield the atoms.  `start` says that the head is needed.
        """
        origins = self._list_origins(rule, self._derived)
        for atom in origins:
            others = [
                make_literal(rule.location, name_demand(other), other.arguments)
                for other in origins
                if other is not atom
            ]
            yield from self._add(atom, [*start, *others])

    def _ask_for_restrictions(self) -> None:
        """Add demands of constraints that forbid the absence of one thing that is chosen."""
        for rule in filter(is_constraint, self._program):
            absent = [
                atom
                for atom in list_atoms(rule.body, Sign.Negation)
                for guess, body in self._guesses
                if self._reader.read(atom, rule.body).meets(self._reader.read(guess, body))
            ]
            if len(absent) == 1 and not self._asks_for_all(absent[0], rule):
                body = [part for part in rule.body if find_atom(part) != absent[0]]
                list(self._add(absent[0], body))

    def _add(self, atom: AST, body: list[AST]) -> Iterator[AST]:
        """Add the demand for an atom, and yield the atom, unless its variables are unsafe."""
        place, atom = atom.location, name_variables(atom)
        if not find_variables([atom]) <= list_bound_variables(body):
            if not self._bind(atom):
                return
            body = [*body, make_literal(place, name_possibility(atom), atom.arguments)]
        head = make_literal(place, name_demand(atom), atom.arguments)
        self.rules.append(ast.Rule(place, head, body))
        self._patterns.append(self._reader.read(atom, body))
        yield atom

    def _bind(self, atom: AST) -> bool:
        """Add the rules for possible__h of an atom that is chosen; return whether it is."""
        key = (atom.name, len(atom.arguments))
        guesses = [g for g in self._guesses if (g[0].name, len(g[0].arguments)) == key]
        if key not in self._bound:
            self._bound.add(key)
            for guess, body in guesses:
                head = make_literal(guess.location, name_possibility(guess), guess.arguments)
                self.rules.append(ast.Rule(guess.location, head, body))
        return bool(guesses)


def is_shown(rule: AST) -> bool:
    """Return whether a rule derives shown(ROLE,TERM)."""
    return any(atom.name == "shown" for atom in list_heads(rule))


def name_variables(atom: AST) -> AST:
    """Return an atom with a name of its own for each anonymous variable."""
    namer = VariableNamer()
    return atom.update(arguments=[namer(argument) for argument in atom.arguments])


class VariableNamer(ast.Transformer):
    """Gives each anonymous variable a name of its own."""

    def __init__(self) -> None:
        self._number = 0

    def visit_Variable(self, variable: AST) -> AST:
        """Return the variable with a name; clingo.ast calls this for each."""
        if variable.name != "_":
            return variable
        self._number += 1
        return variable.update(name=f"Any{self._number}")


def find_variables(nodes: Iterable[AST]) -> set[str]:
    """Return the names of the variables in nodes."""
    all_nodes = (inner for node in nodes for inner in list_all_nodes(node))
    return {node.name for node in all_nodes if node.ast_type == ASTType.Variable}


def list_bound_variables(body: Iterable[AST]) -> set[str]:
    """Return the names of variables that positive atoms of a body bind."""
    bound: set[str] = set()
    queue = [argument for atom in list_atoms(body) for argument in atom.arguments]
    while queue:
        term = queue.pop()
        if term.ast_type == ASTType.Variable:
            bound.add(term.name)
        elif term.ast_type == ASTType.Function:
            queue += term.arguments
        elif term.ast_type == ASTType.BinaryOperation and term.operator_type in ARITHMETIC:
            sides = [term.left, term.right]
            variables = [side for side in sides if side.ast_type == ASTType.Variable]
            if len(variables) == 1 and any(s.ast_type == ASTType.SymbolicTerm for s in sides):
                bound.add(variables[0].name)
    return bound
