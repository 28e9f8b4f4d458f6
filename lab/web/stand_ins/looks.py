"""In place of lab/pictures/looks.py, which needs clingo to read a viz file."""

from typing import Any


def read_looks(*_: Any) -> dict[Any, Any]:
    return {}
