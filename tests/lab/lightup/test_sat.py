"""`lab sat`: the clauses, the results of solvers, and WalkSAT."""

import itertools
import random
import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from lab.lightup.counts import place_bulbs
from lab.lightup.sat import cnf, dimacs, walksat
from tests.kit import (
    EXAMPLES,
    boards,
    budget,
    join_grid,
    needs,
    run_lab,
    solve_by_brute_force,
    solve_by_sat,
)

SMALL = [f"dom{number}" for number in ("01", "02", "04", "05", "07")]  # 7x7 to 10x18
BOARD = [".0", ".."]  # has one solution: a bulb at row 1, column 0


def find_solutions(board: list[str], most: int = 10**6) -> set[str]:
    """Return the boards that the clauses allow, as texts."""
    boards: set[str] = set()
    _, clauses = cnf.make_clauses(board)
    with Solver("minisat22", bootstrap_with=map(list, clauses)) as sat:
        cells = range(1, len(board) * len(board[0]) + 1)
        while len(boards) < most and sat.solve():
            true = set(sat.get_model()).intersection(cells)
            boards.add(join_grid(place_bulbs(board, true)))
            sat.add_clause([-cell if cell in true else cell for cell in cells])
    return boards


# ---------------------------------------------------------------- clauses


@given(boards(4, 4))
@budget(60)
def test_the_clauses_allow_the_solutions(board: list[str]) -> None:
    assert find_solutions(board) == solve_by_brute_force(board)


@given(boards(8, 8, "......xx01122"))
@budget(40)
def test_other_clauses_allow_the_same(board: list[str]) -> None:
    expected = set(itertools.islice(solve_by_sat(board), 40))
    if len(expected) < 40:
        assert find_solutions(board) == expected
    else:
        assert len(find_solutions(board, most=40)) == 40


def test_not_every_run_needs_a_bulb() -> None:
    """A clause a run, as in the published models, would leave this board without a solution."""
    assert find_solutions(BOARD) == {".0\nb.\n"}


@pytest.mark.parametrize("board", ["3.", "1", "4.\n..", "x.x\n.3.\nx.x\n2x1"])
def test_an_impossible_clue_is_a_contradiction(board: str) -> None:
    encoded = run_lab("sat", "encode", stdin=board)
    assert encoded.returncode == 0
    _, clauses = dimacs.read_clauses(encoded.stdout)
    assert all(clauses)
    with Solver("minisat22", bootstrap_with=clauses) as sat:
        assert not sat.solve()


def test_comments_of_dimacs_explain_the_numbers_of_variables() -> None:
    process = run_lab("sat", "encode", stdin="...x.\n.1...\n")
    assert (process.returncode, process.stderr) == (0, "")
    comments = [line for line in process.stdout.splitlines() if line.startswith("c")]
    assert "C + R*5 + 1" in comments[1]
    variables, clauses = dimacs.read_clauses(process.stdout)
    assert variables == 10 == max(abs(literal) for clause in clauses for literal in clause)
    assert [-4] in clauses  # row 0, column 3 is black, as is
    assert [-7] in clauses  # row 1, column 1


def test_bulbs_of_the_grid_are_left_out() -> None:
    plain, solved = (run_lab("sat", "encode", EXAMPLES / f"{n}01.txt") for n in ("dom", "sol"))
    assert plain.stdout == solved.stdout


# ---------------------------------------------------------------- solvers and back


@needs("minisat")
@pytest.mark.parametrize("name", ["dom01", "dom05", "dom09", "dom11", "unsolvable"])
def test_there_and_back_by_minisat(name: str, tmp_path: Path) -> None:
    grid = EXAMPLES / f"{name}.txt"
    (tmp_path / "p.cnf").write_text(run_lab("sat", "encode", grid).stdout)
    subprocess.run(["minisat", "p.cnf", "p.out"], cwd=tmp_path, capture_output=True, check=False)
    process = run_lab("sat", "decode", grid, tmp_path / "p.out")
    if name == "unsolvable":
        assert (process.returncode, process.stdout, process.stderr) == (1, "", "no solution\n")
    else:
        solution = EXAMPLES / f"{name.replace('dom', 'sol')}.txt"
        assert (process.returncode, process.stdout, process.stderr) == (0, solution.read_text(), "")


