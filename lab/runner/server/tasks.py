"""TASKS: the functions that a server can be asked to call, and the shape of each result as JSON.

The arguments of each function are JSON, too.  The server imports its module with the first task
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
PLACE = (str, COUNT)  # a file and a line
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
OUTLINE = {
    "errors": [str],
    "defines": [(str, PLACE)],
    "uses": [(str, PLACE)],
    "grid": [(str, PLACE)],
    "script": bool,
    "files": [str],
}
CONFUSING_TERMS = {name: [(str, PLACE)] for name in ("constants", "counted", "valueless")}
ROW = ((COUNT, COUNT), str, str, CELLS, CELLS, [COUNT], [PLACE], bool)  # every_board.SearchRow
SEARCH = {"unsearchable": [(str, PLACE)], "open_choices": [PLACE], "results": [ROW]}
FACTS = {"lines": [COUNT], "atoms": [str], "constants": [(str, str)]}


TASKS = {
    "do_nothing": TaskKind("tasks", None),
    "find_answers": TaskKind("solving", [ANSWERS, ...]),
    "accept_answers": TaskKind("solving", [bool, ...]),
    "find_atoms": TaskKind("solving", [[str]]),
    "search_boards": TaskKind("every_board", SEARCH),
    "find_idle_rules": TaskKind("idle_rules", [PLACE]),
    "outline_program": TaskKind("outline", OUTLINE),
    "find_confusing_terms": TaskKind("outline", CONFUSING_TERMS),
    "find_growing_rules": TaskKind("ground_rules", (str, [PLACE])),
    "read_facts": TaskKind("outline", FACTS),
    "find_forbidding_rules": TaskKind("changes", {"places": [PLACE], "answers": [CELLS]}),
    "answer_with_cells_apart": TaskKind("changes", [CELLS]),
    "answer_without_minimising": TaskKind("changes", [CELLS]),
    "find_beliefs": TaskKind("beliefs", [(str, [(COUNT, COUNT)])]),
    "count_ground_rules": TaskKind("ground_rules", [(PLACE, COUNT)]),
}


def do_nothing() -> None:
    """Show, by returning, that the server is there."""


def load_module(task: str) -> ModuleType:
    """Return the module that has the function of a task; import it with the first task."""
    return importlib.import_module(f"lab.runner.server.{TASKS[task].module}")
