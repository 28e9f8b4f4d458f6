"""The names that lab check gives to mistakes: of one, of two at once, of none that is known."""

import copy
import dataclasses
import itertools
import random
from collections.abc import Iterable, Sequence

import pytest

from lab import Unusable
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.bank.mistake_table import read_mistake_id
from lab.check.judges import naming, wrong_answers
from lab.check.programs.mistaken_programs import describe_behaviour, find_cause, run_known_program
from lab.check.programs.program import SubmittedProgram, TrialRun
from lab.runner.task_pool import TaskPool
from tests import kit

BANK = FolderBank(kit.LIGHT_UP)
ASSIGNMENT = Assignment(BANK)
NAMES = BANK.mistake_names
HERE = itertools.count()


def list_ids(*names: str) -> frozenset[str]:
    return frozenset(map(read_mistake_id, names))


def run_with(pool: TaskPool, sets: Iterable[Sequence[str]]) -> list[TrialRun]:
    """mistakes.lp with sets of its names on all small trial boards."""
    paths = []
    for names in sets:
        paths.append(pool.programs / f"program{next(HERE)}.lp")
        paths[-1].write_text(BANK.make_mistaken_program(*names))
    return pool.map(lambda path: run_known_program(pool, ASSIGNMENT, path), paths)


def list_names(run: TrialRun) -> set[str]:
    """The names that a report has: those of what is found."""
    names = naming.explain_findings(run)
    codes = (one.code for one in wrong_answers.find_broken_rules(run))
    return {names[code] for code in codes if code in names}


def find_equal_mistakes(run: TrialRun) -> set[str]:
    """The mistakes that behave as this program does on all trial boards."""
    behaviour = describe_behaviour(run)
    known = BANK.mistake_table.items()
    return {read_mistake_id(name) for name, row in known if row.behaviour == behaviour}


def sample_pairs(number: int, seed: int = 1) -> list[tuple[str, ...]]:
    """Pairs of different mistakes, drawn from all."""
    pairs = [pair for pair in itertools.combinations(NAMES, 2) if len(list_ids(*pair)) == 2]
    return sorted(random.Random(seed).sample(pairs, min(number, len(pairs))))


ID_OF_PART = {  # of sight alone, these are known by other names
    "direction-missing/only-rows": "rows-only",
    "direction-missing/only-columns": "columns-only",
    "light-one-cell": "sight-one-cell",
}
SAMPLE = [
    ("clue-missing", "sight-missing"),
    ("columns-only", "transposed"),
    ("columns-only", "transposed/shown"),
    ("rows-only", "transposed/shown"),
    ("rays-through-x", "rows-only"),
    ("clue-cells-white", "lit-missing"),
    ("lit-missing", "rays-turn"),
]


@pytest.mark.long
def test_a_name_is_one_of_the_two_mistakes_of_many(pool: TaskPool) -> None:
    check_pairs(pool, SAMPLE + sample_pairs(14) + sample_pairs(120, seed=2))


def check_pairs(pool: TaskPool, pairs: Iterable[tuple[str, ...]]) -> None:
    """Each name is one of the two, or of a mistake that both together are."""
    for pair, run in zip(pairs, run_with(pool, pairs)):
        names = list_names(run)
        same = {ID_OF_PART[part] for part in pair if part in ID_OF_PART}
        assert names <= list_ids(*pair) | find_equal_mistakes(run) | same, (pair, names)


def test_both_of_two_mistakes_are_named(pool: TaskPool) -> None:
    pair = ("clue-missing", "lit-missing")
    (run,) = run_with(pool, [pair])
    assert list_names(run) == list_ids(*pair)


@pytest.mark.long
@pytest.mark.parametrize("unknown", [True, False])
def test_an_unknown_mistake_gets_no_name(pool: TaskPool, unknown: bool) -> None:
    """Each mistake in turn is taken out of the bank."""
    known = BANK.mistake_table
    pairs = sample_pairs(60, seed=3)
    for pair, run in zip(pairs, run_with(pool, pairs)):
        gone = read_mistake_id(pair[unknown])
        settings = ASSIGNMENT.settings
        if gone in (settings.free_choice, settings.on_given, settings.fixed_size):
            continue  # which show without the bank
        rest = {name: row for name, row in known.items() if read_mistake_id(name) != gone}
        bank = copy.copy(BANK)
        bank.mistake_table, bank.mistake_programs = rest, {}
        assignment = Assignment(bank)
        program = dataclasses.replace(run.program, assignment=assignment)
        names = list_names(run._replace(program=program))
        same = {ID_OF_PART[part] for part in pair if part in ID_OF_PART}
        rest_ids = list_ids(*pair) - {gone}
        assert names <= rest_ids | find_equal_mistakes(run) | same, (pair, gone, names)


@pytest.mark.long
def test_each_mistake_of_the_common_program_has_its_name(pool: TaskPool) -> None:
    for name, run in zip(NAMES, run_with(pool, [(name,) for name in NAMES])):
        assert list_names(run) == {read_mistake_id(name)}


def test_a_board_for_causes_needs_a_solution(pool: TaskPool) -> None:
    assignment = Assignment(BANK)
    assignment.settings = dataclasses.replace(assignment.settings, cause_board=["4"])
    with pytest.raises(Unusable) as error:
        find_cause(SubmittedProgram(pool, assignment, kit.ROOT / "lightup.lp"))
    place = kit.LIGHT_UP.folder / "checking.py"
    assert str(error.value) == (
        f"{place}: cause_board: found a board without a solution, expected one that has some"
    )
