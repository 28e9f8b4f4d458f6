"""Faults of a puzzle's folder, as handout, check, lab.check.learn and lab new --check find them."""

import shutil
from pathlib import Path

import pytest

from tests.kit import DATA, Done, run, run_lab

LATIN = DATA / "latin"
PROGRAM = (LATIN / "latin.lp").read_text()
NO_SOLUTION, TWO_SOLUTIONS = "12\n1.\n", "..\n..\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(LATIN, tmp_path / "latin")


def add_example(folder: Path, puzzle: str, solution: str | None) -> None:
    (folder / "examples" / "dom02.txt").write_text(puzzle)
    if solution is not None:
        (folder / "examples" / "sol02.txt").write_text(solution)


def make_handout(folder: Path) -> Done:
    return run_lab("handout", "--puzzle", folder, "-o", folder.parent / "handout")


EXAMPLES = {  # the puzzle, its stored solution, and the message
    "no solution": (NO_SOLUTION, "12\n12\n", "dom02.txt:1: found no solution by latin.lp"),
    "two solutions": (
        TWO_SOLUTIONS,
        "12\n21\n",
        "dom02.txt:1: found several solutions by latin.lp",
    ),
    "a wrong one": ("1.\n..\n", "12\n12\n", "sol02.txt:1: breaks the rule column: "),
    "an empty one": ("1.\n..\n", "", "sol02.txt:1:1: found an empty input, expected a puzzle"),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_handout_has_a_bad_example(folder: Path, name: str) -> None:
    puzzle, solution, message = EXAMPLES[name]
    add_example(folder, puzzle, solution)
    done = make_handout(folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not (folder.parent / "handout").exists()


def test_check_does_not_call_an_example_unique_that_has_two_solutions(folder: Path) -> None:
    add_example(folder, TWO_SOLUTIONS, "12\n21\n")
    done = run_lab("check", "--puzzle", folder, folder / "latin.lp")
    assert done.returncode == 0
    assert "2 examples up to 4x4, not each unique" in done.stdout
    assert "an example of 2x2 has several solutions" in done.stdout


def test_learn_reports_mistakes_that_are_none_or_the_same(folder: Path) -> None:
    (folder / "mistakes-right.lp").write_text(PROGRAM)
    with (folder / "mistakes.txt").open("a") as file:
        file.write("right: This is right.\nabsent: Of this there is no program.\n")
    done = run("-m", "lab.check.learn", "--puzzle", folder)
    assert done.returncode == 1
    assert "mistakes-right.lp:1: right changes no answer to a small trial board" in done.stderr
    assert "mistakes.txt:4: found no program with the mistake absent" in done.stderr


@pytest.mark.parametrize("trials", [".\n\nx\n\n1\n", "....\n"])
def test_trials_need_no_board_of_two_rows(folder: Path, trials: str) -> None:
    (folder / "trials.txt").write_text(trials)
    assert run_lab("check", "--puzzle", folder, folder / "latin.lp").returncode == 0


def test_trials_without_a_value_are_one_clear_line(folder: Path) -> None:
    (folder / "trials.txt").write_text("1\n\nx\n")
    (done, check) = make_handout(folder), run_lab("check", "--puzzle", folder, folder / "latin.lp")
    for result in (done, check):
        assert result.returncode == 2
        assert "trials.txt: found no board whose solution fills a cell" in result.stderr
