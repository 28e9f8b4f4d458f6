"""Chooses the atoms on cells that a report shows of a program, for a given answer."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from lab.common.words import Cell, Size

MOST_PREDICATES = 4
LONGEST_ARGUMENTS = 100  # characters of the arguments of an atom about cells
ATOM = re.compile(r"(-?)([\w']+)(?:\((.*)\))?", re.S)
COMMA = re.compile(r",(?![^()]*\))")  # a comma between arguments
NUMBER = re.compile(r"-?\d+")


def choose_beliefs(
    atoms: Mapping[str, bool], answer: Iterable[Sequence[str]], size: Size
) -> list[tuple[str, list[Cell]]]:
    """Return predicates of a program that are about cells, each with the cells of its atoms.

    atoms: the atoms of the program without its constraints that hold with the answer, and whether
    each is a fact.  An atom is p(R,C), p(R,C,name), or a pair of cells p(R,C,A,B).  A predicate of
    pairs gives the cells A,B for the first cell of the answer, under a name such as p(0,1,A,B).
    Predicates that the answer decides come first.  The answer itself is left out, and every
    predicate with an atom outside a board of this size.
    """
    cells: dict[str, dict[Cell | None, set[Cell]]] = {}  # by the name, and the first cell of pairs
    are_facts = defaultdict[str, bool](lambda: True)
    strange = {"cell", "dim"}
    for atom, is_fact in atoms.items():
        name, places = find_cells_of_atom(atom, size)
        if not places:
            strange.add(name)
            continue
        first = places[0] if len(places) > 1 else None
        cells.setdefault(name, {}).setdefault(first, set()).add(places[-1])
        are_facts[name] &= is_fact
    filled = [(int(r), int(c)) for r, c, _ in answer]
    strange |= {name for name in cells if cells[name] == {None: {*filled}}}
    names = sorted(cells.keys() - strange, key=lambda name: (are_facts[name], name))
    drawn: list[tuple[str, list[Cell]]] = []
    for name in names[:MOST_PREDICATES]:
        first = next((cell for cell in filled if cell in cells[name]), min(cells[name], key=str))
        title = f"{name}({first[0]},{first[1]},A,B)" if first else name
        drawn.append((title, sorted(cells[name][first])))
    return drawn


def find_cells_of_atom(atom: str, size: Size) -> tuple[str, list[Cell]]:
    """Return the name of an atom, and the cells of p(R,C), p(R,C,name) or p(R,C,A,B).

    There are no cells if one is not on the board.
    """
    match = ATOM.fullmatch(atom)
    assert match
    has_arguments = match[3] and len(match[3]) <= LONGEST_ARGUMENTS
    arguments = COMMA.split(match[3]) if has_arguments else []
    if len(arguments) == 3 and not NUMBER.fullmatch(arguments[2]):
        arguments.pop()
    are_numbers = all(map(NUMBER.fullmatch, arguments))
    if len(arguments) not in (2, 4) or match[1] or not are_numbers:
        return match[2], []
    numbers = list(map(int, arguments))
    cells = [(numbers[i], numbers[i + 1]) for i in range(0, len(numbers), 2)]
    is_inside = all(0 <= r < size[0] and 0 <= c < size[1] for r, c in cells)
    return match[2], cells if is_inside else []
