"""Takes programs apart by clingo.ast: what they define and use, what some statements do.

All of this happens in a sandboxed process.
"""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import clingo
from clingo import ast
from clingo.ast import AST, ASTType

from lab.runner import solving
from lab.runner.solving import Cells

Place = tuple[str, int]  # a file and a line
MARK = "ground_"  # before the number of a statement: its marker, see counts
CONSTANTS = ("n", "rows", "cols")  # of the contract
GIVEN = "given_cell"  # the name of cell/3 where given cells are kept apart, see apart


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


def outline(path: str, given: str) -> dict[str, Any]:
    """What a program says of itself, by name.

    errors: those of clingo's parser; defines, uses: signatures, the latter with their places;
    grid: facts of a grid, whose given cells match the expression `given`, with their places;
    script: whether it has one; files: what it consists of.
    """
    of_grid = re.compile(rf"cell\(\d+,\d+,(?:{given})\)\.|dim\(\d+\)\.")
    program, errors = statements(path)
    atoms = [found for statement in program for found in signatures(statement)]
    return {
        "errors": errors,
        "defines": sorted({name for name, _, defined in atoms if defined}),
        "uses": sorted({(name, place) for name, place, defined in atoms if not defined}),
        "grid": [(str(one), place(one)) for one in program if of_grid.fullmatch(str(one))],
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
    """The nodes in a part of a node."""
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
    """Where a node begins."""
    return node.location.begin.filename, node.location.begin.line


# ---------------------------------------------------------------- facts


def facts(path: str) -> dict[str, Any]:
    """The atoms of what should be facts, in the order of the text, and the constants.

    `lines` are those of statements that are neither a fact nor a constant; with any, there are
    no atoms.
    """
    program, errors = statements(path)
    if others := [place(one)[1] for one in program if not is_given(one)]:
        return {"lines": others, "atoms": [], "constants": []}
    if errors:
        raise ValueError("\n".join(errors))
    with solving.quiet():
        control = solving.Lenient([path]).control
    named = [(name, control.get_const(name)) for name in CONSTANTS]
    atoms = [str(atom.symbol) for atom in control.symbolic_atoms]
    constants = [(name, str(value)) for name, value in named if value is not None]
    return {"lines": [], "atoms": atoms, "constants": constants}


def is_given(statement: AST) -> bool:
    """Whether a statement is a fact, or a constant."""
    if statement.ast_type == ASTType.Rule:
        head = statement.head
        atom = head.ast_type == ASTType.Literal and head.sign == ast.Sign.NoSign
        return atom and not statement.body and head.atom.ast_type == ASTType.SymbolicAtom
    return statement.ast_type in (ASTType.Definition, ASTType.Program)


def valueless(path: str, facts: str) -> list[str]:
    """clingo's remarks on operations that have no value."""
    remarks: list[str] = []
    control = clingo.Control([], logger=lambda _, text: remarks.append(text))
    control.load(path)
    control.add("base", [], facts)
    control.ground([("base", [])])
    return [text for text in remarks if "operation undefined" in text]


# ---------------------------------------------------------------- with some statements left out


def is_constraint(statement: AST) -> bool:
    """Whether a statement only forbids."""
    if statement.ast_type != ASTType.Rule or statement.head.ast_type != ASTType.Literal:
        return False
    return bool(statement.head.atom.ast_type == ASTType.BooleanConstant)


def text(program: Iterable[AST]) -> str:
    """Statements as clingo reads them, a line each."""
    return "".join(f"{statement}\n" for statement in program)


def blamed(path: str, facts: str, values: str, wanted: list[list[str]]) -> dict[str, Any]:
    """The fewest constraints, one or two, without which the cells `wanted` are an answer.

    `places` are theirs, `answers` those without them; both are empty if there are none such.
    """
    program, _ = statements(path)
    numbers = [number for number, one in enumerate(program) if is_constraint(one)]
    choices = itertools.chain(*(itertools.combinations(numbers, size) for size in (1, 2)))
    for guilty in choices:
        answers = answered(without(program, guilty), facts, values, [wanted])
        if tuple(map(tuple, wanted)) in answers:
            return {"places": [place(program[n]) for n in guilty], "answers": answers}
    return {"places": [], "answers": []}


def without(program: list[AST], numbers: tuple[int, ...]) -> list[AST]:
    """The statements but those of these numbers."""
    return [one for number, one in enumerate(program) if number not in numbers]


def apart(path: str, facts: str, values: str) -> list[Cells]:
    """The answers of a program whose own cells are kept apart from those that are given."""
    program, _ = statements(path)
    renamed = map(Apart(values).visit, program)
    return answered(renamed, facts.replace("cell(", f"{GIVEN}("), values)


def unminimised(path: str, facts: str, values: str) -> list[Cells]:
    """The answers of a program in which nothing is minimised, the best or not."""
    program, _ = statements(path)
    return answered((one for one in program if not is_minimised(one)), facts, values)


def is_minimised(statement: AST) -> bool:
    """Whether a statement is a part of what is minimised."""
    return bool(statement.ast_type == ASTType.Minimize)


class Apart(ast.Transformer):
    """Gives another name to each cell/3 that does not have one of the values of answers."""

    def __init__(self, values: str) -> None:
        self.values = re.compile(values)

    def visit_SymbolicAtom(self, atom: AST) -> AST:
        """The atom, renamed if need be; clingo.ast calls this for each."""
        symbol = atom.symbol
        if list(named(symbol)) != ["cell/3"] or symbol.ast_type != ASTType.Function:
            return atom
        is_own = self.values.fullmatch(str(symbol.arguments[2]))
        return atom if is_own else atom.update(symbol=symbol.update(name=GIVEN))


def answered(
    program: Iterable[AST], facts: str, values: str, wanted: Sequence[list[list[str]]] = ()
) -> list[Cells]:
    """The answers of these statements, each as its cells, and those that are admitted."""
    outcome = solving.answers([], facts, values, text=text(program), wanted=wanted)
    found: list[Cells] = outcome["found"] + outcome["admitted"]
    return found


# ---------------------------------------------------------------- how much a statement grounds


def counts(path: str, facts: str) -> list[tuple[Place, int]]:
    """The number of ground rules that each statement makes, the most first.

    clingo does not count them.  Each rule gets a companion with the same body, whose head is a
    marker of the rule's own with the variables of the body: there are as many as of the rule.
    """
    program, _ = statements(path)
    rules = [one for one in program if one.ast_type == ASTType.Rule and list(one.body)]
    markers = [marker(number, rule) for number, rule in enumerate(rules)]
    grounded = solving.Lenient([], facts, text=text([*program, *markers]))
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
