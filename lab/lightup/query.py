"""The logic programs of the lab with the facts of a board, asked one thing after another."""

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import clingo

import decode
import encode
from lab.lightup.rules import BULB, Board
from lab.words import Cell

HERE = os.path.dirname(os.path.abspath(__file__))


class Query(decode.Program):
    """Programs and a board, grounded together; bulbs are cell(R,C,b).

    Parameters of program parts must not be called n, rows or cols: the facts of a board make
    constants of these names.
    """

    def __init__(
        self, board: Board, *programs: str, facts: str = "", options: Sequence[str] = ()
    ) -> None:
        paths = [os.path.join(HERE, f"{name}.lp") for name in programs]
        super().__init__(paths, options, text=encode.facts(board) + facts)

    def extend(self, part: str, number: int, facts: str = "") -> None:
        """Ground the part for one more number, with facts about it."""
        added = f"{part}_{number}"
        self.control.add(added, [], facts)
        self.control.ground([(added, []), (part, [clingo.Number(number)])])

    def ask(
        self,
        assumptions: Iterable[int] = (),
        on_model: Callable[[clingo.Model], Any] = lambda model: None,
        models: int = 1,
        **settings: str,
    ) -> set[int] | None:
        """Pass on `models` answer sets (0: all); without any, the assumptions that clash."""
        solving: Any = self.control.configuration.solve
        solving.models = models
        for name, value in settings.items():
            setattr(solving, name, value)
        core: set[int] = set()
        result = self.control.solve(
            assumptions=list(assumptions), on_model=on_model, on_core=core.update
        )
        return None if result.satisfiable else core

    def solutions(self, models: int = 1, assumptions: Iterable[int] = ()) -> list[Board]:
        """Boards with bulbs, `models` at most; with #minimize, ever better ones (0: all)."""
        found: list[Board] = []
        self.ask(assumptions, lambda model: found.append(self.grid(model).split()), models)
        return found

    def count(self, limit: int) -> int:
        """How many answer sets there are, up to a limit."""
        numbers: list[int] = []
        self.ask((), lambda model: numbers.append(model.number), limit)
        return len(numbers)

    def consequences(self, mode: str, assumptions: Iterable[int] = ()) -> set[Cell] | None:
        """The bulbs of all answer sets (mode cautious) or of any (brave), None without any."""
        bulbs: set[Cell] = set()

        def narrowed(model: clingo.Model) -> None:
            bulbs.clear()
            bulbs.update(place(symbol) for symbol in model.symbols(shown=True) if lamp(symbol))

        unsatisfiable = self.ask(assumptions, narrowed, models=0, enum_mode=mode)
        self.control.configuration.solve.enum_mode = "auto"  # type: ignore[union-attr]
        return bulbs if unsatisfiable is None else None

    def literals(self, name: str) -> dict[Cell, int]:
        """What decides on the atoms name(R,C), by cell."""
        atoms = self.control.symbolic_atoms.by_signature(name, 2)
        return {place(atom.symbol): atom.literal for atom in atoms}


def lamp(symbol: clingo.Symbol) -> bool:
    return symbol.match("cell", 3) and str(symbol.arguments[2]) == BULB


def place(symbol: clingo.Symbol) -> Cell:
    row, column = symbol.arguments[:2]
    return row.number, column.number
