"""The trial boards, and the table of the mistakes that they tell apart."""

from pathlib import Path

import pytest

from lab import puzzles
from lab.check.bank import answers
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.bank.mistake_table import read_mistake_id
from lab.runner.server import solving
from lab.runner.task_pool import TaskPool
from tests import kit
from tests.lab.check.kit import ASSIGNMENT, WRONG_PROGRAMS, compare_with_sat


def test_the_trials_have_all_their_solutions() -> None:
    for trial in ASSIGNMENT.bank.trials:
        compare_with_sat(trial)


@pytest.mark.long
def test_oblong_trial_boards_are_run_after_a_search_of_squares(
    pool: TaskPool, tmp_path: Path
) -> None:
    folder = kit.find_folder("slitherlink")
    program = tmp_path / "slitherlink.lp"
    program.write_text((folder / program.name).read_text() + ":- dim(5,3).\n")
    assignment = Assignment(FolderBank(puzzles.find_puzzle(str(folder))))
    assert any(len(trial.board) == 5 > len(trial.board[0]) for trial in assignment.bank.trials)
    assert kit.examine_path(pool, assignment, program).verdict == "fail"


SIDES, CORNERS = [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, -1), (-1, 1)]

FAULTS = [  # facts, each of which adds a fault to tests/data/faulty.lp
    *(f"tolerated({clue},{n})." for clue in range(5) for n in range(5) if clue != n),
    *(
        f"{predicate}({first},{r},{c})."
        for predicate, first_arguments, directions in (
            ("forgotten", range(5), SIDES),
            ("added", range(4), CORNERS),  # a bulb at the corner of a 4 makes no difference
            ("presumed", range(5), SIDES),
            ("through", "x01234", SIDES),
            ("passes", range(1, 6), SIDES),
            ("ends", range(1, 4), SIDES),
        )
        for first in first_arguments
        for r, c in directions
    ),
]

KINDS = ("tolerated", "forgotten", "added", "presumed", "through", "passes", "ends")


@pytest.mark.parametrize("kind", kit.long_except(KINDS, "ends"))
def test_every_fault_of_a_clue_or_a_ray_shows_on_a_trial_board(kind: str) -> None:
    text = (kit.DATA / "faulty.lp").read_text()
    assert not answers_wrong(text)
    faults = [fault for fault in FAULTS if fault.startswith(kind)]
    assert faults and [fault for fault in faults if not answers_wrong(text + fault)] == []


def answers_wrong(text: str) -> bool:
    """Return whether a trusted program answers wrong to a trial board."""
    for trial in ASSIGNMENT.larger_trials + ASSIGNMENT.small_trials:
        program = solving.LenientProgram([], trial.facts, ASSIGNMENT.value_pattern, text)
        found = answers.read_answers(solving.AnswerCollection(program).make_reply())
        if ASSIGNMENT.group_wrong_answers(trial, found):
            return True
    return False


def test_every_mistake_has_a_sentence_and_two_programs() -> None:
    sentences = ASSIGNMENT.bank.sentences
    assert list(sentences) == sorted(WRONG_PROGRAMS)
    assert all(text.endswith(".") and ":-" not in text for text in sentences.values())
    assert set(map(read_mistake_id, ASSIGNMENT.bank.mistake_programs)) == set(WRONG_PROGRAMS)
    assert min(map(len, WRONG_PROGRAMS.values())) >= 2


def test_the_mistake_table_has_the_mistakes_of_the_bank() -> None:
    """If it has others: python3 -m lab.inspection.learn"""
    table = ASSIGNMENT.bank.mistake_table
    assert set(table) == set(ASSIGNMENT.bank.mistake_programs)


@pytest.mark.parametrize("name", ["lightup", "amaze"])
@pytest.mark.parametrize("line", ["#show extra/1.", "#const k=1."])
def test_a_directive_in_mistakes_lp_voids_the_table(tmp_path: Path, name: str, line: str) -> None:
    bank = FolderBank(puzzles.find_puzzle(name))
    names = set(bank.mistake_names)
    assert names <= bank.mistake_table.keys()
    changed_bank = FolderBank(puzzles.find_puzzle(name))
    changed_bank.mistake_file = tmp_path / "mistakes.lp"
    text = bank.mistake_file.read_text("utf-8")
    changed_bank.mistake_file.write_text(f"{text}\n{line}\n", "utf-8")
    table = changed_bank.mistake_table
    assert not table.keys() & names
