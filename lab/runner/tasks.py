"""TASKS: what a server can be asked to do, by name, and the shape of each result as JSON.

The server reads the functions, the process that asks reads the shapes.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from lab.runner import outline, solving


class TaskKind(NamedTuple):
    """A function whose arguments and result are JSON; see pool.has_shape for shapes."""

    function: Callable[..., Any]
    shape: Any


COST, COUNT = range(-(1 << 63), 1 << 63), range(1 << 63)
PLACE = (str, COUNT)  # a file and a line
CELLS = [(str, str, str)]  # row, column and value of each
ANSWERS = {
    "found": [CELLS],
    "is_complete": bool,
    "differing": [str],
    "optimises": bool,
    "shows": [str],
    "cost": [COST],
    "admitted": [CELLS],
}
OUTLINE = {
    "errors": [str],
    "defines": [str],
    "uses": [(str, PLACE)],
    "grid": [(str, PLACE)],
    "script": bool,
    "files": [str],
}
FACTS = {"lines": [COUNT], "atoms": [str], "constants": [(str, str)]}


TASKS = {
    "ready": TaskKind(lambda: None, None),  # shows that the server is there
    "answers": TaskKind(solving.find_answers, ANSWERS),
    "solved": TaskKind(solving.solve_board, {**ANSWERS, "rules": COUNT}),
    "answers_of_all": TaskKind(solving.find_answers_of_all, [ANSWERS]),
    "outline": TaskKind(outline.outline_program, OUTLINE),
    "facts": TaskKind(outline.read_facts, FACTS),
    "valueless": TaskKind(outline.find_undefined_operations, [str]),
    "blamed": TaskKind(outline.blame_constraints, {"places": [PLACE], "answers": [CELLS]}),
    "apart": TaskKind(outline.answer_with_cells_apart, [CELLS]),
    "unminimised": TaskKind(outline.answer_without_minimising, [CELLS]),
    "counts": TaskKind(outline.count_ground_rules, [(PLACE, COUNT)]),
}
