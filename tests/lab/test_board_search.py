"""The search of all boards of a size agrees with programs that are run on each board alone."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from lab import puzzles
from lab.board_search import BoardSearch, SearchResult, Size, Undecided, format_boards
from lab.runner.server.acceptor import demands_elements, make_acceptor
from lab.runner.server.changes import relax_rule
from lab.runner.server.every_board import QUESTIONS, WRONGLY_REFUSED, SearchRow
from lab.runner.server.idle_rules import find_idle_rules
from lab.runner.server.rewriting import SECOND, rewrite_program
from lab.runner.server.syntax_tree import parse_text
from lab.runner.task_pool import TaskPool
from tests import kit
from tests.lab import board_search

SIZES: dict[Size, int] = {(1, 1): 10, (1, 2): 50, (2, 2): 40, (3, 3): 10}  # boards that are run
REFERENCE = kit.ROOT / "lightup.lp"
NUMBER = r"[1-9]\d*"
OTHERS = {  # rows, values of answers
    "latin": (3, NUMBER),
    "sudoku": (4, NUMBER),
    "futoshiki": (3, NUMBER),
    "kakuro": (3, NUMBER),
    "hitori": (3, "x"),
    "slitherlink": (3, ".*"),
    "guards": (3, ".*"),
}


@pytest.mark.parametrize("stem", kit.long_except(kit.RIGHT_PROGRAMS, "optimum"))
def test_right_programs_are_proven(stem: str) -> None:
    program = kit.RIGHT_PROGRAMS[stem]
    sizes = [(rows, rows) for rows in range(1, 5)]
    data = board_search.search(str(program), REFERENCE.read_text(), kit.LIGHT_UP, sizes, "b")
    assert not data["unsearchable"]
    assert [row.state for row in data["results"]] == ["none"] * len(sizes) * len(QUESTIONS)


@pytest.mark.parametrize("samples", [[], [(3, 3)]])
def test_a_refuted_board_hides_no_larger_one(samples: list[Size]) -> None:
    first, third = ":- cell(0,0,b), dim(1).", ":- cell(2,2,b), dim(3)."
    with TaskPool(1) as pool:
        program = pool.programs / "program.lp"
        program.write_text(f"{REFERENCE.read_text()}{first}\n{third}\n")
        search = BoardSearch(
            pool,
            kit.LIGHT_UP,
            program,
            REFERENCE.read_text(),
            "b",
            # as if a run of the program had shown no fault on the board of one cell
            confirm=lambda candidate: candidate.size if candidate.size != (1, 1) else None,
        )
        sizes = [(rows, rows) for rows in (1, 2, 3) if (rows, rows) not in samples]
        result = search.search(sizes, samples)
    assert result.faults == [(3, 3)]
    assert result.proven == [(1, 1), (2, 2)]


def search_one_cell(confirm: Callable[[SearchRow], str | None]) -> SearchResult[str]:
    """Search the boards of one cell for answers that a program refuses: it refuses all there."""
    rival = re.sub(r":- .*not lit_across.*", "", REFERENCE.read_text())  # dark cells are right
    with TaskPool(1) as pool:
        program = pool.programs / "program.lp"
        program.write_text(f"{rival}:- dim(1).\n")
        questions = [WRONGLY_REFUSED]
        search = BoardSearch(pool, kit.LIGHT_UP, program, rival, "b", confirm, questions)
        return search.search([(1, 1)])


def test_another_answer_to_a_board_is_not_excluded() -> None:
    # as if a run of the program had accepted the board without a bulb
    result = search_one_cell(lambda candidate: "a bulb" if candidate.answer else None)
    assert (result.faults, result.proven) == (["a bulb"], [])


def test_a_run_without_end_proves_nothing() -> None:
    def stop(candidate: SearchRow) -> None:
        raise Undecided

    result = search_one_cell(stop)
    assert (result.faults, result.proven, result.searched) == ([], [], [(1, 1)])


@pytest.mark.parametrize("mistake", ["", ":- bulb((2,2)), dim(3)."])
def test_a_size_that_is_not_proven_hides_no_larger_one(mistake: str) -> None:
    with TaskPool(1) as pool:
        program = pool.programs / "program.lp"
        program.write_text(board_search.PAIRS + mistake)
        rival = REFERENCE.read_text()
        search = BoardSearch(pool, kit.LIGHT_UP, program, rival, "b", lambda row: row.size)
        result = search.search([(1, 1), (2, 2), (3, 3)])
    assert result.proven == []
    assert result.faults == [(3, 3)] * bool(mistake)
    assert result.searched == [(1, 1), (2, 2), (3, 3)][: 2 if mistake else 3]
    assert [place.line for place in result.open_choices] == [board_search.UNDECIDED_LINE]


@pytest.mark.parametrize("skips_unsolvable", [True, False])
def test_a_size_without_puzzles_shows_no_fault_unless_it_is_asked_for(
    skips_unsolvable: bool,
) -> None:
    rival = f"{REFERENCE.read_text()}:- dim(2).\n"  # no board of 2x2 is a puzzle
    with TaskPool(1) as pool:
        program = pool.programs / "program.lp"
        program.write_text(REFERENCE.read_text())
        search = BoardSearch(pool, kit.LIGHT_UP, program, rival, "b", lambda row: row.size)
        search.skips_unsolvable = skips_unsolvable
        result = search.search([(1, 1), (2, 2), (3, 3)])
    sizes = [(1, 1), (2, 2), (3, 3)] if skips_unsolvable else [(1, 1)]
    assert (set(result.faults), result.proven) == (set() if skips_unsolvable else {(2, 2)}, sizes)


@pytest.mark.parametrize("name", OTHERS)
def test_other_puzzles_are_proven(name: str) -> None:
    puzzle = puzzles.find_puzzle(str(kit.find_folder(name)))
    rows, values = OTHERS[name]
    text = puzzle.encoding.read_text()
    data = board_search.search(str(puzzle.encoding), text, puzzle, [(rows, rows)], values)
    assert not data["unsearchable"]
    assert [row.state for row in data["results"]] == ["none"] * len(QUESTIONS)


MUTANTS = list(board_search.list_mutants(REFERENCE.read_text()))


@pytest.mark.parametrize(
    "number", [n if n == 36 else kit.long(n) for n in range(0, len(MUTANTS), 6)]
)
def test_mutants_are_judged_as_on_each_board(tmp_path: Path, number: int) -> None:
    compare_with_runs(tmp_path, MUTANTS[number][1])


def compare_with_runs(tmp_path: Path, text: str) -> None:
    """Search with a program; run it on each board that was found, and on samples of the others."""
    program, reference = tmp_path / "mutant.lp", REFERENCE.read_text()
    program.write_text(text)
    data = board_search.search(str(program), reference, kit.LIGHT_UP, list(SIZES), "b")
    if data["unsearchable"]:
        facts = next(board_search.list_boards(kit.LIGHT_UP, (1, 1), 1))
        assert board_search.run_program(text, facts, "b") is None
        return
    for size, most in SIZES.items():
        rows = [row for row in data["results"] if row.size == size]
        states = {name: [r.state for r in rows if r.question == name] for name in QUESTIONS}
        for row in rows:
            if row.state == "found":
                facts = board_search.read_facts(row)
                faults = board_search.find_faults(text, reference, facts, "b")
                assert row.question in faults, facts
        proven = {name for name in QUESTIONS if states[name] == ["none"]}
        for facts in board_search.list_boards(kit.LIGHT_UP, size, most):
            assert not proven & board_search.find_faults(text, reference, facts, "b"), facts


@pytest.mark.parametrize(
    "line, text",
    [
        ("#external rain.", "#external"),
        ("not cell(R,C,b) :- cell(R,C,4).", ""),
        ("wet(X) :- not dry.", "unsafe variables in:"),
        ("#const n=7.", "#const n = 7."),
        ('#include "nowhere.lp".', "file could not be opened"),
    ],
)
def test_lines_that_cannot_be_judged(tmp_path: Path, line: str, text: str) -> None:
    program = tmp_path / "mutant.lp"
    program.write_text(f"{line}\n{REFERENCE.read_text()}")
    data = board_search.search(str(program), REFERENCE.read_text(), kit.LIGHT_UP, [(2, 2)], "b")
    unsearchable = [words for words, (_, number) in data["unsearchable"] if number == 1]
    assert bool(unsearchable) == bool(text)
    assert all(text in words for words in unsearchable)


OTHER_FORMS = {  # of rules of the reference
    "a constraint that denies its head": (
        r":- (down\(S,C,S\), .* > 1)\.",
        r"wrong(S,C) :- \1, not wrong(S,C).",
    ),
    "a choice by a double negation": (
        r"\{ cell\(R,C,b\) \} :- (.*)\.",
        r"cell(R,C,b) :- \1, not not cell(R,C,b).",
    ),
    "a choice over intervals": (
        r"\{ cell\(R,C,b\) \} :- .*",
        "{ cell(0..n-1,0..n-1,b) }. :- cell(R,C,b), not white(R,C).",
    ),
}


@pytest.mark.parametrize("form", OTHER_FORMS)
def test_other_forms_of_constraints_and_choices_are_proven(tmp_path: Path, form: str) -> None:
    reference, program = REFERENCE.read_text(), tmp_path / "program.lp"
    text, number = re.subn(*OTHER_FORMS[form], reference)
    assert number == 1
    program.write_text(text)
    sizes = [(rows, rows) for rows in range(1, 4)]
    data = board_search.search(str(program), reference, kit.LIGHT_UP, sizes, "b")
    assert [row.state for row in data["results"]] == ["none"] * len(sizes) * len(QUESTIONS)


LOOP = "a(x) :- cell(_,_,x), not b(x). b(V) :- cell(_,_,V), not a(V). "
CLUES = "cell(R,C,1..4) :- q(R,C). #defined q/2. "


@pytest.mark.parametrize("text", [LOOP, LOOP + CLUES], ids=["names", "numbers in heads"])
def test_a_loop_over_given_values_is_chosen(text: str) -> None:
    acceptor = make_acceptor(rewrite_program(parse_text(text)[0], SECOND))
    assert {name for name, _ in acceptor.chosen} == {"second__a", "second__b"}


IDLE = {  # programs, and the lines of rules that have no effect
    "b :- cell(0,0,x). :- b, not b.\n:- not b, not cell(0,0,x).": [],
    "b :- cell(0,0,x).\n:- b, not b.": [2],
    "b(X) :- not cell(0,0,x).": [],  # clingo refuses it
}


@pytest.mark.parametrize("text", IDLE)
def test_rules_of_a_line_are_idle_together(tmp_path: Path, text: str) -> None:
    program = tmp_path / "program.lp"
    program.write_text(text)
    boards = [(format_boards(kit.LIGHT_UP, (1, 1)), 1, 1)]
    assert [line for _, line in find_idle_rules(str(program), boards, "b")] == IDLE[text]


@pytest.mark.parametrize("head", ["not cell(1,1,x)", "not not cell(1,1,x)", "1 > 2"])
def test_a_head_with_a_sign_is_a_constraint(head: str) -> None:
    rule = parse_text(f"{head} :- cell(0,0,x).")[0][-1]
    assert str(relax_rule(rule)) == "#true."


def test_an_upper_bound_demands_no_element() -> None:
    for bounds, is_demanding in (
        ("{} 1", False),
        ("1 {}", True),
        ("1 {} 2", True),
        ("{} = 1", True),
    ):
        rule = parse_text(bounds.format("{ a; b }") + ".")[0][-1]
        assert demands_elements(rule.head) == is_demanding
