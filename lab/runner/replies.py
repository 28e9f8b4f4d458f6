"""Reads the replies of a server as a stranger's data: of limited size and checked shape."""

import json
from typing import Any

MOST = 4 << 20  # bytes of a reply
LIMITS = ("time", "memory", "output")
ENDS = ("done", "error", "crash", *LIMITS)

PLACE = (str, int)  # a file and a line
CELLS = [(str, str, str)]  # row, column and value of each
ANSWERS = {
    "found": [CELLS],
    "is_complete": bool,
    "differing": [str],
    "optimises": bool,
    "shows": [str],
    "cost": [int],
    "admitted": [CELLS],
}
SHAPES: dict[str, Any] = {  # of the values of tasks; several in a set are alternatives
    "ready": None,
    "answers": ANSWERS,
    "solved": {**ANSWERS, "rules": int},
    "answers_to_each": [ANSWERS],
    "answers_of_each": [ANSWERS],
    "outline": {
        "errors": [str],
        "defines": [str],
        "uses": [(str, PLACE)],
        "grid": [(str, PLACE)],
        "script": bool,
        "files": [str],
    },
    "facts": {"lines": [int], "atoms": [str], "constants": [(str, str)]},
    "valueless": [str],
    "blamed": {"places": [PLACE], "answers": [CELLS]},
    "apart": [CELLS],
    "unminimised": [CELLS],
    "counts": [(PLACE, int)],
}


class Strange(ValueError):
    """A reply that no server of ours would give."""


def read(task: str, line: bytes) -> dict[str, Any]:
    """The fields of an Outcome in a line of JSON; raises Strange for anything else."""
    try:
        reply: dict[str, Any] = json.loads(line)
    except (ValueError, RecursionError):
        raise Strange("no JSON") from None
    shape = {"end": str, "value": SHAPES[task], "seconds": float, "cpu": float}
    if isinstance(reply, dict) and reply.get("end") != "done":
        shape["value"] = str if reply.get("end") == "error" else None
    if not fits({"value": None, **reply} if isinstance(reply, dict) else reply, shape):
        raise Strange("of another shape")
    if reply["end"] not in ENDS:
        raise Strange("an end that there is not")
    return reply


def fits(value: Any, shape: Any) -> bool:
    """Whether a value of JSON has a shape.

    A list of one shape is a list of any length, a tuple one of this length, a dict has these
    names and no other, None is null; anything else is a type.
    """
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(one, shape[0]) for one in value)
    if isinstance(shape, tuple):
        same = isinstance(value, list) and len(value) == len(shape)
        return same and all(map(fits, value, shape))
    if isinstance(shape, dict):
        same = isinstance(value, dict) and value.keys() == shape.keys()
        return same and all(fits(value[name], shape[name]) for name in shape)
    if shape is None:
        return value is None
    return isinstance(value, shape) and (shape is bool or not isinstance(value, bool))
