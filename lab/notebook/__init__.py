"""Boards, programs and reports in a notebook.

    %load_ext lab.notebook

changes to the folder of the kit, and adds a cell magic for each puzzle, with the puzzle's name:

    %%lightup dom01

runs decode.py with the program in the cell on a board, draws the answers, and checks the program.
`add("PATH")` adds the magic of a puzzle in any folder.  %%clingo passes the program in the cell to
clingo alone, with clingo's own options: %%clingo 0 --text.

A board is the name of an example, or its rows with / between them: %%lightup x../.2./..b
"""

import os
import sys
from pathlib import Path
from typing import Any

from lab import ROOT, puzzles
from lab.notebook.boards import Animation
from lab.notebook.boards import DrawnBoard as Board
from lab.notebook.charts import chart, count_ground_rules
from lab.notebook.magic import make_magic, run_clingo
from lab.puzzles import Puzzle

__all__ = ["Animation", "Board", "add", "chart", "count_ground_rules", "load_ipython_extension"]


def load_ipython_extension(shell: Any) -> None:
    """Change to the folder of the kit, put this Python on PATH, and add the magics."""
    os.chdir(ROOT)
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    shell.run_line_magic("config", "InlineBackend.figure_formats = ['png']")
    shell.register_magic_function(run_clingo, "cell", "clingo")
    for puzzle in puzzles.list_puzzles():
        shell.register_magic_function(make_magic(puzzle), "cell", puzzle.name)


def add(path: str) -> Puzzle:
    """Add the magic of the puzzle in a folder; return the puzzle."""
    from IPython import get_ipython

    puzzle = puzzles.find_puzzle(path)
    shell: Any = get_ipython()
    shell.register_magic_function(make_magic(puzzle), "cell", puzzle.name)
    return puzzle
