"""Finds what a program takes to hold on a board, for a given answer.

Runs in a sandboxed server.
"""

from collections import defaultdict

import clingo
from clingo import SymbolType

from lab.runner import solving
from lab.runner.changes import NOTHING, relax_rule
from lab.runner.syntax_tree import parse_program

MOST = 4  # predicates


def find_beliefs(
    path: str, facts: str, values: str, answer: list[list[str]], size: list[int]
) -> list[tuple[str, list[tuple[int, int]]]]:
    """Return predicates p(R,C) or p(R,C,name) of a program, each with the cells of its atoms.

    They hold where the program, without its constraints, has this answer; those that the answer
    decides come first.  None of them is the answer itself, or has an atom outside a board of
    this size.
    """
    statements, _ = parse_program(path)
    rules = [rule for rule in statements if str(relax_rule(rule)) != NOTHING]
    program = solving.LenientProgram([], facts, values, "".join(f"{rule}\n" for rule in rules))
    atoms: list[clingo.Symbol] = []
    program.accepts(
        tuple((r, c, value) for r, c, value in answer),
        lambda answer_set: atoms.extend(answer_set.model.symbols(atoms=True)),
    )
    cells = defaultdict[str, set[tuple[int, int]]](set)
    are_facts = defaultdict[str, bool](lambda: True)
    strange = {"cell", "dim"}
    for atom in atoms:
        if not is_about_cell(atom, size):
            strange.add(atom.name)
            continue
        r, c, *_ = (argument.number for argument in atom.arguments[:2])
        cells[atom.name].add((r, c))
        ground_atom = program.control.symbolic_atoms[atom]
        are_facts[atom.name] &= bool(ground_atom and ground_atom.is_fact)
    filled = {(int(r), int(c)) for r, c, _ in answer}
    strange |= {name for name in cells if cells[name] == filled}
    names = sorted(cells.keys() - strange, key=lambda name: (are_facts[name], name))
    return [(name, sorted(cells[name])) for name in names[:MOST]]


def is_about_cell(atom: clingo.Symbol, size: list[int]) -> bool:
    """Return whether an atom is p(R,C) or p(R,C,name), with a cell of the board."""
    arguments = atom.arguments
    if len(arguments) not in (2, 3) or atom.negative:
        return False
    are_numbers = [argument.type == SymbolType.Number for argument in arguments]
    return are_numbers == [True, True, False][: len(arguments)] and all(
        0 <= argument.number < length for argument, length in zip(arguments, size)
    )
