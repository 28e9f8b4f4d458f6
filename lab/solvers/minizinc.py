"""A MiniZinc model with its data, flattened by minizinc and solved by Gecode.

The package minizinc of PyPI is not used: it solves only what it flattens in the same call, so
the two times could not be measured apart, and it needs the program minizinc too.
"""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lab.solvers import NoVerdict, find_tool, run_tool

MINIZINC = find_tool("minizinc", "minizinc")
GECODE = ("--solver", "gecode")
SEPARATOR, NO_MORE, UNSATISFIABLE = "-" * 10, "=" * 10, "=====UNSATISFIABLE====="


class FlatModel:
    """The flat program of a model and its data; a subclass for each model."""

    model: Path
    options: tuple[str, ...]  # of minizinc: which solutions it prints

    def __init__(self, board: Any) -> None:
        with tempfile.TemporaryDirectory() as folder:
            data, flat, form = (Path(folder, name) for name in ("b.dzn", "b.fzn", "b.ozn"))
            data.write_text(self.data(board))
            files = [self.model, data, "--fzn", flat, "--ozn", form]
            run_tool(MINIZINC, "-c", *GECODE, *map(str, files))
            self.flat, self.form = flat.read_text(), form.read_text()
        self.size = {
            kind: len(re.findall(f"^{start}", self.flat, re.MULTILINE))
            for kind, start in (("constraints", "constraint "), ("variables", "var "))
        }

    def solutions(self) -> Iterator[Any]:
        """Yield the solutions, see lab.solvers.Problem."""
        with tempfile.TemporaryDirectory() as folder:
            flat, form = Path(folder, "b.fzn"), Path(folder, "b.ozn")
            flat.write_text(self.flat)
            form.write_text(self.form)
            solutions = run_tool(MINIZINC, *GECODE, *self.options, str(flat))
            text = run_tool(MINIZINC, "--ozn-file", str(form), stdin=solutions)
        *grids, end = text.split(f"{SEPARATOR}\n")
        yield from map(self.board, grids)
        if end.strip() not in (NO_MORE, UNSATISFIABLE):
            raise NoVerdict(f"Gecode ended with {end.strip()!r}")

    def data(self, board: Any) -> str:
        """Return the data of the model for a board, in MiniZinc's notation."""
        raise NotImplementedError

    def board(self, text: str) -> Any:
        """Return the board in the text that the model prints for a solution."""
        raise NotImplementedError
