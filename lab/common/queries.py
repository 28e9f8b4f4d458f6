"""Logic programs that are asked one thing after another, and grow meanwhile."""

from collections.abc import Sequence
from typing import Any

import clingo

import decode
from lab.common.words import Cell


class GrowingProgram(decode.Program):
    """A program whose parts are grounded when they are wanted; it is solved many times.

    Parameters of its parts must not be called n, rows or cols: the facts of a board make
    constants of these names.
    """

    def __init__(self, paths: Sequence[str], options: Sequence[str] = (), text: str = "") -> None:
        super().__init__(paths, options, text)
        solver: Any = self.control.configuration.solver
        solver.lookahead = "no"  # it would be repeated for each question

    def extend(self, part: str, number: int, facts: str = "") -> None:
        """Ground the part for one more number, with facts about it."""
        added = f"{part}_{number}"
        self.control.add(added, [], facts)
        self.ground((added, []), (part, [clingo.Number(number)]))

    def numbered(self, name: str) -> dict[int, int]:
        """The literals of the atoms name(N), by N."""
        atoms = self.control.symbolic_atoms.by_signature(name, 1)
        return {atom.symbol.arguments[0].number: atom.literal for atom in atoms}

    def literals(self, name: str) -> dict[Cell, int]:
        """The literals of the atoms name(R,C), by cell."""
        atoms = self.control.symbolic_atoms.by_signature(name, 2)
        return {cell_of(atom.symbol): atom.literal for atom in atoms}


def cell_of(symbol: clingo.Symbol) -> Cell:
    """Row and column, the first two arguments of a symbol."""
    row, column = symbol.arguments[:2]
    return row.number, column.number
