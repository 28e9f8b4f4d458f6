"""The general generator: puzzles of any folder, each with exactly one solution."""

import itertools
import math
import random
import re
import shutil
from pathlib import Path
from typing import Any

import clingo
import pytest
from pysat.solvers import Solver

from lab.generate.search import OpenPuzzle
from lab.puzzles import find_puzzle
from lab.web import jobs
from lab.web.playable import PlayablePuzzle
from tests.kit import DATA, LATIN, Done, long, run_lab

SUDOKU = DATA / "sudoku"
SAME_PREDICATE = """
cell(R,C,K) :- number(R,C,K).
#show cell/3.
"""

HITORI = """
place(R,C) :- dim(N), R = 0..N-1, C = 0..N-1.
{ black(R,C) : place(R,C) }.
white(R,C) :- place(R,C), not black(R,C).
:- cell(R,C,V), cell(R,D,V), C < D, white(R,C), white(R,D).
:- cell(R,C,V), cell(S,C,V), R < S, white(R,C), white(S,C).
:- black(R,C), black(R+1,C).
:- black(R,C), black(R,C+1).
reached(0,0) :- white(0,0).
reached(0,1) :- black(0,0).
reached(S,D) :- reached(R,C), white(S,D), |R-S| + |C-D| = 1.
:- white(R,C), not reached(R,C).
#show cell(R,C,x) : black(R,C).
"""


def generate(folder: Path, size: str, *words: object) -> Done:
    return run_lab("generate", "--puzzle", folder, "--size", size, *words)


def count_sudokus(rows: list[list[str]]) -> int:
    """Return the number of solutions of a Sudoku, up to two, by a SAT solver."""
    n, side = len(rows), math.isqrt(len(rows))
    atoms = {rck: i for i, rck in enumerate(itertools.product(range(n), repeat=3), start=1)}
    groups: dict[tuple[object, ...], list[int]] = {}
    for (r, c, k), atom in atoms.items():
        block = r // side * side + c // side
        for group in (("cell", r, c), ("row", r, k), ("column", c, k), ("block", block, k)):
            groups.setdefault(group, []).append(atom)
    with Solver("minisat22", use_timer=False) as solver:
        for members in groups.values():
            solver.add_clause(members)
            solver.append_formula([[-a, -b] for a, b in itertools.combinations(members, 2)])
        for r, c in itertools.product(range(n), repeat=2):
            if rows[r][c] != ".":
                solver.add_clause([atoms[r, c, int(rows[r][c]) - 1]])
        return len(list(itertools.islice(solver.enum_models(), 2)))


def test_a_sudoku_has_one_solution() -> None:
    done = generate(SUDOKU, "9x9", "--seed", 1)
    assert (done.returncode, done.stderr) == (0, "")
    rows = [list(row) for row in done.stdout.split()]
    assert count_sudokus(rows) == 1
    r, c = next((r, c) for r in range(9) for c in range(9) if rows[r][c] != ".")
    rows[r][c] = "."  # no given cell is superfluous
    assert count_sudokus(rows) == 2


@pytest.mark.parametrize("size", ["1x1", "3x5", long("5x5")])
def test_a_latin_square_has_the_solution_beside_it(size: str, tmp_path: Path) -> None:
    done = generate(LATIN, size, "--seed", 4, "--count", 2, "-o", tmp_path / "new")
    assert (done.returncode, done.stderr) == (0, "")
    rules: Any = find_puzzle(str(LATIN)).rules
    for number in "12":
        dom, sol = ((tmp_path / "new" / f"{n}0{number}.txt").read_text() for n in ("dom", "sol"))
        assert list(rules.solutions(dom.split())) == [sol.split()]
    index = (tmp_path / "new" / "index.txt").read_text().splitlines()
    given = sum(character not in ".\n" for character in dom)
    assert index[2] == f"dom02\t{size}\t{given}\t4 2"


def test_the_same_seed_makes_the_same_puzzles_and_each_name_has_its_own(tmp_path: Path) -> None:
    three, four = (generate(SUDOKU, "4x4", "--seed", 7, "--count", n).stdout for n in (3, 4))
    assert four.startswith(three) and len(set(four.split("\n\n"))) == 4
    (tmp_path / "names.txt").write_text("Ada\nKurt\nZoë\n")
    for out in ("a", "b"):
        done = generate(LATIN, "3x3", "--for", tmp_path / "names.txt", "-o", tmp_path / out)
        assert done.returncode == 0
    texts = [path.read_text() for path in sorted((tmp_path / "a").glob("dom-*.txt"))]
    assert texts == [path.read_text() for path in sorted((tmp_path / "b").glob("dom-*.txt"))]
    assert len(set(texts)) == 3


def test_the_difficulty_is_that_of_hint() -> None:
    done = generate(SUDOKU, "4x4", "--seed", 1, "--difficulty", 3)
    assert (done.returncode, done.stderr) == (0, "")
    rating = run_lab("hint", "--puzzle", SUDOKU, "--rate", stdin=done.stdout).stdout
    assert "given cells in a reason: 3 at most" in rating


def test_a_program_may_have_given_cells_and_answers_in_one_predicate(tmp_path: Path) -> None:
    folder = shutil.copytree(SUDOKU, tmp_path / "sudoku")
    program = folder / "sudoku.lp"
    text = program.read_text().replace("#show cell(R,C,K) : number(R,C,K).", SAME_PREDICATE)
    program.write_text(text)
    done = generate(folder, "9x9", "--seed", 1)
    assert (done.returncode, count_sudokus([list(row) for row in done.stdout.split()])) == (0, 1)


