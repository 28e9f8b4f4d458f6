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
from lab.solvers import GaveUp, Missing, output, tool

if not importlib.util.find_spec("pycsp3"):
    raise Missing("PyCSP3 is not installed (python3 -m pip install pycsp3)")
tool("java", "default-jre-headless")
MODEL = Path(__file__).with_name("amaze.py")
VALUES = re.compile(r"^\s*<values>([^<]*)</values>", re.MULTILINE)  # 3x2 stands for 3 3


class Problem:
    """The data of a board; PyCSP3 compiles and solves it in one go, so `translate` is nothing."""

    def __init__(self, board: Board) -> None:
        self.height, self.width = len(board), len(board[0])
        self.points = points(board)
        self.size = {"lines": len(self.points)}

    def solutions(self) -> Iterator[Board]:
        """Yield the solutions as lab.solvers.Problem says."""
        text = self._output()
        found, result = VALUES.search(text), re.search(r"^Result:\s+(\w+)", text, re.MULTILINE)
        if found:
            yield self._board(found[1].split())
        if not result or result[1] not in ("OPTIMUM", "UNSAT"):
            raise GaveUp(f"ACE ended with {result[1] if result else 'no result'}")

    def _output(self) -> str:
        """What PyCSP3 and ACE print, run in a folder that takes the files they leave behind."""
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder, "data.json")
            data.write_text(json.dumps({"n": self.height, "m": self.width, "points": self.points}))
            return output(sys.executable, str(MODEL), f"-data={data}", "-solve", cwd=folder)

    def _board(self, values: list[str]) -> Board:
        """The board in the values of all cells, row by row, without the border of zeros."""
        cells: list[str] = []
        for value in values:
            number, _, times = value.partition("x")
            cells += [number if number != "0" else EMPTY] * int(times or 1)
        width = self.width + 2
        rows = [cells[start : start + width] for start in range(0, len(cells), width)]
        return [row[1:-1] for row in rows[1:-1]]


def points(board: Board) -> list[list[list[int]]]:
    """The two ends of each line, rows and columns from 1; GaveUp if a number is left out."""
    pairs = ends_by_number(board)
    if missing := missing_number(pairs):
        raise GaveUp(f"the model counts lines from 1: {missing}")
    return [[[r + 1, c + 1] for r, c in pair] for _, pair in sorted(pairs.items())]
