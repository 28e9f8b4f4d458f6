"""The modules of the lab that check needs where it is handed out."""

import ast
from collections.abc import Iterator
from pathlib import Path

from lab import ROOT

ROOMS = ("lab/check", "lab/delivery", "lab/runner", "lab/sandbox", "lab/syntax")
AT_HOME = {  # modules that are imported only where a puzzle's folder is
    "lab.check.learn",
    "lab.check.folder_bank",
    "lab.notations",
}


def modules() -> list[str]:
    """The paths of the modules, from the folder of the kit on: the rooms, and what they import."""
    rooms = (path for room in ROOMS for path in (ROOT / room).glob("*.py"))
    waiting = [
        "lab/__init__.py",
        "lab/common/command.py",
        *(str(path.relative_to(ROOT)) for path in rooms),
    ]
    found: set[str] = set()
    while waiting:
        path = waiting.pop()
        if path not in found and name(path) not in AT_HOME:
            found.add(path)
            waiting += imported((ROOT / path).read_text("utf-8"))
    return sorted(found)


def name(path: str) -> str:
    """The name of the module in a file."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported(source: str) -> Iterator[str]:
    """The paths of the modules of the lab that a module imports, except those of AT_HOME."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (path for one in node.names for path in located(one.name))
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from located(node.module)
            yield from (path for one in node.names for path in located(f"{node.module}.{one.name}"))


def located(module: str) -> Iterator[str]:
    """The path of a module of the lab, if there is one of this name."""
    is_at_home = any(f"{module}.".startswith(f"{one}.") for one in AT_HOME)
    if is_at_home or not f"{module}.".startswith("lab."):
        return
    base = Path(*module.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if (ROOT / path).is_file():
            yield path.as_posix()
