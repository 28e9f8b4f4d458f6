"""Outlines of programs: what they define and use, terms not meant by their author, facts."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from clingo import ast
from clingo.ast import AST, ASTType

from lab.runner.server import solving
from lab.runner.server.syntax_tree import (
    SourceLine,
    find_place,
    find_signatures,
    format_signatures,
    list_all_nodes,
    list_atoms,
    parse_program,
)

CONSTANTS = ("n", "rows", "cols")  # of the contract
GRID_FACT = r"cell\(\d+,\d+,(?:{values})\)\.|dim\(\d+\)\."
NAME = re.compile(r"\b[a-z]\w*")  # of a constant


def outline_program(path: str, given_values: str) -> dict[str, Any]:
    """Return what a program has, as a dict.

    errors: messages of clingo's parser; defines, uses: signatures with their places; grid: the
    facts of a grid with their places, if their values match the expression `given_values`; script:
    whether it has one; files: the program and all that it includes.
    """
    grid_fact = re.compile(GRID_FACT.format(values=given_values))
    program, errors = parse_program(path)
    atoms = [atom for statement in program for atom in find_signatures(statement)]
    facts = [(str(statement), find_place(statement)) for statement in program]
    return {
        "errors": errors,
        "defines": sorted({(name, place) for name, place, is_head in atoms if is_head}),
        "uses": sorted({(name, place) for name, place, is_head in atoms if not is_head}),
        "grid": [(text, place) for text, place in facts if grid_fact.fullmatch(text)],
        "script": any(statement.ast_type == ASTType.Script for statement in program),
        "files": sorted({statement.location.begin.filename for statement in program}),
    }


def find_confusing_terms(path: str) -> dict[str, Any]:
    """Return terms that the author probably did not mean, with their places, as a dict.

    constants: those that are also variables in capitals; counted: terms of aggregates that look
    like atoms; valueless: operations on names that are not constants, such as a+1.
    """
    program, _ = parse_program(path)
    names = {*CONSTANTS, *(node.name for node in program if node.ast_type == ASTType.Definition)}
    nodes = (node for statement in program for node in list_all_nodes(statement))
    operations = [node for node in nodes if node.ast_type == ASTType.BinaryOperation]
    signatures = {name for statement in program for name, _, _ in find_signatures(statement)}
    arguments = [list(list_arguments(statement)) for statement in program]
    constants = [
        {str(n): find_place(n) for n in list_all_nodes(part) if n.ast_type == ASTType.SymbolicTerm}
        for part in program
    ]
    return {
        "constants": sorted(set(find_lowercase_variables(arguments, constants))),
        "counted": sorted(set(find_counted_atoms(program, signatures))),
        "valueless": [
            (str(o), find_place(o)) for o in operations if {*NAME.findall(str(o))} - names
        ],
    }


def find_lowercase_variables(
    arguments: Sequence[Sequence[tuple[str, int, str]]],
    constants: Sequence[Mapping[str, SourceLine]],
) -> Iterator[tuple[str, SourceLine]]:
    """Yield constants of a single statement that were probably meant as variables.

    Each statement has its arguments, see list_arguments, and its constants with their places.  In
    line(R,R,d), d is left out if no other statement has line(_,_,D).
    """
    all_arguments = {argument for part in arguments for argument in part}
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


def find_counted_atoms(
    program: list[AST], signatures: Set[str]
) -> Iterator[tuple[str, SourceLine]]:
    """Yield counted terms that look like atoms of the program but are not conditions."""
    for node in (node for statement in program for node in list_all_nodes(statement)):
        if node.ast_type == ASTType.BodyAggregateElement and node.terms:
            term = node.terms[0]
            is_like_atom = term.ast_type == ASTType.Function and term.arguments
            is_condition = str(term) in map(str, node.condition)
            if is_like_atom and not is_condition and signatures & {*format_signatures(term)}:
                yield str(term), find_place(term)


def read_facts(path: str) -> dict[str, Any]:
    """Return the atoms and the constants of a program of facts.

    "lines" has the lines of statements that are neither a fact nor a constant; if there are any,
    "atoms" is empty.  Raises ValueError with the messages of clingo for a syntax error.
    """
    program, errors = parse_program(path)
    lines = []
    for statement in program:
        is_fact = statement.ast_type in (ASTType.Definition, ASTType.Program)
        if statement.ast_type == ASTType.Rule and statement.head.ast_type == ASTType.Literal:
            is_atom = statement.head.atom.ast_type == ASTType.SymbolicAtom
            is_fact = is_atom and not statement.body and statement.head.sign == ast.Sign.NoSign
        if not is_fact:
            lines.append(find_place(statement)[1])
    if lines:
        return {"lines": lines, "atoms": [], "constants": []}
    if errors:
        raise ValueError("\n".join(errors))
    control = solving.LenientProgram([path]).control
    values = [(name, control.get_const(name)) for name in CONSTANTS]
    constants = [(name, str(value)) for name, value in values if value is not None]
    atoms = [str(atom.symbol) for atom in control.symbolic_atoms]
    return {"lines": [], "atoms": atoms, "constants": constants}
