"""The search of all boards of a size agrees with programs that are run on each board alone."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lab import puzzles
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.judges.every_board import judge_candidate
from lab.check.programs.program import SubmittedProgram
from lab.common.words import Size
from lab.inspection.checker import find_checker_faults
from lab.runner.server.open_board import ACCEPTED, COUNTED, DOUBLED, FORBIDDEN, REFUSED
from lab.runner.task_pool import TaskPool
from lab.search.questions import BoardSearch, SizeRequest, SizeResult
from lab.search.rewriting import Unsearchable
from tests import kit
from tests.lab.search import runs

REFERENCE = (kit.ROOT / "lightup.lp").read_text()
LIGHT_UP = Assignment(FolderBank(kit.LIGHT_UP))
COUNTS = {(1, 1): 3, (1, 2): 10, (2, 2): 106, (3, 3): 39932}  # of right answers
SIZES: dict[Size, int] = {(1, 1): 10, (1, 2): 50, (2, 2): 40, (3, 3): 10}  # boards that are run
PUZZLES = ["lightup", "amaze", "latin", "sudoku", "futoshiki", "kakuro", "hitori"]
PUZZLES += ["slitherlink", "guards", "starbattle"]


@pytest.fixture(scope="module")
def pool() -> Iterator[TaskPool]:
    with TaskPool() as pool:
        yield pool


def search(
    pool: TaskPool, text: str, *sizes: Size, assignment: Assignment = LIGHT_UP
) -> list[SizeResult]:
    """Return what the search says of a program on each size; none ends for lack of time."""
    board_search = open_search(pool, text, assignment)
    return [board_search.ask(SizeRequest(size, seconds=120.0)) for size in sizes]


def open_search(pool: TaskPool, text: str, assignment: Assignment = LIGHT_UP) -> BoardSearch:
    path = pool.programs / "program.lp"
    path.write_text(text)
    return BoardSearch(pool, assignment.checker, path)


def open_assignment(name: str) -> Assignment:
    is_in_kit = name in ("lightup", "amaze")
    folder = name if is_in_kit else str(kit.find_folder(name))
    return Assignment(FolderBank(puzzles.find_puzzle(folder)))


@pytest.mark.parametrize("size", COUNTS)
def test_right_answers_are_counted(pool: TaskPool, size: Size) -> None:
    assert LIGHT_UP.checker.count_right_answers(pool, size) == COUNTS[size]


@pytest.mark.parametrize("name", ["lightup", "latin"])  # numbers of Latin are given or answers
def test_the_count_of_right_answers_is_that_of_brute_force(pool: TaskPool, name: str) -> None:
    assignment = open_assignment(name)
    rules: Any = assignment.puzzle.rules
    boards = runs.list_boards(assignment.puzzle, (2, 2), 10_000)
    number = sum(len(list(rules.solutions(["".join(row) for row in board]))) for board in boards)
    assert number == assignment.checker.count_right_answers(pool, (2, 2))


@pytest.mark.parametrize("name", kit.long_except(PUZZLES, "lightup", "latin", "starbattle"))
def test_the_checker_agrees_with_rules_py(pool: TaskPool, name: str) -> None:
    assignment = open_assignment(name)
    assert list(find_checker_faults(pool, assignment)) == []


def test_a_wrong_checker_is_a_fault(pool: TaskPool, tmp_path: Path) -> None:
    folder = shutil.copytree(kit.LATIN, tmp_path / "latin")
    text = (folder / "rules.lp").read_text()
    changed = text.replace(", C < D.", ", C+1 < D.")
    assert changed != text
    (folder / "rules.lp").write_text(changed)
    assignment = Assignment(FolderBank(puzzles.find_puzzle(str(folder))))
    (fault,) = find_checker_faults(pool, assignment)
    says = r"on the board \S+: with the answer .*, rules.lp says (.*); rules.py says (.*)"
    match = re.fullmatch(says, fault.text)
    assert match
    codes, expected = (group.split(", ") for group in match.groups())
    assert {*expected} - {*codes} == {"row"}


@pytest.mark.parametrize("stem", kit.long_except(kit.RIGHT_PROGRAMS, "optimum", "points"))
def test_right_programs_are_proven(pool: TaskPool, stem: str) -> None:
    text = kit.RIGHT_PROGRAMS[stem].read_text()
    results = search(pool, text, (1, 1), (2, 2), (3, 3), (4, 4))
    assert [result.is_counted for result in results] == [True, True, True, False]
    assert all(result.is_proven for result in results)


@pytest.mark.parametrize("name", kit.long_except(PUZZLES[2:], "latin", "guards", "starbattle"))
def test_references_of_other_puzzles_have_no_fault(pool: TaskPool, name: str) -> None:
    assignment = open_assignment(name)
    text = assignment.puzzle.encoding.read_text()
    for result in search(pool, text, (1, 1), (2, 2), (3, 3), assignment=assignment):
        assert result.is_done
        assert result.candidates == []


MUTANTS = list(runs.list_mutants(REFERENCE))


@pytest.mark.long
@pytest.mark.parametrize("number", range(0, len(MUTANTS), 6))
def test_mutants_are_judged_as_on_each_board(pool: TaskPool, number: int) -> None:
    """Each board found shows the fault in a run; where none is found, samples show none."""
    _, text = MUTANTS[number]
    board_search = open_search(pool, text)
    requests = [SizeRequest(size, seconds=120.0) for size in SIZES]  # none ends for lack of time
    for result in map(board_search.ask, requests):
        if not result.is_done:  # clingo rejects the program
            assert runs.find_faults(kit.LIGHT_UP, text, [["."]], "b") == {"error"}
            continue
        for candidate in result.candidates:
            question = REFUSED if candidate.question == FORBIDDEN else candidate.question
            assert question in runs.find_faults(kit.LIGHT_UP, text, candidate.board, "b")
        for board in runs.list_boards(kit.LIGHT_UP, result.size, SIZES[result.size]):
            faults = runs.find_faults(kit.LIGHT_UP, text, board, "b")
            if result.is_counted:
                assert not faults, board
            if result.states[ACCEPTED] == "none":
                assert ACCEPTED not in faults, board


WRONG = {  # what is added to the right program, and the smallest square on which it is wrong
    "a loop behind a comparison of #inf": ("a(#inf). :- a(X), X < 5, cell(0,0,x), dim(2).", 2),
    "an interval in a double negation": ("pick(1..2) :- cell(0,0,x), not not pick(1..2).", 1),
    "an external atom": ("#external rain. :- not rain, cell(0,1,1).", 2),
    "an acyclic graph": ("#edge (a,b) : cell(0,0,x). #edge (b,a) : cell(0,1,x).", 2),
    "an odd loop by a count": ("odd :- cell(0,0,2), #count { 1 : odd } = 0.", 2),
    "an odd loop by a condition": ("odd :- cell(0,0,1), not odd : cell(0,1,_).", 2),
    "a number that must equal a count": (
        "{ n(1) } = 1. :- n(N), N != { cell(0,C,x) : cell(0,C,x) }.",
        1,
    ),
    "a choice of a negated atom": ("key :- cell(0,1,x). { not key } :- cell(0,0,x).", None),
    "a negated atom in a disjunction": ("a :- cell(0,0,x), cell(0,1,x). not a | c :- a. :- c.", 2),
    "a doubled answer": ("{ lamp } :- cell(0,0,0), cell(1,1,0).", 2),
    "a helper choice that refuses": (":- spare. { spare }. :- not spare, cell(0,0,x).", 1),
    "a missing answer behind a doubled one": (
        "{ e } :- cell(0,0,x). :- cell(0,0,0).",
        1,
    ),
    "a constraint with a sign": ("not cell(0,0,b) :- cell(0,1,1).", 2),
    "a comparison in a head": ("R != 0 :- cell(R,C,b), cell(R,C+1,1).", 2),
}


@pytest.mark.parametrize("name", [n for n, (_, size) in WRONG.items() if size])
def test_constructs_that_refuse_or_double_are_found(pool: TaskPool, name: str) -> None:
    line, size = WRONG[name]
    assert size
    text = f"{REFERENCE}\n{line}\n"
    results = search(pool, text, *((n, n) for n in range(1, size + 1)))
    assert [bool(result.candidates) for result in results] == [False] * (size - 1) + [True]
    program = SubmittedProgram(pool, LIGHT_UP, pool.programs / "program.lp")
    assert any(judge_candidate(program, candidate) for candidate in results[-1].candidates)


# A board of 4x4 with clues in four cells is too rare to be among the counted ones.
RARE = "cell(R,C,b), cell(1,1,4), cell(0,2,3), cell(2,0,3), cell(3,3,0)"
HEADS = ["", "#false", "R-C != 3", "|R-C| != 3", "|R-C| = |R+C+1|", "not cell(0,1,b)", "not not z"]


@pytest.mark.parametrize("head", HEADS)
def test_each_form_of_a_constraint_is_set_aside(pool: TaskPool, head: str) -> None:
    text = f"{REFERENCE}\n#defined z/0.\n{head} :- {RARE}.\n"
    (result,) = search(pool, text, (4, 4))
    assert result.states[FORBIDDEN] == "found"
    program = SubmittedProgram(pool, LIGHT_UP, pool.programs / "program.lp")
    assert any(judge_candidate(program, candidate) for candidate in result.candidates)


@pytest.mark.parametrize("head", ["1 = 2 | R-C = 5", "||R-C|-1| > 5", "R = 1; C = 2"])
def test_a_head_that_derives_nothing_takes_the_proof_away(pool: TaskPool, head: str) -> None:
    with pytest.raises(Unsearchable) as raised:
        open_search(pool, f"{head} :- {RARE}.\n{REFERENCE}")
    assert (str(raised.value), raised.value.place.line) == (head, 1)


@pytest.mark.long  # drawing ends after three seconds
def test_a_size_whose_right_answers_are_not_drawn_in_time_is_not_searched(pool: TaskPool) -> None:
    star_battle = open_assignment("starbattle")
    text = star_battle.puzzle.encoding.read_text()
    (result,) = search(pool, text, (10, 10), assignment=star_battle)
    assert (result.is_done, result.states) == (False, {})


RIGHT = {  # what is added to the right program and changes no answer
    "a choice that a constraint undoes": "{ spare }. :- spare.",
    "an even loop that a constraint decides": "a :- not c. c :- not a. :- c.",
    "guessed helpers": "{ mark(R,C) } :- white(R,C). :- mark(R,C), not cell(R,C,b). "
    ":- cell(R,C,b), not mark(R,C).",
    "a part that clingo does not ground": "#program late(t). :- cell(R,C,b).",
    "a shown term beside the cells": "#show lamp(R,C) : cell(R,C,b).",
}


@pytest.mark.parametrize(
    "name", kit.long_except(RIGHT, "guessed helpers", "a shown term beside the cells")
)
def test_constructs_that_change_nothing_are_proven(pool: TaskPool, name: str) -> None:
    results = search(pool, f"{REFERENCE}\n{RIGHT[name]}\n", (1, 1), (2, 2), (3, 3))
    assert all(result.is_counted for result in results)
    assert not any(result.candidates for result in results)


@pytest.mark.parametrize(
    "line, part",
    [
        ("#const x = 5.", "#const x"),
        ("#const b = 5.", "#const b"),
        ("kit__set_aside.", "kit__set_aside"),
        ("rules__broken(lit) :- cell(0,0,x).", "rules__broken"),
        ("#external most : not cell(0,0,3). [true] % now", "#external [true]"),
    ],
)
def test_names_of_the_kit_and_externals_with_values_are_refused(
    pool: TaskPool, line: str, part: str
) -> None:
    with pytest.raises(Unsearchable) as raised:
        open_search(pool, f"{line}\n{REFERENCE}")
    assert (str(raised.value), raised.value.place.line) == (part, 1)


def test_an_undecided_size_hides_no_larger_one(pool: TaskPool) -> None:
    """Helpers that the cells do not decide leave a question open, but not on all sizes."""
    helpers = "{ dark(R,C) } :- white(R,C). :- dark(R,C), cell(R,C,b). :- not dark(R,C), lone(R,C)."
    helpers += " lone(R,C) :- white(R,C), not cell(R,C,b)."
    begin = ":- across(R,S,S),"
    assert begin in REFERENCE
    text = REFERENCE.replace(begin, ":- not dim(3), across(R,S,S),") + helpers
    results = search(pool, text, (1, 1), (2, 2), (3, 3))
    assert any(candidate.question == ACCEPTED for candidate in results[2].candidates)


def test_idle_constraints_and_kept_rules(pool: TaskPool) -> None:
    lines = REFERENCE.splitlines()
    text = f"{REFERENCE}\n:- cell(R,C,b), cell(R,C+1,b).\n"
    board_search = open_search(pool, text)
    idle = board_search.list_idle_constraints([(1, 1), (2, 2), (3, 3)])
    assert [place.line for place in idle] == [len(lines) + 2]
    kept = {}
    for place in board_search.program.constraints[:-1]:
        kept[place.line] = board_search.list_kept_codes([place])
    assert {code for codes in kept.values() for code in codes} == {"lit", "sight", "clue"}


def test_a_program_that_grounds_without_end_is_not_done(pool: TaskPool) -> None:
    board_search = open_search(pool, f"{REFERENCE}\nn(0) :- cell(0,0,x). n(N+1) :- n(N).\n")
    result = board_search.ask(SizeRequest((2, 2), seconds=0.5))
    assert (result.is_done, result.is_proven, result.is_counted) == (False, False, False)


def test_counts_alone_prove_nothing(pool: TaskPool) -> None:
    """An answer that comes twice hides one that is missing, if only answer sets are counted."""
    (result,) = search(
        pool, f"{REFERENCE}\n{WRONG['a missing answer behind a doubled one'][0]}", (1, 1)
    )
    assert result.states[COUNTED] == "found"
    assert {candidate.question for candidate in result.candidates} == {FORBIDDEN, REFUSED, DOUBLED}
