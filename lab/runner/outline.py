"""Reads programs by clingo.ast, lists what they define and use, and tries changes of them.

Runs in a sandboxed server.
"""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from typing import Any, NamedTuple

from clingo import ast
from clingo.ast import AST, ASTType

from lab.runner import solving
from lab.runner.solving import Cells

Place = tuple[str, int]  # a file and a line
Argument = tuple[str, int]  # a predicate's signature, and the number of an argument from 0
CONSTANTS = ("n", "rows", "cols")  # of the contract
NAME = re.compile(r"\b[a-z]\w*")  # of a constant
OUTER_BRACKETS = re.compile(r"^\((.*)\)$")  # that clingo writes around an operation
NOTHING = "#true."  # what is left of a constraint
COMPUTED = (ASTType.BinaryOperation, ASTType.Function)  # terms that grow
GIVEN_CELL = "given_cell"  # the name of cell/3 where given cells are kept apart


def parse_program(path: str) -> tuple[list[AST], list[str]]:
    """Return the statements of a program and of what it includes, and clingo's errors."""
    program: list[AST] = []
    errors: list[str] = []
    messages: list[str] = []
    try:
        ast.parse_files([path], program.append, logger=lambda _, text: messages.append(text))
    except RuntimeError as error:
        errors = [text for text in messages if "error:" in text] or [str(error)]
    return [statement for statement in program if statement.ast_type != ASTType.Comment], errors


def place_of(node: AST) -> Place:
    """Return where a node begins."""
    return node.location.begin.filename, node.location.begin.line


def list_nodes(part: Any) -> Iterable[AST]:
    """Return the nodes in a part of a node."""
    if isinstance(part, AST):
        return [part]
    return part if isinstance(part, ast.ASTSequence) else []


# ---------------------------------------------------------------- parts of a program


def outline_program(path: str, given: str) -> dict[str, Any]:
    """Return what a program has, as a dict.

    errors: messages of clingo's parser; defines, uses: signatures with their places; grid: the
    facts of a grid with their places, if their values match the expression `given`; script:
    whether it has one; files: the program and all that it includes.
    """
    grid_fact = re.compile(rf"cell\(\d+,\d+,(?:{given})\)\.|dim\(\d+\)\.")
    program, errors = parse_program(path)
    atoms = [atom for statement in program for atom in find_signatures(statement)]
    facts = [(str(statement), place_of(statement)) for statement in program]
    return {
        "errors": errors,
        "defines": sorted({(name, place) for name, place, is_head in atoms if is_head}),
        "uses": sorted({(name, place) for name, place, is_head in atoms if not is_head}),
        "grid": [(text, place) for text, place in facts if grid_fact.fullmatch(text)],
        "script": any(statement.ast_type == ASTType.Script for statement in program),
        "files": sorted({statement.location.begin.filename for statement in program}),
    }


def find_confusing_terms(path: str) -> dict[str, Any]:
    """Return terms of a program that are probably others, with their places, as a dict.

    constants: those that are also variables in capitals; counted: terms of aggregates that look
    like atoms; valueless: operations on names that are no constants, such as a+1.
    """
    program, _ = parse_program(path)
    names = {*CONSTANTS, *(node.name for node in program if node.ast_type == ASTType.Definition)}
    nodes = (node for statement in program for node in list_all_nodes(statement))
    operations = [node for node in nodes if node.ast_type == ASTType.BinaryOperation]
    signatures = {name for statement in program for name, _, _ in find_signatures(statement)}
    return {
        "constants": sorted(set(find_constants(program))),
        "counted": sorted(set(find_counted_atoms(program, signatures))),
        "valueless": [(str(o), place_of(o)) for o in operations if {*NAME.findall(str(o))} - names],
    }


def list_all_nodes(node: AST) -> Iterator[AST]:
    """Yield a node and all nodes in it."""
    yield node
    for part in node.values():
        for child in list_nodes(part):
            yield from list_all_nodes(child)


