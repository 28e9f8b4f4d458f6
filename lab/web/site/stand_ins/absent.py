"""In place of modules that are imported and not used: whatever they define is an empty class."""

from typing import Any


class Absent(type):
    """The type of absent classes; each attribute of one is another absent class."""

    def __getattr__(cls, name: str) -> "Absent":
        return Absent(name, (), {})

    def __or__(cls, value: Any, /) -> Any:
        return cls

    __ror__ = __or__


def __getattr__(name: str) -> Absent:
    if name.startswith("__"):
        raise AttributeError(name)
    return Absent(name, (), {})
