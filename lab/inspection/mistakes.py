"""Faults of known mistakes: right programs, mistakes that behave alike, missing sentences."""

import re
from collections.abc import Iterator

from lab.check.bank.assignment import Assignment
from lab.check.bank.mistake_table import digest_json, join_codes, read_mistake_id
from lab.check.programs.mistaken_programs import complete_table
from lab.inspection import Fault, find_line
from lab.runner.task_pool import TaskPool
from lab.settings.check import CheckSettings


def find_mistake_faults(pool: TaskPool, assignment: Assignment) -> Iterator[Fault]:
    """Yield the faults of a puzzle's mistakes.lp, mistakes-*.lp and mistakes.txt."""
    bank, settings = assignment.bank, assignment.settings
    folder = assignment.puzzle.folder
    sentence_file, settings_file = folder / "mistakes.txt", folder / "checking.py"
    recognised = list_recognised(settings)
    mistakes = complete_table(pool, assignment)
    ids = {read_mistake_id(name): name for name in reversed(list(mistakes))}
    for mistake in sorted({*ids, *recognised} - {*bank.sentences}):
        text = f"the mistake {mistake} has no sentence in mistakes.txt"
        if mistake in ids:
            yield make_mistake_fault(assignment, ids[mistake], text)
        else:
            yield Fault(settings_file, find_line(settings_file, re.escape(mistake)), text)
    for mistake in bank.sentences:
        if mistake not in {*ids, *recognised}:
            line = find_line(sentence_file, f"^{re.escape(mistake)}: ")
            yield Fault(sentence_file, line, f"found no program with the mistake {mistake}")
    first_names: dict[str, str] = {}  # names by behaviour and cause
    for name, row in mistakes.items():
        if read_mistake_id(name) in recognised:
            continue
        if not any(row.behaviour):
            text = f"{name} changes no answer to a small trial board: a right program, or a board "
            text += "that shows the mistake is missing in trials.txt"
            yield make_mistake_fault(assignment, name, text)
            continue
        behaviour = digest_json([join_codes(row.behaviour), row.cause], 12)  # as check sees it
        first = first_names.setdefault(behaviour, name)
        if read_mistake_id(first) != read_mistake_id(name):
            text = f"{name} behaves like {first} on all small trial boards"
            yield make_mistake_fault(assignment, name, text)


def list_recognised(settings: CheckSettings) -> set[str]:
    """Return the IDs of mistakes that are recognised without a table."""
    names = {settings.own_cells, settings.hard_coded, settings.free_choice, settings.not_optimised}
    names |= {settings.square_only, settings.fixed_size, settings.on_given}
    names |= {*settings.wrong_costs, *settings.tolerated}
    return names - {""}


def make_mistake_fault(assignment: Assignment, name: str, text: str) -> Fault:
    """Return a fault with the place of the program with this mistake."""
    path = assignment.puzzle.folder / f"mistakes-{name}.lp"
    if path.is_file():
        return Fault(path, 1, text)
    path = assignment.puzzle.folder / "mistakes.lp"
    return Fault(path, find_line(path, f'^[^%]*has\\("{re.escape(name)}"\\)'), text)
