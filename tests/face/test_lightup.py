"""lightup.lp and its grounding: the rules, on boards of every kind."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import decode
import encode
from lab.lightup import rules
from tests.kit import (
    DATA,
    EXAMPLES,
    ROOT,
    boards,
    budget,
    format_facts,
    long,
    run,
    solve_by_brute_force,
    solve_by_sat,
)

PUZZLES = sorted(EXAMPLES.glob("dom*.txt"))


def find_solutions(board: list[str], folder: Path, limit: int = 0) -> set[str]:
    domain = folder / "domain.lp"
    domain.write_text(encode.format_facts(board))
    solved_boards: list[decode.Board] = []
    search = decode.Search([str(ROOT / "lightup.lp"), str(domain)], limit)
    search.on_board = solved_boards.append
    search.run()
    return set(map(decode.format_grid, solved_boards))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("domains")


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda path: path.stem)
def test_examples_have_the_one_solution_beside_them(puzzle: Path, folder: Path) -> None:
    solution = puzzle.with_name(puzzle.name.replace("dom", "sol")).read_text()
    assert solution.replace("b", ".") == puzzle.read_text()
    assert rules.is_solved(solution.split())
    assert find_solutions(puzzle.read_text().split(), folder, 2) == {solution}
    if len(solution) < 5000:
        assert list(solve_by_sat(puzzle.read_text().split())) == [solution]


def test_the_odd_examples() -> None:
    assert list(solve_by_sat((EXAMPLES / "unsolvable.txt").read_text().split())) == []
    assert len(list(solve_by_sat((EXAMPLES / "ambiguous.txt").read_text().split()))) > 1


@pytest.mark.parametrize(
    ("board", "count"),
    [
        long(".", 1),
        long("x", 1),
        long("0", 1),
        ("1", 0),
        ("xx\nxx", 1),
        ("...", 3),
        long(".\n.\n.", 3),
        ("0.\n..", 1),
        long("1.\n..", 0),
    ],
    ids=repr,
)
def test_small_boards_without_a_word_of_warning(board: str, count: int, tmp_path: Path) -> None:
    (tmp_path / "domain.lp").write_text(format_facts(board))
    done = run("-m", "clingo", "0", ROOT / "lightup.lp", tmp_path / "domain.lp")
    assert done.stderr == ""
    assert re.search(rf"^Models +: {count}$", done.stdout, re.MULTILINE)


def test_shown_are_the_cells_and_the_size(tmp_path: Path) -> None:
    (tmp_path / "domain.lp").write_text(format_facts("0.\n.."))
    done = run("-m", "clingo", "0", ROOT / "lightup.lp", tmp_path / "domain.lp")
    answer = done.stdout.split("Answer: 1")[1].splitlines()[1].split()
    assert sorted(answer) == ["cell(0,0,0)", "cell(1,1,b)", "dim(2)"]


@given(boards(4, 4))
@budget(50)
def test_brute_force_agrees(folder: Path, board: list[str]) -> None:
    assert find_solutions(board, folder) == solve_by_brute_force(board)


@given(boards(9, 9, "........xx0011223"))
@budget(20)
def test_a_sat_solver_agrees(folder: Path, board: list[str]) -> None:
    first_solutions = set()
    for solution in solve_by_sat(board):
        first_solutions.add(solution)
        if len(first_solutions) > 50:
            break
    if len(first_solutions) > 50:
        assert len(find_solutions(board, folder, 51)) == 51
    else:
        assert find_solutions(board, folder) == first_solutions


@pytest.mark.parametrize("program", sorted((DATA / "programs").glob("*.lp")), ids=lambda p: p.stem)
def test_programs_in_other_styles_agree(program: Path) -> None:
    for name in ("01", "02", "05"):
        domain = format_facts((EXAMPLES / f"dom{name}.txt").read_text())
        done = run("decode.py", program, "-", stdin=domain)
        assert (done.returncode, done.stdout) == (0, (EXAMPLES / f"sol{name}.txt").read_text())


def test_grounding_grows_with_the_cells() -> None:
    per_cell = []
    for size in (20, 80):
        domain = format_facts("\n".join(["." * size] * size))
        program = decode.Program([str(ROOT / "lightup.lp")], text=domain)
        program.solve(models=1)
        figures: Any = program.control.statistics["problem"]["lp"]
        per_cell.append(figures["rules"] / size**2)
    assert per_cell[1] < 1.2 * per_cell[0]