@pytest.mark.parametrize(
    ("result", "status", "message"),
    [
        ("SAT\n-1 -2 3 -4 0\n", 0, ""),
        ("SAT\n3 0", 0, ""),
        ("SAT\r\n-1 -2 3 -4 0\r\n", 0, ""),
        ("SAT\n-1 -2 3 -4 5 -6 999999 0\n", 0, ""),
        ("c hello\ns SATISFIABLE\nv -1 -2\nc between\nv 3 -4\nv 0\n", 0, ""),
        ("v -1 -2 3 -4 0\ns SATISFIABLE\n", 0, ""),
        ("UNSAT\n", 1, "no solution"),
        ("c x\ns UNSATISFIABLE\n", 1, "no solution"),
        ("INDET\n", 3, "undecided"),
        ("s UNKNOWN\n", 3, "undecided"),
        ("SAT\n-1 -2 -3 -4 0\n", 1, "row 0, column 0: is dark"),
        ("SAT\n1 -2 3 -4 0\n", 1, "row 0, column 0 and row 1, column 0: these bulbs see"),
        ("SAT\n1 -2 -3 4 0\n", 1, "row 0, column 1: the clue 0 has 2 bulbs, too many"),
        ("SAT\n-1 2 3 -4 0\n", 1, "row 0, column 1: found 'b', expected '0'"),
    ],
)
def test_results(result: str, status: int, message: str, tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text(join_grid(BOARD))
    process = run_lab("sat", "decode", tmp_path / "grid.txt", "-", stdin=result)
    assert (process.returncode, process.stdout) == (status, ".0\nb.\n" if status == 0 else "")
    assert message in process.stderr
    assert bool(process.stderr) == bool(message)


@pytest.mark.parametrize(
    ("result", "place"),
    [
        ("", "1:1: found the end"),
        ("\n\n", "1:1: found the end"),
        ("SAT", "1:4: found the end"),
        ("SAT\n1 -2", "2:5: found the end"),
        ("SAT\n1 x 0\n", "2:3: found 'x'"),
        ("SAT\n1 2.5 0\n", "2:3: found '2.5'"),
        ("s SATISFIABLE\nv 1\nv +2 0\n", "3:3: found '+2'"),
        ("s SATISFIABLE\ns SATISFIABLE\nv 0\n", "2:1: found 's SATISFIABLE'"),
        ("s MAYBE\n", "1:1: found 's MAYBE'"),
        ("UNSAT SAT\n", "1:1: found 'UNSAT SAT'"),
        ("s\n", "1:1: found 's'"),
        ("1 2 3 0\n", "1:1: found '1 2 3 0'"),
        ("v 3 0\n", "1:1: found the end"),
        ("no solution\n", "1:1: found 'no solution'"),
        ("SAT\n" + "9" * 5000 + " 0\n", "2:1: found '99999999999999999999'"),
    ],
)
def test_malformed_results(result: str, place: str, tmp_path: Path) -> None:
    (tmp_path / "p.out").write_text(result)
    process = run_lab("sat", "decode", "-", tmp_path / "p.out", stdin=join_grid(BOARD))
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr.startswith(f"lab sat: {tmp_path}/p.out:{place}")
    assert ", expected " in process.stderr
    assert process.stderr.count("\n") == 1


def test_puzzle_and_model_cannot_both_come_from_standard_input() -> None:
    assert run_lab("sat", "decode", "-", "-", stdin="").returncode == 2


# ---------------------------------------------------------------- WalkSAT


@pytest.mark.parametrize("name", SMALL)
def test_walksat_solves_small_puzzles_with_each_of_50_seeds(name: str) -> None:
    board = (EXAMPLES / f"{name}.txt").read_text().split()
    solution = (EXAMPLES / f"{name.replace('dom', 'sol')}.txt").read_text()
    _, clauses = cnf.make_clauses(board)
    assignments = [walksat.find_assignment(clauses, n, flips=100_000, tries=1) for n in range(50)]
    assert [join_grid(place_bulbs(board, true)) for true in assignments if true] == [solution] * 50


@given(st.data(), st.integers(0, 10**6))
@budget(60)
def test_a_flip_keeps_the_counts(data: st.DataObject, seed: int) -> None:
    """After some flips the counts are those of the values."""
    variables = st.lists(st.integers(1, 6), min_size=2, max_size=4, unique=True)
    signs = st.lists(st.sampled_from([-1, 1]), min_size=4, max_size=4)
    clause = st.builds(lambda v, s: [a * b for a, b in zip(v, s)], variables, signs)
    clauses = data.draw(st.lists(clause, min_size=1, max_size=12))
    walk = walksat.Walk(clauses, random.Random(seed))
    for _ in range(data.draw(st.integers(0, 30))):
        if walk.broken:
            walk.flip(walk.choose_literal(noise=0.5))
    holds = [[walk.value[abs(n)] == (n > 0) for n in clause] for clause in clauses]
    assert sorted(walk.broken) == [i for i, literals in enumerate(holds) if not any(literals)]
    assert walk.holding == [sum(literals) for literals in holds]


def test_a_flip_breaks_the_fewest_clauses() -> None:
    """3 could be flipped, but without noise 1 or 2 is: two clauses hold by -3 alone, one by -1."""
    clauses = [[1, 2, 3], [-3, 4], [-3, 5], [-1, 6], [-2, 6]]
    for seed in range(200):
        walk = walksat.Walk(clauses, random.Random(seed))
        if not any(walk.value[1:]):
            assert walk.broken == [0]
            assert {abs(walk.choose_literal(noise=0)) for _ in range(20)} == {1, 2}


@given(st.lists(st.lists(st.integers(-5, 5).filter(bool), max_size=3), max_size=14))
@budget(150)
def test_walksat_is_right(clauses: list[list[int]]) -> None:
    """An assignment meets all clauses; a contradiction is one; without a solution none is found."""
    with Solver("minisat22", bootstrap_with=[c for c in clauses if c]) as sat:
        satisfiable = sat.solve() and all(clauses)
    try:
        true = walksat.find_assignment(clauses, flips=1000, tries=3)
    except walksat.UnsatisfiableClauses:
        assert not satisfiable
    else:
        assert (true is not None) == satisfiable
        if true is not None:
            assert all(any((abs(n) in true) == (n > 0) for n in clause) for clause in clauses)


def test_walksat_at_the_command_line() -> None:
    clauses = run_lab("sat", "encode", EXAMPLES / "dom07.txt").stdout
    walks = [run_lab("sat", "walk", "--seed", seed, stdin=clauses) for seed in (3, 3, 4)]
    assert walks[0].stdout == walks[1].stdout
    for walk in walks:
        assert walk.returncode == 0
        grid = run_lab("sat", "decode", EXAMPLES / "dom07.txt", "-", stdin=walk.stdout)
        assert grid.stdout == (EXAMPLES / "sol07.txt").read_text()


@pytest.mark.parametrize(
    ("formula", "options", "status", "result"),
    [
        ("p cnf 2 2\n1 0 -1 0", [], 1, "UNSAT\n"),
        ("p cnf 2 1\n0", [], 1, "UNSAT\n"),
        ("p cnf 2 4\n1 2 0 -1 2 0 1 -2 0 -1 -2 0", ["--flips=50", "--tries=2"], 3, "INDET\n"),
        ("p cnf 2 1\n1 2 0", ["--tries=0"], 3, "INDET\n"),
        ("p cnf 3 2\n-1 0 1\n2 0", [], 0, "SAT\n-1 2 -3 0\n"),
        ("c x\np cnf 2 2\n1 -1 0\nc y\n2 2 0\n%\n0\n", [], 0, "SAT\n-1 2 0\n"),
        ("p cnf 0 0", [], 0, "SAT\n0\n"),
    ],
)
def test_verdicts_of_walksat(formula: str, options: list[str], status: int, result: str) -> None:
    process = run_lab("sat", "walk", *options, stdin=formula)
    assert (process.returncode, process.stdout, process.stderr) == (status, result, "")


@pytest.mark.parametrize(
    ("formula", "place"),
    [
        ("", "1:1: found the end"),
        ("c only\n", "2:1: found the end"),
        ("1 2 0\n", "1:1: found '1 2 0'"),
        ("p cnf 2\n", "1:1: found 'p cnf 2'"),
        ("p cnf 2 1\n1 3 0\n", "2:3: found '3'"),
        ("p cnf 2 1\n1 b 0\n", "2:3: found 'b'"),
        ("p cnf 2 1\n1 2\n", "3:1: found the end within a clause"),
        ("p cnf 2 1\n1 2 0\n-1", "3:3: found the end within a clause, expected its closing 0"),
        ("p cnf 2 2\n1 2 0\n-1", "3:3: found the end within a clause"),
        ("p cnf 2 2\n1 2 0\n", "3:1: found the end after 1 clause, expected 2"),
        ("p cnf 2 1\n1 0 2 0\n", "3:1: found the end after 2 clauses, expected 1"),
        ("p cnf 99999999 0\n", "1:1: found 'p cnf 99999999 0', expected a line 'p cnf VARIABLES"),
        (
            "p cnf 1 9999999999999\n",
            "1:1: found 'p cnf 1 999999999999', expected a line 'p cnf VARIABLES CLAUSES'",
        ),
    ],
)
def test_malformed_clauses(formula: str, place: str) -> None:
    process = run_lab("sat", "walk", stdin=formula)
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr.startswith(f"lab sat: <stdin>:{place}")


@pytest.mark.parametrize("options", [["--noise=2"], ["--noise=x"], ["--noise=nan"], ["--flips=-1"]])
def test_bad_numbers(options: list[str]) -> None:
    process = run_lab("sat", "walk", *options, stdin="p cnf 0 0")
    assert process.returncode == 2
    assert re.search("lab sat walk: error: argument --", process.stderr)
