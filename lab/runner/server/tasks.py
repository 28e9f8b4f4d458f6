"""TASKS: the functions that a server can be asked to call, and the shape of each result as JSON.

The server imports the module of a function with the first task that needs it; the process that asks
reads the shapes alone.
"""

import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple


class TaskKind(NamedTuple):
    """A function of this folder whose arguments and result are JSON; see has_shape."""

    module: str
    function: str
    shape: Any

    def load_function(self) -> Callable[..., Any]:
        """Return the function; import its module, if that was not done before."""
        function: Callable[..., Any] = getattr(self._load_module(), self.function)
        return function

    def prepare(self, arguments: dict[str, Any]) -> None:
        """Import the module, and call its prepare(): later tasks find what these have done."""
        getattr(self._load_module(), "prepare", lambda _: None)(arguments)

    def _load_module(self) -> ModuleType:
        return importlib.import_module(f"lab.runner.server.{self.module}")


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
ROW = ((COUNT, COUNT), str, str, CELLS, CELLS, [COUNT], [PLACE], bool)  # every_board.SearchRow
SEARCH = {"unsearchable": [(str, PLACE)], "open_choices": [PLACE], "results": [ROW]}
FACTS = {"lines": [COUNT], "atoms": [str], "constants": [(str, str)]}


def do_nothing() -> None:
    """Show, by returning, that the server is there."""


KINDS = (
    TaskKind("tasks", "do_nothing", None),
    TaskKind("solving", "find_answers", [ANSWERS, ...]),
    TaskKind("solving", "accept_answers", [bool, ...]),
    TaskKind("solving", "find_atoms", [[str]]),
    TaskKind("every_board", "search_boards", SEARCH),
    TaskKind("idle_rules", "find_idle_rules", [PLACE]),
    TaskKind("outline", "outline_program", OUTLINE),
    TaskKind("outline", "find_confusing_terms", TERMS),
    TaskKind("ground_rules", "find_growing_rules", (str, [PLACE])),
    TaskKind("outline", "read_facts", FACTS),
    TaskKind("changes", "find_forbidding_rules", {"places": [PLACE], "answers": [CELLS]}),
    TaskKind("changes", "answer_with_cells_apart", [CELLS]),
    TaskKind("changes", "answer_without_minimising", [CELLS]),
    TaskKind("beliefs", "find_beliefs", [(str, [(COUNT, COUNT)])]),
    TaskKind("ground_rules", "count_ground_rules", [(PLACE, COUNT)]),
)
TASKS = {kind.function: kind for kind in KINDS}
