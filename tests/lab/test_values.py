"""Values of cells: terms, words, negative numbers, and marks over given cells, as in Hitori.

tests/data/kakuro/ has terms as clues.
"""

import re
import shutil
from pathlib import Path

import pytest

from lab.puzzles import find_puzzle
from tests.kit import DATA, run, run_lab

HITORI = DATA / "hitori"
PUZZLE = find_puzzle(str(HITORI))
SOLUTIONS = PUZZLE.module("rules").solutions  # by brute force
DOM, SOL = (HITORI / "examples" / f"{name}01.txt" for name in ("dom", "sol"))


def test_marks_are_printed_over_given_numbers() -> None:
    facts = run("encode.py", "--puzzle", HITORI, DOM).stdout
    done = run("decode.py", PUZZLE.encoding, "-", stdin=facts)
    assert (done.returncode, done.stdout, done.stderr) == (0, SOL.read_text(), "")
    board, solved = DOM.read_text().split(), SOL.read_text().split()
    assert list(SOLUTIONS(board)) == [solved]


def test_marks_are_verified() -> None:
    done = run_lab("verify", "--puzzle", HITORI, "--of", DOM, SOL)
    assert (done.returncode, done.stderr) == (0, "a solution\n")
    numbers = DOM.read_text()
    done = run_lab("verify", "--puzzle", HITORI, "--of", DOM, stdin=numbers)
    assert (done.returncode, "both 2" in done.stdout) == (1, True)


def test_marks_are_hinted() -> None:
    done = run_lab("hint", "--puzzle", HITORI, DOM)
    place, _, value = done.stdout.partition(" is ")
    r, c = (int(part.split()[1]) for part in place.split(", "))
    assert (done.returncode, value[0], SOL.read_text().split()[r][c]) == (0, "x", "x")


def test_new_boards_have_one_set_of_marks() -> None:
    board = run_lab("generate", "--puzzle", HITORI, "--size=4x4", "--seed=5").stdout.split()
    assert len(list(SOLUTIONS(board))) == 1


KAKURO = DATA / "kakuro"
SUMS = find_puzzle(str(KAKURO))
DOMS = sorted((KAKURO / "examples").glob("dom*.txt"))


@pytest.mark.parametrize("dom", DOMS, ids=[path.stem for path in DOMS])
def test_a_kakuro_has_one_solution_and_is_drawn(dom: Path, tmp_path: Path) -> None:
    sol = dom.with_name(dom.name.replace("dom", "sol"))
    board, solved = (
        [line.split() for line in path.read_text().splitlines()] for path in (dom, sol)
    )
    assert list(SUMS.module("rules").solutions(board)) == [solved]
    picture = tmp_path / "picture.svg"
    done = run("show", "--puzzle", KAKURO, dom, "-o", picture)
    assert (done.returncode, done.stdout) == (0, f"{sol.read_text()}{picture}\n")
    assert run_lab("convert", "--puzzle", KAKURO, dom).stdout == dom.read_text()
    done = run_lab("verify", "--puzzle", KAKURO, "--of", dom, sol)
    assert (done.returncode, done.stderr) == (0, "a solution\n")


def test_new_kakuros_have_one_solution() -> None:
    grid = run_lab("generate", "--puzzle", KAKURO, "--size=4x4", "--seed=5").stdout
    board = [line.split() for line in grid.splitlines()]
    assert len(list(SUMS.module("rules").solutions(board))) == 1


def test_a_grid_that_read_refuses_is_one_clear_line(tmp_path: Path) -> None:
    folder = shutil.copytree(KAKURO, tmp_path / "kakuro")
    record = (folder / "puzzle.py").read_text()
    (folder / "puzzle.py").write_text(record.replace("|[^ ]", "|[^ ]+").split("\n\n\ndef given")[0])
    done = run("-m", "lab", "generate", "--puzzle", folder, "--size=4x4", "--seed=1")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    # whichever board is tried first, read takes its first line for one value
    assert re.search(r"puzzle.py:? .*refuses .*: found '[^' ]{4}'", done.stderr), done.stderr


RECORD = """
import re
import encode
NAME, TITLE, BEST = "sums", "Sums", "unique"
CELLS = re.compile(r"[.]|-?[0-9]+|clue[(][0-9]+,[0-9]+[)]")
SYNTAX = encode.CellSyntax(re.compile("[^ ]+"), CELLS.fullmatch, "'.', a number or clue(D,A)", {})
def read(data, solved=False):
    return encode.split_cells(encode.split_lines(data), SYNTAX)
"""


def test_a_value_may_be_a_term_or_a_negative_number(tmp_path: Path) -> None:
    (tmp_path / "puzzle.py").write_text(RECORD)
    (tmp_path / "rules.py").write_text("RULES = {}\ndef offences(*boards): return []\n")
    grid = " clue(16,0)          .         -3\n          . clue(0,12)         10\n"
    facts = run_lab("convert", "--puzzle", tmp_path, "--to=facts", stdin=grid).stdout
    assert facts.splitlines()[:3] == [
        "cell(0,0,clue(16,0)).",
        "cell(0,2,-3).",
        "cell(1,1,clue(0,12)).",
    ]
    assert run_lab("convert", "--puzzle", tmp_path, stdin=facts).stdout == grid
    done = run("decode.py", "-", stdin=facts + "#show cell/3. { cell(0,1,-7) } = 1. cell(1,0,yes).")
    assert [line.split() for line in done.stdout.splitlines()] == [
        ["clue(16,0)", "-7", "-3"],
        ["yes", "clue(0,12)", "10"],
    ]
