"""Reads programs by clingo: errors, the facts of a file, the ground rules of each rule."""

from typing import Any

import clingo

from lab.runner.server import solving

CONSTANTS = ("n", "rows", "cols")  # of the contract; lab/syntax/statements.py has them, too


def find_errors(path: str) -> list[str]:
    """Return the messages of clingo on a program that it does not read."""
    messages: list[str] = []
    control = clingo.Control(logger=lambda _, text: messages.append(text))
    try:
        control.load(path)
    except RuntimeError as error:
        return [text for text in messages if "error:" in text] or [str(error)]
    return []


def read_facts(path: str) -> dict[str, Any]:
    """Return the atoms and the constants of a program of facts."""
    control = solving.LenientProgram([path]).control
    values = [(name, control.get_const(name)) for name in CONSTANTS]
    constants = [(name, str(value)) for name, value in values if value is not None]
    return {"atoms": [str(atom.symbol) for atom in control.symbolic_atoms], "constants": constants}


def count_markers(text: str, facts: str, marker: str) -> list[tuple[int, int]]:
    """Count the ground atoms of a program whose names are a marker and a number.

    Return pairs of number and count, the largest count first.
    """
    atoms = solving.LenientProgram([], facts, text=text).control.symbolic_atoms
    counts = [
        (int(name.removeprefix(marker)), sum(1 for _ in atoms.by_signature(name, arity)))
        for name, arity, _ in atoms.signatures
        if name.startswith(marker)
    ]
    return sorted(counts, key=lambda pair: -pair[1])
