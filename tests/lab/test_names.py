"""The names that lab check gives to mistakes: of one, of two at once, of none that is known."""

import dataclasses
import itertools
import random

import pytest

from lab import Unusable
from lab.check import behaviour, breaches, mistakes, together
from lab.check.folder_bank import FolderBank
from lab.check.subject import Subject
from lab.runner.pool import TaskPool
from tests import kit

SUBJECT = Subject(FolderBank(kit.LIGHT_UP))
WAYS = together.ways(SUBJECT)
HERE = itertools.count()


@pytest.fixture(scope="module")
def pool():
    with TaskPool() as pool:
        yield pool


def sets_of(*ways):
    return frozenset(map(together.mistake, ways))


def behave(pool, sets):
    """together.lp with sets of its names on all trials."""
    text = (SUBJECT.bank.files.programs / "together.lp").read_text()
    paths = []
    for names in sets:
        paths.append(pool.programs / f"program{next(HERE)}.lp")
        paths[-1].write_text(text + "".join(f'has("{name}").\n' for name in names))
    pairs = behaviour.run(pool, SUBJECT, paths)
    return [breaches.TrialRun(path, SUBJECT.trials, *pair) for path, pair in zip(paths, pairs)]


def names_of(pool, seen):
    """The names that a report has: those of what is found."""
    names = mistakes.named(pool, SUBJECT, seen)
    codes = (one.code for one in breaches.find_broken_rules(pool, SUBJECT, seen))
    return {names[code] for code in codes if code in names}


def known_as(seen):
    """The mistakes of the bank whose programs behave as this one does on all trials."""
    mine = behaviour.signed(seen.differences, seen.answers)
    table = behaviour.read(SUBJECT)
    return {
        path.parent.name
        for path in behaviour.programs(SUBJECT)
        if table[behaviour.label(path)] == mine
    }


def test_the_table_has_pairs_of_these_programs():
    """If not: python3 -m lab.check.learn"""
    known = together.read(SUBJECT)
    bank = {path.parent.name for path in behaviour.programs(SUBJECT)}
    assert {one for ids in known.values() for one in ids} <= bank
    assert len(known) > 300


def some(number, seed=1):
    """Pairs of different mistakes, drawn from all."""
    pairs = [pair for pair in itertools.combinations(WAYS, 2) if len(sets_of(*pair)) == 2]
    return sorted(random.Random(seed).sample(pairs, min(number, len(pairs))))


SAMPLE = [
    ("clue-missing", "sight-missing"),
    ("columns-only", "transposed"),
    ("columns-only", "transposed/shown"),
    ("rows-only", "transposed/shown"),
    ("rays-through-x", "rows-only"),
    ("clue-cells-white", "lit-missing"),
    ("lit-missing", "rays-turn"),
]


def test_a_name_is_one_of_the_two_mistakes(pool):
    check_pairs(pool, SAMPLE[:2])


@pytest.mark.long
def test_a_name_is_one_of_the_two_mistakes_of_many(pool):
    check_pairs(pool, SAMPLE[2:] + some(14) + some(120, seed=2))


def check_pairs(pool, pairs):
    """Each name is one of the two, or of a mistake that both together are."""
    for pair, seen in zip(pairs, behave(pool, pairs)):
        names = names_of(pool, seen)
        assert names <= sets_of(*pair) | known_as(seen), (pair, names)


def test_both_of_two_mistakes_are_named(pool):
    pairs = [("clue-missing", "sight-missing"), ("lit-missing", "neighbour-missing")]
    for pair, seen in zip(pairs, behave(pool, pairs)):
        assert names_of(pool, seen) == sets_of(*pair)


@pytest.mark.long
@pytest.mark.parametrize("unknown", [True, False])
def test_an_unknown_mistake_gets_no_name(pool, monkeypatch, unknown):
    """Each mistake in turn is taken out of the bank; pairs with it, too."""
    everything = mistakes.behaviours(pool, SUBJECT)
    known = together.read(SUBJECT)
    pairs = some(60, seed=3)
    for pair, seen in zip(pairs, behave(pool, pairs)):
        gone = together.mistake(pair[unknown])
        others = {path: one for path, one in everything.items() if path.parent.name != gone}
        kept = {key: ids for key, ids in known.items() if gone not in ids}
        monkeypatch.setattr(mistakes, "behaviours", lambda *_, others=others: others)
        monkeypatch.setattr(SUBJECT, "known_pairs", lambda kept=kept: kept)
        names = names_of(pool, seen)
        assert names <= (sets_of(*pair) - {gone}) | known_as(seen), (pair, gone, names)


@pytest.mark.long
def test_each_mistake_of_the_program_for_pairs_has_its_name(pool):
    for way, seen in zip(WAYS, behave(pool, [(way,) for way in WAYS])):
        assert names_of(pool, seen) == {together.mistake(way)}


def test_a_board_for_causes_needs_a_solution(pool, monkeypatch):
    settings = dataclasses.replace(SUBJECT.settings, cause_board=["4"])
    monkeypatch.setattr(SUBJECT, "settings", settings)
    with pytest.raises(Unusable) as error:
        mistakes.cause(pool, SUBJECT, kit.ROOT / "lightup.lp")
    place = kit.LIGHT_UP.folder / "checking.py"
    assert str(error.value) == (
        f"{place}: cause_board: found a board without a solution, expected one that has some"
    )
