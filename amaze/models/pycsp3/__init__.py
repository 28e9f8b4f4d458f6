"""The model amaze.py, compiled by PyCSP3 and solved by ACE.

The model has this folder to itself: beside pycsp3.py it would import that in place of PyCSP3.
"""

import importlib.util
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from amaze.rules import EMPTY, Board, ends_by_number, missing_number
from lab.solvers import GaveUp, Missing, find_tool, run_tool

if not importlib.util.find_spec("pycsp3"):
    raise Missing("PyCSP3 is not installed (python3 -m pip install pycsp3)")
find_tool("java", "default-jre-headless")
MODEL = Path(__file__).with_name("amaze.py")
VALUES = re.compile(r"^\s*<values>([^<]*)</values>", re.MULTILINE)  # 3x2 stands for 3 3


class Problem:
    """The data of a board; PyCSP3 compiles and solves it in one go when solutions are asked for."""

    def __init__(self, board: Board) -> None:
        """Raises GaveUp if a number between 1 and the largest is missing."""
        self.height, self.width = len(board), len(board[0])
        ends = ends_by_number(board)
        if missing := missing_number(ends):
            raise GaveUp(f"the model counts lines from 1: {missing}")
        self.points = [[[r + 1, c + 1] for r, c in pair] for _, pair in sorted(ends.items())]
        self.size = {"lines": len(self.points)}

    def solutions(self) -> Iterator[Board]:
        with tempfile.TemporaryDirectory() as folder:  # takes the files that PyCSP3 leaves behind
            data = Path(folder, "data.json")
            data.write_text(json.dumps({"n": self.height, "m": self.width, "points": self.points}))
            text = run_tool(sys.executable, str(MODEL), f"-data={data}", "-solve", cwd=folder)
        values, result = VALUES.search(text), re.search(r"^Result:\s+(\w+)", text, re.MULTILINE)
        if values:
            yield self._read_board(values[1].split())
        if not result or result[1] not in ("OPTIMUM", "UNSAT"):
            raise GaveUp(f"ACE ended with {result[1] if result else 'no result'}")

    def _read_board(self, values: list[str]) -> Board:
        """Return the board, from the values of all cells and the border of zeros around them."""
        cells: list[str] = []
        for value in values:
            number, _, times = value.partition("x")
            cells += [number if number != "0" else EMPTY] * int(times or 1)
        width = self.width + 2
        rows = [cells[start : start + width] for start in range(0, len(cells), width)]
        return [row[1:-1] for row in rows[1:-1]]
