"""TASKS: the functions that a server can be asked to call, and the shape of each result as JSON.

The server reads the functions, the process that asks reads the shapes.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from lab.runner.server import (
    beliefs,
    board_search,
    changes,
    ground_rules,
    idle_rules,
    outline,
    solving,
)


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
    "rules": COUNT,
    "admitted": [CELLS],
}
OUTLINE = {
    "errors": [str],
    "defines": [(str, PLACE)],
    "uses": [(str, PLACE)],
    "grid": [(str, PLACE)],
    "script": bool,
    "files": [str],
}
TERMS = {name: [(str, PLACE)] for name in ("constants", "counted", "valueless")}
ROW = ((COUNT, COUNT), str, str, CELLS, CELLS, [COUNT], [PLACE], bool)  # board_search.SearchRow
SEARCH = {"obstacles": [(str, PLACE)], "choices": [PLACE], "results": [ROW]}
FACTS = {"lines": [COUNT], "atoms": [str], "constants": [(str, str)]}


def do_nothing() -> None:
    """Show, by returning, that the server is there."""


KINDS = (
    TaskKind(do_nothing, None),
    TaskKind(solving.find_answers, [ANSWERS, ...]),
    TaskKind(solving.accept_answers, [bool, ...]),
    TaskKind(solving.find_atoms, [[str]]),
    TaskKind(board_search.search_boards, SEARCH),
    TaskKind(idle_rules.find_idle_rules, [PLACE]),
    TaskKind(outline.outline_program, OUTLINE),
    TaskKind(outline.find_confusing_terms, TERMS),
    TaskKind(ground_rules.find_growing_rules, (str, [PLACE])),
    TaskKind(outline.read_facts, FACTS),
    TaskKind(changes.find_forbidding_rules, {"places": [PLACE], "answers": [CELLS]}),
    TaskKind(changes.answer_with_cells_apart, [CELLS]),
    TaskKind(changes.answer_without_minimising, [CELLS]),
    TaskKind(beliefs.find_beliefs, [(str, [(COUNT, COUNT)])]),
    TaskKind(ground_rules.count_ground_rules, [(PLACE, COUNT)]),
)
TASKS = {kind.function.__name__: kind for kind in KINDS}
