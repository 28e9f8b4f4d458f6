"""A MiniZinc model with its data, flattened by minizinc and solved by Gecode.

The package minizinc of PyPI is not used: it flattens and solves in one call, so that the two times
could not be measured apart, and also needs the program minizinc.
"""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from lab.puzzles import Board
from lab.solvers import NoVerdict, find_tool, run_tool

MINIZINC = find_tool("minizinc")
GECODE = ("--solver", "gecode")
SEPARATOR, NO_MORE, UNSATISFIABLE = "-" * 10, "=" * 10, "=====UNSATISFIABLE====="


class FlatModel:
    """The flat program of a model and its data; a subclass for each model."""

    model: Path
    options: tuple[str, ...]  # options of minizinc: which solutions it prints

    def __init__(self, board: Board) -> None:
        self._folder = tempfile.TemporaryDirectory()  # lasts as long as this object
        names = ("b.dzn", "b.fzn", "b.ozn")
        data, self._flat, self._form = (str(Path(self._folder.name, name)) for name in names)
        Path(data).write_text(self.data(board))
        files = [str(self.model), data, "--fzn", self._flat, "--ozn", self._form]
        run_tool(MINIZINC, "-c", *GECODE, *files)
        text = Path(self._flat).read_text()
        self.size = {
            kind: len(re.findall(f"^{start}", text, re.MULTILINE))
            for kind, start in (("constraints", "constraint "), ("variables", "var "))
        }

    def solutions(self) -> Iterator[Board]:
        """Yield the solutions, see lab.solvers.Model."""
        solutions = run_tool(MINIZINC, *GECODE, *self.options, self._flat)
        text = run_tool(MINIZINC, "--ozn-file", self._form, stdin=solutions)
        *grids, end = text.split(f"{SEPARATOR}\n")
        yield from map(self.parse_board, grids)
        if end.strip() not in (NO_MORE, UNSATISFIABLE):
            raise NoVerdict(f"Gecode ended with {end.strip()!r}")

    def data(self, board: Board) -> str:
        """Return the data of the model for a board, in MiniZinc's notation."""
        raise NotImplementedError

    def parse_board(self, text: str) -> Board:
        """Return the board in the text that the model prints for a solution."""
        raise NotImplementedError
