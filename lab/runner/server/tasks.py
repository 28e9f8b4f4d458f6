"""TASKS: the functions that a server can be asked to call, and the shape of each result as JSON.

The arguments of each function are also JSON.  The server imports its module with the first task
that needs it; the process that asks reads the shapes alone.
"""

import importlib
from types import ModuleType
from typing import Any, NamedTuple


class TaskKind(NamedTuple):
    """The module of this folder that has the function, and the shape of the result; see has_shape.

    The module may have prepare(arguments), which the server calls before each task.
    """

    module: str
    shape: Any


COST, COUNT = range(-(1 << 63), 1 << 63), range(1 << 63)
NUMBER = range(-1, 1 << 31)  # -1: unknown
CELLS = [(str, str, str)]  # row, column and value of each
ANSWERS = {
    "found": [CELLS],
    "is_complete": bool,
    "differing": [str],
    "undrawable": str,
    "optimises": bool,
    "shows": [str],
    "cost": [COST],
    "rules": COUNT,
    "accepted": [CELLS],
}
ROW = (str, str, CELLS, CELLS, COUNT, [COUNT])  # open_board.SearchRow
FACTS = {"atoms": [str], "constants": [(str, str)]}


TASKS = {
    "do_nothing": TaskKind("tasks", None),
    "find_answers": TaskKind("solving", [ANSWERS, ...]),
    "are_accepted": TaskKind("solving", [bool, ...]),
    "find_atoms": TaskKind("solving", [[str]]),
    "search_size": TaskKind("open_board", [ROW]),
    "count_right_answers": TaskKind("open_board", COUNT),
    "count_pairs": TaskKind("open_board", (COUNT, COUNT, str)),
    "list_right_answers": TaskKind("open_board", [(CELLS, CELLS)]),
    "sample_pairs": TaskKind("open_board", [(CELLS, CELLS)]),
    "list_broken_codes": TaskKind("open_board", [[str]]),
    "find_breaking_pair": TaskKind("open_board", [(CELLS, CELLS)]),
    "compare_programs": TaskKind("open_board", (bool, NUMBER, [(CELLS, CELLS)])),
    "count_answer_sets": TaskKind("open_board", [NUMBER]),
    "find_idle_constraints": TaskKind("open_board", [COUNT]),
    "list_kept_codes": TaskKind("open_board", [str]),
    "find_errors": TaskKind("reading", [str]),
    "read_facts": TaskKind("reading", FACTS),
    "solve_texts": TaskKind("solving", [[CELLS], ...]),
    "find_true_atoms": TaskKind("solving", [(str, bool)]),
    "count_markers": TaskKind("reading", [(COUNT, COUNT)]),
}


def do_nothing() -> None:
    """Show, by returning, that the server is there."""


def load_module(task: str) -> ModuleType:
    """Return the module that has the function of a task; import it with the first task."""
    return importlib.import_module(f"lab.runner.server.{TASKS[task].module}")
