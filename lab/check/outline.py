"""A program taken apart by clingo.ast: what it defines and uses, and what is left of it without
some of its statements.  All of this happens in a confined process."""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import clingo
from clingo import ast
from clingo.ast import AST, ASTType

import decode
from lab.check import tasks

Place = tuple[str, int]  # a file and a line
OF_GRID = re.compile(r"cell\(\d+,\d+,[x0-4]\)\.|dim\(\d+\)\.")
MARK = "ground_"  # before the number of a statement: its marker, see counts
GIVEN = "given_cell"  # the name of cell/3 in facts that are told from bulbs


def statements(path: str) -> tuple[list[AST], list[str]]:
    """The statements of a program and of what it includes; or clingo's errors."""
    found: list[AST] = []
    errors: list[str] = []
    messages: list[str] = []
    try:
        ast.parse_files([path], found.append, logger=lambda _, text: messages.append(text))
    except RuntimeError as error:
        errors = [text for text in messages if "error:" in text] or [str(error)]
    return [one for one in found if one.ast_type != ASTType.Comment], errors


def outline(path: str) -> dict[str, Any]:
    """What a program says of itself: `errors`, the signatures that it `defines` and `uses` with
    their lines, the cells and sizes of a `grid` among its facts, whether it has a `script`, and
    the `files` that it consists of.
    """
    program, errors = statements(path)
    atoms = [found for statement in program for found in signatures(statement)]
    return {
        "errors": errors,
        "defines": sorted({name for name, _, defined in atoms if defined}),
        "uses": sorted({(name, place) for name, place, defined in atoms if not defined}),
        "grid": [(str(one), place(one)) for one in program if of_grid(one)],
        "script": any(one.ast_type == ASTType.Script for one in program),
        "files": sorted({one.location.begin.filename for one in program}),
    }


def signatures(node: AST, head: bool = False) -> Iterator[tuple[str, Place, bool]]:
    """The signatures in a statement, where they stand, and whether they are defined there."""
    if node.ast_type == ASTType.Defined:
        yield f"{node.name}/{node.arity}", place(node), True
    elif node.ast_type == ASTType.SymbolicAtom:
        yield from ((name, place(node.symbol), head) for name in named(node.symbol))
    for key, child in node.items():
        for one in children(child):
            yield from signatures(one, defining(node, key, head))


def defining(node: AST, key: str, head: bool) -> bool:
    """Whether the atoms in this part of a node are defined."""
    if node.ast_type == ASTType.Rule:
        return key == "head"
    if node.ast_type == ASTType.External:
        return key == "atom"
    return head and key != "condition"


def children(child: Any) -> Iterable[AST]:
    if isinstance(child, AST):
        return [child]
    return child if isinstance(child, ast.ASTSequence) else []


def named(symbol: AST) -> Iterator[str]:
    """The signature of an atom, without its sign; several, if it is a pool."""
    if symbol.ast_type == ASTType.Function:
        yield f"{symbol.name}/{len(symbol.arguments)}"
        return
    for child in symbol.values():
        for one in children(child):
            yield from named(one)


def place(node: AST) -> Place:
    return node.location.begin.filename, node.location.begin.line


# ---------------------------------------------------------------- facts


def facts(path: str) -> dict[str, Any]:
    """The atoms of what should be facts, in the order of the text, and the constant n; or only
    the `lines` of the statements that are neither a fact nor a constant."""
    program, errors = statements(path)
    if others := [place(one)[1] for one in program if not given(one)]:
        return {"lines": others}
    if errors:
        raise ValueError("\n".join(errors))
    with tasks.quiet():
        control = tasks.Lenient([path]).control
    n = control.get_const("n")
    atoms = [str(atom.symbol) for atom in control.symbolic_atoms]
    return {"lines": [], "atoms": atoms, "n": None if n is None else str(n)}


def given(statement: AST) -> bool:
    """Whether it is a fact, or a constant."""
    if statement.ast_type == ASTType.Rule:
        head = statement.head
        atom = head.ast_type == ASTType.Literal and head.sign == ast.Sign.NoSign
        return atom and not statement.body and head.atom.ast_type == ASTType.SymbolicAtom
    return statement.ast_type in (ASTType.Definition, ASTType.Program)


def of_grid(statement: AST) -> bool:
    """Whether it is what encode.py writes about a grid, a constant apart."""
    return bool(OF_GRID.fullmatch(str(statement)))


