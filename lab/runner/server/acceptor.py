"""Rewrites a program so that it accepts or refuses the answers of another one on the same board.

A search that chooses a board and an answer cannot also go through all answer sets of a second
program in order to see that none has this answer.  Rewritten, the program judges the answer itself.

For example, where names lack their role:

    { bulb(R,C) } :- white(R,C).       bulb(R,C) :- white(R,C), needed__bulb(R,C).
    cell(R,C,b) :- bulb(R,C).          stays; and needed__bulb(R,C) :- needed__cell(R,C,b).
    :- white(R,C), not lit(R,C).       violated(0) :- white(R,C), not lit(R,C).
    #show cell/3.                      needed__cell(R,C,V) :- answer(first,R,C,V).
    { spare(R,C) } :- white(R,C).      goes, as no answer needs it; it is one of `open_choices`
    reach(D) :- reach(C), line(C,D).   stays; and where line is chosen, from the end to the start:
                                         needed__reach(C) :- needed__reach(D), needed__line(C,D).
                                         needed__line(C,D) :- needed__reach(D), needed__reach(C).
    p :- not q.  q :- not p.           choose, too; as no answer needs p or q they stay, and the
                                         answer sets are not decided

It forbids nothing: the I-th restriction, a constraint or the bounds of a choice, derives
violated(I).  It chooses nothing: a choice { h : c } becomes h :- c, needed__h.  The answer needs
its cells, atoms from which rules derive what it needs, and atoms that constraints demand.

If no restriction is violated and the shown cells are those of the answer, the program accepts the
answer, whatever needed__h is.  Otherwise nothing is known: the program may still accept the answer,
for instance if it has `open_choices`.  Then the program must be run.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clingo import ast
from clingo.ast import AST, ASTType

from lab.runner.server.patterns import (
    ArgumentPlace,
    Atom,
    Body,
    Compare,
    Head,
    Pattern,
    RuleRecord,
    find_loops,
    find_number_arguments,
    read_atom,
)
from lab.runner.server.rewriting import (
    FIRST,
    SECOND,
    IntervalReplacer,
    RoleProgram,
    Unsearchable,
    list_positive_atoms,
    make_count,
    make_literal,
    make_name,
    make_number,
    unroll_intervals,
)
from lab.runner.server.syntax_tree import SourceLine, find_place, find_variables

CELL_NAME, VIOLATED = f"{SECOND}__cell", "violated"
NEEDED, POSSIBLE = "needed__", "possible__"  # possible: a choice may have it
Sign = ast.Sign
ARITHMETIC = (ast.BinaryOperator.Plus, ast.BinaryOperator.Minus)


# ---------------------------------------------------------------- rules


@dataclass
class Acceptor:
    """A program that accepts or refuses the answers of the first one.

    restrictions: the place of each, by its number I
    open_choices: places of choices, and of loops, that an answer may leave open
    is_decided: whether an answer decides all its atoms, on each board
    chosen: predicates that the program itself chooses, by their names in its role and arities
    """

    program: RoleProgram
    rules: list[AST] = field(default_factory=list)
    restrictions: list[SourceLine] = field(default_factory=list)
    open_choices: list[SourceLine] = field(default_factory=list)
    is_decided: bool = True
    chosen: set[tuple[str, int]] = field(default_factory=set)

    def restrict(self, rule: AST, body: Sequence[AST]) -> None:
        """Add a restriction: it is violated where the body holds."""
        place = find_place(rule)
        if place not in self.restrictions:
            self.restrictions.append(place)
        number = make_number(rule.location, self.restrictions.index(place))
        head = make_literal(rule.location, VIOLATED, [number])
        self.rules.append(ast.Rule(rule.location, head, body))


def make_acceptor(program: RoleProgram) -> Acceptor:
    """Rewrite a program; raise Unsearchable for a rule that cannot be rewritten."""
    acceptor = Acceptor(program)
    rules = list(shift_disjunctions(program.rules))
    numbers = find_number_arguments(map(RuleRecord, rules))
    records = [RuleRecord(rule, numbers) for rule in rules]
    loops = find_loops(records)
    demands = AnswerDemands(records, numbers, loops)
    demands.add_demands_of_answer(program.shows_cells)
    demands.add_demands_of_constraints()
    kept = []  # records of rules that stay as they are
    for number, record in enumerate(records):
        if record.is_choice or number in loops:
            acceptor.chosen.update(head.atom.signature for head in record.heads)
        if record.is_constraint:
            acceptor.restrict(record.rule, record.body.parts)
        elif record.is_choice:
            follow_answer(acceptor, record, demands)
        elif number in loops and demands.can_need(record.heads[0].pattern):
            break_loop(acceptor, record, loops[number])
        else:
            kept.append(record)
    for rule in program.contradictions:
        acceptor.restrict(rule, rule.body)
    acceptor.rules += demands.rules
    # No rule depends on violated(I), which restrictions derive.
    changed = [rule for rule in acceptor.rules if rule.head.atom.symbol.name != VIOLATED]
    records_left = [*kept, *(RuleRecord(rule, numbers) for rule in changed)]
    loops_left = find_loops(records_left)
    acceptor.is_decided = not loops_left
    acceptor.open_choices += [find_place(records_left[number].rule) for number in loops_left]
    acceptor.rules += [record.rule for record in kept]
    return acceptor


def shift_disjunctions(rules: Iterable[AST]) -> Iterator[AST]:
    """Yield rules, a | b :- B as the two rules a :- B, not b and b :- B, not a.

    Each answer set of these two rules is also one of the disjunction.
    """
    for rule in rules:
        head = rule.head
        if head.ast_type not in (ASTType.Literal, ASTType.Aggregate, ASTType.Disjunction):
            raise Unsearchable.at_node(rule)
        if head.ast_type != ASTType.Disjunction:
            yield rule
            continue
        if any(list(element.condition) for element in head.elements):
            raise Unsearchable.at_node(rule)
        literals = [element.literal for element in head.elements]
        for literal in literals:
            absent = [o.update(sign=Sign.Negation) for o in literals if o is not literal]
            yield ast.Rule(rule.location, literal, [*rule.body, *absent])


def follow_answer(acceptor: Acceptor, record: RuleRecord, demands: "AnswerDemands") -> None:
    """Replace a choice: derive the elements that the answer needs, restrict the bounds.

    1 { at(R,C,K) : kind(K) } 1 :- white(R,C)  becomes  at(R,C,K) :- white(R,C), kind(K),
    needed__at(R,C,K)  and a restriction: exactly one at(R,C,K) for each white(R,C).  If an answer
    needs no element, others make up for a lower bound.
    """
    rule, head, place = record.rule, record.rule.head, record.rule.location
    elements = list(unroll_intervals(head.elements))
    can_need = [demands.can_need(pattern) for _, pattern, _ in record.heads]
    needed_elements = [element for element, is_needed in zip(elements, can_need) if is_needed]
    for (atom, _, body), is_needed in zip(record.heads, can_need):
        if not is_needed and not demands_elements(head):
            continue
        replacer = IntervalReplacer()
        arguments = [replacer(argument) for argument in atom.node.arguments]
        parts = [*body.parts, *replacer.equations]
        if is_needed:
            parts.append(make_literal(place, NEEDED + atom.name, arguments))
        elif needed_elements:
            parts.append(make_count(place, needed_elements).update(sign=Sign.Negation))
        acceptor.rules.append(ast.Rule(place, make_literal(place, atom.name, arguments), parts))
    if not all(can_need):
        acceptor.open_choices.append(find_place(rule))
    if head.left_guard or head.right_guard:
        count = ast.Aggregate(place, head.left_guard, elements, head.right_guard)
        acceptor.restrict(rule, [*rule.body, ast.Literal(place, Sign.Negation, count)])


def demands_elements(head: AST) -> bool:
    """Return whether the bounds of a choice demand an element, other than an upper bound."""
    left, right = head.left_guard, head.right_guard  # an upper bound may stand on the left
    is_left = left and left.comparison not in (Compare.GreaterThan, Compare.GreaterEqual)
    is_right = right and right.comparison not in (Compare.LessThan, Compare.LessEqual)
    return bool(is_left or is_right)


def break_loop(acceptor: Acceptor, record: RuleRecord, absent: Sequence[Pattern]) -> None:
    """Add a rule a :- B, not b as a :- B, needed__a, and restrict B to exactly one of a and b.

    bulb(R,C) :- white(R,C), not dark(R,C)  with  dark(R,C) :- white(R,C), not bulb(R,C)  says that
    each white cell has exactly one of the two.
    """
    rule, place = record.rule, record.rule.location
    loop, parts_left = split_body(record.body, absent)
    atom = record.heads[0].atom
    acceptor.rules.append(ast.Rule(place, rule.head, [*parts_left, make_demand(place, atom)]))
    acceptor.restrict(rule, [*parts_left, *loop, rule.head.update(sign=Sign.Negation)])
    for part in loop:
        acceptor.restrict(rule, [*parts_left, rule.head, part.update(sign=Sign.NoSign)])


def split_body(body: Body, absent: Sequence[Pattern]) -> tuple[list[AST], list[AST]]:
    """Return the literals `not b` of a body where b fits one of these patterns, and the rest."""
    loop = [atom.literal for atom in body.select(body.negative, absent)]
    return loop, [part for part in body.parts if part not in loop]


# ---------------------------------------------------------------- what an answer needs


class AnswerDemands:
    """The `rules` for needed__h of all h that a program chooses, and that it derives from these.

    They may use possible__h: h can be chosen.
    """

    def __init__(
        self,
        records: Sequence[RuleRecord],
        numbers: set[ArgumentPlace],
        loops: Mapping[int, Sequence[Pattern]],
    ) -> None:
        self._records, self._numbers = records, numbers
        self._guesses: list[Head] = []  # what choices choose, and loops through negation
        for number, record in enumerate(records):
            if record.is_choice:
                self._guesses += record.heads
            elif number in loops:
                body = Body(split_body(record.body, loops[number])[1])
                self._guesses.append(record.heads[0]._replace(body=body))
        self.rules: list[AST] = []
        self._needed: list[Pattern] = []  # of the atoms with such a rule
        self._derived = self._find_derived()
        self._possible: set[tuple[str, int]] = set()  # predicates that have rules for possible__h

    def can_need(self, pattern: Pattern) -> bool:
        """Return whether an answer can need an atom of this pattern."""
        return any(pattern.meets(demand) for demand in self._needed)

    def _find_derived(self) -> list[Pattern]:
        """Return the patterns of chosen atoms, and of all atoms that rules derive from them."""
        derived = [guess.pattern for guess in self._guesses]
        records_left = [record for record in self._records if not record.is_shown]
        while following := [r for r in records_left if r.body.select(r.body.positive, derived)]:
            derived += [head.pattern for record in following for head in record.heads]
            records_left = [record for record in records_left if record not in following]
        return derived

    def add_demands_of_answer(self, shows_cells: bool) -> None:
        """Add demands from the shown cells backwards through the rules that derive them.

        #show cell(R,C,b) : bulb(R,C)  needs bulb(R,C) where answer(first,R,C,b).
        """
        queue: list[Atom] = []  # atoms that are needed, and not traced back yet
        for record in self._records:
            place = record.rule.location
            if record.is_shown and record.heads[0].atom.terms[1] == "cell/3":
                cell = record.heads[0].atom.node.arguments[1]
                arguments = [make_name(place, FIRST), *cell.arguments]
                queue += self._trace_back(record, make_literal(place, "answer", arguments))
        if shows_cells and self._records:
            place = self._records[0].rule.location
            variables = [ast.Variable(place, name) for name in "RCV"]
            start = make_literal(place, "answer", [make_name(place, FIRST), *variables])
            shown_cell = read_atom(make_literal(place, CELL_NAME, variables))
            if self._add(shown_cell, [start]):
                queue.append(shown_cell)
        traced: set[tuple[str, int]] = set()
        while queue:
            signature = queue.pop().signature
            if signature in traced:
                continue
            traced.add(signature)
            for record in self._records:
                for atom in (head.atom for head in record.heads):
                    if atom.signature == signature:
                        start = make_demand(record.rule.location, atom)
                        queue += self._trace_back(record, start)

    def _trace_back(self, record: RuleRecord, start: AST) -> list[Atom]:
        """Add a demand for each atom from which a rule derives a head that is needed.

        Return the atoms.  The head is needed if `start` holds: for the start needed__lit(C) and
        lit(C) :- bulb(D), sees(D,C)  add  needed__bulb(D) :- needed__lit(C)  and return bulb(D).
        """
        origins = record.body.select(record.body.positive, self._derived)
        place, added = record.rule.location, []
        for atom in origins:
            demands = [make_demand(place, origin) for origin in origins if origin is not atom]
            if self._add(atom, [start, *demands]):
                added.append(atom)
        return added

    def add_demands_of_constraints(self) -> None:
        """Add the demands of constraints that forbid the absence of a chosen atom.

        :- black(R,C), not wall(R,C)  needs wall(R,C) where black(R,C), if walls are chosen.
        """
        chosen = [guess.pattern for guess in self._guesses]
        for record in self._records:
            body = record.body
            absent = body.select(body.negative, chosen)
            if record.is_constraint and len(absent) == 1:
                atom, pattern = absent[0], absent[0].bind(body.values)
                is_demanded = any(demand.includes(pattern) for demand in self._needed)
                if not is_demanded or self._is_about_given_cell(record, atom):
                    parts = [part for part in body.parts if part is not atom.literal]
                    self._add(atom, parts)

    def _is_about_given_cell(self, record: RuleRecord, atom: Atom) -> bool:
        """Return whether a constraint demands an atom at the place of a given cell.

        As in  :- cell(R,C,K), not number(R,C,K):  answers do not show this cell.
        """
        body = record.body
        cells = [cell for cell in body.positive if cell.name == CELL_NAME]
        is_same_place = atom.terms[:2] in [cell.terms[:2] for cell in cells]
        is_only = sum(use.is_negative for use in body.uses) == 1
        return is_same_place and is_only and not body.select(body.positive, self._derived)

    def _add(self, atom: Atom, body: list[AST]) -> bool:
        """Add the demand for an atom; return whether its variables are safe, else add nothing."""
        place, function = atom.node.location, VariableNamer()(atom.node)
        if not find_variables(function) <= list_bound_variables(body):
            if not self._add_possible(atom):
                return False
            body = [*body, make_literal(place, POSSIBLE + atom.name, function.arguments)]
        head = make_literal(place, NEEDED + atom.name, function.arguments)
        self.rules.append(ast.Rule(place, head, body))
        self._needed.append(atom.bind(Body(body, self._numbers).values))
        return True

    def _add_possible(self, atom: Atom) -> bool:
        """Add the rules for possible__h of an atom that is chosen; return whether it is.

        { ray(R,C,D) : way(D) } :- white(R,C)  gives  possible__ray(R,C,D) :- white(R,C), way(D),
        for  :- white(R,C), not ray(R,C,_),  which demands all of these that are possible.
        """
        guesses = [guess for guess in self._guesses if guess.atom.signature == atom.signature]
        if atom.signature not in self._possible:
            self._possible.add(atom.signature)
            for guess in guesses:
                place = guess.atom.node.location
                head = make_literal(place, POSSIBLE + atom.name, guess.atom.node.arguments)
                self.rules.append(ast.Rule(place, head, guess.body.parts))
        return bool(guesses)


def make_demand(place: Any, atom: Atom) -> AST:
    """Return the literal needed__h for an atom h."""
    return make_literal(place, NEEDED + atom.name, atom.node.arguments)


class VariableNamer(ast.Transformer):
    """Gives each anonymous variable of a node a name of its own."""

    def __init__(self) -> None:
        self._number = 0

    def visit_Variable(self, variable: AST) -> AST:
        if variable.name != "_":
            return variable
        self._number += 1
        return variable.update(name=f"#Any{self._number}")


def list_bound_variables(body: Iterable[AST]) -> set[str]:
    """Return the names of variables that positive atoms of a body bind."""
    bound: set[str] = set()
    queue = [argument for atom in list_positive_atoms(body) for argument in atom.arguments]
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
