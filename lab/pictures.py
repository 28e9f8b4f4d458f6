"""Pictures of boards, drawn by show in a process of its own."""

import subprocess
import sys

import encode
from lab import ROOT, Unusable

SHOW = ROOT / "show"
Cell = tuple[int, int]


def draw(board: list[str], path: str, marks: dict[Cell, str]) -> None:
    """Write the picture of a board to `path` (.png, .svg or .pdf); Unusable if that fails.

    `marks` points cells out, as one of the kinds that viz-lightup.lp has colours for: wrong,
    clash, dark, differ, backbone, changed.  What is still missing is not drawn as wrong.
    """
    puzzle = [row.translate(str.maketrans("b-", "..")) for row in board]
    facts = encode.facts(puzzle) + "partial.\n"
    facts += "".join(f"cell({r},{c},b).\n" for r, c in bulbs(board))
    facts += "".join(f"mark({r},{c},{kind}).\n" for (r, c), kind in marks.items())
    command = [sys.executable, str(SHOW), "--facts", "-", "-o", path]
    drawing = subprocess.run(command, input=facts, capture_output=True, text=True, check=False)
    if drawing.returncode:
        raise Unusable(drawing.stderr.strip().removeprefix("show: "))


def bulbs(board: list[str]) -> list[Cell]:
    return [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell == "b"]