def valueless(path: str, facts: str) -> list[str]:
    """clingo's remarks on operations that have no value."""
    said: list[str] = []
    control = clingo.Control([], logger=lambda _, text: said.append(text))
    control.load(path)
    control.add("base", [], facts)
    control.ground([("base", [])])
    return [text for text in said if "operation undefined" in text]


# ---------------------------------------------------------------- with some statements left out


def constraint(statement: AST) -> bool:
    """Whether it only forbids."""
    if statement.ast_type != ASTType.Rule or statement.head.ast_type != ASTType.Literal:
        return False
    return bool(statement.head.atom.ast_type == ASTType.BooleanConstant)


def text(program: Iterable[AST]) -> str:
    return "".join(f"{statement}\n" for statement in program)


def blamed(path: str, facts: str, wanted: list[str]) -> dict[str, Any]:
    """The fewest constraints, one or two, that are to blame if the answer with the `wanted` bulbs
    is none: their `places`, and the `answers` without them."""
    program, _ = statements(path)
    numbers = [number for number, one in enumerate(program) if constraint(one)]
    choices = itertools.chain(*(itertools.combinations(numbers, size) for size in (1, 2)))
    answers: list[list[str]] = []
    for guilty in choices:
        answers = answered(without(program, guilty), facts)
        if wanted in answers:
            break
    else:
        guilty, answers = (), []
    return {"places": [place(program[number]) for number in guilty], "answers": answers}


def without(program: list[AST], numbers: tuple[int, ...]) -> list[AST]:
    return [one for number, one in enumerate(program) if number not in numbers]


def apart(path: str, facts: str) -> list[list[str]]:
    """The answers of a program if its bulbs are told from the cells that are given."""
    program, _ = statements(path)
    return answered(map(Apart().visit, program), facts.replace("cell(", f"{GIVEN}("))


class Apart(ast.Transformer):
    """Gives another name to each cell/3 that is not cell(R,C,b)."""

    def visit_SymbolicAtom(self, atom: AST) -> AST:
        symbol = atom.symbol
        if list(named(symbol)) != ["cell/3"] or symbol.ast_type != ASTType.Function:
            return atom
        bulb = str(symbol.arguments[2]) == decode.BULB
        return atom if bulb else atom.update(symbol=symbol.update(name=GIVEN))


def answered(program: Iterable[AST], facts: str) -> list[list[str]]:
    found: list[list[str]] = tasks.answers_of([], text(program) + facts)["answers"]
    return found


# ---------------------------------------------------------------- how much a statement grounds


def counts(path: str, facts: str) -> list[tuple[Place, int]]:
    """How many ground rules the statements make, the most first.

    clingo does not tell.  Each rule gets a companion with the same body, whose head is a marker
    of the rule's own with the variables of the body: there are as many of these as of the rule.
    """
    program, _ = statements(path)
    rules = [one for one in program if one.ast_type == ASTType.Rule and list(one.body)]
    markers = [marker(number, rule) for number, rule in enumerate(rules)]
    grounded = tasks.Lenient([], text=text([*program, *markers]) + facts)
    found: Counter[int] = Counter()
    for name, arity, _ in grounded.control.symbolic_atoms.signatures:
        if name.startswith(MARK):
            atoms = grounded.control.symbolic_atoms.by_signature(name, arity)
            found[int(name.removeprefix(MARK))] = sum(1 for _ in atoms)
    return [(place(rules[number]), count) for number, count in found.most_common()]


def marker(number: int, rule: AST) -> AST:
    """The companion of a rule."""
    names = sorted({name for literal in rule.body for name in variables(literal)})
    at = rule.location
    arguments = [ast.Variable(at, name) for name in names]
    atom = ast.SymbolicAtom(ast.Function(at, f"{MARK}{number}", arguments, 0))
    return ast.Rule(at, ast.Literal(at, ast.Sign.NoSign, atom), rule.body)


def variables(node: AST) -> Iterator[str]:
    """The variables that are bound outside of conditions and elements."""
    if node.ast_type == ASTType.Variable:
        if node.name != "_":
            yield node.name
    elif node.ast_type == ASTType.ConditionalLiteral:
        return
    for key, child in node.items():
        if key != "elements":
            for one in children(child):
                yield from variables(one)