def test_a_puzzle_with_all_cells_given_has_one_answer(tmp_path: Path) -> None:
    record = (LATIN / "puzzle.py").read_text().replace('"latin"', '"hitori"')
    (tmp_path / "puzzle.py").write_text(record)
    (tmp_path / "trials.txt").write_text("11\n12\n")
    (tmp_path / "hitori.lp").write_text(HITORI)
    open_puzzle = OpenPuzzle(find_puzzle(str(tmp_path)), (8, 8), random.Random(1))
    givens = open_puzzle.leave_one_answer(open_puzzle.draw_givens() or {})
    assert givens and open_puzzle.take_away(givens) == givens
    control = clingo.Control(["--models=0", "--warn=none"])
    facts = "".join(f"cell({r},{c},{value}).\n" for (r, c), value in givens.items())
    control.add("base", [], f"{HITORI}{facts}dim(8).\n")
    control.ground()
    answers: list[int] = []
    control.solve(on_model=lambda model: answers.append(str(model).count(",x)")))
    assert len(answers) == 1 and answers[0] > 4


def test_an_impossible_size_or_notation_is_refused_in_one_line() -> None:
    done = generate(SUDOKU, "6x6", "--seed", 1)
    message = "no such puzzle: sudoku.lp has no solution for any board of 6x6\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", message)
    done = generate(SUDOKU, "4x4", "--to", "tatham")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_the_page_makes_puzzles_of_a_folder_without_a_generator() -> None:
    values = {"height": "4", "width": "4", "seed": "2"}
    (board,) = jobs.make_puzzle(PlayablePuzzle(find_puzzle(str(SUDOKU))), values)["boards"]
    assert count_sudokus(board) == 1


def test_a_size_that_the_record_refuses_is_one_line() -> None:
    done = generate(DATA / "slitherlink", "6x6")
    reason = "puzzle.py refuses 6x6: found 6 rows of 6 cells, expected odd numbers"
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"lab generate: --size: {reason} from 3\n"


def test_the_shell_makes_the_file_of_a_new_example_before_it_is_made(tmp_path: Path) -> None:
    folder = shutil.copytree(LATIN, tmp_path / "latin")
    path = folder / "examples" / "dom09.txt"
    path.touch()
    done = generate(folder, "4x4", "--seed", 1)
    assert done.returncode == 0
    path.write_text(done.stdout)
    assert generate(folder, "4x4", "--seed", 1).stdout == done.stdout


@pytest.mark.long
def test_a_handout_has_new_examples_of_the_same_sizes(tmp_path: Path) -> None:
    target = tmp_path / "made"
    done = run_lab("handout", "--puzzle", SUDOKU, "-o", target, "--seed", 3)
    assert done.returncode == 0, done.stderr
    dom01, dom02 = ((target / "examples" / f"dom0{n}.txt").read_text() for n in (1, 2))
    assert dom01 == (SUDOKU / "examples" / "dom01.txt").read_text()
    assert dom02 != (SUDOKU / "examples" / "dom02.txt").read_text()
    assert count_sudokus([list(row) for row in dom02.split()]) == 1


def test_boards_lp_shares_no_name_with_the_program(tmp_path: Path) -> None:
    """A name that both have means two things, and what clingo says of boards.lp has its place."""
    folder = shutil.copytree(DATA / "hitori", tmp_path / "hitori")
    shared = "reached(R,C) :- given(R,C,_).\n:- plain(R,C), reached(R,C).\n"
    (folder / "boards.lp").write_text(f"{shared}:- givn(_,_,9), dim(_,_), dim(_).\n")
    done = generate(folder, "4x4", "--seed", 1)
    rules: Any = find_puzzle(str(folder)).rules
    assert (done.returncode, len(list(rules.solutions(done.stdout.split())))) == (0, 1)
    infos = re.findall(r"boards.lp:(\S+): info: atom does not occur.*\n  (.*)", done.stderr)
    assert infos == [("2:4-14", "plain(R,C)"), ("3:4-15", "givn(#P0,#P1,9)")]


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (b":- given(0,0,1)\n", "boards.lp:2:1-2: error: syntax error, unexpected EOF"),
        (b"% \xff\n:- given(R,C,X), not X < Y.\n", "boards.lp:2:1-28: error: unsafe variables"),
    ],
)
def test_an_error_in_boards_lp_is_a_line(tmp_path: Path, rules: bytes, message: str) -> None:
    folder = shutil.copytree(DATA / "hitori", tmp_path / "hitori")
    (folder / "boards.lp").write_bytes(rules)
    done = generate(folder, "4x4", "--seed", 1)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr and "Traceback" not in done.stderr


def test_a_time_limit_names_given_values_that_may_be_too_few(tmp_path: Path) -> None:
    folder = shutil.copytree(DATA / "starbattle", tmp_path / "starbattle")
    record = (folder / "puzzle.py").read_text()
    words = ("20x20", "--time-limit", 0.3, "--seed", 1)  # it would take minutes
    assert generate(DATA / "starbattle", *words).stderr == "the time limit of 0.3 s came\n"
    (folder / "puzzle.py").write_text(record[: record.index("def given_values")])
    done = generate(folder, *words)
    advice = "given cells have a, b, c, d, e only, as in the examples and trials.txt; if others "
    assert done.returncode == 3
    assert done.stderr.splitlines()[1].startswith(advice)
