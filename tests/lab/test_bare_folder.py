"""A folder with record, rules, logic program, picture, trials and examples has every command.

tests/data/sudoku/ has no more than these.
"""

import csv
import json
import shutil
from pathlib import Path

import pytest

from lab.puzzles import find_puzzle
from lab.web import jobs
from tests.kit import DATA, run, run_lab

SUDOKU = DATA / "sudoku"
PUZZLE = find_puzzle(str(SUDOKU))
DOM, SOL = (SUDOKU / "examples" / f"{name}01.txt" for name in ("dom", "sol"))
BLOCK_RULE = "{ number(R,C,K) : block(R,C,B) } != 1"


def test_a_solved_board_is_judged() -> None:
    done = run_lab("verify", "--puzzle", SUDOKU, "--of", DOM, SOL)
    assert (done.returncode, done.stderr) == (0, "a solution\n")
    done = run_lab("verify", "--puzzle", SUDOKU, stdin=SOL.read_text().replace("6", "5", 1))
    assert done.returncode == 1
    assert {line.rpartition(" ")[2] for line in done.stdout.splitlines()} == {
        *("row", "column", "block")
    }


def test_a_board_of_16_rows_has_numbers_of_two_digits() -> None:
    rows = [[str((4 * (r % 4) + r // 4 + c) % 16 + 1) for c in range(16)] for r in range(16)]
    assert PUZZLE.rules.offences(rows) == []
    grid = "".join(" ".join(row) + "\n" for row in rows)
    facts = run_lab("convert", "--puzzle", SUDOKU, "--to=facts", stdin=grid).stdout
    assert (facts.count("cell("), facts.count(",16).")) == (256, 16)
    again = run_lab("convert", "--puzzle", SUDOKU, stdin=facts).stdout
    assert [line.split() for line in again.splitlines()] == rows


def test_it_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    assert run("show", "--puzzle", SUDOKU, "dom01", "-o", picture).returncode == 0
    assert picture.read_text().count(">9</text>") == 9


def test_its_examples_are_solved_by_corpus_and_race() -> None:
    table = run_lab("corpus", "--puzzle", SUDOKU, SUDOKU / "examples").stdout
    assert [line.split(",")[5] for line in table.splitlines()[1:]] == ["unique", "unique"]
    done = run_lab("race", "--puzzle", SUDOKU, "--json", "dom02")
    assert [row["verdict"] for row in json.loads(done.stdout)] == ["unique"]


def test_it_has_hints() -> None:
    done = run_lab("hint", "--puzzle", SUDOKU, "dom01")
    place, _, value = done.stdout.partition(" is ")
    r, c = (int(part.split()[1]) for part in place.split(", "))
    assert (done.returncode, value[0]) == (0, SOL.read_text().split()[r][c])


def test_the_page_judges_and_solves_it() -> None:
    dom, sol = ([list(line) for line in path.read_text().split()] for path in (DOM, SOL))
    assert jobs.judge_board(str(SUDOKU), dom, sol)["is_solved"]
    assert jobs.count_solutions(str(SUDOKU), dom) == {"verdict": "one", "solutions": [sol]}


@pytest.mark.long
def test_a_class_is_graded(tmp_path: Path) -> None:
    for name, text in (("Ada", ""), ("Bob", BLOCK_RULE)):
        folder = tmp_path / "class" / name
        folder.mkdir(parents=True)
        program = PUZZLE.encoding.read_text()
        (folder / "sudoku.lp").write_text(program.replace(text, "#false") if text else program)
        shutil.copy(DATA / "students" / "right-in-all" / "encode.py", folder)
        (folder / "README.txt").write_text(f"Authors: {name}\n")
    out = tmp_path / "grades"
    done = run("-m", "lab", "grade", "--puzzle", SUDOKU, tmp_path / "class", "-o", out)
    assert done.returncode == 0, done.stderr
    with (out / "grades.csv").open(encoding="utf-8-sig", newline="") as table:
        points = {row["submission"]: row["block"] for row in csv.DictReader(table)}
    assert points == {"Ada": "3", "Bob": "0"}


@pytest.mark.long
def test_a_handout_and_a_sheet_are_made(tmp_path: Path) -> None:
    target = tmp_path / "made"
    done = run("-m", "lab", "handout", "--puzzle", SUDOKU, "-o", target)
    assert done.returncode == 0, done.stderr
    assert (target / "examples" / "dom01.txt").read_text() == DOM.read_text()
    pdf = tmp_path / "sheet.pdf"
    assert run_lab("sheet", "--puzzle", SUDOKU, target / "examples", "-o", pdf).returncode == 0
    assert pdf.read_bytes().startswith(b"%PDF")
