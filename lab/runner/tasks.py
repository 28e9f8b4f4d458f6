"""What a server is asked to do in a process of its own: TASKS, by name; results become JSON.

replies.py knows the shape of each result.
"""

from collections.abc import Callable
from typing import Any

from lab.runner import outline, solving


def ready() -> None:
    """Nothing: it shows that the server is there."""


TASKS: dict[str, Callable[..., Any]] = {
    "ready": ready,
    "answers": solving.answers,
    "solved": solving.solved,
    "answers_to_each": solving.answers_to_each,
    "answers_of_each": solving.answers_of_each,
    "outline": outline.outline,
    "facts": outline.facts,
    "valueless": outline.valueless,
    "blamed": outline.blamed,
    "apart": outline.apart,
    "unminimised": outline.unminimised,
    "counts": outline.counts,
}
