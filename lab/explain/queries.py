"""Logic programs that are solved many times, with program parts grounded in between."""

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import clingo

import decode
from lab.common.words import Cell
from lab.notations import format_choices
from lab.puzzles import read_text
from lab.runner.server.open_board import GIVEN_CELLS
from lab.syntax.statements import rename_predicates

BOARDS_PREFIX = "boards__"  # the prefix of the predicates of boards.lp
PLACE = re.compile(r"(\d+):(\d+(?:-\d+(?!\d|:\d))?)")  # LINE:COLUMN or LINE:COLUMN-COLUMN


class GrowingProgram(decode.Program):
    """A logic program to be solved many times, whose parts are grounded later.

    Parameters of its parts must not be called n, rows or cols: the facts of a board make
    constants of these names.
    """

    def __init__(self, paths: Sequence[str], options: Sequence[str] = (), text: str = "") -> None:
        super().__init__(paths, options, text)
        solver: Any = self.control.configuration.solver
        solver.lookahead = "no"  # it would run before each search

    def extend(self, part: str, number: int, facts: str = "") -> None:
        """Ground the facts, then the part with the number as its parameter."""
        facts_part = f"{part}_{number}"
        self.control.add(facts_part, [], facts)
        self.ground((facts_part, []), (part, [clingo.Number(number)]))

    def list_literals_by_number(self, name: str) -> dict[int, int]:
        """Return the literals of the atoms name(N), by N."""
        atoms = self.control.symbolic_atoms.by_signature(name, 1)
        return {atom.symbol.arguments[0].number: atom.literal for atom in atoms}

    def list_literals(self, name: str) -> dict[Cell, int]:
        """Return the literals of the atoms name(R,C), by cell."""
        atoms = self.control.symbolic_atoms.by_signature(name, 2)
        return {read_cell(atom.symbol): atom.literal for atom in atoms}


class OpenProgram(GrowingProgram):
    """A logic program beside a board whose given cells are a choice, grounded once.

    `choice_literals` has the literal of each value that a cell may be given.
    """

    def __init__(
        self,
        choices: Mapping[Cell, Collection[str]],
        paths: Sequence[str] = (),
        options: Sequence[str] = (),
        text: str = "",
    ) -> None:
        """Ground the programs for boards whose cells have these choices; BLANK is not given."""
        self._boards_lines: list[str] = []  # the lines of boards.lp, with other names
        super().__init__([*paths, str(GIVEN_CELLS)], options, text + format_choices(choices))
        self.choice_literals: dict[tuple[Cell, str], int] = {
            (read_cell(atom.symbol), str(atom.symbol.arguments[2])): atom.literal
            for atom in self.control.symbolic_atoms.by_signature("kit__given", 3)
        }

    def assume_givens(self, board: Mapping[Cell, str]) -> list[int]:
        """Return the literals by which exactly the values of this board are given."""
        return [
            literal if board[cell] == value else -literal
            for (cell, value), literal in self.choice_literals.items()
        ]

    def add_boards_file(self, path: Path) -> None:
        """Ground the constraints on given(R,C,V) in a file; raises ProgramError, with the place."""
        self._text_name = str(path)
        text = rename_predicates(read_text(path), BOARDS_PREFIX)  # no name of the others
        self._boards_lines = [*text.split("\n"), ""]  # in the last one clingo finds the end
        with self._explain_errors():
            self.control.add("boards", [], text)
        self.ground(("boards", []))

    def _log(self, code: clingo.MessageCode, message: str) -> None:
        """Report or keep a message; one on boards.lp is about its text before renaming."""

        def restore_columns(match: re.Match[str]) -> str:
            line, columns = self._boards_lines[int(match[1]) - 1], map(int, match[2].split("-"))
            places = (c - len(BOARDS_PREFIX) * line.count(BOARDS_PREFIX, 0, c - 1) for c in columns)
            return f"{match[1]}:{'-'.join(map(str, places))}"

        if self._boards_lines:
            message = re.sub(r"<block>\S+", lambda m: PLACE.sub(restore_columns, m[0]), message)
            message = message.replace(BOARDS_PREFIX, "")
        super()._log(code, message)


def limit_cost(program: decode.Program, assumptions: Collection[int]) -> str:
    """Return the `opt_mode` of clasp that excludes all but the best answers under the assumptions.

    The mode is "enum," and the best cost, a number for each priority, the highest first.  Without
    an answer it is "ignore", which excludes none.
    """
    costs: list[Sequence[int]] = []
    program.solve(lambda answer: costs.append(answer.cost), assumptions)
    return ",".join(["enum", *map(str, costs[-1])]) if costs else "ignore"


def read_cell(symbol: clingo.Symbol) -> Cell:
    """Return row and column, the first two arguments of a symbol."""
    row, column = symbol.arguments[:2]
    return row.number, column.number
