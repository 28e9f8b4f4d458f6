"""Reads the replies of a server as a stranger's data: of limited size and checked shape."""

import json
from typing import Any

from lab.runner.tasks import TASKS

MOST = 4 << 20  # bytes of a reply
LIMITS = ("time", "memory", "output")
ENDS = ("done", "error", "crash", *LIMITS)


class BadReply(ValueError):
    """A reply that no server of ours would give."""


def read_reply(task: str, line: bytes) -> dict[str, Any]:
    """Return the fields of a pool.Outcome from a line of JSON; raise BadReply for anything else."""
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):
        raise BadReply("no JSON") from None
    end = reply.get("end") if isinstance(reply, dict) else None
    if end not in ENDS:
        raise BadReply("an end that there is not")
    fields: dict[str, Any] = reply if end == "done" else {"value": None, **reply}
    value = {"done": TASKS[task].shape, "error": str}.get(end)
    if not has_shape(fields, {"end": str, "value": value, "seconds": float, "cpu": float}):
        raise BadReply("another shape")
    return fields


def has_shape(value: Any, shape: Any) -> bool:
    """Return whether a value of JSON has a shape.

    [shape] is a list of any length, (shape, ...) a list of this length, a dict has these names
    and no other, None is null; anything else is a type.
    """
    if isinstance(shape, list):
        return isinstance(value, list) and all(has_shape(item, shape[0]) for item in value)
    if isinstance(shape, tuple):
        is_as_long = isinstance(value, list) and len(value) == len(shape)
        return is_as_long and all(map(has_shape, value, shape))
    if isinstance(shape, dict):
        has_names = isinstance(value, dict) and value.keys() == shape.keys()
        return has_names and all(has_shape(value[name], shape[name]) for name in shape)
    if shape is None:
        return value is None
    return isinstance(value, shape) and (shape is bool or not isinstance(value, bool))
