"""Faults of known mistakes: right programs, mistakes that behave alike, missing sentences."""

from collections.abc import Iterator

from lab.check.known_mistakes import complete_table
from lab.check.mistake_table import KnownMistake, digest_json, join_codes, mistake_id
from lab.check.subject import Subject
from lab.inspection import Fault, find_line
from lab.runner.pool import TaskPool


def find_mistake_faults(pool: TaskPool, subject: Subject) -> Iterator[Fault]:
    """Yield the faults of a puzzle's mistakes.lp, mistakes-*.lp and mistakes.txt."""
    bank, settings = subject.bank, subject.settings
    folder = subject.puzzle.folder
    sentence_file, settings_file = folder / "mistakes.txt", folder / "checking.py"
    recognised = {  # without a table
        *(settings.own_cells, settings.hard_coded, settings.free_choice, settings.not_optimised),
        *(settings.square_only, settings.on_given, *settings.costs, *settings.tolerated),
    } - {""}
    mistakes = complete_table(pool, subject).mistakes
    ids = {mistake_id(name): name for name in reversed(list(mistakes))}
    for mistake in sorted({*ids, *recognised} - {*bank.sentences}):
        text = f"the mistake {mistake} has no sentence in mistakes.txt"
        if mistake in ids:
            yield make_fault(subject, ids[mistake], text)
        else:
            yield Fault(settings_file, find_line(settings_file, mistake), text)
    for mistake in bank.sentences:
        if mistake not in {*ids, *recognised}:
            line = find_line(sentence_file, f"^{mistake}: ")
            yield Fault(sentence_file, line, f"found no program with the mistake {mistake}")
    first_names: dict[str, str] = {}  # by behaviour and cause
    for name, row in mistakes.items():
        if mistake_id(name) in recognised:
            continue
        if not any(row.behaviour):
            text = f"{name} changes no answer to a small trial board: a right program, or a board "
            yield make_fault(
                subject, name, f"{text}that shows the mistake is missing in trials.txt"
            )
            continue
        first = first_names.setdefault(describe_row(row), name)
        if mistake_id(first) != mistake_id(name):
            yield make_fault(
                subject, name, f"{name} behaves like {first} on all small trial boards"
            )


def describe_row(row: KnownMistake) -> str:
    """Return a digest of all by which check tells a mistake from others."""
    return digest_json([join_codes(row.behaviour), row.cause], 12)


def make_fault(subject: Subject, name: str, text: str) -> Fault:
    """Return a fault with the place of the program with this mistake."""
    path = subject.puzzle.folder / f"mistakes-{name}.lp"
    if path.is_file():
        return Fault(path, 1, text)
    path = subject.puzzle.folder / "mistakes.lp"
    return Fault(path, find_line(path, f'^[^%]*has\\("{name}"\\)'), text)
