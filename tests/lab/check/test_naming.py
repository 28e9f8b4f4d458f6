"""Wrong programs, and the known mistakes that are named as their causes."""

import dataclasses
from pathlib import Path

import pytest

from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.bank.mistake_table import Behaviour, read_mistake_id
from lab.check.judges import naming
from lab.check.programs import mistaken_programs
from lab.check.programs.program import SubmittedProgram
from lab.runner.task_pool import TaskPool
from tests import kit
from tests.lab.check.kit import (
    ASSIGNMENT,
    REFERENCE,
    WRONG_PROGRAMS,
    list_broken_codes,
    run_trusted,
)

SOON = ("zero-ignored",)  # the mistakes that are not long


@pytest.mark.parametrize("mistake", kit.long_except(WRONG_PROGRAMS, *SOON))
def test_each_wrong_program_is_caught_and_its_mistake_named(pool: TaskPool, mistake: str) -> None:
    """It also behaves as one of the variants of the mistake in the table."""
    table = ASSIGNMENT.bank.mistake_table.items()
    for run in run_trusted(pool, WRONG_PROGRAMS[mistake]):
        names = naming.explain_findings(run)
        assert {names.get(code) for code in list_broken_codes(run)} == {mistake}, run.program.path
        behaviour = mistaken_programs.describe_behaviour(run)
        variants = [row.behaviour for name, row in table if read_mistake_id(name) == mistake]
        assert behaviour in variants or mistake == "hard-coded", run.program.path


@pytest.mark.long
def test_a_mistake_that_the_table_lacks_is_named(pool: TaskPool, tmp_path: Path) -> None:
    path, bank = tmp_path / "mine.lp", FolderBank(kit.LIGHT_UP)
    path.write_text("\n".join(line for line in REFERENCE.splitlines() if "> 1." not in line))
    bank.mistake_table, bank.mistake_file = {}, tmp_path / "mistakes.lp"
    text = f"#defined has/1.\n{REFERENCE}".replace("> 1.", '> 1, not has("two-bulbs").')
    bank.mistake_file.write_text(text)
    (run,) = run_trusted(pool, [path])
    program_of_bank = dataclasses.replace(run.program, assignment=Assignment(bank))
    names = naming.explain_findings(run._replace(program=program_of_bank))
    assert names["sight"] == "two-bulbs"


@pytest.mark.long
def test_a_bulb_on_a_black_cell_is_named_whatever_it_lights(pool: TaskPool) -> None:
    (run,) = run_trusted(pool, [kit.DATA / "students" / "bulbs-anywhere" / "lightup.lp"])
    assert set(naming.explain_findings(run).values()) == {"bulb-on-black"}


@pytest.mark.long
def test_a_size_that_is_a_number_is_named_whatever_the_number(pool: TaskPool) -> None:
    (program,) = (path for path in WRONG_PROGRAMS["size-fixed"] if path.stem == "segments")
    path = pool.programs / "seven.lp"
    path.write_text(program.read_text().replace("0..4, C = 0..4", "0..6, C = 0..6"))
    run = SubmittedProgram(pool, ASSIGNMENT, path).run_trials(ASSIGNMENT.small_trials)
    assert set(naming.explain_findings(run).values()) == {"size-fixed"}


NO_BULB = ["own-cell-dark", "bulb-blackens-cell", "bulb-sees-itself"]  # no answer has a bulb

BULBLESS = {  # rules in place of the reference's choice, after which no answer has a bulb either
    "choice without cells": "{ cell(R,C,b) } :- cell(R,C,w), black(R,C).",
    "forbidden": "{ cell(R,C,b) } :- white(R,C). :- cell(_,_,b).",
    "forbidden thrice": "{ cell(R,C,b) } :- white(R,C). "
    ":- cell(_,_,b). :- cell(R,_,b), R >= 0. :- cell(_,C,b), C >= 0.",
}


@pytest.mark.long
@pytest.mark.parametrize("mistake", NO_BULB)
def test_a_program_without_bulbs_is_named_by_its_cause(pool: TaskPool, mistake: str) -> None:
    for run in run_trusted(pool, WRONG_PROGRAMS[mistake]):
        assert naming.explain_findings(run)["refuses-solution"] == mistake, run.program.path


@pytest.mark.parametrize("name", kit.long_except(BULBLESS, "forbidden"))
def test_an_unknown_cause_names_no_mistake(pool: TaskPool, tmp_path: Path, name: str) -> None:
    path = tmp_path / "mine.lp"
    choice = "{ cell(R,C,b) } :- white(R,C), not barred(R,C)."
    path.write_text(REFERENCE.replace(choice, BULBLESS[name]))
    (run,) = run_trusted(pool, [path])
    assert list_broken_codes(run) == ["refuses-solution"]
    assert naming.explain_findings(run) == {}
    assert bool(mistaken_programs.find_cause(run.program)) == (name == "forbidden")


def test_a_mistake_explains_a_rule_only_if_the_program_breaks_all_its_rules() -> None:
    lit: Behaviour = [{("lit",): "a"}]
    lit_and_sight: Behaviour = [{("lit",): "a", ("sight",): "b"}]
    assert naming.list_common_codes(lit_and_sight, lit) == {("lit",)}
    assert naming.list_common_codes(lit, lit_and_sight) == set()


def test_a_mistake_in_several_rules_has_one_name(pool: TaskPool, tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text("cell(0,0,b). cell(0,1,b). cell(1,3,b).")
    (run,) = run_trusted(pool, [path])
    names = naming.explain_findings(run)
    assert {names[code] for code in list_broken_codes(run)} == {"hard-coded"}