def find_constants(program: list[AST]) -> Iterator[tuple[str, Place]]:
    """Yield each constant of one statement alone that, in capitals, is a variable at its place.

    In line(R,R,d), d is none of these if no other statement has line(_,_,D).
    """
    arguments = [list(list_arguments(statement)) for statement in program]
    all_arguments = {argument for part in arguments for argument in part}
    constants = [
        {str(n): place_of(n) for n in list_all_nodes(part) if n.ast_type == ASTType.SymbolicTerm}
        for part in program
    ]
    numbers = Counter(name for part in constants for name in part)
    for part, places in zip(arguments, constants):
        for predicate, number, text in part:
            is_name = text in places and text[0].islower()
            variable = (predicate, number, text.upper())
            if is_name and numbers[text] == 1 and variable in all_arguments:
                yield text, places[text]


def list_arguments(statement: AST) -> Iterator[tuple[str, int, str]]:
    """Yield predicate, number and text of each argument of the atoms in a statement."""
    for atom in list_atoms(statement):
        for number, argument in enumerate(atom.arguments):
            yield atom.name, number, str(argument)


def find_counted_atoms(program: list[AST], signatures: Set[str]) -> Iterator[tuple[str, Place]]:
    """Yield each first term in an element of an aggregate that has the form of an atom."""
    for node in (node for statement in program for node in list_all_nodes(statement)):
        if node.ast_type == ASTType.BodyAggregateElement and node.terms:
            term = node.terms[0]
            is_like_atom = term.ast_type == ASTType.Function and term.arguments
            is_condition = str(term) in map(str, node.condition)
            if is_like_atom and not is_condition and signatures & {*format_signatures(term)}:
                yield str(term), place_of(term)


def find_signatures(node: AST, is_head: bool = False) -> Iterator[tuple[str, Place, bool]]:
    """Yield each signature in a statement, its place, and whether it is defined there."""
    if node.ast_type in (ASTType.Defined, ASTType.ShowSignature) and node.name:  # else: #show.
        is_definition = node.ast_type == ASTType.Defined
        yield f"{node.name}/{node.arity}", place_of(node), is_definition
    elif node.ast_type == ASTType.SymbolicAtom:
        place = place_of(node.symbol)
        yield from ((name, place, is_head) for name in format_signatures(node.symbol))
    for key, part in node.items():
        if node.ast_type == ASTType.Rule:
            is_part_head = key == "head"
        elif node.ast_type == ASTType.External:
            is_part_head = key == "atom"
        else:
            is_part_head = is_head and key != "condition"
        for child in list_nodes(part):
            yield from find_signatures(child, is_part_head)


def format_signatures(symbol: AST) -> Iterator[str]:
    """Yield the signature of an atom, without its sign; several, if it is a pool."""
    if symbol.ast_type == ASTType.Function:
        yield f"{symbol.name}/{len(symbol.arguments)}"
        return
    for part in symbol.values():
        for child in list_nodes(part):
            yield from format_signatures(child)


def read_facts(path: str) -> dict[str, Any]:
    """Return the atoms and the constants of a program of facts.

    "lines" are those of statements that are neither a fact nor a constant; with any, there are
    no atoms.
    """
    program, errors = parse_program(path)
    lines = []
    for statement in program:
        is_fact = statement.ast_type in (ASTType.Definition, ASTType.Program)
        if statement.ast_type == ASTType.Rule and statement.head.ast_type == ASTType.Literal:
            is_atom = statement.head.atom.ast_type == ASTType.SymbolicAtom
            is_fact = is_atom and not statement.body and statement.head.sign == ast.Sign.NoSign
        if not is_fact:
            lines.append(place_of(statement)[1])
    if lines:
        return {"lines": lines, "atoms": [], "constants": []}
    if errors:
        raise ValueError("\n".join(errors))
    control = solving.LenientProgram([path]).control
    values = [(name, control.get_const(name)) for name in CONSTANTS]
    constants = [(name, str(value)) for name, value in values if value is not None]
    atoms = [str(atom.symbol) for atom in control.symbolic_atoms]
    return {"lines": [], "atoms": atoms, "constants": constants}


# ---------------------------------------------------------------- answers after a change


