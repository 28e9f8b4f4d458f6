"""The table of mistakes: how a program with each of them behaves, and how to tell two apart.

programs/mistaken_programs.py makes it; behaviour.json in the puzzle's folder and the tables of a
handout hold it as JSON.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from lab.check.bank.answers import Answer
from lab.settings.check import Codes

JOINT = "+"  # the sign between the codes of an answer in JSON

Behaviour = list[dict[Codes, str]]  # of each trial board: codes -> digest of the wrong answers


class KnownMistake(NamedTuple):
    """The behaviour of a program with one mistake."""

    behaviour: Behaviour
    cause: list[str] | None = None  # by find_cause; None: no other mistake behaves alike


MistakeTable = Mapping[str, KnownMistake]  # by the ID of the mistake, or ID/VARIANT


def format_table(table: MistakeTable) -> dict[str, Any]:
    """Return a table as JSON can hold it; read_table is the inverse."""
    return {name: [join_codes(row.behaviour), row.cause] for name, row in table.items()}


def read_table(data: Mapping[str, Any]) -> MistakeTable:
    """Return the table that format_table wrote."""
    mistakes = {}
    for name, (boards, cause) in data.items():
        behaviour = [{tuple(key.split(JOINT)): board[key] for key in board} for board in boards]
        mistakes[name] = KnownMistake(behaviour, cause)
    return mistakes


def read_mistake_id(name: str) -> str:
    """Return the ID of the mistake in a name."""
    return name.partition("/")[0]


def join_codes(behaviour: Behaviour) -> list[dict[str, str]]:
    """Return a behaviour as JSON can hold it, in a fixed order."""
    return [{JOINT.join(codes): board[codes] for codes in sorted(board)} for board in behaviour]


def digest_answers(answers: Iterable[Answer]) -> str:
    return digest_json(sorted(sorted(map(str, answer)) for answer in answers), 6)


def digest_json(data: object, length: int) -> str:
    """Return a digest, of `length` hexadecimal digits, of anything that JSON can hold."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:length]
