"""Reads what several.py writes: it ran beside a stranger's program, which may have written too."""

import json
from collections.abc import Iterator

from lab.sandbox.limits import CommandResult, Limits


def read_results(data: bytes, limits: Limits) -> Iterator[CommandResult]:
    """Yield the results, up to the first line that several.py would not write."""
    for line in data.splitlines():
        try:
            status, out, err, cpu, seconds = json.loads(line)
            streams = out.encode("latin-1"), err.encode("latin-1")
        except (ValueError, TypeError, AttributeError, RecursionError):
            return
        numbers = (status, 255), (cpu, limits.cpu), (seconds, limits.wall + limits.wall)
        if not all(is_number(value, most) for value, most in numbers):
            return
        if max(map(len, streams)) > limits.output:
            return
        yield CommandResult(int(status), *streams, cpu=cpu, seconds=seconds)


def is_number(value: object, most: float) -> bool:
    """Return whether a value is a number from 0 to `most`."""
    return isinstance(value, int | float) and 0 <= value <= most