def blame_constraints(
    path: str, facts: str, values: str, wanted: list[list[str]]
) -> dict[str, Any]:
    """Find rules without whose restriction the cells `wanted` are an answer.

    These are one or two constraints, else another rule.  Return their "places" and the "answers"
    without them; both are empty if there are none.
    """
    program, _ = parse_program(path)
    relaxed = {number: rest for number, rest in enumerate(map(relax_rule, program)) if rest}
    constraints = [number for number, rest in relaxed.items() if str(rest) == NOTHING]
    pairs = itertools.combinations(constraints, 2)
    for guilty in itertools.chain(zip(constraints), pairs, zip(relaxed)):
        rest = [relaxed[n] if n in guilty else statement for n, statement in enumerate(program)]
        answers = answer_changed(rest, facts, values, [wanted])
        if tuple(map(tuple, wanted)) in answers:
            return {"places": [place_of(program[n]) for n in guilty], "answers": answers}
    return {"places": [], "answers": []}


def relax_rule(rule: AST) -> AST | None:
    """Return what a rule is without its restriction; None for a rule that has none.

    A constraint becomes NOTHING, a choice loses its bounds, and a disjunction or a derived cell
    becomes a choice.  A comparison or a negated atom in the head makes a constraint, too.
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
        if head.sign == ast.Sign.Negation or head.atom.ast_type != ASTType.SymbolicAtom:
            return ast.Rule(place, ast.Literal(place, 0, ast.BooleanConstant(1)), [])
        if [name for name, _, _ in find_signatures(head)] == ["cell/3"]:
            element = ast.ConditionalLiteral(place, head, [])
            choice = ast.Aggregate(place, None, [element], None)
    return rule.update(head=choice) if choice else None


def answer_with_cells_apart(path: str, facts: str, values: str) -> list[Cells]:
    """Return the answers of a program whose own cells are kept apart from given ones."""
    program, _ = parse_program(path)
    renamed = map(GivenCellRenamer(values).visit, program)
    return answer_changed(renamed, facts.replace("cell(", f"{GIVEN_CELL}("), values)


class GivenCellRenamer(ast.Transformer):
    """Gives another name to each cell/3 that does not have one of the values of answers."""

    def __init__(self, values: str) -> None:
        self.values = re.compile(values)

    def visit_SymbolicAtom(self, atom: AST) -> AST:
        """Return the atom, renamed if need be; clingo.ast calls this for each."""
        symbol = atom.symbol
        if list(format_signatures(symbol)) != ["cell/3"] or symbol.ast_type != ASTType.Function:
            return atom
        is_own = self.values.fullmatch(str(symbol.arguments[2]))
        return atom if is_own else atom.update(symbol=symbol.update(name=GIVEN_CELL))


def answer_without_minimising(path: str, facts: str, values: str) -> list[Cells]:
    """Return all answers of a program in which nothing is minimised."""
    program, _ = parse_program(path)
    rest = [statement for statement in program if statement.ast_type != ASTType.Minimize]
    return answer_changed(rest, facts, values)


def answer_changed(
    program: Iterable[AST], facts: str, values: str, requests: solving.Requests = ()
) -> list[Cells]:
    """Return the answers of these statements, and the requests that they accept."""
    text = "".join(f"{statement}\n" for statement in program)
    program_with_facts = solving.LenientProgram([], facts, values, text)
    result = solving.AnswerCollection(program_with_facts).to_json(requests)
    answers: list[Cells] = result["found"] + result["admitted"]
    return answers


# ---------------------------------------------------------------- rules that ground without end


class Step(NamedTuple):
    """A rule that copies or computes an argument of its head from one of its body."""

    source: Argument
    target: Argument
    term: AST  # of the head
    place: Place


def find_growing_rules(path: str) -> tuple[str, list[Place]]:
    """Return a term that grows without bound, and the places of the rules that form the cycle.

    The rule with the term comes first.  Of several cycles the shortest is returned; without any,
    there are no places.
    """
    program, _ = parse_program(path)
    rules = (statement for statement in program if statement.ast_type == ASTType.Rule)
    steps = [step for rule in rules for step in list_steps(rule)]
    cycles = [find_cycle(step, steps) for step in steps if step.term.ast_type in COMPUTED]
    cycle = min(filter(None, cycles), key=lambda cycle: (len(cycle), cycle[0].place), default=[])
    term = OUTER_BRACKETS.sub(r"\1", str(cycle[0].term)) if cycle else ""
    return term, list(dict.fromkeys(step.place for step in cycle))


def find_cycle(first: Step, steps: list[Step]) -> list[Step]:
    """Return the fewest steps that begin with `first` and lead back to its source, or none."""
    paths, reached = [[first]], {first.target}
    for path in paths:  # grows meanwhile
        if path[-1].target == first.source:
            return path
        for step in steps:
            if step.source == path[-1].target and step.target not in reached:
                reached.add(step.target)
                paths.append([*path, step])
    return []


def list_steps(rule: AST) -> Iterator[Step]:
    """Yield the steps of a rule, without those of variables that it bounds.

    Atoms of other predicates bound their variables, and so do comparisons, except Y = X+1, which
    defines Y.
    """
    body = [part.atom for part in rule.body if part.ast_type == ASTType.Literal and not part.sign]
    comparisons = [(part, part.guards[0]) for part in body if part.ast_type == ASTType.Comparison]
    equal = ast.ComparisonOperator.Equal
    definitions = {str(part.term): g.term for part, g in comparisons if g.comparison == equal}
    bounds = [part for part, guard in comparisons if guard.comparison != equal]
    atoms = [atom for part in body for atom in list_atoms(part)]
    for head, atom in itertools.product(list_atoms(rule.head), atoms):
        others = [other for other in atoms if other.name not in (head.name, atom.name)]
        bounded = set().union(*map(find_variables, [*others, *bounds]))
        target_name, source_name = (next(format_signatures(symbol)) for symbol in (head, atom))
        pairs = itertools.product(enumerate(atom.arguments), enumerate(head.arguments))
        for (source, origin), (target, argument) in pairs:
            term = definitions.get(str(argument), argument)
            is_free = not find_variables(argument) <= bounded
            if is_free and find_variables(term) & find_variables(origin) - bounded:
                arguments = (source_name, source), (target_name, target)
                yield Step(*arguments, term, place_of(rule))


def list_atoms(node: AST) -> list[AST]:
    """Return the atoms in a node, without pools and signs."""
    atoms = [n.symbol for n in list_all_nodes(node) if n.ast_type == ASTType.SymbolicAtom]
    return [atom for atom in atoms if atom.ast_type == ASTType.Function]


def find_variables(node: AST) -> set[str]:
    """Return the names of the variables in a node."""
    return {n.name for n in list_all_nodes(node) if n.ast_type == ASTType.Variable}


# ---------------------------------------------------------------- numbers of ground rules


def count_ground_rules(path: str, facts: str) -> list[tuple[Place, int]]:
    """Return the place of each rule and the number of its ground rules, the most first.

    clingo does not count them.  Each rule gets a companion with the same body, whose head is a
    marker of the rule's own with the variables of the body: as many of these become ground.
    """
    program, _ = parse_program(path)
    rules = [rule for rule in program if rule.ast_type == ASTType.Rule and list(rule.body)]
    text, marker = "".join(f"{statement}\n" for statement in program), "ground_"
    while marker in text + facts:  # no predicate of the program may look like a marker
        marker += "_"
    for number, rule in enumerate(rules):
        names = sorted({name for literal in rule.body for name in bound_variables(literal)})
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
    return [(place_of(rules[number]), count) for number, count in counts.most_common()]


def bound_variables(node: AST) -> Iterator[str]:
    """Yield the names of the variables outside of conditions and elements of aggregates."""
    if node.ast_type == ASTType.Variable:
        if node.name != "_":
            yield node.name
    elif node.ast_type != ASTType.ConditionalLiteral:
        for key, part in node.items():
            if key != "elements":
                for child in list_nodes(part):
                    yield from bound_variables(child)
